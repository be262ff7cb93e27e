// Running one case: tensors in, op call, values out.
#include "ops/common/op_case.hpp"

#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>

#include "metal/device_impl.hpp"
#include "ops/centralize_w_rm/centralize_w_rm.hpp"
#include "ops/centralize_w_rm/device/centralize_w_rm_plan.hpp"
#include "ops/layernorm_fused_rm/device/layernorm_fused_rm_plan.hpp"
#include "ops/layernorm_fused_rm/layernorm_fused_rm.hpp"
#include "ops/variance_w_rm/device/variance_w_rm_plan.hpp"
#include "ops/variance_w_rm/variance_w_rm.hpp"

namespace tilewright::ops {

using ttnn::DataType;
using ttnn::Tensor;

namespace {

const char* dtype_name(DataType dtype) { return dtype == DataType::FLOAT32 ? "float32" : "bfloat16"; }

ttnn::Shape shape_of(const std::vector<uint32_t>& dims) {
    return ttnn::Shape(ttsl::SmallVector<uint32_t>(dims.begin(), dims.end()));
}

Tensor to_card(const std::vector<float>& values, const std::vector<uint32_t>& shape, DataType dtype,
               ttnn::BufferType memory, ttnn::MeshDevice& device) {
    const ttnn::MemoryConfig config(ttnn::TensorMemoryLayout::INTERLEAVED, memory);
    const ttnn::TensorSpec spec(shape_of(shape),
                                ttnn::TensorLayout(dtype, ttnn::PageConfig(ttnn::Layout::ROW_MAJOR), config));
    return Tensor::from_vector<float>(values, spec, &device);
}

}  // namespace

const char* op_name(Op op) {
    return op == Op::Centralize ? "centralize_w_rm" : op == Op::Variance ? "variance_w_rm" : "layernorm_fused_rm";
}

std::optional<Op> find_op(const std::string& name) {
    for (const Op op : kAllOps) {
        if (name == op_name(op)) return op;
    }
    return std::nullopt;
}

std::string OpCase::text() const {
    std::string text =
        fmt::format("{} {} {} {}", op_name(op), fmt::join(shape, "x"), dtype_name(dtype), pattern_name(pattern));
    if (output_dtype && *output_dtype != dtype) text += fmt::format(" to {}", dtype_name(*output_dtype));
    if (gamma) text += fmt::format(" gamma {}", dtype_name(*gamma));
    if (beta) text += fmt::format(" beta {}", dtype_name(*beta));
    if (op == Op::Layernorm) text += fmt::format(" eps {:g}", epsilon);
    if (core_grid) text += fmt::format(" on {}x{} cores", core_grid->x, core_grid->y);
    if (!fp32_dst) text += " 16-bit DST";
    if (input_memory == ttnn::BufferType::L1) text += " input in L1";
    if (output_memory == ttnn::BufferType::L1) text += " output in L1";
    return text + fmt::format(" seed {}", seed);
}

Tensor call_op(const OpCase& request, const OpData& data, ttnn::MeshDevice& device) {
    const Tensor input = to_card(data.input, request.shape, request.dtype, request.input_memory, device);
    const ttnn::MemoryConfig output(ttnn::TensorMemoryLayout::INTERLEAVED, request.output_memory);
    const ttnn::DeviceComputeKernelConfig config = ttnn::WormholeComputeKernelConfig{
        .math_fidelity = request.fidelity, .math_approx_mode = false, .fp32_dest_acc_en = request.fp32_dst};
    const auto parameter = [&](const std::vector<float>& values, const std::optional<DataType>& dtype) {
        if (!dtype) return std::optional<const Tensor>();
        std::vector<uint32_t> shape(request.parameter_rank, 1);
        shape.back() = request.shape.back();
        return std::optional<const Tensor>(to_card(values, shape, *dtype, ttnn::BufferType::DRAM, device));
    };
    switch (request.op) {
        case Op::Centralize:
            return ttnn::centralize_w_rm(input, output, config, request.output_dtype, request.core_grid);
        case Op::Variance: return ttnn::variance_w_rm(input, output, config, request.output_dtype, request.core_grid);
        default:
            return ttnn::layernorm_fused_rm(input, parameter(data.gamma, request.gamma),
                                            parameter(data.beta, request.beta), request.epsilon, output, config,
                                            request.output_dtype, request.core_grid);
    }
}

OpPlan plan_of(const OpCase& request, const ttnn::MeshDevice& device) {
    using namespace ttnn::operations;
    const ttnn::Shape shape = shape_of(request.shape);
    const DataType output = request.output_dtype.value_or(request.dtype);
    const uint32_t l1 = l1_for_cbs(device);
    switch (request.op) {
        case Op::Centralize: return centralize_w_rm::make_plan(shape, request.dtype, output, request.fp32_dst, l1);
        case Op::Variance: return variance_w_rm::make_plan(shape, request.dtype, output, request.fp32_dst, l1);
        default:
            return layernorm_fused_rm::make_plan(shape, request.dtype, output, request.gamma, request.beta,
                                                 request.fp32_dst, l1);
    }
}

CaseResult run_case(const OpCase& request, const OpData& data, ttnn::MeshDevice& device) {
    CaseResult result;
    const auto begin = std::chrono::steady_clock::now();
    const Tensor output = call_op(request, data, device);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto& run = device.impl().last_run;
    result.findings = run.findings;
    result.cores = run.cores;
    result.plan = plan_of(request, device);
    result.logical_shape = output.logical_shape();
    result.padded_shape = output.padded_shape();
    const Tensor host = output.cpu();
    const auto bytes = host.host_bytes();
    result.bits.assign(reinterpret_cast<const uint8_t*>(bytes.data()),
                       reinterpret_cast<const uint8_t*>(bytes.data()) + bytes.size());
    result.values = host.to_vector<float>();
    result.accuracy = compare(request, make_reference(request, data), result.values);
    return result;
}

CaseResult run_case(const OpCase& request, ttnn::MeshDevice& device) {
    return run_case(request, make_data(request), device);
}

nlohmann::json CaseResult::to_json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const Finding& finding : findings) list.push_back(finding.to_json());
    return {{"ok", ok()},
            {"worst_ulp", accuracy.worst_ulp},
            {"norm_error", accuracy.norm_error},
            {"worst_of_allowed", accuracy.worst_of_allowed},
            {"cores", cores},
            {"seconds", seconds},
            {"plan", plan.to_json()},
            {"findings", list}};
}

void register_ops() {
    static std::once_flag once;
    std::call_once(once, [] {
        ttnn::operations::centralize_w_rm::register_documentation();
        ttnn::operations::variance_w_rm::register_documentation();
        ttnn::operations::layernorm_fused_rm::register_documentation();
    });
}

}  // namespace tilewright::ops
