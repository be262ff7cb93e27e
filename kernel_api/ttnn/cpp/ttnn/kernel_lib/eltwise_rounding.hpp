// Rounding as chain elements.
#pragma once

#include "api/compute/eltwise_unary/rounding.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

TW_DEST_ELEMENT(Floor, rounding_op_tile_init(), floor_tile(d))
TW_DEST_ELEMENT(Ceil, rounding_op_tile_init(), ceil_tile(d))
TW_DEST_ELEMENT(Trunc, rounding_op_tile_init(), trunc_tile(d))
TW_DEST_ELEMENT(Frac, rounding_op_tile_init(), frac_tile(d))
TW_DEST_ELEMENT_WITH(Round, 1, rounding_op_tile_init(), round_tile(d, static_cast<int32_t>(p[0])))

}  // namespace compute_kernel_lib
