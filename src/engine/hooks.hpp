// What the layers above the engine have to say about a run. The engine calls them by this list and knows nothing else
// of them; src/doctor/hooks.cpp, the highest of those layers, writes the list down.
#pragma once

#include "engine/run_state.hpp"

namespace tilewright::engine {

struct Hooks {
    // At the end of a strict run that finished: what is left over.
    void (*end_of_run)(Run& run);
    // Where nothing can run any more: the whole state is there, and the program may be replayed.
    HangError (*explain_hang)(Run& run, PreparedProgram& prepared);
};

const Hooks& hooks();

}  // namespace tilewright::engine
