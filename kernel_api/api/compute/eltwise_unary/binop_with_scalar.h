// Arithmetic with a scalar (float32 bits; div takes the reciprocal).
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_binop_with_scalar ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_binop_with_scalar

namespace ckernel {

ALWI void binop_with_scalar_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ADD_SCALAR, 0, 0))); }

}  // namespace ckernel
