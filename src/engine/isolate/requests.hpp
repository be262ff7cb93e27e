// The one request to an isolated process, and what it needs to know about the card each time. Internal to src/engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/isolate/fields.hpp"

namespace tilewright::engine {

struct OpenCard {
    std::string arch;
    uint32_t grid_x = 0, grid_y = 0;
    uint32_t l1_first_free = 0;
    std::string cache;  // folder of built kernels: what may be read
    uint64_t memory_bytes = 0;
};

struct WholeProgram {
    program::ProgramDescriptor program;
    RunOptions options;
};

// Those parts of a program that change between launches.
struct KernelArguments {
    std::map<LogicalCore, std::vector<uint32_t>> unique;
    std::vector<uint32_t> common;
};
struct ProgramArguments {
    std::vector<KernelArguments> kernels;
    std::vector<std::optional<program::CbPlacement>> placed;  // by CB
    std::vector<uint32_t> semaphores;                         // first values

    static ProgramArguments of(const program::ProgramDescriptor& program);
    program::ProgramDescriptor skeleton() const;  // what update_arguments() needs
};

struct MemoryInUse {
    std::vector<card::Allocation> dram, l1;
    std::vector<card::Allocation> dram_freed, l1_freed;
    std::vector<uint64_t> padded_dram, padded_l1;  // addresses of tensors with padding
};

struct RunRequest {
    std::vector<uint64_t> forgotten;  // programs that are no longer needed
    uint64_t number = 0;
    std::optional<WholeProgram> program;  // where the process does not know it yet
    std::optional<ProgramArguments> arguments;
    std::optional<MemoryInUse> memory;  // where it has changed
    bool host_uses_l1 = false, host_uses_dram = false;
    bool launch = true;  // else it is only prepared
};

struct Ended {
    RunResult result;
    std::string timing;  // packed by the clock; empty: none
};

struct Failure {
    Finding finding;
    Exit exit_status = Exit::Finding;
};

struct Hang {
    Finding finding;
    std::vector<BlockedThread> blocked;
    std::vector<Finding> findings;
    std::string details;  // JSON; empty: none
};

template <class A>
void fields(A& a, OpenCard& open) {
    a(open.arch, open.grid_x, open.grid_y, open.l1_first_free, open.cache, open.memory_bytes);
}
template <class A>
void fields(A& a, WholeProgram& whole) {
    a(whole.program, whole.options);
}
template <class A>
void fields(A& a, KernelArguments& arguments) {
    a(arguments.unique, arguments.common);
}
template <class A>
void fields(A& a, ProgramArguments& arguments) {
    a(arguments.kernels, arguments.placed, arguments.semaphores);
}
template <class A>
void fields(A& a, MemoryInUse& memory) {
    a(memory.dram, memory.l1, memory.dram_freed, memory.l1_freed, memory.padded_dram, memory.padded_l1);
}
template <class A>
void fields(A& a, RunRequest& request) {
    a(request.forgotten, request.number, request.program, request.arguments, request.memory, request.host_uses_l1,
      request.host_uses_dram, request.launch);
}
template <class A>
void fields(A& a, Ended& ended) {
    a(ended.result, ended.timing);
}
template <class A>
void fields(A& a, Failure& failure) {
    a(failure.finding, failure.exit_status);
    if constexpr (A::kReads) {
        const Exit status = failure.exit_status;
        a.check(status == Exit::Finding || status == Exit::Hang || status == Exit::Environment ||
                status == Exit::Usage || status == Exit::Bug);
    }
}
template <class A>
void fields(A& a, Hang& hang) {
    a(hang.finding, hang.blocked, hang.findings, hang.details);
}

}  // namespace tilewright::engine
