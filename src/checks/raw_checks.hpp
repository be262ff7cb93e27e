// Misuse of L1 through raw pointers (strict mode).
#pragma once

#include <cstdint>

namespace tilewright::checks {

void raw_load(uint32_t address, uint32_t bytes);
void raw_store(uint32_t address, uint32_t bytes);

}  // namespace tilewright::checks
