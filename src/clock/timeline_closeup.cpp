// What a core does within the windows of a timeline.
#include "clock/timeline_closeup.hpp"

#include <algorithm>
#include <utility>

#include "clock/timeline_survey.hpp"
#include "clock/trace.hpp"

namespace tilewright::clock {

namespace {

constexpr uint32_t kRawPerSlice = 100;  // of those that are drawn: kept before neighbours are joined

}  // namespace

Closeup::Closeup(const Tape& tape, const CoreTape& core, Timeline& timeline, uint32_t most_slices)
    : tape_(tape), core_(core), timeline_(timeline), most_(uint64_t{kRawPerSlice} * most_slices) {
    lines_.resize(timeline.windows.size());
    raw_.resize(timeline.windows.size());
}

template <class Do>
void Closeup::each_window(double begin, double end, const Do& act) {
    for (size_t i = 0; i < timeline_.windows.size(); ++i) {
        const double from = std::max(begin, timeline_.windows[i].begin);
        const double until = std::min(end, timeline_.windows[i].end);
        if (until > from) act(i, from, until);
    }
}

Closeup::Kept& Closeup::kept(size_t window, const ThreadSim& thread, bool unit) {
    return lines_[window][{thread.tape->processor, unit}];
}

void Closeup::keep(size_t window, std::vector<Timeline::Slice>& into, const Timeline::Slice& slice) {
    if (raw_[window] >= most_) {
        ++timeline_.windows[window].left_out;
        return;
    }
    ++raw_[window];
    into.push_back(slice);
}

uint32_t Closeup::number(const std::string& name) {
    const auto [at, fresh] = numbers_.try_emplace(name, static_cast<uint32_t>(timeline_.names.size()));
    if (fresh) timeline_.names.push_back(name);
    return at->second;
}

void Closeup::call(const ThreadSim& thread, const Event& event, double begin, double end) {
    if (thread.core->tape != &core_) return;
    const std::vector<Timeline::Slice> waits = std::exchange(open_waits_[thread.index], {});
    if (event.op == Op::ZoneBegin || event.op == Op::ZoneEnd) return;
    const uint32_t name = number(call_name(event, core_));
    each_window(begin, end, [&](size_t window, double from, double until) {
        double cycles = until - from;
        for (const Timeline::Slice& wait : waits)
            cycles -= std::max(0.0, std::min(wait.end, until) - std::max(wait.begin, from));
        keep(window, kept(window, thread, false).line.calls, {from, until, cycles, name});
    });
}

void Closeup::add_wait(const ThreadSim& thread, bool unit, const std::string& what, double begin, double end) {
    const uint32_t name = number(what);
    each_window(begin, end, [&](size_t window, double from, double until) {
        Kept& on = kept(window, thread, unit);
        on.line.waiting += until - from;
        on.waited[name] += until - from;
        keep(window, on.line.waits, {from, until, until - from, name});
    });
}

void Closeup::wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) {
    if (thread.core->tape != &core_) return;
    open_waits_[thread.index].push_back({begin, end, end - begin});
    add_wait(thread, false, wait_name(what, index, core_), begin, end);
}

void Closeup::unit(const ThreadSim& thread, const Event& event, double begin, double end) {
    if (thread.core->tape != &core_ || end <= begin) return;
    const uint32_t name = number(call_name(event, core_));
    each_window(begin, end, [&](size_t window, double from, double until) {
        Timeline::Line& on = kept(window, thread, true).line;
        on.busy += until - from;
        keep(window, on.calls, {from, until, until - from, name});
    });
}

void Closeup::unit_wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) {
    if (thread.core->tape != &core_ || what == WaitFor::Queue) return;  // to have nothing to do is no wait
    add_wait(thread, true, wait_name(what, index, core_), begin, end);
}

void Closeup::pages(const CoreSim& core, uint32_t cb, double at, int64_t filled) {
    if (core.tape != &core_) return;
    Steps& own = steps_[cb];
    const int64_t by = filled - own.filled;
    own.filled = filled;
    double& last = by > 0 ? own.last_push : own.last_pop;  // one after the other, as the simulation counts them
    last = std::max(last, at);
    own.changes.emplace_back(last, by);
}

void Closeup::ended(const ThreadSim& thread) {
    if (thread.core->tape != &core_) return;
    const bool compute = thread.tape->processor >= TW_UNPACK;
    each_window(thread.begin, thread.processor.time, [&](size_t window, double from, double until) {
        Timeline::Line& processor = kept(window, thread, false).line;
        processor.begin = from;
        processor.end = until;
        processor.busy = until - from - processor.waiting;
        if (!compute) return;
        Timeline::Line& unit = kept(window, thread, true).line;
        unit.begin = from;
        unit.end = until;
    });
}

void Closeup::finish() {
    const Marks marks = marks_of(core_);
    for (size_t i = 0; i < timeline_.windows.size(); ++i) {
        for (const ThreadTape* thread : in_order(core_, marks)) {
            for (const bool unit : {false, true}) {
                if (unit && thread->processor < TW_UNPACK) continue;
                Kept& found = lines_[i][{thread->processor, unit}];  // one that does nothing here is there, too
                found.line.name = thread->name + (unit ? " unit" : "");
                found.line.unit = unit;
                double longest = 0;
                for (const auto& [name, cycles] : found.waited) {
                    if (cycles <= longest) continue;
                    longest = cycles;
                    found.line.mostly = timeline_.names[name];
                }
                timeline_.windows[i].lines.push_back(std::move(found.line));
            }
        }
    }
    for (auto& [cb, steps] : steps_) add_levels(cb, steps.changes);
}

void Closeup::add_levels(uint32_t cb, std::vector<std::pair<double, int64_t>>& changes) {
    std::ranges::stable_sort(changes, {}, &std::pair<double, int64_t>::first);  // by time
    std::vector<Timeline::Cb> made(timeline_.windows.size());
    for (size_t i = 0; i < made.size(); ++i) {
        made[i].index = cb;
        if (const auto name = tape_.cb_names.find(cb); name != tape_.cb_names.end()) made[i].name = name->second;
        if (const auto pages = core_.cb_pages.find(cb); pages != core_.cb_pages.end()) made[i].pages = pages->second;
        made[i].levels.push_back({timeline_.windows[i].begin, 0});
    }
    int64_t filled = 0;
    uint32_t& peak = timeline_.peak_pages[cb];
    for (const auto& [at, by] : changes) {
        filled += by;
        const auto pages = static_cast<uint32_t>(std::max<int64_t>(0, filled));
        peak = std::max(peak, pages);
        for (size_t i = 0; i < made.size(); ++i) {
            std::vector<Timeline::Level>& levels = made[i].levels;
            if (at <= timeline_.windows[i].begin || levels.back().at == at) {
                levels.back().pages = pages;
            } else if (at <= timeline_.windows[i].end) {
                levels.push_back({at, pages});
            }
        }
    }
    for (size_t i = 0; i < made.size(); ++i) timeline_.windows[i].cbs.push_back(std::move(made[i]));
}

}  // namespace tilewright::clock
