// Arithmetic with a scalar (float32 bits; div takes the reciprocal).
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void binop_with_scalar_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ADD_SCALAR, 0, 0))); }
ALWI void add_unary_tile(uint32_t idst, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_ADD_SCALAR, idst, TW_VECTOR_RC, param1, 0, 0)));
}
ALWI void sub_unary_tile(uint32_t idst, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_SUB_SCALAR, idst, TW_VECTOR_RC, param1, 0, 0)));
}
ALWI void mul_unary_tile(uint32_t idst, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_MUL_SCALAR, idst, TW_VECTOR_RC, param1, 0, 0)));
}
ALWI void div_unary_tile(uint32_t idst, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_DIV_SCALAR, idst, TW_VECTOR_RC, param1, 0, 0)));
}
ALWI void rsub_unary_tile(uint32_t idst, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_RSUB_SCALAR, idst, TW_VECTOR_RC, param1, 0, 0)));
}
ALWI void add_unary_tile_int32(uint32_t idst, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_ADD_SCALAR_INT, idst, TW_VECTOR_RC, param1, 0, 0)));
}
ALWI void sub_unary_tile_int32(uint32_t idst, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_SUB_SCALAR_INT, idst, TW_VECTOR_RC, param1, 0, 0)));
}

}  // namespace ckernel
