// Running a program again, control flow only, to find out what it would have needed. Internal to src/doctor.
//
// Three ways: as it is; with CBs that grow whenever a producer is stuck on a full one (Parks' rule); and fed, where a
// consumer that can get no more pages is given empty ones, so that it shows how many it wants in all, and a wait on a
// semaphore that nobody ends is let pass, so that those behind it show whom they would have signalled.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "doctor/ledger.hpp"
#include "engine/launch.hpp"

namespace tilewright::doctor {

// A thread that cannot go on.
struct Stuck {
    LogicalCore core;
    uint32_t core_index = 0;
    uint32_t processor = 0;
    uint32_t kernel = 0;  // index in the program
    engine::Wait wait;
    uint32_t semaphore_value = 0;
    uint32_t semaphore_base = 0;
    // Same thread, same reason.
    bool same(const Stuck& other) const;
};

struct Thread {
    LogicalCore core;
    uint32_t core_index = 0;
    uint32_t processor = 0;
    uint32_t kernel = 0;
    bool finished = false;
    bool polled = false;
};

enum class ReplayMode : uint8_t { AsIs, Grow, Feed };

struct Replay {
    bool finished = false;
    bool failed = false;  // ended by an error: says nothing
    std::vector<Stuck> stuck;
    std::vector<Thread> threads;
    std::shared_ptr<Ledger> ledger;
    std::map<uint32_t, uint32_t> grown;  // by CB index: pages it needed at most
    struct Fed {
        uint32_t core_index, cb;
        bool producer_known;
    };
    std::vector<Fed> fed;  // in order, once per core and CB
    struct Passed {
        uint32_t core_index, processor, address;
        uint32_t wanted, was;
        uint64_t times;
    };
    std::vector<Passed> passed;  // semaphore waits, in order, once per thread and word
    bool cut = false;            // it asked for ever more: totals say nothing

    bool stuck_like(const std::vector<Stuck>& others) const;
    const Thread* thread(uint32_t core_index, uint32_t processor) const;
};

std::vector<Stuck> stuck_threads(engine::Run& run);

// A strict build of the program to replay; made when first needed.
class Replayer {
public:
    explicit Replayer(engine::PreparedProgram& prepared);
    ~Replayer();
    Replay run(ReplayMode mode, const std::map<uint32_t, uint32_t>& capacity_pages = {});
    engine::PreparedProgram& program() { return *strict_; }
    uint32_t runs() const { return runs_; }
    // From now on with data and arithmetic: for programs that steer by what they compute.
    void with_data() { dry_ = false; }
    bool dry() const { return dry_; }

private:
    bool dry_ = true;
    engine::PreparedProgram& original_;
    std::unique_ptr<engine::PreparedProgram> own_;
    engine::PreparedProgram* strict_;
    engine::RunOptions options_before_;
    uint32_t runs_ = 0;
};

}  // namespace tilewright::doctor
