// Attributes and small types that every kernel header may use. On the host the address-space attributes mean nothing.
#pragma once

#include <stdint.h>

#ifndef tt_l1_ptr
#define tt_l1_ptr
#endif
#ifndef tt_reg_ptr
#define tt_reg_ptr
#endif
#ifndef FORCE_INLINE
#ifdef TW_DEBUG  // a call stays a call, so that its line has code to stop at
#define FORCE_INLINE inline
#else
#define FORCE_INLINE inline __attribute__((always_inline))
#endif
#endif

// Where an inline write lands; kernels name it, the copy is the same.
enum class InlineWriteDst : uint8_t { DEFAULT = 0, L1 = 1, REG = 2 };

// 64-bit values that the card keeps with the high word first.
union tt_uint64_t {
    uint64_t v;
    struct {
        uint32_t hi;
        uint32_t lo;
    };
};

FORCE_INLINE uint64_t tt_l1_load(const volatile tt_uint64_t* p) {
    tt_uint64_t value;
    value.hi = p->hi;
    value.lo = p->lo;
    return value.v;
}
