// What a compiler may take, and what is said when it takes more. Internal to src/engine and src/workshop/load.
#pragma once

#include <string>

#include "engine/build/process.hpp"

namespace tilewright::engine {

// TILEWRIGHT_BUILD_SECONDS and _MB; it ends when the user asks for it.
ProcessLimits build_limits();
// TW2603 (interrupted), TW3114 (time, memory), where one of them ended it. `what`: what was built, "kernel reader.cpp".
void check_build_limits(const std::string& what, const ProcessResult& result);

}  // namespace tilewright::engine
