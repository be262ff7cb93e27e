// The discrete-event run of a tape. Each processor of each core has a time of its own; the one with the least goes on
// next, so that whatever is shared is met in the order of time. A processor that needs something nobody has done yet
// stands aside until another of its core, or a signal from outside, has moved on. Internal to src/clock.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <queue>
#include <vector>

#include "clock/figures.hpp"
#include "clock/network.hpp"
#include "clock/tape.hpp"
#include "clock/timing.hpp"

namespace tilewright::clock {

// Something that grows: pages pushed to a CB, and when.
class Growth {
public:
    void add(double at, uint32_t count) {
        if (!steps_.empty()) at = std::max(at, steps_.back().at);
        total_ += count;
        steps_.push_back({at, total_});
    }
    uint64_t total() const { return total_; }
    // When it had reached `count`; negative: not yet. Asked with counts that never get smaller by much.
    double when(uint64_t count) const {
        if (count == 0) return 0;
        if (count > total_) return -1;
        while (hint_ > 0 && steps_[hint_ - 1].total >= count) --hint_;
        while (steps_[hint_].total < count) ++hint_;
        return steps_[hint_].at;
    }

private:
    struct Step {
        double at;
        uint64_t total;
    };
    std::vector<Step> steps_;
    uint64_t total_ = 0;
    mutable size_t hint_ = 0;
};

struct CbSim {
    uint32_t pages = 0;
    Growth pushed, popped;
};

// A word in L1 that somebody waits for: what changes it, by time.
struct WordSim {
    uint32_t value = 0;  // before the first change
    struct Change {
        double at;
        uint32_t value;
        bool add;
        int32_t by;  // thread
    };
    std::vector<Change> changes;  // in the order of `at`
    void add(double at, uint32_t value, bool is_add, int32_t by);
    struct Met {
        double at = -1;  // negative: not with what is known
        int32_t by = -1;
    };
    // When, from `from` on, it is as wanted, and who made it so.
    Met when(double from, uint32_t wanted, bool at_least) const;
};

// How long it was waited for what, and how often.
struct Waits {
    struct Sum {
        double cycles = 0;
        uint64_t times = 0;
        std::map<int32_t, double> by;  // threads that ended it, where that is known
    };
    std::map<std::pair<WaitFor, uint32_t>, Sum> by_cause;
    void note(double cycles, WaitFor what, uint32_t index, int32_t by) {
        Sum& sum = by_cause[{what, index}];
        sum.cycles += cycles;
        ++sum.times;
        if (by >= 0) sum.by[by] += cycles;
    }
};

// One unit of the compute side, or the processor of a thread: since when it is free, and what it did.
struct Track {
    double time = 0;
    double busy = 0;
    double pace = 1;  // of the time that its work takes
    Waits waits;
    void work(double cycles) {
        time += pace * cycles;
        busy += pace * cycles;
    }
    void wait_until(double at, WaitFor what, uint32_t index, int32_t by = -1) {
        if (at <= time) return;
        waits.note(at - time, what, index, by);
        time = at;
    }
};

struct CoreSim;

struct ThreadSim {
    const ThreadTape* tape = nullptr;
    CoreSim* core = nullptr;
    uint32_t index = 0;    // among all threads
    size_t next = 0;       // event
    uint32_t part = 0;     // entries of it that are done
    bool begun = false;    // its plain code has run
    bool entered = false;  // and what the processor does for the call
    bool waiting = false;
    bool done = false;
    double begin = 0;
    double since = 0;  // the call that is under way
    double scalar = 0;
    Track processor, unit;
    Waits starved;  // waits of the processor while its unit has nothing to do
    // UNPACK: when the last calls of the unit ended, oldest first.
    std::deque<double> ahead;
    // MATH and PACK: instructions that the unit has not taken yet, and when it will have, oldest first.
    std::deque<std::pair<double, double>> queue;
    double queued = 0;
    // NoC: when what was sent is known to have ended, by NoC; and by transaction id.
    std::array<double, 2> reads{}, writes{}, sent{}, atomics{}, buffer_free{};
    std::map<std::pair<uint32_t, uint32_t>, double> reads_by_id, writes_by_id;
    std::vector<std::pair<uint32_t, double>> open_zones;
    uint32_t mailbox_reads[4] = {};
};

struct CoreSim {
    const CoreTape* tape = nullptr;
    std::map<uint32_t, CbSim> cbs;
    std::map<uint32_t, WordSim> words;
    std::vector<ThreadSim*> threads;
    std::vector<double> valid;                // by source entry: UNPACK has filled it
    std::vector<double> freed;                // by source entry: MATH has used it
    std::vector<double> committed, released;  // by section
    uint64_t acquired = 0, waited = 0;
    std::map<std::pair<uint32_t, uint32_t>, std::vector<double>> mail;  // from, to: when each was written
    std::array<double, 8> hardware_time{};
    std::array<int, 8> hardware{};
    std::array<int, 8> hardware_maximum{};
};

// Who wants to see everything: traces and pictures. Null in ordinary timings.
class Watcher {
public:
    virtual ~Watcher() = default;
    virtual void call(const ThreadSim& thread, const Event& event, double begin, double end) = 0;
    virtual void wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) = 0;
    virtual void unit(const ThreadSim& thread, const Event& event, double begin, double end) = 0;
    virtual void pages(const CoreSim& core, uint32_t cb, double at, int64_t filled) = 0;
    virtual void unit_wait(const ThreadSim&, WaitFor, uint32_t /*index*/, double /*begin*/, double /*end*/) {}
    // Before the call it belongs to. `answered`: the sender knows.
    virtual void transfer(const ThreadSim&, const Event&, double /*begin*/, double /*arrived*/, double /*answered*/) {}
    virtual void ended(const ThreadSim&) {}                // every call of it
    virtual void stuck(const ThreadSim&, const Event&) {}  // in a call that never ends: programs that hang
};

class Simulation {
public:
    Simulation(const Tape& tape, const Figures& figures, Watcher* watcher = nullptr,
               const std::map<uint32_t, uint32_t>& cb_pages = {}, const std::map<TwProcessor, double>& pace = {});
    // A program that hangs is followed as far as it got.
    Timing run(bool hangs = false);
    // Of a changed tape: none where its threads wait for each other.
    std::optional<Timing> try_run();

private:
    // False: they wait for each other. Of a program that `ended` every wait is over some time.
    bool play(bool hangs, bool ended);
    // False: it needs what is not known yet; nothing has changed that a second try would change again.
    bool step(ThreadSim& thread);
    bool step_cb(ThreadSim& thread, const Event& event);
    bool step_noc(ThreadSim& thread, const Event& event);
    bool step_semaphore(ThreadSim& thread, const Event& event);
    bool step_thread(ThreadSim& thread, const Event& event);
    bool step_compute(ThreadSim& thread, const Event& event);
    bool step_unpack(ThreadSim& thread, const Event& event);
    bool step_math(ThreadSim& thread, const Event& event);
    void step_sfpu(ThreadSim& thread, const Event& event);
    void step_pack(ThreadSim& thread, const Event& event);
    void step_other(ThreadSim& thread, const Event& event);
    void signal(const ThreadSim& from, const Event& event, double at);
    void wake(CoreSim& core);
    // Passes one wait, for a word or for anything, whose order was another when the program ran.
    bool unstick(bool any);
    bool is_compute(const ThreadSim& thread) const { return thread.tape->processor >= TW_UNPACK; }
    void wait(ThreadSim& thread, double at, WaitFor what, uint32_t index, int32_t by = -1);
    void wait_unit(ThreadSim& thread, double at, WaitFor what, uint32_t index);
    void work_unit(ThreadSim& thread, const Event& event, double cycles);
    void stay_behind(ThreadSim& thread, size_t entries);
    void make_room(ThreadSim& thread, double instructions);
    void enqueue(ThreadSim& thread, double instructions);
    double unpack_cycles(const Event& event, uint32_t entry) const;
    double math_cycles(const Event& event) const;
    double pack_cycles(const Event& event) const;
    double sfpu_cycles(const Event& event) const;
    Timing result();

    const Tape& tape_;
    const Figures& f_;
    Watcher* watcher_;
    Network network_;
    std::vector<CoreSim> cores_;
    std::vector<ThreadSim> threads_;
    using Turn = std::pair<double, uint32_t>;  // time, thread
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;
    std::vector<double> signal_at_;  // by number
    std::vector<int32_t> signal_by_;
    std::vector<ZoneTime> zones_;
    bool guessed_ = false;
};

// Cycles of the unit, for tests and `time`.
enum class SfpuForm : uint8_t { Plain, Approximate, Legacy };
double sfpu_vector_cycles(const Figures& figures, uint32_t op, SfpuForm form);
SfpuForm form_of(uint32_t flags);  // TW_SFPU_APPROX ...
bool has_forms(uint32_t op);

}  // namespace tilewright::clock
