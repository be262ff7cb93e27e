// The tile that a reduction multiplies with: SUM of rows, or the mean along some dimension.
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"

void kernel_main() {
    constexpr auto kPool = get_compile_time_arg_val(1) != 0 ? ckernel::PoolType::AVG : ckernel::PoolType::SUM;
    constexpr auto kDim = static_cast<ckernel::ReduceDim>(get_compile_time_arg_val(0));
    dataflow_kernel_lib::calculate_and_prepare_reduce_scaler<1, kPool, kDim, get_compile_time_arg_val(1)>();
}
