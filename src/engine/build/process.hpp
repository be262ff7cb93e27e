// Runs a program without a shell and collects what it printed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tilewright::engine {

struct ProcessResult {
    int status = -1;        // exit status; 128 + signal; -1: could not be started
    bool given_up = false;  // and was killed for it
    std::string output;     // stdout and stderr
};

struct ProcessLimits {
    uint64_t cpu_seconds = 0;       // 0: none
    uint64_t memory_bytes = 0;      // of address space; 0: none
    std::function<bool()> give_up;  // asked ten times a second
};

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessLimits& limits = {});

}  // namespace tilewright::engine
