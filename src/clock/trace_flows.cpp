// What ended what: arrows of a trace, from a push to the wait it ended, from a transfer to its barrier, from a signal
// to who waited for it.
#include <algorithm>

#include "clock/trace.hpp"

namespace tilewright::clock {

void Trace::link(const ThreadSim& thread, const Event& event, Ref slice, Ref wait, double end) {
    if (!options_.wants(thread.core->tape->at)) return;
    const auto reach = [](const std::vector<std::pair<uint64_t, Ref>>& steps, uint64_t pages) {
        const auto found = std::lower_bound(steps.begin(), steps.end(), pages,
                                            [](const auto& step, uint64_t want) { return step.first < want; });
        return found == steps.end() ? kNone : found->second;
    };
    const CbKey key{thread.tape->core, event.kind};
    switch (event.op) {
        case Op::CbWait:
            if (wait != kNone)
                flow(reach(cbs_[key].pushes, thread.core->cbs.at(event.kind).popped.total() + event.a), wait);
            break;
        case Op::CbReserve: {
            cbs_[key].reserved = end;
            const CbSim& cb = thread.core->cbs.at(event.kind);
            const uint64_t filled = cb.pushed.total() + event.a;
            if (wait != kNone && filled > cb.pages) flow(reach(cbs_[key].pops, filled - cb.pages), wait);
            break;
        }
        case Op::CbPush:
            cbs_[key].pushes.emplace_back(thread.core->cbs.at(event.kind).pushed.total(), slice);
            if (!tape_.phases.empty()) draw_phase(thread, event, cbs_[key], end);
            break;
        case Op::CbPop: cbs_[key].pops.emplace_back(thread.core->cbs.at(event.kind).popped.total(), slice); break;
        case Op::Read:
        case Op::Write:
        case Op::Word:
        case Op::Atomic: note_transfer(thread, event, slice); break;
        case Op::Barrier: link_barrier(thread, event, wait != kNone ? wait : slice); break;
        case Op::SemaphoreSet:
        case Op::SemaphoreAdd:
            words_[{thread.tape->core, static_cast<uint32_t>(event.address)}].emplace_back(end, slice);
            break;
        case Op::SemaphoreWait:
        case Op::SemaphoreWaitMin: link_word(thread, event, wait); break;
        case Op::Poll:
            if (event.a < signals_.size()) flow(signals_[event.a], wait);
            break;
        case Op::MailboxWrite:
        case Op::MailboxRead: {
            const uint32_t me = thread.tape->processor == TW_BRISC ? 0 : thread.tape->processor - 1;
            const bool write = event.op == Op::MailboxWrite;
            const uint32_t ends = write ? me * 4 + event.kind : event.kind * 4u + me;
            std::vector<Ref>& box = mail_[{thread.tape->core, ends}];
            if (write) {
                box.push_back(slice);
            } else if (const uint32_t taken = thread.mailbox_reads[event.kind & 3]; taken <= box.size() && taken > 0) {
                flow(box[taken - 1], wait);
            }
            break;
        }
        default: break;
    }
}

void Trace::note_transfer(const ThreadSim& thread, const Event& event, Ref slice) {
    const bool posted = (event.c & TW_NOC_POSTED) != 0;
    const uint32_t barriers = event.op == Op::Read     ? TW_BARRIER_READ
                              : event.op == Op::Atomic ? TW_BARRIER_ATOMIC
                              : posted                 ? TW_BARRIER_POSTED_SENT
                                                       : TW_BARRIER_WRITE | TW_BARRIER_WRITE_SENT;
    constexpr size_t kMostOpen = 4096;  // of a kernel without barriers
    std::vector<Transfer>& open = threads_[thread.index].open;
    if (open.size() >= kMostOpen) open.erase(open.begin(), open.begin() + kMostOpen / 2);
    open.push_back({slice, event.kind & 1u, barriers, event.b});
    if (event.op == Op::Read) return;
    if (event.d < signals_.size()) signals_[event.d] = slice;
    if (event.op == Op::Write) return;
    const auto corner = [&](int shift) { return static_cast<uint32_t>(event.address >> shift & 63); };
    const auto address = static_cast<uint32_t>(event.address);
    const bool multicast = (event.c & TW_NOC_MULTICAST) != 0;
    const uint32_t x = corner(36), y = corner(42), far_x = multicast ? corner(48) : x,
                   far_y = multicast ? corner(54) : y;
    for (uint32_t row = std::min(y, far_y); row <= std::max(y, far_y); ++row) {
        for (uint32_t column = std::min(x, far_x); column <= std::max(x, far_x); ++column) {
            const card::Endpoint at = tape_.card.endpoint(column, row);
            if (at.kind != card::Endpoint::Kind::Worker) continue;
            const int core = tape_.core_of_worker[at.index];
            if (core >= 0) words_[{static_cast<uint32_t>(core), address}].emplace_back(arrived_, slice);
        }
    }
}

// The last change of the word before the wait was over.
void Trace::link_word(const ThreadSim& thread, const Event& event, Ref wait) {
    if (wait == kNone) return;
    const double until = slices_[wait].end - f_.call.notice + 0.5;
    const auto& changes = words_[{thread.tape->core, static_cast<uint32_t>(event.address)}];
    constexpr size_t kFar = 256;
    Ref best = kNone;
    double at = -1;
    for (size_t i = changes.size(); i > 0 && changes.size() - i < kFar; --i) {
        const auto& [when, slice] = changes[i - 1];
        if (when > until || when <= at) continue;
        at = when;
        best = slice;
    }
    flow(best, wait);
}

void Trace::link_barrier(const ThreadSim& thread, const Event& event, Ref target) {
    std::vector<Transfer>& open = threads_[thread.index].open;
    std::erase_if(open, [&](const Transfer& transfer) {
        const bool covered = (transfer.barriers & event.a) != 0 && transfer.noc == (event.kind & 1u) &&
                             (event.b == TW_NO_TRID || event.b == transfer.id);
        if (covered) flow(transfer.slice, target);
        return covered;
    });
}

}  // namespace tilewright::clock
