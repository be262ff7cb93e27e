// Trigonometric and hyperbolic functions as chain elements.
#pragma once

#include "api/compute/eltwise_unary/trigonometry.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

TW_DEST_ELEMENT(Sin, sin_tile_init(), sin_tile(d))
TW_DEST_ELEMENT(Cos, cos_tile_init(), cos_tile(d))
TW_DEST_ELEMENT(Tan, tan_tile_init(), tan_tile(d))
TW_DEST_ELEMENT(Asin, asin_tile_init(), asin_tile(d))
TW_DEST_ELEMENT(Acos, acos_tile_init(), acos_tile(d))
TW_DEST_ELEMENT(Atan, atan_tile_init(), atan_tile(d))
TW_DEST_ELEMENT(Sinh, sinh_tile_init(), sinh_tile(d))
TW_DEST_ELEMENT(Cosh, cosh_tile_init(), cosh_tile(d))
TW_DEST_ELEMENT(Asinh, asinh_tile_init(), asinh_tile(d))
TW_DEST_ELEMENT(Acosh, acosh_tile_init(), acosh_tile(d))
TW_DEST_ELEMENT(Atanh, atanh_tile_init(), atanh_tile(d))

}  // namespace compute_kernel_lib
