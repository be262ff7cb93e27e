// centralize_w_rm as the workshop sees it: how it is called, its plan, its float64 reference.
#include "centralize_w_rm.hpp"

#include <cmath>

#include "device/centralize_w_rm_plan.hpp"
#include "ops/common/fpu_bounds.hpp"
#include "workshop/op/row_statistics.hpp"

namespace ttnn::operations::centralize_w_rm {

namespace ws = tilewright::workshop;

namespace {

// Allowed: the error of the mean, two roundings of the difference, one unit of the output; on the matrix unit, its
// bounds.
ws::Reference reference(const ws::OpCase& request, const ws::OpData& data) {
    ws::Reference expected;
    const size_t width = request.width();
    const bool fpu = request.math == ws::RowMath::Fpu;
    tilewright::ops::FpuBounds bounds(request);
    for (size_t first = 0; first < data.input.size(); first += width) {
        const float* x = data.input.data() + first;
        const ws::RowStatistics row = ws::row_statistics(request, x, /*two_parts=*/true);
        if (fpu) bounds.take_row(x, /*centered_is_result=*/true);
        for (size_t i = 0; i < width; ++i) {
            const double centered = x[i] - row.mean;
            const double error = fpu ? bounds.centralized(i) : row.mean_error + 2 * row.half_unit * std::abs(centered);
            expected.add(centered, error, row.sigma, request.result_dtype());
        }
    }
    return expected;
}

}  // namespace

extern "C" void tilewright_op_centralize_w_rm(ws::OpDefinition& op) {
    op = {
        .name = "centralize_w_rm",
        .mathematics = "x - mean(x)",
        .inputs = {{.name = "input_tensor"}},
        .has_math = true,
        .takes_shards = true,
        .has_plans = true,
        .call =
            [](const ws::OpCall& call) {
                return ttnn::centralize_w_rm(call.input(), call.memory_config, call.compute_kernel_config, call.dtype,
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

}  // namespace ttnn::operations::centralize_w_rm
