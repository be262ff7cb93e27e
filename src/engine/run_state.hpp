// The state of one execution: fibers, the cores they run on, the host threads that drive them. Internal to src/engine,
// src/checks, src/calls, src/clock and src/doctor.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "card/card.hpp"
#include "card/read_ahead.hpp"
#include "card/tensix.hpp"
#include "engine/build/kernel_image.hpp"
#include "engine/check_state.hpp"
#include "engine/described_reads.hpp"
#include "engine/fiber.hpp"
#include "engine/guarded_block.hpp"
#include "engine/interrupts.hpp"
#include "engine/run.hpp"
#include "engine/scratch_l1.hpp"
#include "engine/stack.hpp"
#include "engine/undo_log.hpp"
#include "program/descriptor.hpp"

namespace tilewright::clock {
class Tape;  // clock/tape.hpp
class ThreadTape;
}  // namespace tilewright::clock

namespace tilewright::engine {

// A NoC transfer that was issued and has not completed (strict mode: as late as the rules allow).
struct Transfer {
    enum class Kind : uint8_t { Read, Write, Word, Atomic } kind = Kind::Read;  // Word: 4 bytes given with the call
    bool posted = false;
    bool flag = false;       // Write: 4 bytes that may be a signal
    bool multicast = false;  // another virtual channel than unicasts have
    bool sent = false;       // Write: the source was read (flushed), the destination not yet written
    bool landed = false;     // the data is there, but nobody may count on it before the barrier
    uint8_t noc = 0;
    uint32_t trid = TW_NO_TRID;
    uint32_t local = 0;  // L1 address on the issuing core
    uint32_t bytes = 0;
    uint8_t* from = nullptr;
    uint8_t* to = nullptr;          // nullptr: it has arrived, but its source may not be changed before a flush
    card::Core* to_core = nullptr;  // Write: whose L1 changes; nullptr for DRAM
    uint64_t to_offset = 0;         // Write: where in that memory
    std::vector<uint8_t> data;      // Write: what was sent
    void* issued_at = nullptr;      // PC of the call
    uint32_t value = 0;             // Word, Atomic: what is written or added
    uint32_t mask = 0;              // Word: byte enables; Atomic: the bits that count
    std::shared_ptr<void> carried;  // Word, Atomic, flags: what a check wants back when it lands
    uint32_t due = UINT32_MAX;      // interleaved runs: lands when its thread has made so many calls
};

struct NocState {  // of the *_set_state / *_with_state calls
    uint64_t address = 0;
    uint32_t bytes = 0;
    uint32_t flags = 0;
    uint32_t trid = TW_NO_TRID;
    bool set = false;
};

// Strict mode: stores of a thread between these addresses of its L1 are right as long as it makes no other call
// (checks/quiet_stores.cpp).
struct QuietStores {
    uint32_t begin = 0, end = 0;
    uint32_t home_begin = 0, home_end = 0;  // the CB in which they lie
    const uint32_t* pointer = nullptr;      // where its free pages begin: kernels can move it
    uint32_t pointed_to = 0;
    void* written = nullptr;  // states of checks that are told all the same
    void* races = nullptr;
};

struct Fiber {
    TwThread thread{};      // first: tw_self points here
    bool preempts = false;  // interleaved runs: every call asks who goes on

    enum class State : uint8_t { Ready, Blocked, Polling, Done, Failed } state = State::Ready;
    Wait wait;
    Context context;
    Stack stack;
    Run* run = nullptr;
    struct CoreRun* core_run = nullptr;
    card::Tensix* tensix = nullptr;  // compute threads: the core's
    const KernelImage* image = nullptr;
    const program::KernelDescriptor* kernel = nullptr;
    uint32_t kernel_index = 0;
    std::array<TwCbView, TW_MAX_CBS> views;
    GuardedBlock globals;  // the kernel's variables
    std::vector<Transfer> pending;
    // Between which addresses of the own L1 those of `pending` of a kind lie that are under way: at most.
    struct Span {
        uint64_t begin = UINT64_MAX, end = 0;
    };
    std::array<Span, 4> spans;  // by Transfer::Kind
    // A transfer that is under way from now on, for the caller to fill in.
    Transfer& new_pending(Transfer::Kind kind, uint32_t local, uint32_t bytes) {
        if (pending.empty()) {
            spans = {};
            pending.reserve(32);  // mostly the sticks of a row of tiles
        }
        Span& span = spans[static_cast<size_t>(kind)];
        span.begin = std::min<uint64_t>(span.begin, local);
        span.end = std::max(span.end, uint64_t{local} + bytes);
        Transfer& transfer = pending.emplace_back();
        transfer.kind = kind;
        transfer.local = local;
        transfer.bytes = bytes;
        return transfer;
    }
    NocState noc_state[TW_NUM_NOCS][TW_STATE_KINDS];
    uint32_t missing_acks[TW_NUM_NOCS] = {};  // receivers that multicasts counted but did not reach
    // Strict mode: pages of each CB this thread has reserved and not pushed, waited for and not popped.
    std::array<uint32_t, TW_MAX_CBS> reserved{};
    std::array<uint32_t, TW_MAX_CBS> waited{};
    QuietStores quiet;
    uint32_t spins = 0;
    uint64_t polls = 0;
    uint64_t clock = 0;
    uint32_t number = 0;  // among all threads of the run
    uint32_t calls = 0;   // interleaved runs: NoC, semaphore and CB calls so far
    bool stopped = false;
    bool unwind_requested = false;
    std::vector<Frame> unwound;
    std::string waypoint;               // the last it passed
    CheckStates check_states;           // strict mode
    clock::ThreadTape* tape = nullptr;  // timed runs: where its calls are noted

    std::string name() const;  // "NCRISC reader", "MATH" (program/thread_name.hpp)
    bool can_run() const {
        if (state == State::Ready) return true;
        return state == State::Blocked && wait.ready(wait, wait.context);
    }
    bool finished() const { return state == State::Done || state == State::Failed; }
};

struct CoreRun {
    card::Core* core = nullptr;
    uint8_t* l1 = nullptr;      // the core's, or a host thread's (scratch_l1.hpp)
    bool may_share_l1 = false;  // until it has begun
    std::vector<std::unique_ptr<Fiber>> fibers;
    std::atomic<struct HostThread*> host{nullptr};  // who runs it; null: nobody has taken it yet
    uint32_t unfinished = 0;
    uint32_t polling = 0;
    bool stalled = false;
    // Strict mode: who pushed to and popped from each CB first.
    std::array<const Fiber*, TW_MAX_CBS> producer{};
    std::array<const Fiber*, TW_MAX_CBS> consumer{};
    std::unique_ptr<CoreChecks> checks;  // strict mode only
    DescribedReads reads;                // fast mode only
};

// Indices of cores that nobody has begun: their owner takes from the front, others from the back.
class Untaken {
public:
    void set(uint32_t first, uint32_t end) { range_ = first | uint64_t{end} << 32; }
    std::optional<uint32_t> take(bool front) {
        uint64_t range = range_.load();
        while (true) {
            const auto first = static_cast<uint32_t>(range), end = static_cast<uint32_t>(range >> 32);
            if (first == end) return std::nullopt;
            const uint64_t less = front ? range + 1 : range - (uint64_t{1} << 32);
            if (range_.compare_exchange_weak(range, less)) return front ? first : end - 1;
        }
    }

private:
    std::atomic<uint64_t> range_{0};
};

struct HostThread {
    Run* run = nullptr;
    uint32_t index = 0;
    std::vector<CoreRun*> cores;
    Untaken untaken;
    Context scheduler;  // where fibers switch back to
    Fiber* running = nullptr;
    // For the watchdog: fibers that were switched to, whether one runs, and why it is to stop.
    std::atomic<uint64_t> slices{0};
    std::atomic<bool> in_fiber{false};
    enum class Stop : uint8_t { No, GivenUp, TimeLimit };
    std::atomic<Stop> stop{Stop::No};
    std::atomic<bool> sleeping{false};
    bool done = false;  // guarded by Run::mutex
    ScratchL1 scratch;
    card::ReadAhead read_ahead;

    void loop();
    void resume(Fiber& fiber);

    bool any_touched() const;

private:
    CoreRun* take_core();  // that nobody has begun; null: there is none
    void look_at(CoreRun& core, bool& active, bool& polling);
    bool run_core(CoreRun& core);   // true if anything but polling happened
    bool poll_core(CoreRun& core);  // resumes polling fibers once; true if one of them left its loop
    bool sleep();                   // false: the run is over
};

// A run that differs from another in what its results must not depend on (proof.cpp). Its findings and prints do not
// count.
struct Probe {
    bool active = false;
    std::bitset<TW_MAX_CBS> cbs;  // what was never written in these CBs is something else
    bool outside = false;         // so is what is read from DRAM where no buffer lies
    bool reversed = false;        // cores begin in the opposite order
};

enum class CbCall : uint8_t { Reserve, Push, Wait, Pop };
enum class DstCall : uint8_t { Acquire, Commit, Wait, Release };

// Who watches the calls of a replay. Null in ordinary runs.
class CallObserver {
public:
    virtual ~CallObserver() = default;
    // Before a blocking call blocks; after a push or pop has counted.
    virtual void cb_call(Fiber& fiber, uint32_t cb, CbCall call, uint32_t pages) = 0;
    // A word of `core`'s L1 was set to a value, or raised by it: what semaphore waits look at.
    virtual void signal(Fiber& by, card::Core& core, uint32_t address, uint32_t value, bool raised) = 0;
    // Before it blocks.
    virtual void semaphore_wait(Fiber&, uint32_t /*address*/, uint32_t /*wanted*/, bool /*equal*/) {}
    virtual void dst_call(Fiber&, DstCall) {}
};

class Interleaver;  // interleave.hpp

class Run {
public:
    Run(card::Card& card, const program::ProgramDescriptor& program, const RunOptions& options);
    ~Run();

    card::Card& card;
    const program::ProgramDescriptor& program;
    RunOptions options;
    bool strict = false;
    std::vector<std::unique_ptr<CoreRun>> cores;
    bool stream_writes = false;           // what goes to DRAM is more than caches hold
    std::vector<CoreRun*> core_by_index;  // by card worker index; nullptr: not in the program
    std::vector<std::unique_ptr<HostThread>> hosts;
    std::unique_ptr<UndoLog> undo;
    // A dry run follows the control flow only: no tile arithmetic, no writes to DRAM, no checks, no late transfers.
    bool dry = false;
    bool silent = false;  // a replay, a trial or a probe: kernels have printed all this before
    CallObserver* observer = nullptr;
    Probe probe;
    std::atomic<bool> leftovers_read{false};   // by loads or transfers: bytes that the program never wrote
    std::shared_ptr<clock::Tape> tape;         // timed runs
    std::unique_ptr<Interleaver> interleaver;  // random schedules
    // Asked when nothing can run, before the run is called hung; true: it has made something possible.
    std::function<bool(Run&)> on_stuck;

    // Someone changed `core`'s L1 from outside: its blocked threads may go on.
    void touch(card::Core& core);
    void add_finding(Finding finding);
    bool first_report(uint64_t place);  // false: this place has reported this before
    void fail(Finding finding);         // the run ends
    bool interrupted() const { return interrupts.load(std::memory_order_relaxed) != interrupts_before_; }
    bool aborted() const { return abort_.load(std::memory_order_relaxed) || interrupted() || too_long(); }
    // It has used up the time that a whole run may take.
    bool too_long() const { return too_long_.load(std::memory_order_relaxed); }
    void takes_too_long() { too_long_.store(true); }

    // Runs to the end. Returns false if it hangs; throws nothing. Then look at failure() and blocked fibers.
    bool execute();
    const std::unique_ptr<Finding>& failure() const { return failure_; }
    std::vector<Finding> take_findings();

    std::mutex mutex;
    std::condition_variable wake;
    uint32_t working_hosts = 0;                       // that have begun or have cores of their own; guarded by mutex
    std::atomic<const HostThread*> decides{nullptr};  // the last to come to rest, while it holds the mutex
    uint32_t idle_hosts = 0;                          // of these; guarded by mutex
    std::atomic<bool> over{false};                    // set with the mutex held
    bool hung = false;                                // guarded by mutex
    std::atomic<uint64_t> poll_rounds{0};

    CheckStates check_states;  // strict mode

private:
    friend struct HostThread;
    friend class Interleaver;
    bool any_touched() const;  // with the mutex held
    bool complete_pending();   // at quiescence: let late transfers land; true if any did
    bool unstick();            // complete_pending, then on_stuck

    std::atomic<bool> abort_{false};
    const uint64_t interrupts_before_ = interrupts.load();
    std::atomic<bool> too_long_{false};
    std::mutex findings_mutex_;
    std::vector<Finding> findings_;
    std::unordered_set<uint64_t> reported_;
    std::unique_ptr<Finding> failure_;
};

// What current_fiber() gives, without the call.
inline Fiber& running_fiber() { return *reinterpret_cast<Fiber*>(tw_self); }

// The transfer has landed. `past_caches`: what goes to DRAM may be streamed; the caller fences.
void complete_transfer(Run& run, Transfer& transfer, bool past_caches = false);
// Why a fiber is blocked, in words: "cb_wait_front(c_16, 2): 1 of 2 pages here".
std::string describe_wait(const Fiber& fiber);
std::string cb_name(const Run& run, const Fiber& fiber, uint32_t cb);
// Kernel call stack of a blocked fiber.
std::vector<Frame> stack_of(Fiber& fiber);
// Frames for raw program counters; those outside the kernel's image are dropped.
std::vector<Frame> resolve_stack(const KernelImage& image, const std::vector<void*>& pcs);
std::vector<void*> walk_frames(void* pc, void* frame_pointer, const Stack& stack);

}  // namespace tilewright::engine
