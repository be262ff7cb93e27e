// The first look at a run that is to be drawn: how much each thread of each core worked and waited, and when results
// left each core. Internal to src/clock.
#pragma once

#include <deque>
#include <vector>

#include "clock/simulation.hpp"
#include "clock/timeline.hpp"

namespace tilewright::clock {

// Which calls of a core mark its progress.
struct Marks {
    const ThreadTape* thread = nullptr;  // null: any
    Op op = Op::CbPop;
    std::vector<uint32_t> cbs;  // of these; empty: of any
    std::string text;           // "pops by BRISC writer"; empty: there are none
    bool match(const ThreadTape& by, const Event& event) const;
};
Marks marks_of(const CoreTape& core);

class Survey final : public Watcher {
public:
    explicit Survey(const Tape& tape);
    void call(const ThreadSim& thread, const Event& event, double begin, double end) override;
    void wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) override;
    void unit(const ThreadSim&, const Event&, double, double) override {}
    void unit_wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) override;
    void pages(const CoreSim&, uint32_t, double, int64_t) override {}
    void ended(const ThreadSim& thread) override;

    std::vector<Timeline::CoreShare> cores;   // as in the tape
    std::vector<std::vector<double>> marked;  // by core: when

private:
    struct Thread {
        double waiting = 0;
        // Waits of a compute processor that its unit has not come to yet.
        std::deque<std::pair<double, double>> ahead;
        double take(double begin, double end);
    };
    std::vector<Marks> marks_;
    std::vector<Thread> threads_;
};

// Threads of a core in the order in which data passes: reader, compute, and last the one that gives results away.
std::vector<const ThreadTape*> in_order(const CoreTape& core, const Marks& marks);

// What Recording::timeline does, with any figures.
Timeline make_timeline(const Tape& tape, const Figures& figures, const TimelineOptions& options);

}  // namespace tilewright::clock
