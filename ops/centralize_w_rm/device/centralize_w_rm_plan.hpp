// The CB plan of centralize_w_rm: tilize, reduce, subtract with column broadcast, untilize.
#pragma once

#include "workshop/op/row_program.hpp"
#include "centralize_w_rm_device_operation_types.hpp"

namespace ttnn::operations::centralize_w_rm {

tilewright::workshop::OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType input_dtype, DataType output_dtype,
                                       bool fp32_dst, const tilewright::workshop::PlanRoom& room,
                                       tilewright::workshop::RowMath math = tilewright::workshop::RowMath::Sfpu);
tilewright::workshop::OpPlan make_plan(const CentralizeWRmParams& attributes, const CentralizeWRmInputs& args);

}  // namespace ttnn::operations::centralize_w_rm
