// The CB plan of layernorm_fused_rm: twelve phases from tilize to untilize.
#pragma once

#include "workshop/op/row_program.hpp"
#include "layernorm_fused_rm_device_operation_types.hpp"

namespace ttnn::operations::layernorm_fused_rm {

// A parameter that is absent has no dtype.
tilewright::workshop::OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType input_dtype, DataType output_dtype,
                                       const std::optional<DataType>& gamma_dtype,
                                       const std::optional<DataType>& beta_dtype, bool fp32_dst,
                                       const tilewright::workshop::PlanRoom& room,
                                       tilewright::workshop::RowMath math = tilewright::workshop::RowMath::Sfpu);
tilewright::workshop::OpPlan make_plan(const LayernormFusedRmParams& attributes, const LayernormFusedRmInputs& args);

}  // namespace ttnn::operations::layernorm_fused_rm
