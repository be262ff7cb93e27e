// Copies to memory that nobody reads soon.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilewright::card {

// Like memcpy, past the caches: the destination's old contents are not fetched first, and the copy displaces nothing.
void stream_copy(uint8_t* to, const uint8_t* from, size_t bytes);

}  // namespace tilewright::card
