// Mean of a block of tiles in L1 along rows, columns or both: by reduce_tile, or by adding tiles and collapsing the
// sum.
#include "api/compute/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.hpp"

void kernel_main() {
    namespace lib = compute_kernel_lib;
    constexpr uint32_t kHeight = get_compile_time_arg_val(0), kWidth = get_compile_time_arg_val(1);
    constexpr auto kDim = static_cast<ckernel::ReduceDim>(get_compile_time_arg_val(2));
    constexpr uint32_t kResults = get_compile_time_arg_val(4), kElements = get_compile_time_arg_val(5);
    constexpr bool kByAdding = get_compile_time_arg_val(6) != 0;
    constexpr uint32_t kIn = 0, kScaler = 1, kOut = 16;
    constexpr auto kTaken = lib::ReduceInputPolicy::BulkWaitBulkPop;
    constexpr auto kFormats = lib::ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT;
    const auto block = lib::ReduceInputBlockShape::of(kHeight, kWidth, 1);
    compute_kernel_hw_startup(kIn, kByAdding ? kIn : kScaler, kOut);
    for (uint32_t left = get_compile_time_arg_val(3); left > 0; --left) {
        cb_reserve_back(kIn, kHeight * kWidth);
        cb_push_back(kIn, kHeight * kWidth);
        if constexpr (kByAdding) {
            lib::reduce_mean<kDim, kIn, kScaler, kOut, kTaken, kFormats, ReduceFp32Mode::Fast,
                             lib::ReduceAlgorithm::AccumulateViaAdd>(block, kElements);
        } else {
            lib::reduce<ckernel::PoolType::AVG, kDim, kIn, kScaler, kOut, kTaken, kFormats>(block);
        }
        if (left > 1) {
            cb_wait_front(kOut, kResults);
            cb_pop_front(kOut, kResults);
        }
    }
}
