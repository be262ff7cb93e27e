// Fewer barriers on a thread's tape, and words for those that stand there.
#include "clock/what_if/barriers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tilewright::clock {

namespace {

bool is_plain_barrier(const Event& event, uint32_t what) {
    return event.op == Op::Barrier && event.a == what && event.b == TW_NO_TRID;
}

Op transfer_of(uint32_t what) { return what == TW_BARRIER_READ ? Op::Read : Op::Write; }

class Batcher {
public:
    Batcher(uint32_t what, uint32_t every) : what_(what), every_(every) {}

    Batched run(const std::vector<Event>& events) {
        for (const Event& event : events) take(event);
        end_batch();
        for (auto& [cb, pages] : made_.least_pages) pages = std::min(pages, std::max(1u, given_[cb]));
        return std::move(made_);
    }

private:
    void take(const Event& event) {
        const Op ask = what_ == TW_BARRIER_READ ? Op::CbReserve : Op::CbWait;
        const Op give = what_ == TW_BARRIER_READ ? Op::CbPush : Op::CbPop;
        if (event.op == give) {
            hand_over(event);
            return;
        }
        if (releasing_) release();
        if (event.op == ask) {
            wait_for(event);
        } else if (is_transfer(event)) {
            ++transfers_;
            emit(event);
        } else if (is_plain_barrier(event, what_) && (barrier_.op != Op::Barrier || barrier_.kind == event.kind)) {
            pass_barrier(event);
        } else if (is_neutral(event.op)) {
            emit(event);
        } else {
            end_batch();
            emit(event);
        }
    }

    bool is_transfer(const Event& event) const {
        const bool multicast = event.op == Op::Write && (event.c & TW_NOC_MULTICAST) != 0;
        return event.op == transfer_of(what_) && !multicast;
    }
    static bool is_neutral(Op op) {
        constexpr std::array kNeutral = {Op::SetState, Op::ZoneBegin, Op::ZoneEnd, Op::Record, Op::ReadClock};
        return std::find(kNeutral.begin(), kNeutral.end(), op) != kNeutral.end();
    }

    void pass_barrier(const Event& event) {
        barrier_ = event;
        if (transfers_ == 0) {  // nothing of its own to wait for
            if (passed_ == 0)
                emit(event);
            else
                skip(event);
            return;
        }
        transfers_ = 0;
        if (++passed_ < every_) {
            ++made_.dropped;
            skip(event);
            return;
        }
        emit(event);
        passed_ = 0;
        releasing_ = true;  // what is pushed next goes together with what was held back
    }

    void wait_for(const Event& event) {
        const auto found = asked_.find(event.kind);
        if (found == asked_.end()) {
            asked_[event.kind] = {made_.events.size(), 0};
            emit(event);
            need(event.kind, event.a);
            return;
        }
        Event& first = made_.events[found->second.place];
        first.a = std::max(first.a, found->second.given + event.a);
        need(event.kind, first.a);
        skip(event);
    }

    void hand_over(const Event& event) {
        given_[event.kind] += event.a;
        if (const auto found = asked_.find(event.kind); found != asked_.end()) found->second.given += event.a;
        if (passed_ == 0 && !releasing_) {
            emit(event);
            return;
        }
        held_[event.kind] += event.a;
        last_give_ = event;
        skip(event);
    }

    void release() {
        releasing_ = false;
        for (const auto& [cb, pages] : held_) {
            need(cb, 2 * pages);
            Event event = last_give_;
            event.scalar = 0;
            event.kind = static_cast<uint8_t>(cb);
            event.a = pages;
            emit(event);
        }
        held_.clear();
        asked_.clear();
    }

    void end_batch() {
        if (passed_ > 0) {
            --made_.dropped;
            Event event = barrier_;
            event.scalar = 0;
            emit(event);
        }
        passed_ = 0;
        transfers_ = 0;
        barrier_ = {};
        release();
    }

    void need(uint32_t cb, uint32_t pages) {
        uint32_t& least = made_.least_pages[cb];
        least = std::max(least, pages);
    }

    // Plain code of calls that are gone stays.
    void skip(const Event& event) { carried_ += event.scalar; }
    void emit(Event event) {
        event.scalar += carried_;
        carried_ = 0;
        made_.events.push_back(event);
    }

    struct Asked {
        size_t place = 0;    // of the first call in the batch
        uint32_t given = 0;  // pages pushed or popped since
    };
    const uint32_t what_, every_;
    Batched made_;
    std::map<uint32_t, Asked> asked_;
    std::map<uint32_t, uint32_t> held_;   // pages by CB
    std::map<uint32_t, uint32_t> given_;  // pages by CB, of the whole thread
    Event barrier_, last_give_;           // the last ones seen
    uint64_t transfers_ = 0;              // since the last barrier
    uint32_t passed_ = 0, carried_ = 0;
    bool releasing_ = false;
};

}  // namespace

BarrierUse barrier_use(const ThreadTape& thread, uint32_t what) {
    BarrierUse use;
    use.what = what;
    uint64_t before = 0;
    std::map<uint32_t, uint64_t> sizes;
    for (const Event& event : thread.events) {
        if (event.op == transfer_of(what)) {
            ++before;
            ++sizes[event.a];
        } else if (is_plain_barrier(event, what) && before > 0) {
            ++use.barriers;
            use.transfers += before;
            before = 0;
        }
    }
    uint64_t most = 0;
    for (const auto& [bytes, count] : sizes) {
        if (count <= most) continue;
        most = count;
        use.bytes = bytes;
    }
    return use;
}

std::string bytes_text(uint64_t bytes) {
    if (bytes >= 1u << 20) return fmt::format("{:.3g} MiB", static_cast<double>(bytes) / (1 << 20));
    if (bytes >= 1024) return fmt::format("{:.3g} KiB", static_cast<double>(bytes) / 1024);
    return fmt::format("{} B", bytes);
}

std::string work_before_barrier(const BarrierUse& use) {
    const char* word = use.reads() ? "read" : "write";
    if (use.each() <= 1) return fmt::format("{} {}", bytes_text(use.bytes), word);
    return fmt::format("{} {}s of {}", use.each(), word, bytes_text(use.bytes));
}

Batched with_fewer_barriers(const std::vector<Event>& events, uint32_t what, uint32_t every) {
    return Batcher(what, every).run(events);
}

}  // namespace tilewright::clock
