// A simulated run as a Perfetto trace: who did what when, what each wait was for and what ended it. It watches a
// simulation, keeps what its options ask for, and writes a file for ui.perfetto.dev. Programs of one process that name
// the same file follow each other in it. Internal to src/clock.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clock/recording.hpp"
#include "clock/simulation.hpp"
#include "engine/trace_options.hpp"

namespace tilewright::clock {

// A call as kernels write it, as far as the tape knows: "cb_wait_front(c_0, 2)", "noc_async_read 2048 B".
std::string call_name(const Event& event, const CoreTape& core);
// "pages of c_0", "semaphore 1".
std::string wait_name(WaitFor what, uint32_t index, const CoreTape& core);

class Trace final : public Watcher {
public:
    // All of them live longer than the trace. `hangs`: the program did not end.
    Trace(const Tape& tape, const Figures& figures, const engine::TraceOptions& options, bool hangs = false);

    void call(const ThreadSim& thread, const Event& event, double begin, double end) override;
    void wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) override;
    void unit(const ThreadSim& thread, const Event& event, double begin, double end) override;
    void unit_wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) override;
    void pages(const CoreSim& core, uint32_t cb, double at, int64_t filled) override;
    void transfer(const ThreadSim& thread, const Event& event, double begin, double arrived, double answered) override;
    void ended(const ThreadSim& thread) override;
    void stuck(const ThreadSim& thread, const Event& event) override;

    // TW3904: the file cannot be written.
    TraceSummary write();

private:
    enum class Depth : uint8_t { Kernel, Zone, Call, Wait };
    using Ref = int32_t;  // a slice; kNone: one that was left out
    static constexpr Ref kNone = -1;
    static constexpr double kNever = 1e300;
    struct Slice {
        double begin = 0, end = 0;  // kNever: it does not end
        uint32_t line = 0, name = 0;
        Depth depth = Depth::Call;
    };
    struct Line {  // of slices, one below the other in a core's group
        uint32_t core = 0, place = 0;
        std::string name;
    };
    struct Counter {
        int core = -1;  // -1: of the card
        std::string name;
        int64_t before = 0;  // the window
    };
    struct Step {
        double at = 0;
        uint32_t counter = 0;
        int64_t by = 0;
    };
    struct Transfer {
        Ref slice = kNone;
        uint32_t noc = 0, barriers = 0, id = 0;
    };
    struct Thread {
        Ref last_wait = kNone;  // of the call that is under way
        std::vector<std::pair<uint32_t, double>> zones;
        std::vector<Transfer> open;
    };
    struct Cb {
        std::vector<std::pair<uint64_t, Ref>> pushes, pops;  // pages so far, and whose call it was
        double reserved = 0;
        int64_t level = 0;
        uint64_t blocks = 0;  // of its phases
    };
    using CbKey = std::pair<uint32_t, uint32_t>;  // core, CB
    class Output;
    static uint64_t drawn_in(const std::string& file);  // by programs before this one

    bool wanted(const ThreadSim& thread, double begin, double end) const;
    Ref add(uint32_t line, double begin, double end, Depth depth, const std::string& name, bool always = false);
    void flow(Ref from, Ref to);
    void count(uint32_t counter, double at, int64_t by);
    uint32_t name_number(const std::string& name);
    uint32_t line(uint32_t core, uint32_t place, const std::string& name);
    uint32_t counter(int core, const std::string& name);
    uint32_t line_of(const ThreadSim& thread) {
        return line(thread.tape->core, thread.tape->processor, thread.tape->name);
    }
    uint32_t unit_line(const ThreadSim& thread);
    std::string cb_name(uint32_t cb) const;
    void draw_phase(const ThreadSim& thread, const Event& event, Cb& cb, double end);
    void note_transfer(const ThreadSim& thread, const Event& event, Ref slice);
    void link(const ThreadSim& thread, const Event& event, Ref slice, Ref wait, double end);
    void link_word(const ThreadSim& thread, const Event& event, Ref wait);
    void link_barrier(const ThreadSim& thread, const Event& event, Ref target);
    void write_lines(Output& out);
    void write_slices(Output& out);
    void write_counters(Output& out);

    const Tape& tape_;
    const Figures& f_;
    const engine::TraceOptions& options_;
    bool hangs_;
    uint64_t most_ = 0;            // slices and steps: what programs before it in the file have left
    double from_ = 0, until_ = 0;  // the window
    std::vector<Slice> slices_;
    std::vector<std::pair<Ref, Ref>> flows_;
    std::vector<Step> steps_;
    std::vector<Line> lines_;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> line_numbers_;
    std::vector<Counter> counters_;
    std::map<std::pair<int, std::string>, uint32_t> counter_numbers_;
    std::vector<std::string> names_;
    std::unordered_map<std::string, uint32_t> name_numbers_;
    std::map<uint32_t, Thread> threads_;
    std::map<CbKey, Cb> cbs_;
    std::map<CbKey, std::vector<std::pair<double, Ref>>> words_;  // by core and address: when it changed, and who did
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Ref>> mail_;  // by core, and from and to
    std::vector<Ref> signals_;
    double arrived_ = 0;  // the transfer of the call that is under way
    uint64_t left_out_ = 0;
    double cut_at_ = kNever;
};

}  // namespace tilewright::clock
