// CircularBuffer by its earlier name.
#pragma once

#include "api/dataflow/circular_buffer.h"
#include "tw/dataflow/side.h"
#ifndef TW_COMPUTE_SIDE
#include "experimental/noc.h"
#endif

namespace experimental {
using ::CircularBuffer;
#ifndef TW_COMPUTE_SIDE
using ::CircularBufferView;
using ::use;
#endif
}  // namespace experimental
