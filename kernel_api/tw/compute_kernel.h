// Included before every compute kernel, after the precompiled header: the kernel's own arguments and formats, and the
// few calls whose meaning depends on them or on the era of the API.
#pragma once

#ifndef KERNEL_BUILD
#define KERNEL_BUILD 1
#endif

#include "tw/pch_compute.h"

#include "tw/args.h"
#include "tw/compute/dst_format.h"
#include "tw/compute/fast_tilize.h"
#include "tw/generated.h"

#if TW_ERA >= 202608
#include "tw/compute/blocks.h"
#endif

namespace ckernel {

#if TW_ERA < 202608
// The enums were unscoped then: their enumerators stood in the namespace.
using tw_enums::A2D;
using tw_enums::AVG;
using tw_enums::B2D;
using tw_enums::COL;
using tw_enums::ELWADD;
using tw_enums::ELWDIV;
using tw_enums::ELWLESS;
using tw_enums::ELWMUL;
using tw_enums::ELWSUB;
using tw_enums::MAX;
using tw_enums::NONE;
using tw_enums::REDUCE_COL;
using tw_enums::REDUCE_ROW;
using tw_enums::REDUCE_SCALAR;
using tw_enums::ROW;
using tw_enums::SCALAR;
using tw_enums::SUM;
using tw_enums::SyncFull;
using tw_enums::SyncHalf;
#endif

// Which of the two slots is the source changed under the same name.
ALWI void copy_dest_values_init() {}
#if TW_ERA < 202608
ALWI void copy_dest_values(uint32_t idst0, uint32_t idst1) { MATH((tw_math_copy_dest(idst1, idst0))); }
#else
ALWI void copy_dest_values(uint32_t idst_in, uint32_t idst_out) { MATH((tw_math_copy_dest(idst_in, idst_out))); }
#endif
template <DataFormat format>
ALWI void copy_dest_values(uint32_t idst_in, uint32_t idst_out) {
    MATH((tw_detail::says_format("copy_dest_values", format, tw_detail::widths_of(format))));
    MATH((tw_math_copy_dest(idst_in, idst_out)));
}

#ifdef TW_DST_ACCUM
template <bool enable>
ALWI void set_fp32_dest_acc() {
    if constexpr (enable != DST_ACCUM_MODE) {
        if constexpr (enable)
            enable_fp32_dest_acc();
        else
            disable_fp32_dest_acc();
    }
}
template <bool enable>
ALWI void restore_fp32_dest_acc() {
    if constexpr (enable != DST_ACCUM_MODE) {
        if constexpr (DST_ACCUM_MODE)
            enable_fp32_dest_acc();
        else
            disable_fp32_dest_acc();
    }
}
#endif

#ifdef TW_CB_UNPACK_SRC_FORMATS
ALWI constexpr uint32_t get_operand_src_format(uint32_t cb) { return unpack_src_format[cb]; }
ALWI constexpr uint32_t get_operand_dst_format(uint32_t cb) { return unpack_dst_format[cb]; }
ALWI constexpr uint32_t get_operand_num_faces(uint32_t cb) { return unpack_tile_num_faces[cb]; }
ALWI constexpr uint32_t get_operand_face_r_dim(uint32_t cb) { return unpack_tile_face_r_dim[cb]; }
ALWI constexpr uint32_t get_operand_partial_face(uint32_t cb) { return unpack_tile_partial_face[cb]; }
ALWI constexpr uint32_t get_operand_narrow_tile(uint32_t cb) { return unpack_tile_narrow_tile[cb]; }
ALWI constexpr uint32_t get_operand_tile_r_dim(uint32_t cb) { return unpack_tile_r_dim[cb]; }
ALWI constexpr uint32_t get_operand_tile_c_dim(uint32_t cb) { return unpack_tile_c_dim[cb]; }
ALWI constexpr uint32_t get_output_num_faces(uint32_t cb) { return pack_tile_num_faces[cb]; }
ALWI constexpr uint32_t get_output_face_r_dim(uint32_t cb) { return pack_tile_face_r_dim[cb]; }
ALWI constexpr TensorShape get_operand_tensor_shape(uint32_t cb) {
    return {unpack_tile_face_r_dim[cb], MAX_FACE_C_DIM, unpack_tile_num_faces_r_dim[cb],
            unpack_tile_num_faces_c_dim[cb]};
}
#endif

}  // namespace ckernel
