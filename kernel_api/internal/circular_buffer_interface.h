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
