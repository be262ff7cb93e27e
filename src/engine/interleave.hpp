// Random schedules: who goes on at every NoC, semaphore and CB call, and when transfers land. Internal to src/engine,
// src/calls and src/cli.
//
// An interleaved run has one host thread and one stream of decisions, whatever the number of host threads asked for: so
// a seed repeats to the letter. Without a deviation a thread runs until it blocks, then the next one in order;
// transfers of data land at their barrier, signals at once. Every decision that differs from that is a deviation, named
// by the thread and the number of its call. A schedule is the list of them, so that any part of a list is a schedule,
// too.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/run_state.hpp"

namespace tilewright::engine {

struct Deviation {
    enum class Kind : uint8_t {
        Stop,   // the thread is stopped before this call until no other can go on
        Yield,  // thread `value` goes on before this call, if it can
        Late,   // the signal that this call sends lands when its thread has made `value` more calls (0: at its barrier)
        Early,  // the data that this call moves lands at once
    } kind = Kind::Stop;
    uint32_t fiber = 0;
    uint32_t call = 0;
    uint32_t value = 0;
    bool operator==(const Deviation&) const = default;
};

struct Script {
    uint64_t order = 0;  // 0: threads as the program lists them; else shuffled by this number
    std::vector<Deviation> deviations;
    bool operator==(const Script&) const = default;

    std::string text() const;  // "order 7 stop 3@12 late 4@2+0"
    static Script parse(const std::string& text);
};

class Interleaver {
public:
    Interleaver(Run& run, uint64_t seed);         // draws its deviations
    Interleaver(Run& run, const Script& script);  // takes these
    void begin();                                 // the run's threads are there

    // The running thread is about to make a call.
    void at_call(Fiber& fiber, const char* call, void* pc);
    // The transfer that the running call has just issued is the last of its thread's pending ones.
    void issued(Fiber& fiber);
    // Lets threads run until all have ended, nobody can go on, or the run is aborted. True: nobody can.
    bool loop(HostThread& host);

    const Script& taken() const { return taken_; }
    bool complete() const { return complete_; }  // false: there were too many deviations to keep
    // What was done, a line for each deviation: "core (1,0) BRISC writer is stopped before noc_semaphore_inc ...".
    std::vector<std::string> story() const;

    // A call as others may depend on it, for searches.
    struct Call {
        uint32_t fiber, number;
        const char* name;
    };
    bool keeps_calls = false;
    const std::vector<Call>& calls() const { return calls_; }

private:
    struct Place {
        const char* call;
        void* pc;
    };
    static uint64_t key(Deviation::Kind kind, uint32_t fiber, uint32_t call) {
        return static_cast<uint64_t>(kind) << 62 | uint64_t{fiber} << 36 | call;
    }
    const Deviation* planned(Deviation::Kind kind, const Fiber& fiber) const;
    bool draw(uint32_t one_in) { return one_in != 0 && random_() % one_in == 0; }
    uint32_t gap();
    void note(const Fiber& fiber, Deviation::Kind kind, uint32_t value, const char* call, void* pc);
    Fiber* next();
    bool poll_round(HostThread& host);
    bool relieve();                         // the thread that was stopped first goes on
    bool land_oldest();                     // one transfer lands; false: none is under way
    void land(Fiber& fiber, size_t index);  // with those that may not be overtaken
    void land_due(Fiber& fiber);
    static void forget_landed(Fiber& fiber);

    Run& run_;
    bool draws_;
    std::mt19937_64 random_;
    bool stops_ = false;
    std::vector<uint32_t> next_stop_;  // by thread: the number of a call
    uint32_t yield_one_in_ = 0, late_one_in_ = 0, early_one_in_ = 0;
    Script script_;
    std::unordered_map<uint64_t, const Deviation*> by_call_;  // of script_
    Script taken_;
    bool complete_ = true;       // taken_ has them all
    std::vector<Place> places_;  // of taken_.deviations
    std::vector<Fiber*> order_;
    size_t position_ = 0;
    Fiber* wanted_ = nullptr;      // who a Yield gives way to
    std::vector<Fiber*> stopped_;  // oldest first
    std::vector<Call> calls_;
    const char* call_ = "";
    void* pc_ = nullptr;
};

// The running thread could go on, and gives way.
void leave_running(Fiber& fiber);
// Asks the interleaver of the running thread's run, and lets others run if it says so.
void preempt(Fiber& fiber, const char* call, void* pc);

}  // namespace tilewright::engine
