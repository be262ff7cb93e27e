// CoreLocalMem by its earlier name.
#pragma once

#include "api/core_local_mem.h"

namespace experimental {
using ::CoreLocalMem;
}  // namespace experimental
