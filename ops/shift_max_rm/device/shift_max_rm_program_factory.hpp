// Builds the program of shift_max_rm and refreshes it for another call.
#pragma once

#include "shift_max_rm_device_operation_types.hpp"
#include "ttnn/device_operation.hpp"
#include "workshop/op/row_program.hpp"

namespace ttnn::operations::shift_max_rm::program {

struct ShiftMaxRmProgramFactory {
    using shared_variables_t = tilewright::workshop::RowKernels;
    using cached_program_t = ttnn::device_operation::CachedProgram<shared_variables_t>;

    static cached_program_t create(const ShiftMaxRmParams& operation_attributes, const ShiftMaxRmInputs& tensor_args,
                                   Tensor& tensor_return_value);
    static void override_runtime_arguments(cached_program_t& cached_program,
                                           const ShiftMaxRmParams& operation_attributes,
                                           const ShiftMaxRmInputs& tensor_args, Tensor& tensor_return_value);
};

}  // namespace ttnn::operations::shift_max_rm::program
