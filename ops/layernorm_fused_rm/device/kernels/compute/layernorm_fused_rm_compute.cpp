// (x - mean) * rsqrt(variance + epsilon) * gamma + beta along rows.
//
// Float32 results have a mean in two parts, which are subtracted one after the other.
//
// A tile-row is one block and stays in c_1 and c_24 (resident plan), or several blocks. Their tiles stay in c_1 and
// every block is sent once (tiles resident: what comes of x is made in DST), or each block is sent once per pass: mean,
// variance, result (streaming plan). Gamma and beta come as row 0 of tiles and stay, or come again for every block.
#include "api/compute/eltwise_unary/rsqrt.h"
#include "ops/common/kernels/row_math.hpp"

namespace {

constexpr uint32_t cb_sticks = 0, cb_tiles = 1, cb_scaler = 2, cb_epsilon = 3, cb_gamma = 6, cb_beta = 7, cb_out = 16,
                   cb_centered = 24, cb_mean = 25, cb_variance = 26, cb_inverse = 27, cb_rest = 28, cb_first = 29,
                   cb_result = 30;
constexpr uint32_t width_tiles = get_compile_time_arg_val(0);
constexpr bool partial = get_compile_time_arg_val(1) != 0;  // the last tile has columns beyond the tensor
constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
constexpr uint32_t blocks = get_compile_time_arg_val(3);
constexpr bool has_gamma = get_compile_time_arg_val(11) != 0;
constexpr bool has_beta = get_compile_time_arg_val(12) != 0;
constexpr uint32_t anchor_tiles = get_compile_time_arg_val(6);  // 0: the mean has one part
constexpr bool tiles_resident = get_compile_time_arg_val(7) != 0;
constexpr bool parameters_stay = get_compile_time_arg_val(8) != 0;
constexpr uint32_t second = anchor_tiles != 0 ? cb_rest : row_math::no_cb;
using Row = row_math::Row<width_tiles, block_tiles, blocks, partial, tiles_resident>;

ALWI void wait_for_parameters(uint32_t tiles) {
    if constexpr (has_gamma) cb_wait_front(cb_gamma, tiles);
    if constexpr (has_beta) cb_wait_front(cb_beta, tiles);
}

ALWI void pop_parameters() {
    if constexpr (has_gamma) cb_pop_front(cb_gamma, block_tiles);
    if constexpr (has_beta) cb_pop_front(cb_beta, block_tiles);
}

ALWI void load_and_center() {
    if (Row::streaming) row_math::tilize_block<block_tiles, cb_sticks, cb_tiles>();
    cb_wait_front(cb_tiles, block_tiles);
    row_math::subtract_column<cb_tiles, cb_mean, cb_centered, second>(block_tiles);
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
    row_math::pack_column_out(cb_inverse);
    cb_pop_front(cb_variance, 1);
}

// Gamma and beta from tile `parameter` on.
ALWI void scale_and_shift(uint32_t parameter) {
    pack_reconfig_data_format(cb_result);
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
            copy_tile(cb_gamma, parameter + tile, 2);
            sfpu_mul_bcast_row_init();
            sfpu_mul_bcast_row(0, 2);
        }
        if constexpr (has_beta) {
            row_math::copy_from(cb_beta);
            copy_tile(cb_beta, parameter + tile, 3);
            sfpu_add_bcast_row_init();
            sfpu_add_bcast_row(0, 3);
        }
        row_math::pack_out(cb_result, 1);
    }
}

// A block of c_1 as sticks of the result, all of it made in DST; gamma and beta from tile `parameter` on.
ALWI void normalize_into_sticks(uint32_t parameter) {
    constexpr uint32_t part = row_math::equal_part(block_tiles, row_math::DEST_AUTO_LIMIT - 2);
    constexpr uint32_t a = part, b = part + 1;  // slots for what the tiles are combined with
    cb_reserve_back(cb_out, block_tiles);
    pack_untilize_dest_init<part, block_tiles>(cb_out);
    for (uint32_t first = 0; first < block_tiles; first += part) {
        tile_regs_acquire();
        row_math::subtract_column_in_dst<cb_tiles, cb_mean, second>(first, part, a);
        row_math::copy_from(cb_inverse);
        copy_tile(cb_inverse, 0, a);
        sfpu_mul_bcast_col_init();
        for (uint32_t i = 0; i < part; ++i) sfpu_mul_bcast_col(i, a);
        if constexpr (has_gamma) {
            row_math::copy_from(cb_gamma);
            sfpu_mul_bcast_row_init();
            for (uint32_t i = 0; i < part; ++i) {
                copy_tile(cb_gamma, parameter + first + i, a);
                sfpu_mul_bcast_row(i, a);
            }
        }
        if constexpr (has_beta) {
            row_math::copy_from(cb_beta);
            sfpu_add_bcast_row_init();
            for (uint32_t i = 0; i < part; ++i) {
                copy_tile(cb_beta, parameter + first + i, b);
                sfpu_add_bcast_row(i, b);
            }
        }
        tile_regs_commit();
        tile_regs_wait();
        pack_untilize_dest<part, block_tiles>(cb_out, 1, first / part);
        tile_regs_release();
    }
    pack_untilize_uninit(cb_out);
    cb_push_back(cb_out, block_tiles);
}

// The last pass over a block that is not resident as tiles.
ALWI void finish_block(uint32_t parameter) {
    if (Row::streaming) load_and_center();
    scale_and_shift(parameter);
    cb_pop_front(cb_centered, block_tiles);
    compute_kernel_lib::untilize<block_tiles, cb_result, cb_out>(1);
}

}  // namespace

void kernel_main() {
    const uint32_t tile_rows = get_arg_val<uint32_t>(0);
    using row_math::Term;

    compute_kernel_hw_startup(cb_sticks, cb_sticks, cb_tiles);
    cb_wait_front(cb_scaler, partial ? 2 : 1);
    cb_wait_front(cb_epsilon, 1);
    for (uint32_t row = 0; row < tile_rows; ++row) {
        row_math::load_and_average<Row, cb_sticks, cb_tiles, cb_scaler, cb_mean, cb_first, second, anchor_tiles>();
        for (uint32_t block = 0; block < blocks; ++block) {
            const bool last = block + 1 == blocks;
            const uint32_t tiles = Row::tiles(block);
            if constexpr (tiles_resident) {
                row_math::add_to_row_sums<Term::SquaredDifference, cb_tiles, cb_scaler, cb_variance, partial, cb_mean,
                                          /*add_back=*/false, second>(tiles, block == 0, last, block * block_tiles);
            } else {
                load_and_center();
                row_math::add_to_row_sums<Term::Square, cb_centered, cb_scaler, cb_variance, partial>(tiles, block == 0,
                                                                                                      last);
                if (Row::streaming) cb_pop_front(cb_centered, block_tiles);
            }
        }
        invert_deviation();
        cb_wait_front(cb_inverse, 1);
        for (uint32_t block = 0; block < blocks; ++block) {
            wait_for_parameters(parameters_stay ? (block + 1) * block_tiles : block_tiles);
            const uint32_t parameter = parameters_stay ? block * block_tiles : 0;
            if constexpr (tiles_resident) {
                normalize_into_sticks(parameter);
                cb_pop_front(cb_tiles, block_tiles);
            } else {
                finish_block(parameter);
            }
            if (!parameters_stay) pop_parameters();
        }
        cb_pop_front(cb_inverse, 1);
        cb_pop_front(cb_mean, 1);
        if (anchor_tiles != 0) cb_pop_front(cb_rest, 1);
    }
}
