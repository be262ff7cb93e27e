// Builds the program of centralize_w_rm and refreshes it for another call.
#pragma once

#include "centralize_w_rm_device_operation_types.hpp"
#include "tt-metalium/host_api.hpp"
#include "ttnn/device_operation.hpp"

namespace ttnn::operations::centralize_w_rm::program {

struct CentralizeWRmSharedVariables {
    tt::tt_metal::KernelHandle reader_kernel_id = 0;
    tt::tt_metal::KernelHandle compute_kernel_id = 0;
    tt::tt_metal::KernelHandle writer_kernel_id = 0;
    CoreRangeSet all_cores;
    uint32_t num_cores = 0;
};

struct CentralizeWRmProgramFactory {
    using shared_variables_t = CentralizeWRmSharedVariables;
    using cached_program_t = ttnn::device_operation::CachedProgram<shared_variables_t>;

    static cached_program_t create(const CentralizeWRmParams& operation_attributes,
                                   const CentralizeWRmInputs& tensor_args, Tensor& tensor_return_value);
    static void override_runtime_arguments(cached_program_t& cached_program,
                                           const CentralizeWRmParams& operation_attributes,
                                           const CentralizeWRmInputs& tensor_args, Tensor& tensor_return_value);
};

}  // namespace ttnn::operations::centralize_w_rm::program
