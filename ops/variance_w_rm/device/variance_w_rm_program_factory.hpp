// Builds the program of variance_w_rm and refreshes it for another call.
#pragma once

#include "variance_w_rm_device_operation_types.hpp"
#include "workshop/op/row_program.hpp"
#include "ttnn/device_operation.hpp"

namespace ttnn::operations::variance_w_rm::program {

struct VarianceWRmProgramFactory {
    using shared_variables_t = tilewright::workshop::RowKernels;
    using cached_program_t = ttnn::device_operation::CachedProgram<shared_variables_t>;

    static cached_program_t create(const VarianceWRmParams& operation_attributes, const VarianceWRmInputs& tensor_args,
                                   Tensor& tensor_return_value);
    static void override_runtime_arguments(cached_program_t& cached_program,
                                           const VarianceWRmParams& operation_attributes,
                                           const VarianceWRmInputs& tensor_args, Tensor& tensor_return_value);
};

}  // namespace ttnn::operations::variance_w_rm::program
