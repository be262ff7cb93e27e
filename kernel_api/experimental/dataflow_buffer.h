#pragma once

#include "api/dataflow/dataflow_buffer.h"

namespace experimental {
using ::DataflowBuffer;
using ::DFBBindingToken;
}  // namespace experimental
