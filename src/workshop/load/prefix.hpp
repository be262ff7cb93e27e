// What host code of every op includes, precompiled once. Internal to src/workshop/load.
#pragma once

#include <string>
#include <vector>

#include "engine/build/stored.hpp"

namespace tilewright::workshop {

// The compiler and the flags that all host code is compiled with, and `more`.
std::vector<std::string> host_command(const std::vector<std::string>& more);

// Changes with the compiler and with the library that host code links against.
std::string host_stamp();

// The precompiled header: whole, and of the headers as they are now; or nothing.
engine::Stored find_prefix();
// Makes it, if nobody has. That it cannot be made costs time and nothing else.
void make_prefix();
// After the compiler has refused it.
void forget_prefix();

}  // namespace tilewright::workshop
