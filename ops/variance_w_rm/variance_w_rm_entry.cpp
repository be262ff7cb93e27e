// variance_w_rm as the workshop sees it: how it is called, its plan, its float64 reference.
#include "variance_w_rm.hpp"

#include "device/variance_w_rm_plan.hpp"
#include "ops/common/fpu_bounds.hpp"
#include "workshop/op/row_statistics.hpp"

namespace ttnn::operations::variance_w_rm {

namespace ws = tilewright::workshop;

namespace {

// Allowed: the error of the variance, which holds the square of the mean's, and one unit of the output; on the matrix
// unit, its bounds.
ws::Reference reference(const ws::OpCase& request, const ws::OpData& data) {
    ws::Reference expected;
    const bool fpu = request.math == ws::RowMath::Fpu;
    tilewright::ops::FpuBounds bounds(request);
    for (size_t first = 0; first < data.input.size(); first += request.width()) {
        const ws::RowStatistics row = ws::row_statistics(request, data.input.data() + first, /*two_parts=*/false);
        if (fpu) bounds.take_row(data.input.data() + first, /*centered_is_result=*/false);
        expected.add(row.variance, fpu ? bounds.variance() : row.variance_error, 0, request.result_dtype());
    }
    return expected;
}

}  // namespace

extern "C" void tilewright_op_variance_w_rm(ws::OpDefinition& op) {
    op = {
        .name = "variance_w_rm",
        .mathematics = "mean((x - mean(x))^2)",
        .inputs = {{.name = "input_tensor"}},
        .reduces = true,
        .has_math = true,
        .takes_shards = true,
        .has_plans = true,
        .call =
            [](const ws::OpCall& call) {
                return ttnn::variance_w_rm(call.input(), call.memory_config, call.compute_kernel_config, call.dtype,
                                           call.core_grid, call.math);
            },
        .plan =
            [](const ws::OpCase& request, const ws::PlanRoom& room) {
                return make_plan(request.tensor_shape(), request.dtype, request.result_dtype(), request.fp32_dst, room,
                                 request.math);
            },
        .reference = reference,
        .register_documentation = register_documentation,
    };
}

}  // namespace ttnn::operations::variance_w_rm
