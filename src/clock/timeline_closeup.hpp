// The second look at a run that is to be drawn: everything that one core does within some windows. Internal to
// src/clock.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "clock/simulation.hpp"
#include "clock/timeline.hpp"

namespace tilewright::clock {

class Closeup final : public Watcher {
public:
    // Fills the windows of `timeline`. Everything lives longer than the close-up.
    Closeup(const Tape& tape, const CoreTape& core, Timeline& timeline, uint32_t most_slices);

    void call(const ThreadSim& thread, const Event& event, double begin, double end) override;
    void wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) override;
    void unit(const ThreadSim& thread, const Event& event, double begin, double end) override;
    void unit_wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) override;
    void pages(const CoreSim& core, uint32_t cb, double at, int64_t filled) override;
    void ended(const ThreadSim& thread) override;
    void finish();

private:
    struct Kept {
        Timeline::Line line;
        std::map<uint32_t, double> waited;  // by name
    };
    struct Steps {
        int64_t filled = 0;
        double last_push = 0, last_pop = 0;
        std::vector<std::pair<double, int64_t>> changes;
    };

    template <class Do>
    void each_window(double begin, double end, const Do& act);
    Kept& kept(size_t window, const ThreadSim& thread, bool unit);
    void add_wait(const ThreadSim& thread, bool unit, const std::string& what, double begin, double end);
    void keep(size_t window, std::vector<Timeline::Slice>& into, const Timeline::Slice& slice);
    uint32_t number(const std::string& name);
    void add_levels(uint32_t cb, std::vector<std::pair<double, int64_t>>& changes);

    const Tape& tape_;
    const CoreTape& core_;
    Timeline& timeline_;
    uint64_t most_;
    std::vector<uint64_t> raw_;  // by window: slices before neighbours are joined
    std::vector<std::map<std::pair<TwProcessor, bool>, Kept>> lines_;
    std::map<uint32_t, std::vector<Timeline::Slice>> open_waits_;  // by thread: of the call that is under way
    std::map<uint32_t, Steps> steps_;
    std::unordered_map<std::string, uint32_t> numbers_;
};

}  // namespace tilewright::clock
