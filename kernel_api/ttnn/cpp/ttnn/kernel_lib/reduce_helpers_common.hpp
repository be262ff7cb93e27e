// What the data-movement and the compute side of a reduce must agree on: which path runs, and which operand is where.
#pragma once

#include <stdint.h>

#include "llk_defs.h"

enum class ReduceFp32Mode : uint8_t { Fast, Accurate };

// True where the reduction runs in DST on the vector unit (exact integers, full fp32) and the scaler tile is not
// applied by the matrix unit.
template <ckernel::PoolType pool_type, ckernel::ReduceDim reduce_dim, DataFormat data_format,
          ReduceFp32Mode fp32_mode = ReduceFp32Mode::Fast>
constexpr bool is_sfpu_reduce_path() {
    constexpr bool along_one_axis = reduce_dim != ckernel::ReduceDim::REDUCE_SCALAR;
    constexpr bool sum_or_max = pool_type == ckernel::PoolType::SUM || pool_type == ckernel::PoolType::MAX;
    constexpr bool exact_integers =
        data_format == DataFormat::Int32 && (sum_or_max || pool_type == ckernel::PoolType::MIN);
    constexpr bool full_fp32 =
        data_format == DataFormat::Float32 && fp32_mode == ReduceFp32Mode::Accurate && sum_or_max;
    return along_one_axis && (exact_integers || full_fp32);
}

// ROW sums and averages on the matrix unit take the scaler in SrcA and the data in SrcB, since the low-level kernels of
// July 2026; before, like every other reduce, the data in SrcA.
#if defined(TW_LLK) && TW_LLK < 202607
inline constexpr bool row_sums_swap_operands = false;
#else
inline constexpr bool row_sums_swap_operands = true;
#endif
template <ckernel::PoolType pool_type, ckernel::ReduceDim reduce_dim, bool is_sfpu>
constexpr bool reduce_swaps_operands() {
    return row_sums_swap_operands && !is_sfpu && reduce_dim == ckernel::ReduceDim::REDUCE_ROW &&
           pool_type != ckernel::PoolType::MAX;
}
