// Which runtime arguments a thread has read. Internal to src/checks and src/doctor.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/run_state.hpp"

namespace tilewright::checks {

// Nothing in fast mode, where nobody takes notes.
std::optional<bool> argument_was_read(const engine::Fiber& fiber, uint32_t index, bool common);

}  // namespace tilewright::checks
