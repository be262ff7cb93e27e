// Runs a program without a shell and collects what it printed.
#pragma once

#include <string>
#include <vector>

namespace tilewright::engine {

struct ProcessResult {
    int status = -1;     // exit status; 128 + signal; -1: could not be started
    std::string output;  // stdout and stderr
};

ProcessResult run_process(const std::vector<std::string>& arguments);

}  // namespace tilewright::engine
