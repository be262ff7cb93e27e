// Adding up calls while a tape is timed.
#include "clock/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "clock/figures.hpp"
#include "clock/simulation.hpp"
#include "clock/trace.hpp"

namespace tilewright::clock {

namespace {

bool has_fidelity(const Event& event) {
    switch (static_cast<MathKind>(event.kind)) {
        case MathKind::Multiply:
        case MathKind::ReduceColumn:
        case MathKind::ReduceScalar:
        case MathKind::Matmul: return true;
        case MathKind::ReduceRow: return (event.flags & kMax) == 0;
        default: return false;
    }
}

std::string unit_call(const Event& event, const CoreTape& core) {
    if (event.op == Op::Vectors) return "SFPI code (SFPU)";
    std::string name = call_name(event, core);
    if (event.op == Op::Sfpu || event.op == Op::VectorsOf) return name + " (SFPU)";
    constexpr const char* kPhases[] = {"LoFi", "HiFi2", "HiFi3", "HiFi4"};
    if (event.op == Op::Math && has_fidelity(event) && event.c >= 1 && event.c <= 4)
        name += fmt::format(" ({})", kPhases[event.c - 1]);
    return name;
}

class WorkWatcher final : public Watcher {
public:
    WorkWatcher(LogicalCore core, TwProcessor processor, bool of_unit)
        : core_(core), processor_(processor), of_unit_(of_unit) {}
    void call(const ThreadSim& thread, const Event& event, double begin, double end) override {
        if (of_unit_ || !is_it(thread)) return;
        note(call_name(event, *thread.core->tape), end - begin - waited_);
        waited_ = 0;
    }
    void wait(const ThreadSim& thread, WaitFor, uint32_t, double begin, double end) override {
        if (!of_unit_ && is_it(thread)) waited_ += end - begin;
    }
    void pages(const CoreSim&, uint32_t, double, int64_t) override {}
    void unit(const ThreadSim& thread, const Event& event, double begin, double end) override {
        if (of_unit_ && is_it(thread)) note(unit_call(event, *thread.core->tape), end - begin);
    }
    std::vector<CallWork> take() const {
        std::vector<CallWork> all;
        for (const auto& [name, work] : by_call_) all.push_back(work);
        return all;
    }

private:
    bool is_it(const ThreadSim& thread) const {
        return thread.tape->processor == processor_ && thread.core->tape->at == core_;
    }
    void note(const std::string& name, double cycles) {
        CallWork& work = by_call_[name];
        work.call = name;
        work.cycles += cycles;
        ++work.times;
    }
    LogicalCore core_;
    TwProcessor processor_;
    bool of_unit_;
    double waited_ = 0;  // in the call that is under way
    std::map<std::string, CallWork> by_call_;
};

std::vector<CallWork> work_of(const Tape& tape, uint32_t llk, LogicalCore core, TwProcessor processor, bool of_unit) {
    const Figures figures(tape.card.arch(), llk);
    WorkWatcher watcher(core, processor, of_unit);
    const Timing timing = Simulation(tape, figures, &watcher).run();
    std::vector<CallWork> all = watcher.take();
    for (const ThreadTime& thread : timing.threads) {
        if (!of_unit && thread.core == core && thread.processor == processor && thread.scalar > 0)
            all.push_back({"plain code", static_cast<double>(thread.scalar), 0});
    }
    std::stable_sort(all.begin(), all.end(), [](const CallWork& a, const CallWork& b) { return a.cycles > b.cycles; });
    return all;
}

}  // namespace

std::vector<CallWork> work_of_unit(const Tape& tape, uint32_t llk, LogicalCore core, TwProcessor processor) {
    return work_of(tape, llk, core, processor, true);
}

std::vector<CallWork> work_of_processor(const Tape& tape, uint32_t llk, LogicalCore core, TwProcessor processor) {
    return work_of(tape, llk, core, processor, false);
}

}  // namespace tilewright::clock
