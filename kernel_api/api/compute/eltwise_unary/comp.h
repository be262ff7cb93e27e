// Comparisons with zero and with a scalar; the result is 1 or 0.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void unary_eq_tile_init() { MATH((tw_sfpu_init(TW_SFPU_UNARY_EQ, 0, 0))); }
ALWI void unary_eq_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_EQ, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_eq_tile_int32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_EQ_INT, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_ne_tile_init() { MATH((tw_sfpu_init(TW_SFPU_UNARY_NE, 0, 0))); }
ALWI void unary_ne_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_NE, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_ne_tile_int32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_NE_INT, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_lt_tile_init() { MATH((tw_sfpu_init(TW_SFPU_UNARY_LT, 0, 0))); }
ALWI void unary_lt_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_LT, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_lt_tile_int32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_LT_INT, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_gt_tile_init() { MATH((tw_sfpu_init(TW_SFPU_UNARY_GT, 0, 0))); }
ALWI void unary_gt_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_GT, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_gt_tile_int32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_GT_INT, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_le_tile_init() { MATH((tw_sfpu_init(TW_SFPU_UNARY_LE, 0, 0))); }
ALWI void unary_le_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_LE, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_le_tile_int32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_LE_INT, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_ge_tile_init() { MATH((tw_sfpu_init(TW_SFPU_UNARY_GE, 0, 0))); }
ALWI void unary_ge_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_GE, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void unary_ge_tile_int32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_UNARY_GE_INT, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void eqz_tile_init() { MATH((tw_sfpu_init(TW_SFPU_EQZ, 0, 0))); }
ALWI void eqz_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_EQZ, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void eqz_tile_int32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_EQZ_INT, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void eqz_tile_uint16(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_EQZ_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt16), 0)));
}
ALWI void eqz_tile_uint32(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_EQZ_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void nez_tile_init() { MATH((tw_sfpu_init(TW_SFPU_NEZ, 0, 0))); }
ALWI void nez_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_NEZ, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void nez_tile_int32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_NEZ_INT, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void nez_tile_uint16(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_NEZ_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt16), 0)));
}
ALWI void nez_tile_uint32(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_NEZ_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void ltz_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LTZ, 0, 0))); }
ALWI void ltz_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_LTZ, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void ltz_tile_int32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_LTZ_INT, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void gtz_tile_init() { MATH((tw_sfpu_init(TW_SFPU_GTZ, 0, 0))); }
ALWI void gtz_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_GTZ, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void gtz_tile_int32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_GTZ_INT, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void lez_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LEZ, 0, 0))); }
ALWI void lez_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_LEZ, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void lez_tile_int32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_LEZ_INT, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void gez_tile_init() { MATH((tw_sfpu_init(TW_SFPU_GEZ, 0, 0))); }
ALWI void gez_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_GEZ, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void gez_tile_int32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_GEZ_INT, idst, TW_VECTOR_RC, 0, 0, 0))); }

}  // namespace ckernel
