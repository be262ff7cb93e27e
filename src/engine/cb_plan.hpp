// One circular buffer of one core, as the program has it. Internal to src/engine, src/checks, src/calls, src/doctor and
// src/workshop/stage.
#pragma once

#include <cstdint>

namespace tilewright::engine {

struct CbPlan {
    uint32_t index = 0;  // c_0, c_1 ...
    uint32_t cb = 0;     // position in the program's list: its address may be patched
    uint32_t bytes = 0;
    uint32_t page_bytes = 0;
    bool shared = false;      // several indices on the same bytes
    bool persistent = false;  // declared: pushed once, never popped
    // As the run has it, set when it begins.
    uint32_t address = 0;  // in L1
    bool placed = false;   // lies on a buffer of the host's: addressed as anyone likes

    bool contains(uint32_t at) const { return at >= address && at < address + bytes; }
};

}  // namespace tilewright::engine
