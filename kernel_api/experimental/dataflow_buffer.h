// DataflowBuffer by its earlier name.
#pragma once

#include "api/dataflow/dataflow_buffer.h"

namespace experimental {
using ::DataflowBuffer;
using ::DFBBindingToken;
}  // namespace experimental
