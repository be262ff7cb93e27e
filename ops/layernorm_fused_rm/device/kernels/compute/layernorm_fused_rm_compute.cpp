// (x - mean) * rsqrt(variance + epsilon) * gamma + beta along rows.
//
// Refined, a pass between mean and variance sums x - mean: what it leaves is the rounding error of the mean, which
// float32 results need where the mean is large.
//
// A tile-row is one block and stays in c_1 and c_24 (resident plan), or several blocks, each sent once per pass: mean,
// variance, result (streaming plan). Gamma and beta are tilized once and kept, or block by block.
#include "api/compute/eltwise_unary/rsqrt.h"
#include "ops/common/kernels/row_math.hpp"

namespace {

constexpr uint32_t cb_sticks = 0, cb_tiles = 1, cb_scaler = 2, cb_epsilon = 3, cb_gamma_stick = 4, cb_beta_stick = 5,
                   cb_gamma = 6, cb_beta = 7, cb_out = 16, cb_centered = 24, cb_mean = 25, cb_variance = 26,
                   cb_inverse = 27, cb_rest = 28, cb_first = 29;
constexpr uint32_t width_tiles = get_compile_time_arg_val(0);
constexpr bool partial = get_compile_time_arg_val(1) != 0;  // the last tile has columns beyond the tensor
constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
constexpr uint32_t blocks = get_compile_time_arg_val(3);
constexpr uint32_t parameter_tiles = get_compile_time_arg_val(4);
constexpr bool has_gamma = get_compile_time_arg_val(5) != 0;
constexpr bool has_beta = get_compile_time_arg_val(6) != 0;
constexpr bool refined = get_compile_time_arg_val(7) != 0;
constexpr bool resident = blocks == 1;
constexpr uint32_t last_tiles = width_tiles - (blocks - 1) * block_tiles;

ALWI void tilize_parameters() {
    for (uint32_t tile = 0; tile < block_tiles; tile += parameter_tiles) {
        if constexpr (has_gamma) row_math::tilize_block<parameter_tiles, cb_gamma_stick, cb_gamma>();
        if constexpr (has_beta) row_math::tilize_block<parameter_tiles, cb_beta_stick, cb_beta>();
    }
    if constexpr (has_gamma) cb_wait_front(cb_gamma, block_tiles);
    if constexpr (has_beta) cb_wait_front(cb_beta, block_tiles);
}

ALWI void load_and_center() {
    if (!resident) row_math::tilize_block<block_tiles, cb_sticks, cb_tiles>();
    cb_wait_front(cb_tiles, block_tiles);
    row_math::subtract_column<cb_tiles, cb_mean, cb_centered, refined ? cb_rest : row_math::no_cb>(block_tiles);
    cb_pop_front(cb_tiles, block_tiles);
    cb_wait_front(cb_centered, block_tiles);
}

// c_27 = rsqrt(variance + epsilon), in column 0.
ALWI void invert_deviation() {
    cb_wait_front(cb_variance, 1);
    pack_reconfig_data_format(cb_inverse);
    tile_regs_acquire();
    row_math::copy_from(cb_variance);
    copy_tile(cb_variance, 0, 0);
    row_math::copy_from(cb_epsilon);
    copy_tile(cb_epsilon, 0, 1);
    add_binary_tile_init();
    add_binary_tile(0, 1, 0);
    rsqrt_tile_init();
    rsqrt_tile(0);
    row_math::pack_out(cb_inverse, 1);
    cb_pop_front(cb_variance, 1);
}

// The results take the places of the input tiles in c_1.
ALWI void scale_and_shift() {
    pack_reconfig_data_format(cb_tiles);
    for (uint32_t tile = 0; tile < block_tiles; ++tile) {
        tile_regs_acquire();
        row_math::copy_from(cb_centered);
        copy_tile(cb_centered, tile, 0);
        row_math::copy_from(cb_inverse);
        copy_tile(cb_inverse, 0, 1);
        sfpu_mul_bcast_col_init();
        sfpu_mul_bcast_col(0, 1);
        if constexpr (has_gamma) {
            row_math::copy_from(cb_gamma);
            copy_tile(cb_gamma, tile, 2);
            sfpu_mul_bcast_row_init();
            sfpu_mul_bcast_row(0, 2);
        }
        if constexpr (has_beta) {
            row_math::copy_from(cb_beta);
            copy_tile(cb_beta, tile, 3);
            sfpu_add_bcast_row_init();
            sfpu_add_bcast_row(0, 3);
        }
        row_math::pack_out(cb_tiles, 1);
    }
}

}  // namespace

void kernel_main() {
    const uint32_t tile_rows = get_arg_val<uint32_t>(0);
    using row_math::Term;

    compute_kernel_hw_startup(cb_sticks, cb_sticks, cb_tiles);
    cb_wait_front(cb_scaler, partial ? 2 : 1);
    cb_wait_front(cb_epsilon, 1);
    if (resident) tilize_parameters();
    for (uint32_t row = 0; row < tile_rows; ++row) {
        for (uint32_t block = 0; block < blocks; ++block) {
            const bool last = block + 1 == blocks;
            row_math::tilize_block<block_tiles, cb_sticks, cb_tiles>();
            cb_wait_front(cb_tiles, block_tiles);
            row_math::add_to_row_means<cb_tiles, cb_scaler, cb_mean, cb_first, partial>(last ? last_tiles : block_tiles,
                                                                                        block == 0, last);
            if (!resident) cb_pop_front(cb_tiles, block_tiles);
        }
        cb_wait_front(cb_mean, 1);
        for (uint32_t block = 0; refined && block < blocks; ++block) {
            const bool last = block + 1 == blocks;
            if (!resident) row_math::tilize_block<block_tiles, cb_sticks, cb_tiles>();
            cb_wait_front(cb_tiles, block_tiles);
            row_math::add_to_row_sums<Term::Difference, cb_tiles, cb_scaler, cb_rest, partial, cb_mean>(
                last ? last_tiles : block_tiles, block == 0, last);
            if (!resident) cb_pop_front(cb_tiles, block_tiles);
        }
        if (refined) cb_wait_front(cb_rest, 1);
        for (uint32_t block = 0; block < blocks; ++block) {
            const bool last = block + 1 == blocks;
            load_and_center();
            row_math::add_to_row_sums<Term::Square, cb_centered, cb_scaler, cb_variance, partial>(
                last ? last_tiles : block_tiles, block == 0, last);
            if (!resident) cb_pop_front(cb_centered, block_tiles);
        }
        invert_deviation();
        cb_wait_front(cb_inverse, 1);
        for (uint32_t block = 0; block < blocks; ++block) {
            if (!resident) {
                load_and_center();
                tilize_parameters();
            }
            scale_and_shift();
            cb_pop_front(cb_centered, block_tiles);
            if (!resident && has_gamma) cb_pop_front(cb_gamma, block_tiles);
            if (!resident && has_beta) cb_pop_front(cb_beta, block_tiles);
            compute_kernel_lib::untilize<block_tiles, cb_tiles, cb_out>(1);
        }
        cb_pop_front(cb_inverse, 1);
        cb_pop_front(cb_mean, 1);
        if (refined) cb_pop_front(cb_rest, 1);
    }
}
