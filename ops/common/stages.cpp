// What each stage checks.
#include "ops/common/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "metal/program_impl.hpp"
#include "ops/centralize_w_rm/device/centralize_w_rm_device_operation.hpp"
#include "ops/common/validate.hpp"
#include "ops/layernorm_fused_rm/device/layernorm_fused_rm_device_operation.hpp"
#include "ops/layernorm_fused_rm/layernorm_fused_rm.hpp"
#include "ops/variance_w_rm/device/variance_w_rm_device_operation.hpp"
#include "program/layout.hpp"
#include "tt-metalium/allocator.hpp"
#include "ttnn/op_registry.hpp"

namespace tilewright::ops {

using ttnn::BufferType;
using ttnn::DataType;
using ttnn::Layout;
using ttnn::Tensor;
namespace tm = tt::tt_metal;

void StageResult::check(bool condition, const std::string& what) {
    ++checks;
    if (condition) return;
    passed = false;
    failures.push_back(what);
}

void StageResult::add(const CaseResult& result) {
    ++cases;
    worst_ulp = std::max(worst_ulp, result.accuracy.worst_ulp);
    worst_norm_error = std::max(worst_norm_error, result.accuracy.norm_error);
    most_cores = std::max(most_cores, result.cores);
    most_cb_bytes = std::max(most_cb_bytes, result.plan.bytes());
}

nlohmann::json StageResult::to_json() const {
    return {{"stage", stage},         {"name", name},
            {"passed", passed},       {"checks", checks},
            {"failures", failures},   {"cases", cases},
            {"worst_ulp", worst_ulp}, {"norm_error", worst_norm_error},
            {"cores", most_cores},    {"cb_bytes", most_cb_bytes},
            {"seconds", seconds}};
}

const char* stage_name(int stage) {
    static constexpr const char* names[] = {
        "",           "API exists", "validation", "registration", "device operation", "program factory", "kernels run",
        "correctness"};
    return names[stage];
}

namespace {

Tensor tensor_of(const std::vector<uint32_t>& dims, DataType dtype, Layout layout, ttnn::MeshDevice* device,
                 const ttnn::MemoryConfig& memory = ttnn::MemoryConfig()) {
    const ttnn::Shape shape(ttsl::SmallVector<uint32_t>(dims.begin(), dims.end()));
    const ttnn::TensorSpec spec(shape, ttnn::TensorLayout(dtype, ttnn::PageConfig(layout), memory));
    return Tensor::from_vector<float>(std::vector<float>(shape.volume(), 1.0f), spec, device);
}

// Calls the op with default options.
Tensor call(Op op, const Tensor& input, const std::optional<ttnn::MemoryConfig>& memory = std::nullopt,
            const std::optional<DataType>& dtype = std::nullopt,
            const std::optional<ttnn::CoreCoord>& grid = std::nullopt) {
    const auto config = default_compute_config(input, std::nullopt);
    const auto target = memory.value_or(input.memory_config());
    const auto output = dtype.value_or(input.dtype());
    switch (op) {
        case Op::Centralize: return ttnn::prim::centralize_w_rm(input, output, config, grid, target);
        case Op::Variance: return ttnn::prim::variance_w_rm(input, output, config, grid, target);
        default:
            return ttnn::prim::layernorm_fused_rm(input, std::nullopt, std::nullopt, 1e-5f, output, config, grid,
                                                  target);
    }
}

std::string error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

bool has_all(const std::string& text, const std::vector<std::string>& words) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

// A refusal names the argument, what was given and what is allowed; and nothing stays allocated.
void expect_refusal(StageResult& result, ttnn::MeshDevice& device, const std::string& what,
                    const std::vector<std::string>& words, const std::function<void()>& action) {
    const auto dram = [&] { return device.allocator()->get_statistics(BufferType::DRAM).total_allocated_bytes; };
    const auto l1 = [&] { return device.allocator()->get_statistics(BufferType::L1).total_allocated_bytes; };
    const size_t entries = device.num_program_cache_entries();
    const size_t dram_before = dram(), l1_before = l1();
    const std::string error = error_of(action);
    result.check(has_all(error, words), fmt::format("{}: the error must have {}; it is: {}", what,
                                                    fmt::join(words, ", "), error.empty() ? "none" : error));
    result.check(dram() == dram_before && l1() == l1_before && device.num_program_cache_entries() == entries,
                 what + ": something was allocated or cached by a call that was refused");
}

void stage_2(Op op, ttnn::MeshDevice& device, StageResult& result) {
    const std::string name = op_name(op);
    const std::vector<std::pair<std::string, std::pair<Tensor, std::vector<std::string>>>> wrong = {
        {"rank 1",
         {tensor_of({32}, DataType::BFLOAT16, Layout::ROW_MAJOR, &device),
          {name, "input_tensor", "rank", "2 or more", "1"}}},
        {"tile layout",
         {tensor_of({32, 32}, DataType::BFLOAT16, Layout::TILE, &device),
          {name, "input_tensor", "layout", "ROW_MAJOR", "TILE"}}},
        {"uint32",
         {tensor_of({32, 32}, DataType::INT32, Layout::ROW_MAJOR, nullptr).to_device(&device),
          {name, "input_tensor", "dtype", "BFLOAT16", "INT32"}}},
    };
    for (const auto& [what, given] : wrong) {
        const Tensor& input = given.first;
        expect_refusal(result, device, what, given.second, [&] { call(op, input); });
    }
    const Tensor host = tensor_of({32, 32}, DataType::BFLOAT16, Layout::ROW_MAJOR, nullptr);
    expect_refusal(result, device, "host tensor", {"must be on a device", "HOST"}, [&] { call(op, host); });
    Tensor freed = tensor_of({32, 32}, DataType::BFLOAT16, Layout::ROW_MAJOR, &device);
    freed.deallocate();
    expect_refusal(result, device, "freed tensor", {"freed"}, [&] { call(op, freed); });
    const ttnn::MemoryConfig sharded(ttnn::TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                                     ttnn::ShardSpec(ttnn::CoreRangeSet(ttnn::CoreRange({0, 0}, {0, 1})), {32, 32}));
    {
        const Tensor input = tensor_of({64, 32}, DataType::BFLOAT16, Layout::ROW_MAJOR, &device, sharded);
        expect_refusal(result, device, "sharded input", {name, "input_tensor", "INTERLEAVED", "HEIGHT_SHARDED"},
                       [&] { call(op, input); });
    }
    const Tensor good = tensor_of({2, 33, 40}, DataType::BFLOAT16, Layout::ROW_MAJOR, &device);
    expect_refusal(result, device, "sharded output", {name, "memory_config", "INTERLEAVED", "HEIGHT_SHARDED"},
                   [&] { call(op, good, sharded); });
    expect_refusal(result, device, "output dtype", {name, "dtype", "FLOAT32", "UINT32"},
                   [&] { call(op, good, std::nullopt, DataType::UINT32); });
    expect_refusal(result, device, "grid too large", {name, "core_grid", "99x1"},
                   [&] { call(op, good, std::nullopt, std::nullopt, ttnn::CoreCoord{99, 1}); });
    if (op == Op::Layernorm) {
        const Tensor narrow = tensor_of({39}, DataType::BFLOAT16, Layout::ROW_MAJOR, &device);
        const Tensor tall = tensor_of({2, 40}, DataType::BFLOAT16, Layout::ROW_MAJOR, &device);
        const Tensor tiled = tensor_of({1, 40}, DataType::BFLOAT16, Layout::TILE, &device);
        const auto with = [&](const Tensor& gamma, float epsilon) {
            ttnn::layernorm_fused_rm(good, gamma, std::nullopt, epsilon);
        };
        expect_refusal(result, device, "short gamma", {name, "gamma", "[40]", "39"}, [&] { with(narrow, 1e-5f); });
        expect_refusal(result, device, "two gammas", {name, "gamma", "[40]", "2, 40"}, [&] { with(tall, 1e-5f); });
        expect_refusal(result, device, "tiled gamma", {name, "gamma", "layout", "TILE"}, [&] { with(tiled, 1e-5f); });
        expect_refusal(result, device, "short beta", {name, "beta", "[40]", "39"},
                       [&] { ttnn::layernorm_fused_rm(good, std::nullopt, narrow, 1e-5f); });
        for (const float epsilon : {0.0f, -1.0f, INFINITY, NAN}) {
            expect_refusal(result, device, fmt::format("epsilon {}", epsilon), {name, "epsilon", "positive"},
                           [&] { ttnn::layernorm_fused_rm(good, std::nullopt, std::nullopt, epsilon); });
        }
    }
    result.check(error_of([&] { call(op, good); }).empty(), "a right call is refused");
}

// The op's program as its factory builds it.
template <typename DeviceOp>
void with_program(const typename DeviceOp::operation_attributes_t& attributes,
                  const typename DeviceOp::tensor_args_t& args,
                  const std::function<void(const ttnn::TensorSpec&, tm::Program&)>& look) {
    auto output = DeviceOp::create_output_tensors(attributes, args);
    auto factory = DeviceOp::select_program_factory(attributes, args);
    auto made = std::visit([&](auto chosen) { return decltype(chosen)::create(attributes, args, output); }, factory);
    look(DeviceOp::compute_output_specs(attributes, args), made.program);
}

void build(Op op, const Tensor& input, const std::function<void(const ttnn::TensorSpec&, tm::Program&)>& look) {
    using namespace ttnn::operations;
    const auto config = default_compute_config(input, std::nullopt);
    switch (op) {
        case Op::Centralize:
            return with_program<centralize_w_rm::CentralizeWRmDeviceOperation>(
                {input.dtype(), config, std::nullopt, input.memory_config()}, {input}, look);
        case Op::Variance:
            return with_program<variance_w_rm::VarianceWRmDeviceOperation>(
                {input.dtype(), config, std::nullopt, input.memory_config()}, {input}, look);
        default: {
            const std::optional<const Tensor> none;
            return with_program<layernorm_fused_rm::LayernormFusedRmDeviceOperation>(
                {1e-5f, input.dtype(), config, std::nullopt, input.memory_config()}, {input, none, none}, look);
        }
    }
}

void stage_4(Op op, ttnn::MeshDevice& device, StageResult& result) {
    for (const auto& dims : std::vector<std::vector<uint32_t>>{{32, 32}, {2, 3, 65, 100}}) {
        for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
            const Tensor input = tensor_of(dims, dtype, Layout::ROW_MAJOR, &device);
            build(op, input, [&](const ttnn::TensorSpec& spec, tm::Program&) {
                ttnn::Shape logical = input.logical_shape(), padded = logical;
                if (op == Op::Variance) logical[-1] = 1, padded = logical, padded[-1] = 32;
                result.check(spec.logical_shape() == logical,
                             fmt::format("logical shape {}, expected {}", spec.logical_shape(), logical));
                result.check(spec.padded_shape() == padded,
                             fmt::format("padded shape {}, expected {}", spec.padded_shape(), padded));
                result.check(spec.data_type() == dtype, "the output has another dtype than the input");
                result.check(spec.layout() == Layout::ROW_MAJOR, "the output is not row-major");
                result.check(spec.memory_config() == input.memory_config(), "the output lies elsewhere");
            });
        }
    }
}

// The program has exactly the planned CBs.
void stage_5(Op op, ttnn::MeshDevice& device, StageResult& result) {
    for (const auto& dims :
         std::vector<std::vector<uint32_t>>{{1, 1, 32, 32}, {1, 32, 64, 64}, {70, 100}, {64, 4096}, {40, 20000}}) {
        OpCase request;
        request.op = op;
        request.shape = dims;
        const Tensor input = tensor_of(dims, request.dtype, Layout::ROW_MAJOR, &device);
        build(op, input, [&](const ttnn::TensorSpec&, tm::Program& program) {
            const OpPlan plan = plan_of(request, device);
            const auto& made = program.impl().descriptor;
            const std::string what = fmt::format("{}: ", request.text());
            result.check(made.cbs.size() == plan.cbs.size(),
                         fmt::format("{}{} CBs, planned {}", what, made.cbs.size(), plan.cbs.size()));
            for (size_t i = 0; i < std::min(made.cbs.size(), plan.cbs.size()); ++i) {
                const auto& cb = made.cbs[i];
                const PlannedCb& planned = plan.cbs[i];
                result.check(cb.formats.size() == 1 && cb.formats[0].index == planned.index &&
                                 cb.formats[0].page_bytes == planned.page_bytes() &&
                                 cb.total_bytes == planned.bytes() &&
                                 static_cast<int>(cb.formats[0].format) == static_cast<int>(planned.format),
                             fmt::format("{}c_{} is not as planned", what, planned.index));
            }
            result.check(made.kernels.size() == 3, fmt::format("{}{} kernels, expected 3", what, made.kernels.size()));
            const CoreCoord grid = device.compute_with_storage_grid_size();
            const size_t cores = std::min<size_t>(plan.rows.tile_rows(), grid.x * grid.y);
            for (const auto& kernel : made.kernels) {
                result.check(kernel.runtime_args.size() == cores,
                             fmt::format("{}{} has arguments on {} cores, expected {}", what, kernel.display_name(),
                                         kernel.runtime_args.size(), cores));
            }
            result.check(plan.bytes() <= plan.l1_bytes, what + "does not fit L1");
            result.most_cb_bytes = std::max(result.most_cb_bytes, plan.bytes());
            result.most_cores = std::max<uint64_t>(result.most_cores, cores);
        });
        ++result.cases;
    }
}

void run_cases(const std::vector<OpCase>& cases, ttnn::MeshDevice& device, StageResult& result, bool correct,
               const Progress& progress) {
    for (const OpCase& request : cases) {
        if (progress) progress(request.text());
        try {
            const CaseResult outcome = run_case(request, device);
            result.add(outcome);
            result.check(outcome.findings.empty(),
                         outcome.findings.empty() ? "" : request.text() + ": " + outcome.findings.front().to_text());
            if (correct) {
                result.check(outcome.accuracy.ok(),
                             fmt::format("{}: element {} is off by {:.3g} of what is allowed", request.text(),
                                         outcome.accuracy.worst_index, outcome.accuracy.worst_of_allowed));
            }
        } catch (const std::exception& error) {
            result.check(false, request.text() + ": " + error.what());
        }
    }
}

OpCase plain(Op op, std::vector<uint32_t> shape, Pattern pattern = Pattern::Normal,
             DataType dtype = DataType::BFLOAT16) {
    OpCase request;
    request.op = op;
    request.shape = std::move(shape);
    request.pattern = pattern;
    request.dtype = dtype;
    if (op == Op::Layernorm) request.gamma = request.beta = dtype;
    return request;
}

}  // namespace

std::vector<OpCase> stage_cases(Op op) {
    std::vector<OpCase> cases;
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        for (const auto& shape : std::vector<std::vector<uint32_t>>{{1, 1, 32, 32},
                                                                    {1, 1, 32, 256},
                                                                    {1, 1, 128, 32},
                                                                    {1, 1, 64, 128},
                                                                    {4, 2, 64, 64},
                                                                    {2, 3, 33, 100},
                                                                    {1, 1},
                                                                    {3, 5000}}) {
            cases.push_back(plain(op, shape, Pattern::Normal, dtype));
        }
        for (const Pattern pattern :
             {Pattern::Constant, Pattern::Ramp, Pattern::LargeMean, Pattern::Tiny, Pattern::Outlier}) {
            cases.push_back(plain(op, {32, 32}, pattern, dtype));
            cases.push_back(plain(op, {40, 500}, pattern, dtype));
        }
    }
    return cases;
}

StageResult run_stage(Op op, int stage, ttnn::MeshDevice& device, const Progress& progress) {
    StageResult result;
    result.stage = stage;
    result.name = stage_name(stage);
    const auto begin = std::chrono::steady_clock::now();
    register_ops();
    const std::string name = op_name(op);
    switch (stage) {
        case 1: {
            // The objects exist at compile time; that they are callable is what the call below shows.
            const Tensor input = tensor_of({32, 32}, DataType::BFLOAT16, Layout::ROW_MAJOR, &device);
            result.check(error_of([&] { call(op, input); }).empty(), name + " cannot be called");
            break;
        }
        case 2: stage_2(op, device, result); break;
        case 3: {
            const ttnn::OperationDoc* doc = ttnn::find_documentation(name);
            result.check(doc != nullptr, name + " is not in the registry");
            if (doc != nullptr) {
                result.check(doc->python_name == "ttnn." + name, "the Python name is " + doc->python_name);
                result.check(!doc->summary.empty() && !doc->arguments.empty(), "the documentation is empty");
            }
            const Tensor input = tensor_of({32, 32}, DataType::BFLOAT16, Layout::ROW_MAJOR, &device);
            device.clear_program_cache();
            const size_t before = device.num_program_cache_entries();
            call(op, input);
            result.check(device.num_program_cache_entries() == before + 1,
                         "the call does not reach the device operation");
            break;
        }
        case 4: stage_4(op, device, result); break;
        case 5: stage_5(op, device, result); break;
        case 6: {
            std::vector<OpCase> cases;
            for (const auto& shape : std::vector<std::vector<uint32_t>>{
                     {32, 32}, {32, 31}, {33, 65}, {2, 2, 40, 70}, {64, 4096}, {32, 6000}}) {
                cases.push_back(plain(op, shape));
            }
            run_cases(cases, device, result, false, progress);
            break;
        }
        case 7: run_cases(stage_cases(op), device, result, true, progress); break;
        default: throw Error("TW4002", fmt::format("there is no stage {}", stage), "stages are 1 to 7", Exit::Usage);
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

}  // namespace tilewright::ops
