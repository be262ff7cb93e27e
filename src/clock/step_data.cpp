// CBs, transfers, semaphores and what compute threads tell each other, in time.
#include <algorithm>

#include "clock/simulation.hpp"

namespace tilewright::clock {

void WordSim::add(double at, uint32_t by_value, bool is_add, int32_t by) {
    const Change change{at, by_value, is_add, by};
    const auto place = std::upper_bound(changes.begin(), changes.end(), at,
                                        [](double time, const Change& other) { return time < other.at; });
    changes.insert(place, change);
}

WordSim::Met WordSim::when(double from, uint32_t wanted, bool at_least) const {
    uint32_t now = value;
    const auto holds = [&] { return at_least ? now >= wanted : now == wanted; };
    size_t i = 0;
    for (; i < changes.size() && changes[i].at <= from; ++i)
        now = changes[i].add ? now + changes[i].value : changes[i].value;
    if (holds()) return {from, -1};
    for (; i < changes.size(); ++i) {
        now = changes[i].add ? now + changes[i].value : changes[i].value;
        if (holds()) return {changes[i].at, changes[i].by};
    }
    return {};
}

bool Simulation::step_cb(ThreadSim& thread, const Event& event) {
    CoreSim& core = *thread.core;
    CbSim& cb = core.cbs[event.kind];
    Track& processor = thread.processor;
    const bool compute = is_compute(thread);
    const double notice = compute ? f_.compute.notice : f_.call.notice;
    switch (event.op) {
        case Op::CbWait: {
            // More popped than pushed: the card's 16-bit difference is large, and the wait passes.
            const bool wrapped = cb.popped.total() > cb.pushed.total();
            const double ready = wrapped ? 0 : cb.pushed.when(cb.popped.total() + event.a);
            if (ready < 0) return false;
            processor.work(compute ? f_.compute.cb_wait : f_.call.cb_wait);
            if (ready + notice > processor.time) wait(thread, ready + notice, WaitFor::CbPages, event.kind);
            return true;
        }
        case Op::CbReserve: {
            const uint64_t filled = cb.pushed.total() + event.a;
            const double ready = filled <= cb.pages ? 0 : cb.popped.when(filled - cb.pages);
            if (ready < 0) return false;
            processor.work(compute ? f_.compute.cb_reserve : f_.call.cb_reserve);
            if (ready + notice > processor.time) wait(thread, ready + notice, WaitFor::CbRoom, event.kind);
            return true;
        }
        case Op::CbPush:
        case Op::CbPop: {
            const bool push = event.op == Op::CbPush;
            const bool packs = thread.tape->processor == TW_PACK;
            if (packs) make_room(thread, f_.compute.queued_push);
            if (compute) {
                processor.work(push ? f_.compute.cb_push : f_.compute.cb_pop);
            } else {
                processor.work(push ? f_.call.cb_push : f_.call.cb_pop);
            }
            // Compute threads count when the unit has come that far.
            const double at = compute ? std::max(processor.time, thread.unit.time) : processor.time;
            if (packs) enqueue(thread, f_.compute.queued_push);
            (push ? cb.pushed : cb.popped).add(at, event.a);
            if (watcher_ != nullptr)
                watcher_->pages(core, event.kind, at,
                                static_cast<int64_t>(cb.pushed.total()) - static_cast<int64_t>(cb.popped.total()));
            return true;
        }
        default: return true;
    }
}

void Simulation::signal(const ThreadSim& from, const Event& event, double at) {
    const auto by = static_cast<int32_t>(from.index);
    if (event.d < signal_at_.size() && at > signal_at_[event.d]) {
        signal_at_[event.d] = at;
        signal_by_[event.d] = by;
    }
    const bool multicast = (event.c & TW_NOC_MULTICAST) != 0;
    const auto corner = [&](int shift) { return static_cast<uint32_t>(event.address >> shift & 63); };
    const auto address = static_cast<uint32_t>(event.address & 0xFFFFFFFFu);
    const auto reach = [&](uint32_t x, uint32_t y) {
        const card::Endpoint end = tape_.card.endpoint(x, y);
        if (end.kind != card::Endpoint::Kind::Worker) return;
        const int index = tape_.core_of_worker[end.index];
        if (index < 0) return;
        CoreSim& core = cores_[index];
        // Data is no flag: only who polls cares when it arrives.
        if (event.op != Op::Write) core.words[address].add(at, event.a, event.op == Op::Atomic, by);
        wake(core);
    };
    if (!multicast) {
        reach(corner(36), corner(42));
        return;
    }
    for (uint32_t y = std::min(corner(42), corner(54)); y <= std::max(corner(42), corner(54)); ++y) {
        for (uint32_t x = std::min(corner(36), corner(48)); x <= std::max(corner(36), corner(48)); ++x) reach(x, y);
    }
}

bool Simulation::step_noc(ThreadSim& thread, const Event& event) {
    Track& processor = thread.processor;
    const uint32_t noc = event.kind & 1;
    const uint32_t worker = thread.core->tape->worker;
    const bool with_state = (event.flags & kWithState) != 0;
    switch (event.op) {
        case Op::Read: {
            processor.work(with_state ? f_.call.read_with_state : f_.call.read);
            const double packets = std::max(0.0, (event.a - 1) / f_.noc.burst_bytes);
            processor.work(static_cast<uint32_t>(packets) * f_.call.read_with_state);
            const double done = network_.read(noc, worker, event.address, event.a, processor.time);
            if (watcher_ != nullptr) watcher_->transfer(thread, event, processor.time, done, done);
            thread.reads[noc] = std::max(thread.reads[noc], done);
            if (event.b != TW_NO_TRID) {
                double& by_id = thread.reads_by_id[{noc, event.b}];
                by_id = std::max(by_id, done);
            }
            return true;
        }
        case Op::Write: {
            // One command buffer: the next command waits until the data of this one has left.
            wait(thread, thread.buffer_free[noc], WaitFor::CommandBuffer, noc);
            processor.work(with_state ? f_.call.write_with_state : f_.call.write);
            const Sent sent = network_.write(noc, worker, event.address, event.a, event.c, processor.time);
            if (watcher_ != nullptr) watcher_->transfer(thread, event, processor.time, sent.arrived, sent.answered);
            thread.buffer_free[noc] = sent.left - f_.call.write;
            thread.sent[noc] = std::max(thread.sent[noc], sent.left);
            if ((event.c & TW_NOC_POSTED) == 0) thread.writes[noc] = std::max(thread.writes[noc], sent.answered);
            if (event.b != TW_NO_TRID) {
                double& by_id = thread.writes_by_id[{noc, event.b}];
                by_id = std::max(by_id, sent.answered);
            }
            signal(thread, event, sent.arrived);
            return true;
        }
        case Op::Word:
        case Op::Atomic: {
            processor.work(event.op == Op::Atomic ? f_.call.atomic : f_.call.word);
            Sent sent = network_.word(noc, worker, event.address, event.c, processor.time);
            // It does not overtake what this thread sent before on the same network.
            sent.arrived = std::max(sent.arrived, thread.sent[noc] + (sent.arrived - processor.time));
            sent.answered = std::max(sent.answered, sent.arrived);
            if (watcher_ != nullptr) watcher_->transfer(thread, event, processor.time, sent.arrived, sent.answered);
            if (event.op == Op::Atomic) {
                thread.atomics[noc] = std::max(thread.atomics[noc], sent.answered);
            } else if ((event.c & TW_NOC_POSTED) == 0) {
                thread.writes[noc] = std::max(thread.writes[noc], sent.answered);
            }
            signal(thread, event, sent.arrived);
            return true;
        }
        default: break;
    }
    processor.work(f_.call.barrier);
    const auto by_id = [&](const auto& ends, double all) {
        if (event.b == TW_NO_TRID) return all;
        const auto found = ends.find({noc, event.b});
        return found == ends.end() ? 0.0 : found->second;
    };
    if (event.a & TW_BARRIER_READ) {
        const double end = by_id(thread.reads_by_id, thread.reads[noc]);
        if (end > processor.time) wait(thread, end + f_.call.notice, WaitFor::Reads, noc);
    }
    if (event.a & TW_BARRIER_WRITE) {
        const double end = by_id(thread.writes_by_id, thread.writes[noc]);
        if (end > processor.time) wait(thread, end + f_.call.notice, WaitFor::Writes, noc);
    }
    if (event.a & (TW_BARRIER_WRITE_SENT | TW_BARRIER_POSTED_SENT)) {
        if (thread.sent[noc] > processor.time) wait(thread, thread.sent[noc] + f_.call.notice, WaitFor::Writes, noc);
    }
    if (event.a & TW_BARRIER_ATOMIC) {
        if (thread.atomics[noc] > processor.time)
            wait(thread, thread.atomics[noc] + f_.call.notice, WaitFor::Atomics, noc);
    }
    return true;
}

bool Simulation::step_semaphore(ThreadSim& thread, const Event& event) {
    Track& processor = thread.processor;
    const auto address = static_cast<uint32_t>(event.address);
    switch (event.op) {
        case Op::SemaphoreWait:
        case Op::SemaphoreWaitMin: {
            const WordSim& word = thread.core->words[address];
            const WordSim::Met met = word.when(processor.time, event.a, event.op == Op::SemaphoreWaitMin);
            if (met.at < 0) return false;
            processor.work(f_.call.semaphore);
            if (met.at + f_.call.notice > processor.time)
                wait(thread, met.at + f_.call.notice, WaitFor::Semaphore, address, met.by);
            return true;
        }
        case Op::SemaphoreSet:
        case Op::SemaphoreAdd:
            processor.work(f_.call.semaphore);
            thread.core->words[address].add(processor.time, event.a, event.op == Op::SemaphoreAdd,
                                            static_cast<int32_t>(thread.index));
            wake(*thread.core);
            return true;
        default: break;
    }
    if (event.a == 0) return true;  // nothing from outside ended it
    if (signal_at_[event.a] < 0) return false;
    if (signal_at_[event.a] > processor.time)
        wait(thread, signal_at_[event.a] + f_.call.notice, WaitFor::Poll, 0, signal_by_[event.a]);
    return true;
}

bool Simulation::step_thread(ThreadSim& thread, const Event& event) {
    CoreSim& core = *thread.core;
    Track& processor = thread.processor;
    // ThreadId: 0 BRISC, 1 UNPACK, 2 MATH, 3 PACK.
    const uint32_t me = thread.tape->processor == TW_BRISC ? 0 : thread.tape->processor - 1;
    const uint32_t index = event.kind & 7;
    switch (event.op) {
        case Op::MailboxWrite:
            processor.work(f_.compute.mailbox);
            core.mail[{me, event.kind}].push_back(processor.time);
            return true;
        case Op::MailboxRead: {
            const std::vector<double>& box = core.mail[{event.kind, me}];
            uint32_t& taken = thread.mailbox_reads[event.kind & 3];
            if (taken >= box.size()) return false;
            processor.work(f_.compute.mailbox);
            wait(thread, box[taken++], WaitFor::Thread, event.kind);
            return true;
        }
        case Op::HardwareInit:
            core.hardware[index] = static_cast<int>(event.b);
            core.hardware_maximum[index] = static_cast<int>(event.a);
            return true;
        case Op::HardwarePost:
        case Op::HardwareGet: {
            processor.work(f_.compute.semaphore);
            core.hardware[index] += event.op == Op::HardwarePost ? 1 : -1;
            const double at = std::max(processor.time, thread.unit.time);
            core.hardware_time[index] = std::max(core.hardware_time[index], at);
            return true;
        }
        default: break;
    }
    const bool held = event.op == Op::HardwareWaitZero ? core.hardware[index] <= 0
                                                       : core.hardware[index] >= core.hardware_maximum[index];
    if (held) return false;
    processor.work(f_.compute.semaphore);
    wait_unit(thread, core.hardware_time[index], WaitFor::Thread, index);
    return true;
}

}  // namespace tilewright::clock
