// Runtime arguments of a kernel, and where its core is. The arguments are words in L1; common ones are shared by all
// cores of the kernel.
#pragma once

#include <stdint.h>

#include "internal/risc_attribs.h"
#include "tw/abi.h"
#include "tw/l1.h"

namespace tw {

template <typename T>
FORCE_INLINE T arg_at(uint32_t base, int index) {
    static_assert(sizeof(T) == 4, "tilewright: arguments are 4-byte words; read a larger value as several of them");
#if defined(__clang__) && !defined(TW_STRICT)
    return *known_l1<const T>(base + 4 * static_cast<uint32_t>(index));  // no read is ever put off there
#else
    return *reinterpret_cast<const T*>(tw_self->l1_base + base + 4 * static_cast<uint32_t>(index));
#endif
}

}  // namespace tw

// The argument's address in L1; kernels walk whole arrays of arguments from there.
FORCE_INLINE uint32_t get_arg_addr(int arg_idx) { return tw_self->rta_addr + 4 * static_cast<uint32_t>(arg_idx); }
FORCE_INLINE uint32_t get_common_arg_addr(int arg_idx) {
    return tw_self->crta_addr + 4 * static_cast<uint32_t>(arg_idx);
}

template <typename T>
FORCE_INLINE T get_arg_val(int arg_idx) {
    if (static_cast<uint32_t>(arg_idx) >= tw_self->rta_count) [[unlikely]]
        tw_bad_arg(arg_idx, 0);
#ifdef TW_STRICT
    tw_note_arg(static_cast<uint32_t>(arg_idx), 0);
#endif
    return tw::arg_at<T>(tw_self->rta_addr, arg_idx);
}

template <typename T>
FORCE_INLINE T get_common_arg_val(int arg_idx) {
    if (static_cast<uint32_t>(arg_idx) >= tw_self->crta_count) [[unlikely]]
        tw_bad_arg(arg_idx, 1);
#ifdef TW_STRICT
    tw_note_arg(static_cast<uint32_t>(arg_idx), 1);
#endif
    return tw::arg_at<T>(tw_self->crta_addr, arg_idx);
}

#if !defined(TW_LOGICAL_COORDINATES_DEFINED)
#define TW_LOGICAL_COORDINATES_DEFINED
inline uint8_t get_absolute_logical_x() { return tw_self->logical_x; }
inline uint8_t get_absolute_logical_y() { return tw_self->logical_y; }
inline uint8_t get_relative_logical_x() { return tw_self->relative_x; }
inline uint8_t get_relative_logical_y() { return tw_self->relative_y; }
#endif
