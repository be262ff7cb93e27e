// Use of L1 that a thread has no right to, or that holds nothing (strict mode).
#pragma once

#include <cstdint>

#include "card/card.hpp"

namespace tilewright::checks {

// The running thread reads or writes `bytes` bytes of its own L1; `call` names how ("load", "noc_async_write" ...).
void own_read(const char* call, uint32_t address, uint32_t bytes);
void own_write(const char* call, uint32_t address, uint32_t bytes);
// UNPACK reads a tile, PACK writes one: rights are checked elsewhere.
void tile_read(const char* call, uint32_t cb, uint32_t address, uint32_t bytes);
void tile_written(uint32_t address, uint32_t bytes);
// A NoC transfer reaches memory of another place: inside a buffer, and not where another core writes too.
void remote_read(const card::Target& from, uint32_t bytes);
void remote_write(const char* call, const card::Target& to, uint32_t bytes);

}  // namespace tilewright::checks
