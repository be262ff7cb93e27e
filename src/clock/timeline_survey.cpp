// Who works, who waits, and when results leave a core.
#include "clock/timeline_survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tilewright::clock {

namespace {

bool is_compute(const ThreadTape& thread) { return thread.processor >= TW_UNPACK; }

}  // namespace

bool Marks::match(const ThreadTape& by, const Event& event) const {
    if (text.empty() || event.op != op || (thread != nullptr && thread != &by)) return false;
    return cbs.empty() || std::find(cbs.begin(), cbs.end(), event.kind) != cbs.end();
}

Marks marks_of(const CoreTape& core) {
    Marks marks;
    uint64_t most = 0;
    std::set<uint32_t> pushed, popped;
    for (const auto& thread : core.threads) {
        uint64_t pages = 0;
        for (const Event& event : thread->events) {
            if (event.op == Op::CbPush) pushed.insert(event.kind);
            if (event.op != Op::CbPop) continue;
            popped.insert(event.kind);
            pages += event.a;
        }
        if (is_compute(*thread) || pages <= most) continue;
        most = pages;
        marks.thread = thread.get();
    }
    if (marks.thread != nullptr) {
        marks.text = "pops by " + marks.thread->name;
        return marks;
    }
    std::set_difference(pushed.begin(), pushed.end(), popped.begin(), popped.end(), std::back_inserter(marks.cbs));
    if (marks.cbs.empty()) return marks;
    marks.op = Op::CbPush;
    marks.text = "pushes to CBs that are never popped";
    return marks;
}

std::vector<const ThreadTape*> in_order(const CoreTape& core, const Marks& marks) {
    const auto place = [&](const ThreadTape* thread) {
        if (thread == marks.thread) return 9;
        if (is_compute(*thread)) return static_cast<int>(thread->processor);
        return thread->processor == TW_NCRISC ? 0 : marks.thread == nullptr ? 8 : 1;
    };
    std::vector<const ThreadTape*> threads;
    for (const auto& thread : core.threads) threads.push_back(thread.get());
    std::stable_sort(threads.begin(), threads.end(),
                     [&](const ThreadTape* a, const ThreadTape* b) { return place(a) < place(b); });
    return threads;
}

double Survey::Thread::take(double begin, double end) {
    double sum = 0;
    while (!ahead.empty() && ahead.front().first < end) {
        const auto [from, until] = ahead.front();
        sum += std::max(0.0, std::min(end, until) - std::max(begin, from));
        if (until > end) break;
        ahead.pop_front();
    }
    return sum;
}

Survey::Survey(const Tape& tape) {
    size_t count = 0;
    for (const CoreTape& core : tape.cores) {
        marks_.push_back(marks_of(core));
        cores.push_back({core.at, 0, {}});
        count += core.threads.size();
    }
    marked.resize(tape.cores.size());
    threads_.resize(count);
}

void Survey::call(const ThreadSim& thread, const Event& event, double /*begin*/, double end) {
    const uint32_t core = thread.tape->core;
    if (marks_[core].match(*thread.tape, event)) marked[core].push_back(end);
}

void Survey::wait(const ThreadSim& thread, WaitFor what, uint32_t /*index*/, double begin, double end) {
    Thread& own = threads_[thread.index];
    if (!is_compute(*thread.tape)) {
        own.waiting += end - begin;
    } else if (what != WaitFor::Queue) {
        own.ahead.emplace_back(begin, end);
    }
}

// A unit without a call waits with its processor, if that waits.
void Survey::unit_wait(const ThreadSim& thread, WaitFor what, uint32_t /*index*/, double begin, double end) {
    Thread& own = threads_[thread.index];
    const double with_processor = own.take(begin, end);
    own.waiting += what == WaitFor::Queue ? with_processor : end - begin;
}

void Survey::ended(const ThreadSim& thread) {
    Thread& own = threads_[thread.index];
    Timeline::CoreShare& core = cores[thread.tape->core];
    Timeline::ThreadShare share;
    share.processor = thread.tape->processor;
    share.name = thread.tape->name;
    share.lives = thread.processor.time - thread.begin;
    share.busy = is_compute(*thread.tape) ? thread.unit.busy : thread.processor.busy;
    share.waiting = own.waiting + own.take(thread.unit.time, thread.processor.time);
    core.end = std::max(core.end, thread.processor.time);
    // They end in any order.
    const std::vector<const ThreadTape*> order = in_order(*thread.core->tape, marks_[thread.tape->core]);
    const auto place = [&](const Timeline::ThreadShare& of) {
        return std::find_if(order.begin(), order.end(),
                            [&](const ThreadTape* tape) { return tape->processor == of.processor; });
    };
    core.threads.push_back(share);
    std::sort(core.threads.begin(), core.threads.end(),
              [&](const auto& a, const auto& b) { return place(a) < place(b); });
}

}  // namespace tilewright::clock
