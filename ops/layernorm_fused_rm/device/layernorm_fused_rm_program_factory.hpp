// Builds the program of layernorm_fused_rm and refreshes it for another call.
#pragma once

#include "layernorm_fused_rm_device_operation_types.hpp"
#include "workshop/op/row_program.hpp"
#include "ttnn/device_operation.hpp"

namespace ttnn::operations::layernorm_fused_rm::program {

struct LayernormFusedRmProgramFactory {
    using shared_variables_t = tilewright::workshop::RowKernels;
    using cached_program_t = ttnn::device_operation::CachedProgram<shared_variables_t>;

    static cached_program_t create(const LayernormFusedRmParams& operation_attributes,
                                   const LayernormFusedRmInputs& tensor_args, Tensor& tensor_return_value);
    static void override_runtime_arguments(cached_program_t& cached_program,
                                           const LayernormFusedRmParams& operation_attributes,
                                           const LayernormFusedRmInputs& tensor_args, Tensor& tensor_return_value);
};

}  // namespace ttnn::operations::layernorm_fused_rm::program
