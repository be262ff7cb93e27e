// Lock by its earlier name.
#pragma once

#include "api/lock.h"

namespace experimental {
using ::Lock;
}  // namespace experimental
