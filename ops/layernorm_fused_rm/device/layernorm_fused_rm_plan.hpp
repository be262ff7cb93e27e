// The CB plan of layernorm_fused_rm: twelve phases from tilize to untilize.
#pragma once

#include "workshop/op/cb_plan.hpp"
#include "layernorm_fused_rm_device_operation_types.hpp"

namespace ttnn::operations::layernorm_fused_rm {

// A parameter that is absent has no dtype.
tilewright::workshop::OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType input_dtype, DataType output_dtype,
                                       const std::optional<DataType>& gamma_dtype,
                                       const std::optional<DataType>& beta_dtype, bool fp32_dst, uint32_t l1_bytes,
                                       tilewright::workshop::RowMath math = tilewright::workshop::RowMath::Sfpu);
// On the matrix unit gamma and beta pass through c_4 and c_5 in pieces of so many tiles; divides the block.
uint32_t parameter_tiles(uint32_t block_tiles);
tilewright::workshop::OpPlan make_plan(const LayernormFusedRmParams& attributes, const LayernormFusedRmInputs& args);

}  // namespace ttnn::operations::layernorm_fused_rm
