// A line at a time: its maximum, exp(x - max), the sum's reciprocal, the product.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/recip.h"
#include "ttnn/cpp/ttnn/kernel_lib/binary_op_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.hpp"

void kernel_main() {
    using namespace compute_kernel_lib;
    constexpr uint32_t along = get_compile_time_arg_val(0);
    constexpr bool across_columns = get_compile_time_arg_val(1) != 0;
    const uint32_t lines = get_arg_val<uint32_t>(0);
    constexpr uint32_t cb_in = 0, cb_scaler = 8, cb_out = 16, cb_max = 24, cb_exp = 25, cb_inverse = 26;

    // Along a row the maximum is a column of values, spread over columns; along a column it is the other way round.
    constexpr auto reduced = across_columns ? ReduceDim::REDUCE_ROW : ReduceDim::REDUCE_COL;
    constexpr auto spread = across_columns ? BroadcastDim::COL : BroadcastDim::ROW;
    constexpr auto line = across_columns ? ReduceInputBlockShape::of(1, along) : ReduceInputBlockShape::of(along, 1);
    constexpr auto block = across_columns ? BinaryInputBlockShape::of(1, along) : BinaryInputBlockShape::of(along, 1);

    compute_kernel_hw_startup(cb_in, cb_scaler, cb_out);
    for (uint32_t i = 0; i < lines; ++i) {
        reduce<PoolType::MAX, reduced, ReduceInputPolicy::WaitUpfrontNoPop>(cb_in, cb_scaler, cb_max, line);
        sub<spread, BinaryInputPolicy::NoWaitPopAtEnd, BinaryInputPolicy::WaitUpfrontPopAtEnd>(cb_in, cb_max, cb_exp,
                                                                                               block, [](uint32_t dst) {
                                                                                                   exp_tile_init();
                                                                                                   exp_tile(dst);
                                                                                               });
        reduce<PoolType::SUM, reduced, ReduceInputPolicy::WaitUpfrontNoPop>(cb_exp, cb_scaler, cb_inverse, line,
                                                                            ReduceInputMemoryLayout::contiguous(),
                                                                            NoAccumulation{}, [](uint32_t dst) {
                                                                                recip_tile_init();
                                                                                recip_tile(dst);
                                                                            });
        mul<spread, BinaryInputPolicy::NoWaitPopAtEnd, BinaryInputPolicy::WaitUpfrontPopAtEnd>(cb_exp, cb_inverse,
                                                                                               cb_out, block);
    }
    cb_pop_front(cb_scaler, 1);
}
