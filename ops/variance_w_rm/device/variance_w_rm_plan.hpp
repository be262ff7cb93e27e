// The CB plan of variance_w_rm: tilize, reduce, subtract, square, reduce, untilize.
#pragma once

#include "ops/common/cb_plan.hpp"
#include "ops/variance_w_rm/device/variance_w_rm_device_operation_types.hpp"

namespace ttnn::operations::variance_w_rm {

tilewright::ops::OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType input_dtype, DataType output_dtype,
                                  bool fp32_dst, uint32_t l1_bytes);
tilewright::ops::OpPlan make_plan(const VarianceWRmParams& attributes, const VarianceWRmInputs& args);

}  // namespace ttnn::operations::variance_w_rm
