// The CB plan of shift_max_rm.
#pragma once

#include <optional>

#include "shift_max_rm_device_operation_types.hpp"
#include "workshop/op/row_program.hpp"

namespace ttnn::operations::shift_max_rm {

// By the dtypes of inputs and result; an input that is absent has none.
tilewright::workshop::OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType x, DataType output, bool fp32_dst,
                                       uint32_t l1_bytes);
tilewright::workshop::OpPlan make_plan(const ShiftMaxRmParams& attributes, const ShiftMaxRmInputs& args);

}  // namespace ttnn::operations::shift_max_rm
