// Tensor operands by their earlier names.
#pragma once

#include "api/tensor/noc_traits.h"
#include "experimental/noc.h"

namespace experimental {
using ::PageView;
using ::ShardView;
}  // namespace experimental
