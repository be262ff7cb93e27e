// Programs whose kernels run in another process (RunOptions::isolate): that process has the card's memory and nothing
// else of this one. It builds nothing and writes no file; what it wants built, this process has built by a compiler
// that is confined as well. Its death is a finding, and the next program gets a new one. Internal to src/engine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/build/process.hpp"
#include "engine/prepare.hpp"

namespace tilewright::engine {

// Sends it over, where its kernels are built and loaded.
void prepare_isolated(PreparedProgram& prepared);
RunResult launch_isolated(PreparedProgram& prepared);

// The program that is the other process (src/cli/worker/main.cpp), beside the library.
std::filesystem::path worker_program();

// `command`, run where it may read and write only this (and read what any program needs), without a network.
std::vector<std::string> confined(const std::vector<std::string>& command,
                                  const std::vector<std::filesystem::path>& read,
                                  const std::vector<std::filesystem::path>& write, const ProcessLimits& limits);

}  // namespace tilewright::engine
