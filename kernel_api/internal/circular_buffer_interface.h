// A thread's private record of a circular buffer. Bytes on the data-movement processors, 16-byte words on the compute
// threads.
#pragma once

#include <stdint.h>

#include "tt-metalium/circular_buffer_constants.h"
#include "tw/abi.h"
#include "tw/dataflow/side.h"

using LocalCBInterface = TwCbView;
using CBInterface = TwCbView;

#ifdef TW_COMPUTE_SIDE
constexpr uint32_t cb_addr_shift = 4;
#else
constexpr uint32_t cb_addr_shift = 0;
#endif

inline __attribute__((always_inline)) LocalCBInterface& get_local_cb_interface(uint32_t cb_id) {
    return tw_self->cb[cb_id];
}

namespace tw {

// Strict builds mark what kernels take as the beginning of an address. Compute threads count in words, which are none.
inline __attribute__((always_inline)) uint32_t cb_pointer(uint32_t pointer) {
#if defined(TW_STRICT) && !defined(TW_TIMED) && !defined(TW_COMPUTE_SIDE)
    return tw_cb_pointer(pointer);
#else
    return pointer;
#endif
}

}  // namespace tw
