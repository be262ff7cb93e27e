// Non-temporal stores where the processor has them, a whole cache line at a time where it can.
#include "card/stream_copy.hpp"

#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tilewright::card {

namespace {

#if defined(__SSE2__)
constexpr size_t kLine = 64;

void stream_lines(uint8_t* to, const uint8_t* from, size_t lines) {
    for (; lines > 0; --lines, to += kLine, from += kLine) {
        __m128i part[4];
        for (int i = 0; i < 4; ++i) part[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from) + i);
        for (int i = 0; i < 4; ++i) _mm_stream_si128(reinterpret_cast<__m128i*>(to) + i, part[i]);
    }
}

__attribute__((target("avx512f"))) void stream_wide_lines(uint8_t* to, const uint8_t* from, size_t lines) {
    for (; lines > 0; --lines, to += kLine, from += kLine)
        _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
}
#endif

}  // namespace

void stream_copy(uint8_t* to, const uint8_t* from, size_t bytes) {
#if defined(__SSE2__)
    static const bool wide = __builtin_cpu_supports("avx512f");
    const size_t head = (kLine - reinterpret_cast<uintptr_t>(to) % kLine) % kLine;
    if (bytes >= head + kLine) {
        std::memcpy(to, from, head);
        to += head, from += head, bytes -= head;
        const size_t lines = bytes / kLine;
        wide ? stream_wide_lines(to, from, lines) : stream_lines(to, from, lines);
        to += lines * kLine, from += lines * kLine, bytes -= lines * kLine;
    }
#endif
    std::memcpy(to, from, bytes);
}

void stream_fence() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

}  // namespace tilewright::card
