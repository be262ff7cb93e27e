// Which calls to the system a confined process may make. Internal to src/engine.
#pragma once

#include <string>

namespace tilewright::engine {

// In words what is lacking; empty: it holds.
std::string restrict_calls(bool runs_kernels);

std::string call_name(int number);  // "socket"

}  // namespace tilewright::engine
