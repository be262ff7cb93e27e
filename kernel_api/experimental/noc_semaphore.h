// Semaphore by its earlier name.
#pragma once

#include "api/dataflow/noc_semaphore.h"
#include "experimental/noc.h"

namespace experimental {
using ::Semaphore;
}  // namespace experimental
