// Comparisons with zero or a scalar, and tests of floats, as chain elements.
#pragma once

#include "api/compute/eltwise_unary/comp.h"
#include "api/compute/eltwise_unary/isinf_isnan.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

TW_DEST_ELEMENT(Eqz, eqz_tile_init(), eqz_tile(d))
TW_DEST_ELEMENT(Nez, nez_tile_init(), nez_tile(d))
TW_DEST_ELEMENT(Ltz, ltz_tile_init(), ltz_tile(d))
TW_DEST_ELEMENT(Lez, lez_tile_init(), lez_tile(d))
TW_DEST_ELEMENT(Gtz, gtz_tile_init(), gtz_tile(d))
TW_DEST_ELEMENT(Gez, gez_tile_init(), gez_tile(d))
TW_DEST_ELEMENT(Isinf, isinf_tile_init(), isinf_tile(d))
TW_DEST_ELEMENT(Isnan, isnan_tile_init(), isnan_tile(d))
TW_DEST_ELEMENT(Isfinite, isfinite_tile_init(), isfinite_tile(d))
TW_DEST_ELEMENT(Isposinf, isposinf_tile_init(), isposinf_tile(d))
TW_DEST_ELEMENT(Isneginf, isneginf_tile_init(), isneginf_tile(d))
TW_DEST_ELEMENT_WITH(UnaryEq, 1, unary_eq_tile_init(), unary_eq_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(UnaryNe, 1, unary_ne_tile_init(), unary_ne_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(UnaryGt, 1, unary_gt_tile_init(), unary_gt_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(UnaryGe, 1, unary_ge_tile_init(), unary_ge_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(UnaryLt, 1, unary_lt_tile_init(), unary_lt_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(UnaryLe, 1, unary_le_tile_init(), unary_le_tile(d, p[0]))

}  // namespace compute_kernel_lib
