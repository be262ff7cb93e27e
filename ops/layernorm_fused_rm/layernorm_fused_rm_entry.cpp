// layernorm_fused_rm as the workshop sees it: how it is called, its plan, its float64 reference.
#include "layernorm_fused_rm.hpp"

#include <algorithm>
#include <cmath>

#include "device/layernorm_fused_rm_plan.hpp"
#include "ops/common/fpu_bounds.hpp"
#include "workshop/op/row_statistics.hpp"

namespace ttnn::operations::layernorm_fused_rm {

namespace ws = tilewright::workshop;

namespace {

// Allowed: |y gamma| (half the relative error of var + eps, 16 u) + d |gamma| / sigma' + 2 u |beta| + one unit of the
// output, d being the error of the mean; on the matrix unit, its bounds.
ws::Reference reference(const ws::OpCase& request, const ws::OpData& data) {
    ws::Reference expected;
    const size_t width = request.width();
    const std::vector<float>& gammas = data.other("gamma");
    const std::vector<float>& betas = data.other("beta");
    // The op takes epsilon as float32.
    const double epsilon = static_cast<float>(request.parameter("epsilon"));
    const bool fpu = request.math == ws::RowMath::Fpu;
    tilewright::ops::FpuBounds bounds(request);
    for (size_t first = 0; first < data.input.size(); first += width) {
        const float* x = data.input.data() + first;
        const ws::RowStatistics row = ws::row_statistics(request, x, /*two_parts=*/true);
        if (fpu) bounds.take_row(x, /*centered_is_result=*/false);
        const double u = row.half_unit;
        const double inverse = 1 / std::sqrt(row.variance + epsilon);
        // Half the relative error of var + eps as long as that is small; a 16-bit DST makes it large.
        const double least = std::max(row.variance - row.variance_error, 0.0) + epsilon;
        const double inverse_error = 1 / (std::sqrt(least) * inverse) - 1 + 8 * u;
        for (size_t i = 0; i < width; ++i) {
            const double gamma = gammas.empty() ? 1.0 : gammas[i];
            const double beta = betas.empty() ? 0.0 : betas[i];
            const double scaled = (x[i] - row.mean) * inverse * gamma;
            const double error = std::abs(scaled) * (inverse_error + 8 * u) +
                                 row.mean_error * inverse * std::abs(gamma) + 2 * u * std::abs(beta);
            const double fpu_error = fpu ? bounds.normalized(i, epsilon, gammas.empty() ? nullptr : gammas.data(),
                                                             betas.empty() ? nullptr : betas.data())
                                         : 0;
            expected.add(scaled + beta, fpu ? fpu_error : error, row.sigma * inverse * std::abs(gamma),
                         request.result_dtype());
        }
    }
    return expected;
}

}  // namespace

extern "C" void tilewright_op_layernorm_fused_rm(ws::OpDefinition& op) {
    op = {
        .name = "layernorm_fused_rm",
        .mathematics = "(x - mean(x)) * rsqrt(var(x) + epsilon) * gamma + beta",
        .inputs = {{.name = "input_tensor"},
                   {.name = "gamma", .shape = ws::InputShape::Row, .optional = true, .mean = 1, .deviation = 0.5},
                   {.name = "beta", .shape = ws::InputShape::Row, .optional = true}},
        .parameters =
            {{.name = "epsilon", .value = 1e-5, .tries = {1e-12, 1e-3, 0.5}, .wrong = {0.0, -1.0, INFINITY, NAN}}},
        .has_math = true,
        .takes_shards = true,
        .has_plans = true,
        .call =
            [](const ws::OpCall& call) {
                return ttnn::layernorm_fused_rm(call.input(), call.optional_input(1), call.optional_input(2),
                                                static_cast<float>(call.parameters[0]), call.memory_config,
                                                call.compute_kernel_config, call.dtype, call.core_grid, call.math);
            },
        .plan =
            [](const ws::OpCase& request, const ws::PlanRoom& room) {
                return make_plan(request.tensor_shape(), request.dtype, request.result_dtype(),
                                 request.dtype_of("gamma"), request.dtype_of("beta"), request.fp32_dst, room,
                                 request.math);
            },
        .reference = reference,
        .register_documentation = register_documentation,
    };
}

}  // namespace ttnn::operations::layernorm_fused_rm
