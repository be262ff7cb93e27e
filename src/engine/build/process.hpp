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
    bool asleep = false;    // likewise: it waited for something that did not come
    std::string output;     // stdout and stderr
};

struct ProcessLimits {
    uint64_t cpu_seconds = 0;       // 0: none
    uint64_t memory_bytes = 0;      // of address space; 0: none
    std::function<bool()> give_up;  // asked ten times a second
    double asleep_seconds = 0;      // that it may wait without computing; 0: for ever. Needs give_up
};

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessLimits& limits = {});

}  // namespace tilewright::engine
