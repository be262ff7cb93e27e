// Operations with one or two scalar operands (float32 bits) as chain elements.
#pragma once

#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/clamp.h"
#include "api/compute/eltwise_unary/dropout.h"
#include "api/compute/eltwise_unary/rdiv.h"
#include "api/compute/eltwise_unary/threshold.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

TW_DEST_ELEMENT_WITH(AddUnary, 1, binop_with_scalar_tile_init(), add_unary_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(SubUnary, 1, binop_with_scalar_tile_init(), sub_unary_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(MulUnary, 1, binop_with_scalar_tile_init(), mul_unary_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(DivUnary, 1, binop_with_scalar_tile_init(), div_unary_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(RsubUnary, 1, binop_with_scalar_tile_init(), rsub_unary_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(RdivUnary, 1, rdiv_tile_init(), rdiv_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(Clamp, 2, clamp_tile_init(), clamp_tile(d, p[0], p[1]))
TW_DEST_ELEMENT_WITH(Threshold, 2, threshold_tile_init(), threshold_tile(d, p[0], p[1]))
TW_DEST_ELEMENT_WITH(Dropout, 3, dropout_kernel_init(p[2]), dropout_tile(d, p[0], p[1]))

}  // namespace compute_kernel_lib
