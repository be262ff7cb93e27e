// GELU, its tanh form and its derivative.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <bool fast_and_approx = true>
ALWI void gelu_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_GELU, 0, 0)));
}
template <bool fast_and_approx = true>
ALWI void gelu_tile_init_pack() {
    PACK((tw_sfpu_init(TW_SFPU_GELU, 0, 0)));
}
template <bool fast_and_approx = true>
ALWI void gelu_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_GELU, idst, TW_VECTOR_RC, tw_detail::approx_flag<fast_and_approx>(), 0, 0)));
}
template <bool fast_and_approx = true>
ALWI void gelu_tile_pack(uint32_t idst) {
    PACK((tw_sfpu_unary(TW_SFPU_GELU, idst, TW_VECTOR_RC, tw_detail::approx_flag<fast_and_approx>(), 0, 0)));
}
ALWI void gelu_tanh_tile_init() { MATH((tw_sfpu_init(TW_SFPU_GELU_TANH, 0, 0))); }
ALWI void gelu_tanh_tile_init_pack() { PACK((tw_sfpu_init(TW_SFPU_GELU_TANH, 0, 0))); }
ALWI void gelu_tanh_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_GELU_TANH, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void gelu_tanh_tile_pack(uint32_t idst) { PACK((tw_sfpu_unary(TW_SFPU_GELU_TANH, idst, TW_VECTOR_RC, 0, 0, 0))); }
template <bool fast_and_approx = false>
ALWI void gelu_derivative_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_GELU_DERIV, 0, 0)));
}
template <bool fast_and_approx = false>
ALWI void gelu_derivative_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_GELU_DERIV, idst, TW_VECTOR_RC, tw_detail::approx_flag<fast_and_approx>(), 0, 0)));
}

}  // namespace ckernel
