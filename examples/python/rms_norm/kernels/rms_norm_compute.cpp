// Per block of 32 rows: tilize, mean of squares, 1/sqrt, scale, gamma, untilize.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "ttnn/cpp/ttnn/kernel_lib/binary_op_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"

void kernel_main() {
    using namespace compute_kernel_lib;
    constexpr uint32_t tiles_across = get_compile_time_arg_val(0);
    constexpr bool has_gamma = get_compile_time_arg_val(1) != 0;
    const uint32_t blocks = get_arg_val<uint32_t>(0);
    constexpr uint32_t cb_in = 0, cb_gamma_rows = 1, cb_scaler = 8, cb_epsilon = 9, cb_out = 16;
    constexpr uint32_t cb_x = 24, cb_squares = 25, cb_mean = 26, cb_factor = 27, cb_scaled = 28, cb_gamma = 29;
    const auto row_of_tiles = BinaryInputBlockShape::of(1, tiles_across);

    compute_kernel_hw_startup(cb_in, cb_scaler, cb_out);
    if constexpr (has_gamma) tilize<tiles_across, cb_gamma_rows, cb_gamma>(1);

    for (uint32_t block = 0; block < blocks; ++block) {
        tilize<tiles_across, cb_in, cb_x>(1);
        square<BinaryInputPolicy::WaitUpfrontNoPop>(cb_x, cb_squares, row_of_tiles);
        reduce<PoolType::SUM, ReduceDim::REDUCE_ROW>(cb_squares, cb_scaler, cb_mean,
                                                     ReduceInputBlockShape::of(1, tiles_across));
        add<BroadcastDim::SCALAR, BinaryInputPolicy::WaitAndPopPerTile, BinaryInputPolicy::WaitUpfrontNoPop>(
            cb_mean, cb_epsilon, cb_factor, BinaryInputBlockShape::of(1, 1), [](uint32_t dst) {
                rsqrt_tile_init();
                rsqrt_tile(dst);
            });
        mul<BroadcastDim::COL, BinaryInputPolicy::NoWaitPopAtEnd, BinaryInputPolicy::WaitAndPopPerTile>(
            cb_x, cb_factor, cb_scaled, row_of_tiles);
        if constexpr (has_gamma) {
            // The tilized input is used up, so its CB takes the product.
            mul<BroadcastDim::NONE, BinaryInputPolicy::WaitAndPopPerTile, BinaryInputPolicy::WaitUpfrontNoPop>(
                cb_scaled, cb_gamma, cb_x, row_of_tiles);
            untilize<tiles_across, cb_x, cb_out>(1);
        } else {
            untilize<tiles_across, cb_scaled, cb_out>(1);
        }
    }
    // What was pushed once and used in every block leaves with the kernel.
    cb_pop_front(cb_scaler, 1);
    cb_pop_front(cb_epsilon, 1);
    if constexpr (has_gamma) cb_pop_front(cb_gamma, tiles_across);
}
