// Builds and runs the program of a plan.
#include "workshop/run/direct.hpp"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <random>

#include "base/files.hpp"
#include "engine/build/cache.hpp"
#include "metal/device_impl.hpp"
#include "tile/formats/convert.hpp"
#include "tilewright/device.hpp"
#include "tt-metalium/distributed.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/op/row_program.hpp"

namespace tilewright::workshop::rows {

namespace tm = tt::tt_metal;
using ttnn::Tensor;

namespace {

bool present(const DirectCall& call, size_t input) { return call.present.empty() || call.present[input]; }
bool is_float32(const DirectCall& call, size_t input) { return !call.float32.empty() && call.float32[input]; }

std::vector<uint32_t> sizes_of(const Plan& plan, const DirectCall& call) {
    return call.sizes.empty() ? sizes_beside(call.shape, plan.spec.sizes) : call.sizes;
}
std::vector<uint32_t> shape_of(const Plan& plan, size_t index, const DirectCall& call) {
    const SpecInput& input = plan.spec.inputs[index];
    if (input.operand.is()) return input.operand.shape(call.shape, sizes_of(plan, call));
    if (input.dims == kW) return {call.shape.back()};
    return shape_of_dims(call.shape, input.dims);
}

ttnn::DataType dtype_of(const Plan& plan, const DirectCall& call, size_t input) {
    if (const SpecInput& one = plan.spec.inputs[input]; one.integer()) return integer_dtype(one.dtypes.front());
    if (call.formats.empty()) return is_float32(call, input) ? ttnn::DataType::FLOAT32 : ttnn::DataType::BFLOAT16;
    switch (call.formats[input]) {
        case tt::DataFormat::Float32: return ttnn::DataType::FLOAT32;
        case tt::DataFormat::Bfp8_b: return ttnn::DataType::BFLOAT8_B;
        case tt::DataFormat::Bfp4_b: return ttnn::DataType::BFLOAT4_B;
        default: return ttnn::DataType::BFLOAT16;
    }
}

Tensor to_card(const std::vector<float>& values, const std::vector<uint32_t>& dims, ttnn::DataType dtype, bool tile,
               const DirectCall& call, ttnn::MeshDevice& device) {
    const ttnn::Shape shape(ttsl::SmallVector<uint32_t>(dims.begin(), dims.end()));
    const ttnn::Layout layout = tile ? ttnn::Layout::TILE : ttnn::Layout::ROW_MAJOR;
    const ttnn::MemoryConfig memory = call.input_shards   ? shards_for(*call.input_shards, shape, layout, dtype, device)
                                      : call.inputs_in_l1 ? ttnn::L1_MEMORY_CONFIG
                                                          : ttnn::DRAM_MEMORY_CONFIG;
    const ttnn::TensorSpec spec(shape, ttnn::TensorLayout(dtype, ttnn::PageConfig(layout), memory));
    return Tensor::from_vector<float>(values, spec, &device);
}

Tensor make_result(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device, size_t number) {
    const auto dtype = call.output_float32 ? ttnn::DataType::FLOAT32 : ttnn::DataType::BFLOAT16;
    std::vector<uint32_t> dims = shape_of_dims(call.shape, plan.output_dims(number));
    if (plan.spec.last) dims.back() = sizes_of(plan, call).back();
    const ttnn::Shape logical(ttsl::SmallVector<uint32_t>(dims.begin(), dims.end()));
    const ttnn::Layout layout = plan.spec.output_tile ? ttnn::Layout::TILE : ttnn::Layout::ROW_MAJOR;
    const ttnn::PageConfig page(layout);
    const bool padded_sticks = (plan.output_dims(number) & kW) == 0 && !plan.spec.output_tile;
    ttnn::Shape padded = logical;
    if (padded_sticks) padded[-1] = 32;
    const ttnn::MemoryConfig memory =
        call.output_shards ? shards_for(*call.output_shards, padded, layout, dtype, device, padded_sticks ? 32 : 1)
                           : ttnn::DRAM_MEMORY_CONFIG;
    const auto spec = padded_sticks ? ttnn::TensorLayout::fromPaddedShape(dtype, page, memory, logical, padded)
                                    : ttnn::TensorLayout(dtype, page, memory);
    return ttnn::create_device_tensor(ttnn::TensorSpec(logical, spec), &device);
}

struct Prepared {
    OpPlan plan;
    std::vector<std::vector<float>> data;
    std::vector<std::optional<Tensor>> tensors;
    std::vector<Tensor> results;
};

Prepared prepare(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device) {
    Prepared made;
    made.data = make_inputs(plan, call);
    for (size_t i = 0; i < plan.spec.inputs.size(); ++i) {
        if (!present(call, i)) {
            made.tensors.emplace_back();
            continue;
        }
        const ttnn::DataType dtype = dtype_of(plan, call, i);
        made.tensors.emplace_back(to_card(made.data[i], shape_of(plan, i, call), dtype,
                                          plan.spec.inputs[i].tile, call, device));
        // Of formats with a common exponent the values are what the tensor made of them.
        const bool common = dtype == ttnn::DataType::BFLOAT8_B || dtype == ttnn::DataType::BFLOAT4_B;
        if (common) made.data[i] = made.tensors.back()->cpu().to_vector<float>();
    }
    made.plan = plan_call(plan, request_of(plan, call, device));
    for (size_t k = 0; k < plan.results.size(); ++k) made.results.push_back(make_result(plan, call, device, k));
    return made;
}

std::vector<float> parameters_of(const Plan& plan, const DirectCall& call) {
    if (!call.parameters.empty()) return call.parameters;
    std::vector<float> values;
    for (const SpecParameter& parameter : plan.spec.parameters) values.push_back(static_cast<float>(parameter.value));
    return values;
}

}  // namespace

ttnn::DataType integer_dtype(const std::string& name) {
    return name == "int32" ? ttnn::DataType::INT32 : name == "uint32" ? ttnn::DataType::UINT32 : ttnn::DataType::UINT16;
}

std::vector<std::vector<float>> make_inputs(const Plan& plan, const DirectCall& call) {
    if (!call.data.empty()) return call.data;
    std::mt19937_64 random(call.seed * 0x9E3779B97F4A7C15ull + 12345);
    std::normal_distribution<float> normal;
    std::vector<std::vector<float>> all;
    for (size_t i = 0; i < plan.spec.inputs.size(); ++i) {
        size_t count = 1;
        for (const uint32_t dim : shape_of(plan, i, call)) count *= dim;
        std::vector<float> values(count);
        const auto whole = whole_range(plan.spec.inputs[i].dtypes.front());
        for (float& value : values) {
            if (whole) {
                const double drawn = kWholeSpread * static_cast<double>(call.spread * normal(random));
                value = static_cast<float>(plan.spec.inputs[i].domain.whole(drawn, *whole));
                continue;
            }
            value = static_cast<float>(plan.spec.inputs[i].domain.fitted(call.mean + call.spread * normal(random)));
            if (!is_float32(call, i)) value = tile::float_from_bf16(tile::bf16_nearest_even(value));
        }
        if (!present(call, i)) values.clear();
        all.push_back(std::move(values));
    }
    return all;
}

Request request_of(const Plan& plan, const DirectCall& call, const ttnn::MeshDevice& device) {
    const PlanRoom room = plan_room(device);
    return {call.shape,    call.present,
            call.float32,  call.output_float32,
            call.fp32_dst, call.l1_bytes != 0 ? call.l1_bytes : room.l1_bytes,
            room.ask,      call.formats,
            sizes_of(plan, call)};
}

std::filesystem::path kernel_folder(const Plan& plan) {
    const auto files = kernel_files(plan);
    size_t hash = 0;
    for (const auto& [name, text] : files) hash = hash * 1099511628211ull + std::hash<std::string>()(name + text);
    const std::filesystem::path folder =
        engine::KernelCache::path_of("workshop") / fmt::format("{}-{:016x}", plan.spec.name, hash);
    for (const auto& [name, text] : files) {
        const std::filesystem::path file = folder / name;
        if (engine::read_file(file) == text) continue;
        std::filesystem::create_directories(file.parent_path());
        write_file(file, text, "TW3103", "check free space and permissions, or set TILEWRIGHT_CACHE");
    }
    return folder;
}

tm::Program build_program(const Plan& plan, const OpPlan& chosen, const DirectCall& call,
                          const std::vector<std::optional<Tensor>>& tensors, const std::vector<Tensor>& results,
                          const std::filesystem::path& kernels) {
    const auto format = call.fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
    const std::vector<float> parameters = parameters_of(plan, call);
    RowProgramCall given{.inputs = {}, .output = results.front()};
    for (size_t k = 1; k < results.size(); ++k) given.more_outputs.push_back(&results[k]);
    for (const auto& tensor : tensors) given.inputs.push_back(tensor ? &*tensor : nullptr);
    const std::vector<double> scalars = scalar_values(plan.program, parameters);
    for (const int node : plan.constants) {
        given.reader_runtime_args.push_back(constant_bits(scalars[static_cast<size_t>(node)], format));
    }
    if (plan.gathered()) given.extents = extents_of(call.shape);
    given.sizes = sizes_of(plan, call);
    if (plan.spec.last) given.output_columns = given.sizes.back();
    if (plan.spec.in_matrices()) {
        const uint32_t matrix_rows = call.shape[call.shape.size() - 2];
        given.reader_runtime_args.push_back(matrix_rows);
        given.writer_runtime_args = {matrix_rows, chosen.rows.width_tiles()};
    }
    for (const int node : plan.scalars) {
        given.compute_runtime_args.push_back(
            std::bit_cast<uint32_t>(static_cast<float>(scalars[static_cast<size_t>(node)])));
    }
    ttnn::WormholeComputeKernelConfig config;
    config.math_fidelity = tm::MathFidelity::HiFi4;
    config.math_approx_mode = false;
    config.fp32_dest_acc_en = call.fp32_dst;
    const ttnn::DeviceComputeKernelConfig any = config;
    RowProgramOptions options{.compute_kernel_config = any, .kernels = kernels};
    if (call.core_grid) {
        options.core_grid = call.core_grid;
    } else if (plan.spec.grid) {
        const ttnn::CoreCoord whole = results.front().device()->compute_with_storage_grid_size();
        options.core_grid = ttnn::CoreCoord{std::min<size_t>(whole.x, plan.spec.grid->first),
                                            std::min<size_t>(whole.y, plan.spec.grid->second)};
    }
    tm::Program program = tm::CreateProgram();
    build_row_program(program, chosen, given, options);
    return program;
}

namespace {

DirectOutput output_of(const Plan& plan, const DirectCall& call, const EvaluationInput& input, const Tensor& tensor,
                       size_t number) {
    DirectOutput made;
    made.name = plan.value_name(plan.results[number].node);
    const Tensor host = tensor.cpu();
    const auto bytes = host.host_bytes();
    made.bits.assign(reinterpret_cast<const uint8_t*>(bytes.data()),
                     reinterpret_cast<const uint8_t*>(bytes.data()) + bytes.size());
    made.values = host.to_vector<float>();
    for (size_t i = 0; i < tensor.logical_shape().rank(); ++i) {
        made.logical_shape.push_back(tensor.logical_shape()[static_cast<int>(i)]);
        made.padded_shape.push_back(tensor.padded_shape()[static_cast<int>(i)]);
    }
    Evaluation expected = evaluate(plan, input, number);
    expected.values = tensor_of(plan, call.shape, expected.values, number);
    expected.allowed = tensor_of(plan, call.shape, expected.allowed, number);
    made.match = match(expected, made.values, call.output_float32);
    return made;
}

}  // namespace

DirectResult run_direct(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device) {
    Prepared made = prepare(plan, call, device);
    const auto begin = std::chrono::steady_clock::now();
    const tm::Program program = build_program(plan, made.plan, call, made.tensors, made.results, kernel_folder(plan));
    const engine::RunResult run = tilewright::run(device, tilewright::describe(program), run_options(device));
    DirectResult result;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    result.findings = run.findings;
    result.cores = run.cores;
    result.plan = made.plan;
    EvaluationInput input = rows_of(plan, call.shape, sizes_of(plan, call), made.data);
    input.parameters = parameters_of(plan, call);
    input.refined = is_refined(plan, call.output_float32, call.fp32_dst);
    input.output_float32 = call.output_float32;
    input.fp32_dst = call.fp32_dst;
    for (size_t k = 0; k < made.results.size(); ++k) {
        DirectOutput one = output_of(plan, call, input, made.results[k], k);
        if (k > 0) {
            result.more.push_back(std::move(one));
            continue;
        }
        result.values = std::move(one.values);
        result.bits = std::move(one.bits);
        result.logical_shape = std::move(one.logical_shape);
        result.padded_shape = std::move(one.padded_shape);
        result.match = one.match;
    }
    return result;
}

DirectProgram describe_direct(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device) {
    auto made = std::make_shared<const Prepared>(prepare(plan, call, device));
    return {
        tilewright::describe(build_program(plan, made->plan, call, made->tensors, made->results, kernel_folder(plan))),
        made};
}

doctor::CheckReport prove(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device) {
    const DirectProgram made = describe_direct(plan, call, device);
    return doctor::check(*device.impl().card, made.program, run_options(device));
}

}  // namespace tilewright::workshop::rows
