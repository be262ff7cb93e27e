// One name for the index behind a buffer object, so that helpers take CircularBuffer, DataflowBuffer or a plain index.
#pragma once

#include "api/compute/common_globals.h"
#include "api/dataflow/circular_buffer.h"
#include "api/dataflow/dataflow_buffer.h"

namespace compute_kernel_lib {

template <typename Buffer>
ALWI uint32_t buf_id(const Buffer& buffer) {
    if constexpr (requires { buffer.get_cb_id(); }) {
        return buffer.get_cb_id();
    } else if constexpr (requires { buffer.get_id(); }) {
        return buffer.get_id();
    } else {
        return static_cast<uint32_t>(buffer);
    }
}

}  // namespace compute_kernel_lib
