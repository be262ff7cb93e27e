// The low-level calls that helper libraries and some kernels make inside UNPACK(), MATH() and PACK(), mapped onto the
// same parts as the documented calls.
#pragma once

#include "tw/compute/cb.h"
#include "tw/compute/llk_pick.h"

namespace ckernel {

// ---- UNPACK ----------------------------------------------------------------------------------------------------
template <auto... flags>
ALWI void llk_unpack_hw_configure(uint32_t cb_a, uint32_t cb_b) {
    tw_unpack_configure(cb_a, cb_b);
}
template <auto... flags>
ALWI void llk_unpack_hw_configure(uint32_t cb) {
    tw_unpack_configure(cb, cb);
}
template <auto... flags>
ALWI void llk_unpack_hw_configure_disaggregated(uint32_t cb_a, uint32_t cb_b) {
    tw_unpack_configure(cb_a, cb_b);
}
template <auto... flags>
ALWI void llk_unpack_AB_hw_configure_disaggregated(uint32_t cb_a, uint32_t cb_b) {
    tw_unpack_configure(cb_a, cb_b);
}
template <auto... flags>
ALWI void llk_unpack_A_hw_configure_disaggregated(uint32_t cb) {
    tw_unpack_configure(cb, cb);
}
// Matmul names its operands in0, in1, and in1 is the one in SrcA.
template <auto... flags>
ALWI void llk_unpack_AB_matmul_hw_configure_disaggregated(uint32_t in0, uint32_t in1) {
    tw_unpack_configure(in1, in0);
}

template <auto... flags>
ALWI void llk_unpack_reconfig_data_format_srca(uint32_t cb) {
    tw_unpack_reconfig_a(cb, TW_NO_CB);
}
template <auto... flags>
ALWI void llk_unpack_reconfig_data_format_srca(uint32_t old_cb, uint32_t cb) {
    tw_unpack_reconfig_a(cb, old_cb);
}
template <auto... flags>
ALWI void llk_unpack_reconfig_data_format_srcb(uint32_t cb) {
    tw_unpack_reconfig_b(cb, TW_NO_CB);
}
template <auto... flags>
ALWI void llk_unpack_reconfig_data_format_srcb(uint32_t old_cb, uint32_t cb) {
    tw_unpack_reconfig_b(cb, old_cb);
}
template <auto... flags>
ALWI void llk_unpack_reconfig_data_format(uint32_t cb_a, uint32_t cb_b) {
    tw_unpack_reconfig_a(cb_a, TW_NO_CB);
    tw_unpack_reconfig_b(cb_b, TW_NO_CB);
}
template <auto... flags>
ALWI void llk_unpack_reconfig_data_format(uint32_t old_a, uint32_t cb_a, uint32_t old_b, uint32_t cb_b) {
    tw_unpack_reconfig_a(cb_a, old_a);
    tw_unpack_reconfig_b(cb_b, old_b);
}

template <auto... flags>
ALWI void llk_unpack_A_init(uint32_t transpose_of_faces = 0, uint32_t within_face_16x16_transpose = 0,
                            uint32_t cb = 0) {
    tw_unpack_a_init(cb, tw_detail::broadcast_of<flags...>, transpose_of_faces, within_face_16x16_transpose,
                     tw_detail::reuse_of<flags...>);
}
template <auto... flags>
ALWI void llk_unpack_A(uint32_t cb, uint32_t tile_index, bool = false) {
    tw_unpack_a(cb, tile_index);
}
template <auto... flags>
ALWI void llk_unpack_A_block(uint32_t cb, uint32_t start_tile_index, uint32_t ntiles, bool = false) {
    for (uint32_t i = 0; i < ntiles; ++i) tw_unpack_a(cb, start_tile_index + i);
}
template <auto... flags>
ALWI void llk_unpack_A_uninit(uint32_t = 0) {}

template <auto... flags>
ALWI void llk_unpack_AB_init(uint32_t cb_a, uint32_t cb_b) {
    tw_unpack_ab_init(cb_a, cb_b, tw_detail::broadcast_of<flags...>, 0);
}
template <auto... flags>
ALWI void llk_unpack_AB_init(uint32_t cb_a, uint32_t cb_b, Transpose transpose) {
    tw_unpack_ab_init(cb_a, cb_b, tw_detail::broadcast_of<flags...>, static_cast<uint32_t>(transpose));
}
template <auto... flags>
ALWI void llk_unpack_AB_init(uint32_t cb_a, uint32_t cb_b, uint32_t transpose, uint32_t = 0) {
    tw_unpack_ab_init(cb_a, cb_b, tw_detail::broadcast_of<flags...>, transpose != 0 ? 3 : 0);
}
template <auto... flags>
ALWI void llk_unpack_AB(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b, uint32_t bcast_row_idx = 0) {
    tw_unpack_ab(cb_a, cb_b, tile_a, tile_b, bcast_row_idx);
}
// The older init does not name the pool type; the math init does.
template <auto... flags>
ALWI void llk_unpack_AB_reduce_init(uint32_t cb, uint32_t cb_scaler, uint32_t = 0, uint32_t = 0, uint32_t = 0) {
    tw_unpack_reduce_init(cb, cb_scaler, tw_detail::pool_of<flags...>, tw_detail::dim_of<flags...>);
}
template <auto... flags>
ALWI void llk_unpack_AB_reduce(uint32_t cb, uint32_t cb_scaler, uint32_t tile, uint32_t tile_scaler) {
    tw_unpack_reduce(cb, cb_scaler, tile, tile_scaler);
}
template <auto... flags>
ALWI void llk_unpack_AB_matmul_init(uint32_t in0, uint32_t in1, uint32_t transpose = 0, uint32_t ct = 1,
                                    uint32_t rt = 1, uint32_t kt = 1) {
    tw_unpack_matmul_init(in0, in1, transpose, ct, rt, kt);
}
template <auto... flags>
ALWI void llk_unpack_AB_matmul(uint32_t in0, uint32_t in1, uint32_t tile0, uint32_t tile1, uint32_t ct = 1,
                               uint32_t rt = 1, uint32_t kt = 1) {
    tw_unpack_matmul(in0, in1, tile0, tile1, ct, rt, kt);
}
ALWI void llk_unpack_tilize_init(uint32_t cb, uint32_t ct_dim) { tw_unpack_tilize_init(cb, ct_dim, 0); }
ALWI void llk_unpack_tilize(uint32_t cb, uint32_t tile_index, uint32_t block_ct_dim) {
    tw_unpack_tilize(cb, tile_index, block_ct_dim);
}
ALWI void llk_unpack_tilize_block(uint32_t cb, uint32_t block, uint32_t input_tile_index = 0) {
    const uint32_t first = input_tile_index % block + input_tile_index / block * block * 32;
    for (uint32_t t = 0; t < block; ++t) tw_unpack_tilize(cb, first + t, block);
}
ALWI void llk_unpack_tilize_uninit(uint32_t cb, uint32_t = 0) { tw_unpack_tilize_uninit(cb); }
ALWI void llk_unpack_untilize_init(uint32_t cb = 0) { tw_unpack_untilize_init(cb); }
ALWI void llk_unpack_untilize(uint32_t cb, uint32_t block_c_tiles) { tw_unpack_untilize(cb, block_c_tiles); }
ALWI void llk_unpack_untilize_uninit(uint32_t cb = 0) { tw_unpack_untilize_uninit(cb); }
// A dummy bank for an operation that wants both; the queue holds whole pairs, so nothing is missing.
ALWI void llk_unpack_set_srcb_dummy_valid() {}

// ---- MATH ------------------------------------------------------------------------------------------------------
template <auto... flags>
ALWI void llk_math_hw_configure(uint32_t cb_a, uint32_t cb_b) {
    tw_math_configure(cb_a, cb_b);
}
template <auto... flags>
ALWI void llk_math_hw_configure_disaggregated(uint32_t cb_a, uint32_t cb_b) {
    tw_math_configure(cb_a, cb_b);
}
template <auto... flags>
ALWI void llk_math_pack_sync_init() {}
template <auto... flags>
ALWI void llk_math_wait_for_dest_available() {
    tw_math_acquire();
}
template <auto... flags>
ALWI void llk_math_dest_section_done() {
    tw_math_commit();
}
template <auto... flags>
ALWI void llk_math_reconfig_data_format_srca(uint32_t cb) {
    tw_math_reconfig_a(cb, TW_NO_CB);
}
template <auto... flags>
ALWI void llk_math_reconfig_data_format_srca(uint32_t old_cb, uint32_t cb) {
    tw_math_reconfig_a(cb, old_cb);
}
template <auto... flags>
ALWI void llk_math_reconfig_data_format_srcb(uint32_t cb) {
    tw_math_reconfig_b(cb, TW_NO_CB);
}
template <auto... flags>
ALWI void llk_math_reconfig_data_format_srcb(uint32_t old_cb, uint32_t cb) {
    tw_math_reconfig_b(cb, old_cb);
}
template <auto... flags>
ALWI void llk_math_reconfig_data_format(uint32_t cb_a, uint32_t cb_b) {
    tw_math_reconfig_a(cb_a, TW_NO_CB);
    tw_math_reconfig_b(cb_b, TW_NO_CB);
}
template <auto... flags>
ALWI void llk_math_reconfig_data_format(uint32_t old_a, uint32_t cb_a, uint32_t old_b, uint32_t cb_b) {
    tw_math_reconfig_a(cb_a, old_a);
    tw_math_reconfig_b(cb_b, old_b);
}
ALWI void llk_math_set_fp32_dest_acc(bool enable) { tw_math_set_fp32_dest(enable); }
ALWI void llk_math_reconfig_remap(bool) {}

template <auto... flags>
ALWI void llk_math_eltwise_binary_init(uint32_t cb_a, uint32_t cb_b, uint32_t acc_to_dest = 0) {
    tw_math_binary_init(tw_detail::eltwise_of<flags...>, tw_detail::broadcast_of<flags...>,
                        tw_detail::fidelity_of<flags...>, tw_detail::reuse_of<flags...>, acc_to_dest);
}
template <auto... flags>
ALWI void llk_math_eltwise_binary_init() {
    llk_math_eltwise_binary_init<flags...>(0, 0, 0);
}
template <auto... flags>
ALWI void llk_math_eltwise_binary_init_with_operands(uint32_t cb_a, uint32_t cb_b, uint32_t acc_to_dest = 0) {
    llk_math_eltwise_binary_init<flags...>(cb_a, cb_b, acc_to_dest);
}
template <auto... flags>
ALWI void llk_math_eltwise_binary(uint32_t dst_index, bool = true) {
    tw_math_binary(tw_detail::eltwise_of<flags...>, tw_detail::broadcast_of<flags...>, tw_detail::reuse_of<flags...>,
                   dst_index);
}
template <auto... flags>
ALWI void llk_math_eltwise_binary(uint32_t cb_a, uint32_t cb_b, uint32_t dst_index, bool = true) {
    llk_math_eltwise_binary<flags...>(dst_index);
}
template <auto... flags>
ALWI void llk_math_eltwise_unary_datacopy_init(uint32_t cb = 0) {
    tw_math_copy_init(cb, tw_detail::broadcast_of<flags...>);
}
template <auto... flags>
ALWI void llk_math_eltwise_unary_datacopy_init(uint32_t, uint32_t, uint32_t cb) {
    tw_math_copy_init(cb, tw_detail::broadcast_of<flags...>);
}
template <auto... flags>
ALWI void llk_math_eltwise_unary_datacopy(uint32_t dst_index, uint32_t cb = 0) {
    tw_math_copy(dst_index, cb, tw_detail::broadcast_of<flags...>);
}
template <auto... flags>
ALWI void llk_math_eltwise_unary_datacopy_block(uint32_t start_dst_index, uint32_t ntiles, uint32_t cb = 0) {
    for (uint32_t i = 0; i < ntiles; ++i) tw_math_copy(start_dst_index + i, cb, tw_detail::broadcast_of<flags...>);
}
template <auto... flags>
ALWI void llk_math_eltwise_unary_datacopy_uninit() {}
template <auto... flags>
ALWI void llk_math_reduce_init(uint32_t = 0, uint32_t = 0) {
    tw_math_reduce_init(tw_detail::pool_of<flags...>, tw_detail::dim_of<flags...>, tw_detail::fidelity_of<flags...>);
}
template <auto... flags>
ALWI void llk_math_reduce(uint32_t, uint32_t, uint32_t dst_index) {
    tw_math_reduce(tw_detail::pool_of<flags...>, tw_detail::dim_of<flags...>, dst_index,
                   tw_detail::whole_row_results_of<flags...>);
}
template <auto... flags>
ALWI void llk_math_reduce(uint32_t dst_index, uint32_t = 4) {
    tw_math_reduce(tw_detail::pool_of<flags...>, tw_detail::dim_of<flags...>, dst_index,
                   tw_detail::whole_row_results_of<flags...>);
}
template <auto... flags>
ALWI void llk_math_reduce(uint32_t dst_index, const TensorShape&) {
    llk_math_reduce<flags...>(dst_index);
}
template <auto... flags>
ALWI void llk_math_reduce_uninit(uint32_t = 0) {}
template <auto... flags>
ALWI void llk_math_matmul_init(uint32_t in0, uint32_t in1, uint32_t transpose = 0, uint32_t ct = 1, uint32_t rt = 1,
                               uint32_t = 1) {
    tw_math_matmul_init(in0, in1, tw_detail::fidelity_of<flags...>, transpose, ct, rt);
}
template <auto... flags>
ALWI void llk_math_matmul(uint32_t dst_index, uint32_t ct = 1, uint32_t rt = 1, uint32_t = 1) {
    tw_math_matmul(dst_index, ct, rt);
}
template <bool of_faces = true, bool is_32bit = false>
ALWI void llk_math_transpose_dest_init() {
    tw_math_transpose_dest_init(is_32bit, of_faces);
}
template <bool of_faces = true, bool is_32bit = false>
ALWI void llk_math_transpose_dest(uint32_t dst_index) {
    tw_math_transpose_dest(dst_index, is_32bit, of_faces);
}

// ---- PACK ------------------------------------------------------------------------------------------------------
template <auto... flags>
ALWI void llk_pack_hw_configure(uint32_t cb) {
    tw_pack_configure(cb);
}
template <auto... flags>
ALWI void llk_pack_hw_configure_disaggregated(uint32_t cb) {
    tw_pack_configure(cb);
}
template <auto... flags>
ALWI void llk_pack_init(uint32_t cb = 0, uint32_t = 1, uint32_t = 0) {
    tw_pack_init(cb);
}
template <auto... flags>
ALWI void llk_pack_dest_init(uint32_t = 0) {}
template <auto... flags>
ALWI void llk_init_packer_dest_offset_registers(uint32_t = 0) {}
template <auto... flags>
ALWI void llk_packer_wait_for_math_done() {
    tw_pack_wait();
}
template <auto... flags>
ALWI void llk_pack_dest_section_done() {
    tw_pack_release();
}
// Head: <fp32, out_of_order, PackMode>, January: <fp32, out_of_order, untilize>; the older <out_of_order, untilize,
// fp32> cannot be told from them and is not taken.
template <bool fp32, bool out_of_order = false, auto... rest>
ALWI void llk_pack(uint32_t tile_index, uint32_t cb, uint32_t output_tile_index = 0) {
    tw_pack_tile(tile_index, cb, out_of_order, output_tile_index);
}
template <auto... flags>
ALWI void llk_matmul_pack(uint32_t start_tile_index, uint32_t cb, uint32_t ntiles, uint32_t = 0) {
    for (uint32_t i = 0; i < ntiles; ++i) tw_pack_tile(start_tile_index + i, cb, 0, 0);
}
template <auto... flags>
ALWI void llk_pack_reconfig_data_format(uint32_t cb) {
    tw_pack_reconfig(cb, TW_NO_CB);
}
template <auto... flags>
ALWI void llk_pack_reconfig_data_format(uint32_t old_cb, uint32_t cb) {
    tw_pack_reconfig(cb, old_cb);
}
ALWI void llk_pack_reconfig_l1_acc(uint32_t enable) { tw_pack_l1_accumulate(enable); }
ALWI void llk_pack_relu_config(const ReluConfig& config) {
    tw_pack_relu(config.get_mode(), config.get_threshold() << 16);
}
ALWI void llk_pack_relu_config(uint32_t packed) { llk_pack_relu_config(ReluConfig::from_packed(packed)); }
// Set by itself, without the reduce it is named after: whatever is packed under it is meant to be.
template <auto... flags>
ALWI void llk_pack_reduce_mask_config(uint32_t = 0) {
    tw_pack_reduce_mask(TW_NO_CB, tw_detail::dim_of<flags...>);
}
ALWI void llk_pack_reduce_mask_clear() { tw_pack_reduce_mask_clear(); }
ALWI void llk_pack_set_fp32_dest_acc(bool enable) { tw_pack_set_fp32_dest(enable); }
template <uint32_t block_ct = 8, uint32_t full_ct = block_ct, bool diagonal = false, bool narrow_row = false,
          uint32_t row_datums = 32, bool dense = false>
ALWI void llk_pack_untilize_init(uint32_t cb, uint32_t = 16, uint32_t = 4) {
    tw_pack_untilize_init(cb, block_ct, full_ct, row_datums);
}
template <uint32_t block_ct = 8, uint32_t full_ct = block_ct, bool diagonal = false, bool narrow_row = false,
          uint32_t row_datums = 32, uint32_t ct_offset = 0, bool dense = false>
ALWI void llk_pack_untilize(uint32_t block_rt, uint32_t cb, uint32_t block_c_index = 0, uint32_t rt_offset = 0) {
    static_assert(!diagonal && !dense, "tilewright: diagonal and dense pack_untilize are not supported yet");
    tw_pack_untilize(cb, block_ct, full_ct, block_rt, block_c_index, rt_offset + ct_offset, row_datums, 0);
}
ALWI void llk_pack_untilize_uninit(uint32_t cb) { tw_pack_untilize_uninit(cb); }

// ---- circular buffers ------------------------------------------------------------------------------------------
template <auto... flags>
ALWI void llk_wait_tiles(uint32_t cb, uint32_t tiles) {
    cb_wait_front(cb, tiles);
}
template <auto... flags>
ALWI void llk_pop_tiles(uint32_t cb, uint32_t tiles, uint32_t = 0) {
    cb_pop_front(cb, tiles);
}
template <auto... flags>
ALWI void llk_wait_for_free_tiles(uint32_t cb, uint32_t tiles) {
    cb_reserve_back(cb, tiles);
}
template <auto... flags>
ALWI void llk_push_tiles(uint32_t cb, uint32_t tiles) {
    cb_push_back(cb, tiles);
}

// ---- bookkeeping and hardware semaphores -----------------------------------------------------------------------
enum class Operand : uint8_t { SRCA, SRCB, PACK };
template <auto... operands, typename... Args>
ALWI void state_configure(Args...) {}
ALWI uint32_t get_operand_id(uint32_t operand) { return operand; }
ALWI uint32_t get_output_id(uint32_t operand) { return operand; }

struct semaphore {
    static constexpr uint32_t MATH_PACK = 1, UNPACK_TO_DEST = 2, UNPACK_OPERAND_SYNC = 3, PACK_DONE = 4,
                              UNPACK_SYNC = 5, UNPACK_MATH_DONE = 6, MATH_DONE = 7;
    static constexpr uint16_t t6_sem(uint8_t index) { return static_cast<uint16_t>(1 << index); }
};
ALWI void semaphore_post(uint8_t index) { tw_t6_semaphore_post(index); }
ALWI void semaphore_get(uint8_t index) { tw_t6_semaphore_get(index); }
ALWI uint8_t semaphore_read(uint8_t index) { return static_cast<uint8_t>(tw_t6_semaphore_value(index)); }
ALWI void t6_semaphore_init(uint8_t index, uint8_t min_value, uint8_t max_value) {
    tw_t6_semaphore_init(index, max_value, min_value);
}
template <auto... stalls>
ALWI void t6_semaphore_post(uint8_t index) {
    tw_t6_semaphore_post(index);
}
template <auto... stalls>
ALWI void t6_semaphore_get(uint8_t index) {
    tw_t6_semaphore_get(index);
}
template <auto... stalls>
ALWI void t6_semaphore_wait_on_zero(uint8_t index) {
    tw_t6_semaphore_wait_zero(index);
}
template <auto... stalls>
ALWI void t6_semaphore_wait_on_max(uint8_t index) {
    tw_t6_semaphore_wait_max(index);
}
// Instructions complete in order here.
ALWI void tensix_sync() {}

}  // namespace ckernel
