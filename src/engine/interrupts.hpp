// Ctrl-C, as the engine counts it. Internal to src/engine.
#pragma once

#include <atomic>
#include <cstdint>

namespace tilewright::engine {

// How often interrupt() was called. Counted, not set, so that nobody has to take it back.
extern std::atomic<uint64_t> interrupts;

}  // namespace tilewright::engine
