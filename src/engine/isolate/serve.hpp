// The isolated process's side. Internal to src/engine and src/cli/worker.
#pragma once

#include <string>
#include <vector>

namespace tilewright::engine {

// Opens the card it is told to, gives up its rights, and runs programs until nobody asks any more. The exit status.
int serve_programs(int socket);

// Gives up all rights but those to the files that the words before "--" name (--read=PATH, --write=PATH) and becomes
// the program behind it. Returns only where that cannot be.
int become_confined(const std::vector<std::string>& words);

}  // namespace tilewright::engine
