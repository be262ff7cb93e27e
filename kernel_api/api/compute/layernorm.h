// What the layer-norm kernels use beyond the umbrella.
#pragma once
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/rsqrt.h"
