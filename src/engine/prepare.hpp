// A program made ready to launch. Internal to src/engine, src/clock and src/doctor.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "card/tensix.hpp"
#include "engine/build/dependency.hpp"
#include "engine/build/kernel_image.hpp"
#include "engine/cb_plan.hpp"
#include "engine/run.hpp"
#include "program/layout.hpp"
#include "program/operand_formats.hpp"

namespace tilewright::engine {

struct ThreadPlan {
    TwProcessor processor = TW_BRISC;
    uint32_t kernel = 0;  // index in the program
    std::shared_ptr<const KernelImage> image;
};

struct CorePlan {
    card::Core* core = nullptr;
    LogicalCore origin;  // of the kernel's core ranges
    std::vector<ThreadPlan> threads;
    std::vector<CbPlan> cbs;
    std::vector<std::pair<uint32_t, uint32_t>> semaphores;  // id, initial value
    const program::OperandFormats* formats = nullptr;       // compute kernel's view; nullptr: no compute kernel
};

// Where things lie in the kernel-config region of L1.
struct ConfigRegion {
    uint32_t semaphores = 0;
    uint32_t unique_args[3] = {};  // BRISC, NCRISC, compute
    uint32_t common_args[3] = {};
    static ConfigRegion at(uint32_t begin);
};

// What lay at an address, in bytes per bank; 0: no buffer begins there.
struct BufferSeen {
    uint32_t address = 0;
    uint64_t dram_bytes = 0, l1_bytes = 0;
    bool operator==(const BufferSeen&) const = default;
};

class PreparedProgram {
public:
    PreparedProgram(card::Card& card, const program::ProgramDescriptor& program, const RunOptions& options);

    card::Card& card;
    program::ProgramDescriptor program;
    RunOptions options;
    std::string order;  // random schedules: the decisions themselves (interleave.hpp); empty: drawn from the seed
    std::string toolchain_stamp;  // of the compiler and headers its kernels were built with
    program::Layout layout;
    uint32_t l1_end = 0;  // what the layout was checked against
    ConfigRegion region;
    std::vector<CorePlan> cores;
    std::vector<std::unique_ptr<program::OperandFormats>> formats;
    double seconds_build = 0;
    bool fused = false;          // compute kernels run their three parts in one thread
    bool fusion_proven = false;  // a fused run finished with these arguments, but for addresses of buffers
    void build(bool fuse);       // (re)builds the kernels

    // Isolated programs: their kernels are in another process, and `cores` is empty here.
    struct Elsewhere {
        std::weak_ptr<void> process;
        uint64_t number = 0;
        bool arguments_changed = false;
        double seconds = 0;  // that the last launch took
        // What its kernels were built from, by path; none where one of the files changed meanwhile.
        std::optional<std::map<std::string, Dependency>> files = std::map<std::string, Dependency>();
        Elsewhere() = default;
        ~Elsewhere();
        Elsewhere(const Elsewhere&) = delete;
        Elsewhere& operator=(const Elsewhere&) = delete;
    };
    std::unique_ptr<Elsewhere> elsewhere;

    // Auto mode (auto_mode.hpp).
    bool arguments_changed = true;    // since its course was looked up
    bool checked = false;             // a strict run has gone this course
    std::string content;              // what its course is looked up by
    std::vector<BufferSeen> buffers;  // whose addresses are among its arguments
};

}  // namespace tilewright::engine
