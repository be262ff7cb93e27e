// floor, ceil, trunc, frac, round. The names with _float32 are those of January 2026.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_rounding ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_rounding

namespace ckernel {

ALWI void rounding_op_tile_init() { MATH((tw_sfpu_init(TW_SFPU_FLOOR, 0, 0))); }
ALWI void floor_tile_float32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_FLOOR, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void ceil_tile_float32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_CEIL, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void trunc_tile_float32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_TRUNC, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void frac_tile_float32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_FRAC, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void round_tile(uint32_t idst, int32_t decimals) {
    MATH((tw_sfpu_unary(TW_SFPU_ROUND, idst, TW_VECTOR_RC, static_cast<uint32_t>(decimals), 0, 0)));
}

}  // namespace ckernel
