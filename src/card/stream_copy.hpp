// Copies to memory that nobody reads soon.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilewright::card {

constexpr size_t kWorthStreaming = 512;  // bytes; less is not worth it
// Like memcpy, past the caches: the destination's old contents are not fetched first, and the copy displaces nothing.
// Other threads may see later stores of this one before it, up to the next fence (or locked instruction).
void stream_copy(uint8_t* to, const uint8_t* from, size_t bytes);
void stream_fence();

}  // namespace tilewright::card
