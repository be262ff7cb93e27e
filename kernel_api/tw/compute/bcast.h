// Element-wise operations whose second operand is broadcast: its column 0, one of its rows, or its element [0][0].
#pragma once

#include "tw/compute/binary.h"

namespace ckernel {

template <EltwiseBinaryType tBcastOp, BroadcastType tBcastDim>
ALWI void any_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                          uint32_t bcast_row_idx = 0) {
    tw_detail::binary(tBcastOp, tBcastDim, icb0, icb1, itile0, itile1, idst, bcast_row_idx);
}
template <EltwiseBinaryType tBcastOp, BroadcastType tBcastDim>
ALWI void bcast_init(uint32_t icb0, uint32_t icb1, uint32_t /*call_line*/ = 0) {
    tw_detail::binary_init(tBcastOp, tBcastDim, icb0, icb1, 0);
}
template <EltwiseBinaryType tBcastOp, BroadcastType tBcastDim>
ALWI void init_bcast(uint32_t icb0, uint32_t icb1, uint32_t ocb) {
    tw_detail::startup(icb0, icb1, ocb);
    tw_detail::binary_init(tBcastOp, tBcastDim, icb0, icb1, 0);
}

#define TW_BCAST_DIM(name, op, dim, DIM)                                                                               \
    ALWI void name##_bcast_##dim##_init(uint32_t icb0, uint32_t icb1, uint32_t /*call_line*/ = 0) {                    \
        tw_detail::binary_init(EltwiseBinaryType::op, BroadcastType::DIM, icb0, icb1, 0);                              \
    }                                                                                                                  \
    ALWI void name##_bcast_##dim##_init_short(uint32_t icb0, uint32_t icb1, uint32_t /*call_line*/ = 0) {              \
        name##_bcast_##dim##_init(icb0, icb1);                                                                         \
    }                                                                                                                  \
    ALWI void name##_tiles_bcast_##dim##_init_short(uint32_t icb0, uint32_t icb1, uint32_t /*call_line*/ = 0) {        \
        name##_bcast_##dim##_init(icb0, icb1);                                                                         \
    }                                                                                                                  \
    ALWI void name##_tiles_bcast_##dim(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,  \
                                       uint32_t bcast_row_idx = 0) {                                                   \
        tw_detail::binary(EltwiseBinaryType::op, BroadcastType::DIM, icb0, icb1, itile0, itile1, idst, bcast_row_idx); \
    }
#define TW_BCAST(name, op)                                                                                      \
    TW_BCAST_DIM(name, op, rows, ROW)                                                                           \
    TW_BCAST_DIM(name, op, cols, COL)                                                                           \
    TW_BCAST_DIM(name, op, scalar, SCALAR)                                                                      \
    template <BroadcastType tBcastDim>                                                                          \
    ALWI void name##_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst, \
                                 uint32_t bcast_row_idx = 0) {                                                  \
        tw_detail::binary(EltwiseBinaryType::op, tBcastDim, icb0, icb1, itile0, itile1, idst, bcast_row_idx);   \
    }

TW_BCAST(add, ELWADD)
TW_BCAST(sub, ELWSUB)
TW_BCAST(mul, ELWMUL)
#undef TW_BCAST
#undef TW_BCAST_DIM

// One tile into DST, broadcast on the way.
template <BroadcastType bcast_type>
ALWI void unary_bcast_init(uint32_t icb) {
    UNPACK((tw_unpack_a_init(icb, bcast_type, 0, 0, 0)));
    MATH((tw_math_copy_init(icb, bcast_type)));
}
template <BroadcastType bcast_type>
ALWI void unary_bcast_init(uint32_t icb, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    tw_detail::startup(icb, /*icb1=*/icb, ocb);
    UNPACK((tw_unpack_a_init(icb, bcast_type, 0, 0, 0)));
    MATH((tw_math_copy_init(icb, bcast_type)));
}
template <BroadcastType bcast_type>
ALWI void unary_bcast(uint32_t icb, uint32_t in_tile_index, uint32_t dst_tile_index) {
    UNPACK((tw_unpack_a(icb, in_tile_index)));
    MATH((tw_math_copy(dst_tile_index, icb, bcast_type)));
}
template <BroadcastType bcast_type>
ALWI void unary_bcast_uninit(uint32_t) {}
template <BroadcastType old_bcast_type, BroadcastType new_bcast_type>
ALWI void reconfigure_unary_bcast(uint32_t old_icb, uint32_t new_icb, uint32_t old_ocb, uint32_t new_ocb) {
    tw_detail::reconfig_a(new_icb, old_icb);
    tw_detail::reconfig_b(new_icb, old_icb);
    PACK((tw_pack_reconfig(new_ocb, old_ocb)));
    unary_bcast_init<new_bcast_type>(new_icb);
}

}  // namespace ckernel
