// Non-temporal stores where the processor has them.
#include "card/stream_copy.hpp"

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tilewright::card {

void stream_copy(uint8_t* to, const uint8_t* from, size_t bytes) {
#if defined(__SSE2__)
    const size_t head = (64 - reinterpret_cast<uintptr_t>(to) % 64) % 64;
    if (bytes < head + 64) {
        std::memcpy(to, from, bytes);
        return;
    }
    std::memcpy(to, from, head);
    to += head, from += head, bytes -= head;
    for (; bytes >= 64; to += 64, from += 64, bytes -= 64) {
        __m128i part[4];
        for (int i = 0; i < 4; ++i) part[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from) + i);
        for (int i = 0; i < 4; ++i) _mm_stream_si128(reinterpret_cast<__m128i*>(to) + i, part[i]);
    }
    _mm_sfence();  // streamed stores are ordered by nothing else
#endif
    std::memcpy(to, from, bytes);
}

}  // namespace tilewright::card
