// Activations fused into a helper's pack. Only "none" exists: the helpers take a post-compute function instead.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/common_types.hpp"

namespace compute_kernel_lib {

struct NoneActivation {};

}  // namespace compute_kernel_lib
