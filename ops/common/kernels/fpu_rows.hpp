// Means of rows on the matrix unit, block by block, and the helpers that row ops on it are written with.
#pragma once

#include "api/compute/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/binary_op_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/streaming_reduce_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"

namespace fpu_rows {

// Adds the first `tiles` tiles of `cb_in`, weighted with the scaler (1/W), to the column in `cb_mean`, which holds the
// sum so far between blocks. The caller has waited for `cb_in` and pops it. The last tile of a row with columns beyond
// the tensor takes the second scaler tile, which is zero there.
template <uint32_t cb_in, uint32_t cb_scaler, uint32_t cb_mean, bool partial>
ALWI void add_to_mean(uint32_t tiles, uint32_t block, uint32_t blocks) {
    using namespace compute_kernel_lib;
    accumulate_reduce_block<PoolType::SUM, ReduceDim::REDUCE_ROW, ReduceInputPolicy::NoWaitNoPop>(
        cb_in, cb_scaler, cb_mean, ReduceInputBlockShape::row(tiles), block, blocks,
        partial ? ReducePartialScaler::last_tile_at(1) : ReducePartialScaler::none());
}

}  // namespace fpu_rows
