// Whose turn it is, and what came of it.
#include "clock/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace tilewright::clock {

Simulation::Simulation(const Tape& tape, const Figures& figures, Watcher* watcher,
                       const std::map<uint32_t, uint32_t>& cb_pages, const std::map<TwProcessor, double>& pace)
    : tape_(tape), f_(figures), watcher_(watcher), network_(tape.card, figures) {
    size_t count = 0;
    for (const CoreTape& core : tape.cores) count += core.threads.size();
    cores_.resize(tape.cores.size());
    threads_.resize(count);
    signal_at_.assign(tape.signals + 1, -1);
    signal_by_.assign(tape.signals + 1, -1);
    uint32_t index = 0;
    for (size_t i = 0; i < tape.cores.size(); ++i) {
        const CoreTape& from = tape.cores[i];
        CoreSim& core = cores_[i];
        core.tape = &from;
        for (const auto& [cb, pages] : from.cb_pages) core.cbs[cb].pages = pages;
        for (const auto& [cb, pages] : cb_pages) {
            if (from.cb_pages.contains(cb)) core.cbs[cb].pages = pages;
        }
        for (const auto& [address, value] : from.semaphores) core.words[address].value = value;
        core.hardware_maximum.fill(15);
        uint32_t place = 0;
        for (const auto& thread_tape : from.threads) {
            ThreadSim& thread = threads_[index];
            thread.tape = thread_tape.get();
            thread.core = &core;
            thread.index = index++;
            const bool compute = thread_tape->processor >= TW_UNPACK;
            thread.begin = f_.launch.processor_step * place++ +
                           f_.launch.core_step * static_cast<double>(i) / static_cast<double>(tape.cores.size());
            if (const auto found = pace.find(thread_tape->processor); found != pace.end())
                thread.processor.pace = thread.unit.pace = found->second;
            thread.processor.time = thread.begin;
            thread.processor.work(compute ? f_.launch.compute_entry : f_.launch.entry);
            thread.unit.time = thread.processor.time;
            core.threads.push_back(&thread);
            turns_.push({thread.processor.time, thread.index});
        }
    }
}

Timing Simulation::run(bool hangs) {
    if (!play(hangs, /*ended=*/!hangs))
        throw InternalError("the clock's threads wait for each other although the program ended");
    return result();
}

std::optional<Timing> Simulation::try_run() {
    if (!play(/*hangs=*/false, /*ended=*/false)) return std::nullopt;
    return result();
}

bool Simulation::play(bool hangs, bool ended) {
    while (true) {
        while (!turns_.empty()) {
            ThreadSim& thread = threads_[turns_.top().second];
            turns_.pop();
            if (thread.done || thread.waiting) continue;
            // On until somebody else is behind: what the core does by itself needs no turn.
            bool moved = false;
            while (!thread.done) {
                if (thread.next == thread.tape->events.size()) {
                    thread.processor.work(f_.launch.exit);
                    wait(thread, thread.unit.time, WaitFor::Queue, 0);
                    thread.done = true;
                    if (watcher_ != nullptr) watcher_->ended(thread);
                    moved = true;
                    break;
                }
                const uint32_t part = thread.part;
                if (!step(thread)) {
                    thread.waiting = true;
                    moved |= thread.part != part;  // of a call that handles several tiles
                    break;
                }
                moved = true;
                if (!turns_.empty() && thread.processor.time > turns_.top().first) break;
            }
            if (moved) wake(*thread.core);
            if (!thread.done && !thread.waiting) turns_.push({thread.processor.time, thread.index});
        }
        const bool all = std::all_of(threads_.begin(), threads_.end(), [](const ThreadSim& t) { return t.done; });
        if (all || hangs) break;
        if (!unstick(/*any=*/false) && !(ended && unstick(/*any=*/true))) return false;
    }
    for (const ThreadSim& thread : threads_) {
        if (!thread.done && watcher_ != nullptr) watcher_->stuck(thread, thread.tape->events[thread.next]);
    }
    return true;
}

void Simulation::wake(CoreSim& core) {
    for (ThreadSim* thread : core.threads) {
        if (!thread->waiting) continue;
        thread->waiting = false;
        turns_.push({thread->processor.time, thread->index});
    }
}

bool Simulation::unstick(bool any) {
    ThreadSim* first = nullptr;
    for (ThreadSim& thread : threads_) {
        if (thread.done) continue;
        const Op op = thread.tape->events[thread.next].op;
        const bool word = op == Op::SemaphoreWait || op == Op::SemaphoreWaitMin || op == Op::HardwareWaitZero ||
                          op == Op::HardwareWaitMax || op == Op::Poll;
        if ((word || any) && (first == nullptr || thread.processor.time < first->processor.time)) first = &thread;
    }
    if (first == nullptr) return false;
    guessed_ = true;
    ++first->next;
    first->begun = first->entered = false;
    first->part = 0;
    first->waiting = false;
    turns_.push({first->processor.time, first->index});
    return true;
}

bool Simulation::step(ThreadSim& thread) {
    const Event& event = thread.tape->events[thread.next];
    if (!thread.begun) {
        thread.processor.work(event.scalar * f_.plain_code);
        thread.scalar += event.scalar * f_.plain_code;
        thread.begun = true;
        thread.since = thread.processor.time;
    }
    bool done = true;
    switch (event.op) {
        case Op::CbWait:
        case Op::CbReserve:
        case Op::CbPush:
        case Op::CbPop: done = step_cb(thread, event); break;
        case Op::Read:
        case Op::Write:
        case Op::Word:
        case Op::Atomic:
        case Op::Barrier: done = step_noc(thread, event); break;
        case Op::SemaphoreWait:
        case Op::SemaphoreWaitMin:
        case Op::SemaphoreSet:
        case Op::SemaphoreAdd:
        case Op::Poll: done = step_semaphore(thread, event); break;
        case Op::MailboxWrite:
        case Op::MailboxRead:
        case Op::HardwareInit:
        case Op::HardwarePost:
        case Op::HardwareGet:
        case Op::HardwareWaitZero:
        case Op::HardwareWaitMax: done = step_thread(thread, event); break;
        case Op::Unpack:
        case Op::Math:
        case Op::Sfpu:
        case Op::Vectors:
        case Op::VectorsOf:
        case Op::Pack:
        case Op::Configure:
        case Op::Acquire:
        case Op::Commit:
        case Op::PackWait:
        case Op::Release: done = step_compute(thread, event); break;
        default: step_other(thread, event); break;
    }
    if (!done) return false;
    if (watcher_ != nullptr) watcher_->call(thread, event, thread.since, thread.processor.time);
    ++thread.next;
    thread.begun = thread.entered = false;
    thread.part = 0;
    return true;
}

void Simulation::wait(ThreadSim& thread, double at, WaitFor what, uint32_t index, int32_t by) {
    if (watcher_ != nullptr && at > thread.processor.time)
        watcher_->wait(thread, what, index, thread.processor.time, at);
    if (is_compute(thread) && what != WaitFor::Queue) {
        const double idle = at - std::max(thread.processor.time, thread.unit.time);
        if (idle > 0) thread.starved.note(idle, what, index, by);
    }
    thread.processor.wait_until(at, what, index, by);
}

void Simulation::wait_unit(ThreadSim& thread, double at, WaitFor what, uint32_t index) {
    if (watcher_ != nullptr && at > thread.unit.time) watcher_->unit_wait(thread, what, index, thread.unit.time, at);
    thread.unit.wait_until(at, what, index);
}

void Simulation::work_unit(ThreadSim& thread, const Event& event, double cycles) {
    const double begin = thread.unit.time;
    thread.unit.work(cycles);
    if (watcher_ != nullptr) watcher_->unit(thread, event, begin, thread.unit.time);
}

void Simulation::step_other(ThreadSim& thread, const Event& event) {
    Track& processor = thread.processor;
    switch (event.op) {
        case Op::ZoneBegin:
            thread.open_zones.emplace_back(event.a, processor.time);
            processor.work(f_.call.zone);
            break;
        case Op::ZoneEnd:
            processor.work(f_.call.zone);
            if (thread.open_zones.empty()) break;
            zones_.push_back({thread.index, tape_.names[thread.open_zones.back().first],
                              static_cast<uint64_t>(thread.open_zones.back().second),
                              static_cast<uint64_t>(processor.time)});
            thread.open_zones.pop_back();
            break;
        case Op::Record: processor.work(f_.call.zone); break;
        case Op::ReadClock: processor.work(f_.call.read_clock); break;
        case Op::Delay: processor.work(event.a); break;
        case Op::SetState: processor.work(f_.call.set_state); break;
        case Op::CbProbe: processor.work(f_.call.cb_wait); break;
        default: break;
    }
}

namespace {

std::vector<Waited> sorted(const Waits& waits) {
    std::vector<Waited> all;
    for (const auto& [key, sum] : waits.by_cause) {
        int32_t ended_by = -1;
        double most = 0;
        for (const auto& [thread, cycles] : sum.by) {
            if (cycles <= most) continue;
            most = cycles;
            ended_by = thread;
        }
        all.push_back({key.first, key.second, static_cast<uint64_t>(sum.cycles), sum.times, ended_by});
    }
    std::sort(all.begin(), all.end(), [](const Waited& a, const Waited& b) { return a.cycles > b.cycles; });
    return all;
}

}  // namespace

Timing Simulation::result() {
    Timing timing;
    timing.program = tape_.program;
    timing.arch = tape_.card.arch().name;
    timing.clock_ghz = f_.clock_ghz;
    double first = threads_.empty() ? 0 : threads_.front().begin;
    for (const ThreadSim& thread : threads_) first = std::min(first, thread.begin);
    double last = first;
    for (const ThreadSim& thread : threads_) {
        ThreadTime time;
        time.core = thread.core->tape->at;
        time.processor = thread.tape->processor;
        time.name = thread.tape->name;
        time.kernel = thread.tape->kernel;
        time.begin = static_cast<uint64_t>(thread.begin - first);
        time.end = static_cast<uint64_t>(thread.processor.time - first);
        time.scalar = static_cast<uint64_t>(thread.scalar);
        time.waits = sorted(thread.processor.waits);
        time.unit_busy = static_cast<uint64_t>(thread.unit.busy);
        time.unit_waits = sorted(thread.unit.waits);
        time.starved = sorted(thread.starved);
        time.busy = static_cast<uint64_t>(std::llround(thread.processor.busy));
        last = std::max(last, thread.processor.time);
        timing.threads.push_back(std::move(time));
    }
    for (ZoneTime& zone : zones_) {
        zone.begin -= std::min(zone.begin, static_cast<uint64_t>(first));
        zone.end -= std::min(zone.end, static_cast<uint64_t>(first));
    }
    timing.zones = std::move(zones_);
    timing.cycles = static_cast<uint64_t>(std::ceil(last - first));
    timing.banks = network_.banks;
    timing.noc_bytes = network_.bytes_between_cores;
    Network::Busiest busiest = network_.busiest();
    timing.noc_busy = static_cast<uint64_t>(busiest.cycles);
    timing.noc_busiest = std::move(busiest.what);
    timing.guessed_order = guessed_;
    return timing;
}

}  // namespace tilewright::clock
