// Every moreh step and the matmul helper once, for compile checks: not meant to be run.
#include "api/compute/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/matmul_block_helpers.hpp"
#include "ttnn/kernel/compute/moreh_common.hpp"

namespace ckl = compute_kernel_lib;

void kernel_main() {
    compute_kernel_hw_startup(0, 1, 2);
    ArgFetcher arguments;
    const uint32_t tiles = arguments.get_next_arg_val<uint32_t>();
    add_tiles_to_cb(0, 1, 2);
    add_tiles_to_two_cbs(0, 1, 2, 3);
    sub_tiles_to_cb(0, 1, 2, 0, 0, 0, 0);
    sub_tiles_bcast_cols_to_cb(0, 1, 2);
    sub_tiles_bcast_rows_to_cb(0, 1, 2);
    mul_tiles_to_cb(0, 1, 2);
    mul_tiles_and_negative_to_cb(0, 1, 2);
    mul_tiles_and_mask_tile_to_cb(0, 1, 3, 2);
    mul_tiles_log_to_cb(0, 1, 2);
    mul_tiles_bcast_rows_to_cb(0, 1, 2);
    mul_tiles_bcast_rows_log_to_cb(0, 1, 2);
    mul_tiles_bcast_cols_to_cb(0, 1, 2);
    mul_tiles_bcast_cols_log_to_cb(0, 1, 2);
    copy_tile_to_cb(0, 2);
    sign_tile_to_cb(0, 2);
    recip_tile_to_cb(0, 2);
    log_tile_to_cb(0, 2);
    exp_tile_to_cb(0, 2);
    rexp_tile_to_cb(0, 2);
    mask_tile_to_cb(0, 3, 2);
    exp_tile_and_mask_tile_to_cb(0, 3, 2);
    rexp_tile_and_mask_tile_to_cb(0, 3, 2);
    reduce_tile_to_cb<true, PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 2, tiles, tiles, 0);
    power_tile_to_cb(0, 1, 2, 3, 4, 5, 2, false);
    power_tile_with_abs_x_to_cb(0, 1, 2, 3, 4, 5, 2, true);
    power_and_recip_tile_to_cb(0, 1, 2, 3, 4, 5, 2, true);
    add_bcast_rows_init_with_dt(0, 1);
    sub_tiles_init_with_dt(0, 1);
    mul_bcast_scalar_init_with_dt(0, 1);
    tile_regs_acquire();
    copy_tile_to_dst(0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile_from_dst(2);
    tile_regs_release();

    CircularBuffer in0(0), in1(1), out(2), interm(3);
    const auto shape = ckl::MatmulBlockShape::of(2, 2, 1, 2, 3, 2);
    ckl::matmul_block<>(in0, in1, out, interm, shape);
    ckl::matmul_block<false, true>(in0, in1, out, interm, shape);
    ckl::matmul_block<true, false, ckl::LastBlockTarget::OutWithRelu, ckl::OutputCBLayout::TileRowMajor,
                      ckl::matmul_config::InitMode::ShortAfterPreKBlock>(
        in0, in1, out, interm, shape, [](uint32_t) {}, [](uint32_t, uint32_t, bool) {});
}
