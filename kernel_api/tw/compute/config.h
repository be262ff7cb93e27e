// Start-up and reconfiguration: which formats the unpackers, the math unit and the packer work with. The last argument
// of init calls, the line of their caller, says nothing here: a report knows the whole stack.
#pragma once

#include "tw/compute/defs.h"

namespace ckernel {

namespace tw_detail {

ALWI void reconfig_a(uint32_t cb, uint32_t old_cb = TW_NO_CB) {
    UNPACK((tw_unpack_reconfig_a(cb, old_cb)));
    MATH((tw_math_reconfig_a(cb, old_cb)));
}
ALWI void reconfig_b(uint32_t cb, uint32_t old_cb = TW_NO_CB) {
    UNPACK((tw_unpack_reconfig_b(cb, old_cb)));
    MATH((tw_math_reconfig_b(cb, old_cb)));
}
ALWI void startup(uint32_t cb_a, uint32_t cb_b, uint32_t ocb) {
    UNPACK((tw_unpack_configure(cb_a, cb_b)));
    MATH((tw_math_configure(cb_a, cb_b)));
    PACK((tw_pack_configure(ocb)));
    PACK((tw_pack_init(ocb)));
}
ALWI void copy_init(uint32_t cb, uint32_t transpose_faces = 0, uint32_t transpose_within_face = 0) {
    UNPACK((tw_unpack_a_init(cb, BroadcastType::NONE, transpose_faces, transpose_within_face, 0)));
    MATH((tw_math_copy_init(cb, BroadcastType::NONE)));
}

}  // namespace tw_detail

template <SrcOrder src_order = SrcOrder::Regular>
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t icb1, uint32_t ocb) {
    constexpr bool reverse = src_order == SrcOrder::Reverse;
    tw_detail::startup(reverse ? icb1 : icb0, reverse ? icb0 : icb1, ocb);
}
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t ocb) { tw_detail::startup(icb0, icb0, ocb); }

ALWI void unary_op_init_common(uint32_t icb, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    tw_detail::startup(icb, icb, ocb);
    tw_detail::copy_init(icb);
}
ALWI void unary_op_init_common_no_pack(uint32_t icb) {
    UNPACK((tw_unpack_configure(icb, icb)));
    MATH((tw_math_configure(icb, icb)));
    tw_detail::copy_init(icb);
}
ALWI void init_sfpu(uint32_t icb, uint32_t ocb, uint32_t /*call_line*/ = 0) { unary_op_init_common(icb, ocb); }

ALWI void binary_op_init_common(uint32_t icb0, uint32_t icb1, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    tw_detail::startup(icb0, icb1, ocb);
    UNPACK((tw_unpack_ab_init(icb0, icb1, BroadcastType::NONE, 0)));
}

// The template arguments that eras put on these calls choose the source order or concern tile geometry and int8 modes,
// which follow from the formats here.
#define TW_RECONFIG_PAIR(name)                                                                   \
    template <SrcOrder src_order = SrcOrder::Regular, bool = false>                              \
    ALWI void name(uint32_t icb0, uint32_t icb1) {                                               \
        constexpr bool reverse = src_order == SrcOrder::Reverse;                                 \
        tw_detail::reconfig_a(reverse ? icb1 : icb0);                                            \
        tw_detail::reconfig_b(reverse ? icb0 : icb1);                                            \
    }                                                                                            \
    template <SrcOrder src_order = SrcOrder::Regular, bool = false>                              \
    ALWI void name(uint32_t icb0_old, uint32_t icb0_new, uint32_t icb1_old, uint32_t icb1_new) { \
        constexpr bool reverse = src_order == SrcOrder::Reverse;                                 \
        tw_detail::reconfig_a(reverse ? icb1_new : icb0_new, reverse ? icb1_old : icb0_old);     \
        tw_detail::reconfig_b(reverse ? icb0_new : icb1_new, reverse ? icb0_old : icb1_old);     \
    }                                                                                            \
    template <bool, bool = false>                                                                \
    ALWI void name(uint32_t cb_a, uint32_t cb_b) {                                               \
        name<SrcOrder::Regular>(cb_a, cb_b);                                                     \
    }                                                                                            \
    template <bool, bool = false>                                                                \
    ALWI void name(uint32_t a_old, uint32_t a_new, uint32_t b_old, uint32_t b_new) {             \
        name<SrcOrder::Regular>(a_old, a_new, b_old, b_new);                                     \
    }
#define TW_RECONFIG_SIDE(name, part)                   \
    template <bool = false, bool = false>              \
    ALWI void name(uint32_t cb_new) {                  \
        tw_detail::part(cb_new);                       \
    }                                                  \
    template <bool = false, bool = false>              \
    ALWI void name(uint32_t cb_old, uint32_t cb_new) { \
        tw_detail::part(cb_new, cb_old);               \
    }

TW_RECONFIG_PAIR(reconfig_data_format)
TW_RECONFIG_PAIR(reconfig_full_operand)
TW_RECONFIG_PAIR(reconfig_data_format_skip_int8)
TW_RECONFIG_SIDE(reconfig_data_format_srca, reconfig_a)
TW_RECONFIG_SIDE(reconfig_data_format_srcb, reconfig_b)
TW_RECONFIG_SIDE(reconfig_full_operand_srca, reconfig_a)
TW_RECONFIG_SIDE(reconfig_full_operand_srcb, reconfig_b)
TW_RECONFIG_SIDE(reconfig_data_format_srca_skip_int8, reconfig_a)
TW_RECONFIG_SIDE(reconfig_data_format_srcb_skip_int8, reconfig_b)
#undef TW_RECONFIG_PAIR
#undef TW_RECONFIG_SIDE

// Geometry alone: a tile call takes the shape from its CB, so there is nothing to write.
template <SrcOrder = SrcOrder::Regular>
ALWI void reconfig_tile_shape(uint32_t, uint32_t) {}
template <SrcOrder = SrcOrder::Regular>
ALWI void reconfig_tile_shape(uint32_t, uint32_t, uint32_t, uint32_t) {}
ALWI void reconfig_tile_shape_srca(uint32_t) {}
ALWI void reconfig_tile_shape_srca(uint32_t, uint32_t) {}
ALWI void reconfig_tile_shape_srcb(uint32_t) {}
ALWI void reconfig_tile_shape_srcb(uint32_t, uint32_t) {}

template <bool = false>
ALWI void pack_reconfig_data_format(uint32_t new_cb_id) {
    PACK((tw_pack_reconfig(new_cb_id, TW_NO_CB)));
}
template <bool = false>
ALWI void pack_reconfig_data_format(uint32_t old_cb_id, uint32_t new_cb_id) {
    PACK((tw_pack_reconfig(new_cb_id, old_cb_id)));
}

ALWI void enable_fp32_dest_acc() {
    MATH((tw_math_set_fp32_dest(1)));
    PACK((tw_pack_set_fp32_dest(1)));
}
ALWI void disable_fp32_dest_acc() {
    MATH((tw_math_set_fp32_dest(0)));
    PACK((tw_pack_set_fp32_dest(0)));
}

}  // namespace ckernel
