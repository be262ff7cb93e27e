// Runs a program on a card: builds its kernels, lays out L1, starts the fibers, and says how it ended.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "card/card.hpp"
#include "engine/run_options.hpp"
#include "program/descriptor.hpp"

namespace tilewright::clock {
struct Timing;  // clock/timing.hpp
}

namespace tilewright::engine {

// One thread that cannot go on, as the hang error lists it.
struct BlockedThread {
    LogicalCore core;
    std::string name;  // "NCRISC reader", "MATH" (program/thread_name.hpp)
    std::string kernel;
    std::string waits_for;  // "cb_wait_front(c_16, 2): 1 of 2 pages here"
    std::vector<Frame> stack;
};

struct RunResult {
    std::vector<Finding> findings;  // errors and warnings, in order, once per rule and place
    std::vector<Finding> notes;     // what is odd and harmless
    bool strict = false;            // every call was checked
    uint64_t cores = 0;
    uint64_t kernel_threads = 0;
    double seconds_build = 0;
    double seconds_run = 0;
    std::shared_ptr<const clock::Timing> timing;  // timed runs only
};

// Thrown when nothing can run. The finding's code is that of the verdict (TW1001 ...), or TW1000 where there is none.
class HangError : public Error {
public:
    HangError(Finding finding, std::vector<BlockedThread> blocked, std::vector<Finding> findings = {},
              std::shared_ptr<const nlohmann::json> details = nullptr);
    const std::vector<BlockedThread>& blocked() const { return blocked_; }
    const std::vector<Finding>& findings() const { return findings_; }  // misuse seen before the hang
    // The whole analysis as data (wait graph, ledger, verdict); null when there was none.
    const std::shared_ptr<const nlohmann::json>& details() const { return details_; }

private:
    std::vector<BlockedThread> blocked_;
    std::vector<Finding> findings_;
    std::shared_ptr<const nlohmann::json> details_;
};

// A program made ready to launch: validated, kernels built, L1 laid out. Launching it again is cheap; runtime
// arguments may be changed in between.
class PreparedProgram;

std::shared_ptr<PreparedProgram> prepare(card::Card& card, const program::ProgramDescriptor& program,
                                         const RunOptions& options);
RunResult launch(PreparedProgram& prepared);
// Replaces runtime arguments and placed-CB addresses by those of `program`, which must otherwise be the same.
void update_arguments(PreparedProgram& prepared, const program::ProgramDescriptor& program);
// Whether it may be launched again on this card with these options: both are those it was prepared with, and no buffer
// that came since lies where its CBs are.
bool is_reusable(const PreparedProgram& prepared, const card::Card& card, const RunOptions& options);

// Asks every run of this process to end; each ends with Error TW2603. May be called from a signal handler.
void interrupt();

// Launches a program again that may have been launched before: `kept` is what an earlier call left there for this
// program, or null; only arguments may have changed since. In auto mode a launch whose course no strict run has gone
// before is strict (auto_mode.hpp), the others are fast.
RunResult launch_kept(card::Card& card, const program::ProgramDescriptor& program, const RunOptions& options,
                      std::shared_ptr<PreparedProgram>& kept);

// prepare + launch, or what auto mode makes of it.
RunResult run(card::Card& card, const program::ProgramDescriptor& program, const RunOptions& options);

}  // namespace tilewright::engine
