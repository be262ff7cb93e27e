// How much memory the host has left, and refusing what cannot fit before it is allocated.
#pragma once

#include <cstdint>
#include <string>

namespace tilewright {

// What processes may still take: of the machine, and of the control group this process is in.
uint64_t host_memory_free();

// Throws TW3007 where `bytes` for `what` are more than that. Small amounts are not looked at.
void need_host_memory(uint64_t bytes, const std::string& what);

std::string bytes_text(uint64_t bytes);  // "31.5 GiB"

}  // namespace tilewright
