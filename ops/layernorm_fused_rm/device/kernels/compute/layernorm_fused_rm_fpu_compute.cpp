// (x - mean) * rsqrt(variance + epsilon) * gamma + beta along rows on the matrix unit, in twelve phases.
//
// A tile-row is one block and stays in c_1 and c_24 (resident plan), or several blocks, each sent once per pass: mean,
// variance, result (streaming plan). c_1 takes the squares and the results once the input has left it. Gamma and beta
// are tilized once and kept, or block by block.
#include "api/compute/eltwise_unary/rsqrt.h"
#include "ops/common/kernels/fpu_rows.hpp"

namespace {

constexpr uint32_t cb_sticks = 0, cb_tiles = 1, cb_scaler = 2, cb_epsilon = 3, cb_gamma_stick = 4, cb_beta_stick = 5,
                   cb_gamma = 6, cb_beta = 7, cb_out = 16, cb_centered = 24, cb_mean = 25, cb_variance = 26,
                   cb_inverse = 27;
constexpr uint32_t width_tiles = get_compile_time_arg_val(0);
constexpr bool partial = get_compile_time_arg_val(1) != 0;  // the last tile has columns beyond the tensor
constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
constexpr uint32_t blocks = get_compile_time_arg_val(3);
constexpr uint32_t parameter_tiles = get_compile_time_arg_val(13);
constexpr bool has_gamma = get_compile_time_arg_val(11) != 0;
constexpr bool has_beta = get_compile_time_arg_val(12) != 0;
constexpr bool resident = blocks == 1;
constexpr uint32_t last_tiles = width_tiles - (blocks - 1) * block_tiles;

using namespace compute_kernel_lib;

ALWI void tilize_parameters() {
    for (uint32_t tile = 0; tile < block_tiles; tile += parameter_tiles) {
        if constexpr (has_gamma) tilize<parameter_tiles, cb_gamma_stick, cb_gamma>(1);
        if constexpr (has_beta) tilize<parameter_tiles, cb_beta_stick, cb_beta>(1);
    }
    if constexpr (has_gamma) cb_wait_front(cb_gamma, block_tiles);
    if constexpr (has_beta) cb_wait_front(cb_beta, block_tiles);
}

ALWI void load_and_center() {
    if (!resident) tilize<block_tiles, cb_sticks, cb_tiles>(1);
    fpu_rows::combine<EltwiseBinaryType::ELWSUB, BroadcastType::COL, cb_tiles, cb_mean, cb_centered>(block_tiles);
}

// c_27 = rsqrt(variance + epsilon), in column 0.
ALWI void invert_deviation() {
    const auto inverse_root = [](uint32_t dst) {
        rsqrt_tile_init();
        rsqrt_tile(dst);
    };
    fpu_rows::combine<EltwiseBinaryType::ELWADD, BroadcastType::SCALAR, cb_variance, cb_epsilon, cb_inverse>(
        1, inverse_root);
}

ALWI void scale_and_shift() {
    fpu_rows::combine<EltwiseBinaryType::ELWMUL, BroadcastType::COL, cb_centered, cb_inverse, cb_tiles>(block_tiles);
    if constexpr (has_gamma) fpu_rows::combine_with_row<EltwiseBinaryType::ELWMUL, cb_tiles, cb_gamma>(block_tiles);
    if constexpr (has_beta) fpu_rows::combine_with_row<EltwiseBinaryType::ELWADD, cb_tiles, cb_beta>(block_tiles);
}

}  // namespace

void kernel_main() {
    const uint32_t tile_rows = get_arg_val<uint32_t>(0);

    compute_kernel_hw_startup(cb_sticks, cb_scaler, cb_tiles);
    cb_wait_front(cb_epsilon, 1);
    if (resident) tilize_parameters();
    for (uint32_t row = 0; row < tile_rows; ++row) {
        for (uint32_t block = 0; block < blocks; ++block) {
            const uint32_t tiles = block + 1 == blocks ? last_tiles : block_tiles;
            tilize<block_tiles, cb_sticks, cb_tiles>(1);
            cb_wait_front(cb_tiles, block_tiles);
            fpu_rows::add_to_mean<cb_tiles, cb_scaler, cb_mean, partial>(tiles, block, blocks);
            if (!resident) cb_pop_front(cb_tiles, block_tiles);
        }
        cb_wait_front(cb_mean, 1);
        for (uint32_t block = 0; block < blocks; ++block) {
            const uint32_t tiles = block + 1 == blocks ? last_tiles : block_tiles;
            load_and_center();
            fpu_rows::square<cb_centered, cb_tiles>(block_tiles);
            cb_wait_front(cb_tiles, block_tiles);
            fpu_rows::add_to_mean<cb_tiles, cb_scaler, cb_variance, partial>(tiles, block, blocks);
            cb_pop_front(cb_tiles, block_tiles);
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
            if (!resident && has_gamma) cb_pop_front(cb_gamma, block_tiles);
            if (!resident && has_beta) cb_pop_front(cb_beta, block_tiles);
            untilize<block_tiles, cb_tiles, cb_out>(1);
        }
        cb_pop_front(cb_inverse, 1);
        cb_pop_front(cb_mean, 1);
    }
}
