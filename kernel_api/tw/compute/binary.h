// FPU element-wise operations on two tiles: add, sub, mul. Add and sub overwrite DST, mul adds to it.
#pragma once

#include "tw/compute/config.h"

namespace ckernel {

namespace tw_detail {

ALWI void binary_init(uint32_t op, uint32_t broadcast, uint32_t icb0, uint32_t icb1, uint32_t acc_to_dest) {
    UNPACK((tw_unpack_ab_init(icb0, icb1, broadcast, 0)));
    MATH((tw_math_binary_init(op, broadcast, TW_FIDELITY_OF_KERNEL, 0, acc_to_dest)));
}
ALWI void binary(uint32_t op, uint32_t broadcast, uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                 uint32_t idst, uint32_t bcast_row = 0) {
    UNPACK((tw_unpack_ab(icb0, icb1, itile0, itile1, bcast_row)));
    MATH((tw_math_binary(op, broadcast, 0, idst)));
}
template <EltwiseBinaryType op, EltwiseBinaryReuseDestType reuse>
ALWI void reuse_dest_init(uint32_t icb) {
    static_assert(reuse != EltwiseBinaryReuseDestType::NONE,
                  "tilewright: the DST-reusing operations need DEST_TO_SRCA (DST op CB) or DEST_TO_SRCB (CB op DST)");
    UNPACK((tw_unpack_a_init(icb, BroadcastType::NONE, 0, 0, static_cast<uint32_t>(reuse))));
    MATH((tw_math_binary_init(op, BroadcastType::NONE, TW_FIDELITY_OF_KERNEL, static_cast<uint32_t>(reuse), 0)));
}
template <EltwiseBinaryType op, EltwiseBinaryReuseDestType reuse>
ALWI void reuse_dest(uint32_t icb, uint32_t itile, uint32_t idst) {
    UNPACK((tw_unpack_a(icb, itile)));
    MATH((tw_math_binary(op, BroadcastType::NONE, static_cast<uint32_t>(reuse), idst)));
}

}  // namespace tw_detail

template <bool full_init, EltwiseBinaryType eltwise_binary_type>
ALWI void binary_tiles_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = false, uint32_t /*call_line*/ = 0) {
    if constexpr (full_init) UNPACK((tw_unpack_ab_init(icb0, icb1, BroadcastType::NONE, 0)));
    MATH((tw_math_binary_init(eltwise_binary_type, BroadcastType::NONE, TW_FIDELITY_OF_KERNEL, 0, acc_to_dest)));
}

#define TW_ELTWISE(name, op, accumulates)                                                                             \
    ALWI void name##_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = accumulates, uint32_t /*call_line*/ = 0) { \
        tw_detail::binary_init(EltwiseBinaryType::op, BroadcastType::NONE, icb0, icb1, acc_to_dest);                  \
    }                                                                                                                 \
    ALWI void name##_tiles_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = accumulates,                         \
                                uint32_t /*call_line*/ = 0) {                                                         \
        name##_init(icb0, icb1, acc_to_dest);                                                                         \
    }                                                                                                                 \
    ALWI void name##_tiles(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst) {           \
        tw_detail::binary(EltwiseBinaryType::op, BroadcastType::NONE, icb0, icb1, itile0, itile1, idst);              \
    }                                                                                                                 \
    template <EltwiseBinaryReuseDestType reuse>                                                                       \
    ALWI void name##_reuse_dest_init(uint32_t icb, uint32_t /*call_line*/ = 0) {                                      \
        tw_detail::reuse_dest_init<EltwiseBinaryType::op, reuse>(icb);                                                \
    }                                                                                                                 \
    template <EltwiseBinaryReuseDestType reuse>                                                                       \
    ALWI void name##_reuse_dest_tiles(uint32_t icb, uint32_t itile, uint32_t idst) {                                  \
        tw_detail::reuse_dest<EltwiseBinaryType::op, reuse>(icb, itile, idst);                                        \
    }

TW_ELTWISE(add, ELWADD, false)
TW_ELTWISE(sub, ELWSUB, false)
TW_ELTWISE(mul, ELWMUL, true)
#undef TW_ELTWISE

// Older spellings.
ALWI void add_tiles_init_nof() {
    MATH((tw_math_binary_init(EltwiseBinaryType::ELWADD, BroadcastType::NONE, TW_FIDELITY_OF_KERNEL, 0, 0)));
}
ALWI void sub_tiles_init_nof() {
    MATH((tw_math_binary_init(EltwiseBinaryType::ELWSUB, BroadcastType::NONE, TW_FIDELITY_OF_KERNEL, 0, 0)));
}
ALWI void mul_tiles_init_f() {
    MATH((tw_math_binary_init(EltwiseBinaryType::ELWMUL, BroadcastType::NONE, TW_FIDELITY_OF_KERNEL, 0, 0)));
}

template <EltwiseBinaryType op = EltwiseBinaryType::ELWADD,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles_init(uint32_t icb, uint32_t /*call_line*/ = 0) {
    tw_detail::reuse_dest_init<op, reuse>(icb);
}
template <EltwiseBinaryType op = EltwiseBinaryType::ELWADD,
          EltwiseBinaryReuseDestType reuse = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles(uint32_t icb, uint32_t itile, uint32_t idst) {
    tw_detail::reuse_dest<op, reuse>(icb, itile, idst);
}

}  // namespace ckernel
