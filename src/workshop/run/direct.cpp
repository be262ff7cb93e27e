// Builds and runs the program of a plan.
#include "workshop/run/direct.hpp"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <fstream>
#include <random>
#include <unistd.h>

#include "engine/build/cache.hpp"
#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"
#include "metal/program_impl.hpp"
#include "tile/formats/convert.hpp"
#include "tt-metalium/allocator.hpp"
#include "tt-metalium/distributed.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"
#include "tt-metalium/work_split.hpp"
#include "workshop/gen/kernels.hpp"

namespace tilewright::workshop::rows {

namespace tm = tt::tt_metal;
using ttnn::Tensor;

namespace {

bool present(const DirectCall& call, size_t input) { return call.present.empty() || call.present[input]; }
bool is_float32(const DirectCall& call, size_t input) { return !call.float32.empty() && call.float32[input]; }

std::vector<uint32_t> shape_of(const SpecInput& input, const std::vector<uint32_t>& rows) {
    std::vector<uint32_t> shape = rows;
    if (input.shape == InputShape::Row) return {rows.back()};
    if (input.shape == InputShape::Column) shape.back() = 1;
    return shape;
}

Tensor to_card(const std::vector<float>& values, const std::vector<uint32_t>& dims, bool wide,
               ttnn::MeshDevice& device) {
    const ttnn::Shape shape(ttsl::SmallVector<uint32_t>(dims.begin(), dims.end()));
    const ttnn::TensorSpec spec(
        shape, ttnn::TensorLayout(wide ? ttnn::DataType::FLOAT32 : ttnn::DataType::BFLOAT16,
                                  ttnn::PageConfig(ttnn::Layout::ROW_MAJOR), ttnn::DRAM_MEMORY_CONFIG));
    return Tensor::from_vector<float>(values, spec, &device);
}

Tensor make_result(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device) {
    ttnn::Shape logical(ttsl::SmallVector<uint32_t>(call.shape.begin(), call.shape.end()));
    const auto dtype = call.output_float32 ? ttnn::DataType::FLOAT32 : ttnn::DataType::BFLOAT16;
    const ttnn::PageConfig page(ttnn::Layout::ROW_MAJOR);
    if (!plan.column_result) {
        return ttnn::create_device_tensor(
            ttnn::TensorSpec(logical, ttnn::TensorLayout(dtype, page, ttnn::DRAM_MEMORY_CONFIG)), &device);
    }
    logical[-1] = 1;
    ttnn::Shape padded = logical;
    padded[-1] = 32;
    return ttnn::create_device_tensor(
        ttnn::TensorSpec(logical,
                         ttnn::TensorLayout::fromPaddedShape(dtype, page, ttnn::DRAM_MEMORY_CONFIG, logical, padded)),
        &device);
}

struct Prepared {
    Instance instance;
    std::vector<std::vector<float>> data;
    std::vector<std::optional<Tensor>> tensors;
    Tensor result;
};

Prepared prepare(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device) {
    Prepared made;
    made.data = make_inputs(plan, call);
    for (size_t i = 0; i < plan.spec.inputs.size(); ++i) {
        if (!present(call, i)) {
            made.tensors.emplace_back();
            continue;
        }
        made.tensors.emplace_back(
            to_card(made.data[i], shape_of(plan.spec.inputs[i], call.shape), is_float32(call, i), device));
    }
    made.instance = instantiate(plan, request_of(plan, call, device));
    made.result = make_result(plan, call, device);
    return made;
}

std::vector<float> parameters_of(const Plan& plan, const DirectCall& call) {
    if (!call.parameters.empty()) return call.parameters;
    std::vector<float> values;
    for (const SpecParameter& parameter : plan.spec.parameters) values.push_back(static_cast<float>(parameter.value));
    return values;
}

}  // namespace

std::vector<std::vector<float>> make_inputs(const Plan& plan, const DirectCall& call) {
    if (!call.data.empty()) return call.data;
    std::mt19937_64 random(call.seed * 0x9E3779B97F4A7C15ull + 12345);
    std::normal_distribution<float> normal;
    std::vector<std::vector<float>> all;
    for (size_t i = 0; i < plan.spec.inputs.size(); ++i) {
        size_t count = 1;
        for (const uint32_t dim : shape_of(plan.spec.inputs[i], call.shape)) count *= dim;
        std::vector<float> values(count);
        for (float& value : values) {
            value = call.mean + call.spread * normal(random);
            if (!is_float32(call, i)) value = tile::float_from_bf16(tile::bf16_nearest_even(value));
        }
        if (!present(call, i)) values.clear();
        all.push_back(std::move(values));
    }
    return all;
}

uint32_t free_l1_bytes(const ttnn::MeshDevice& device) {
    const uint64_t begin = device.allocator()->get_base_allocator_addr(tm::HalMemType::L1);
    const auto lowest = device.lowest_occupied_compute_l1_address();
    const uint64_t end = lowest ? *lowest : device.l1_size_per_core();
    return end > begin ? static_cast<uint32_t>(end - begin) : 0;
}

Request request_of(const Plan&, const DirectCall& call, const ttnn::MeshDevice& device) {
    return {call.shape,          call.present,  call.float32,
            call.output_float32, call.fp32_dst, call.l1_bytes != 0 ? call.l1_bytes : free_l1_bytes(device)};
}

std::filesystem::path kernel_folder(const Plan& plan) {
    const auto files = kernel_files(plan);
    size_t hash = 0;
    for (const auto& [name, text] : files) hash = hash * 1099511628211ull + std::hash<std::string>()(name + text);
    const std::filesystem::path folder =
        engine::KernelCache::directory() / "workshop" / fmt::format("{}-{:016x}", plan.spec.name, hash);
    for (const auto& [name, text] : files) {
        const std::filesystem::path file = folder / name;
        if (std::filesystem::exists(file)) continue;
        std::filesystem::create_directories(file.parent_path());
        // Written aside and moved, so that nobody sees half a file.
        const std::filesystem::path part = file.string() + fmt::format(".{}", ::getpid());
        std::ofstream(part, std::ios::binary) << text;
        std::filesystem::rename(part, file);
    }
    return folder;
}

tm::Program build_program(const Plan& plan, const Instance& instance, const DirectCall& call,
                          const std::vector<std::optional<Tensor>>& tensors, const Tensor& result,
                          const std::filesystem::path& kernels) {
    const std::string& name = plan.spec.name;
    ttnn::MeshDevice& device = *result.device();
    ttnn::CoreCoord grid = device.compute_with_storage_grid_size();
    if (plan.spec.grid)
        grid = {std::min<size_t>(grid.x, plan.spec.grid->first), std::min<size_t>(grid.y, plan.spec.grid->second)};
    const auto [count, cores, first_group, second_group, first_rows, second_rows] =
        tm::split_work_to_cores(grid, instance.tile_rows());
    (void)second_group;

    tm::Program program = tm::CreateProgram();
    program.impl().descriptor.name = fmt::format("{}, {} plan", name, kind_name(instance.kind));
    std::vector<tm::UnpackToDestMode> modes(NUM_CIRCULAR_BUFFERS, tm::UnpackToDestMode::Default);
    for (const InstanceCb& cb : instance.cbs) {
        const auto index = static_cast<uint8_t>(cb.index);
        tm::CreateCircularBuffer(
            program, cores,
            tm::CircularBufferConfig(cb.bytes(), {{index, cb.format}}).set_page_size(index, cb.page_bytes()));
        program.impl().descriptor.cbs.back().persistent = cb.kept;
        program.impl().descriptor.cbs.back().formats.front().name = cb.name;
        if (call.fp32_dst && cb.format == tt::DataFormat::Float32) {
            modes[cb.index] = tm::UnpackToDestMode::UnpackToDestFp32;
        }
    }
    std::vector<uint32_t> reader_args = {instance.tail_columns(), instance.block_tiles, instance.blocks,
                                         instance.chunk_tiles, instance.refined};
    std::vector<uint32_t> addresses;
    for (const auto& tensor : tensors) {
        reader_args.push_back(tensor ? static_cast<uint32_t>(tensor->buffer()->page_size()) : 0);
        addresses.push_back(tensor ? tensor->buffer()->address() : 0);
    }
    for (const auto& tensor : tensors) {
        (tensor ? tm::TensorAccessorArgs(*tensor->buffer()) : tm::TensorAccessorArgs()).append_to(reader_args);
    }
    std::vector<uint32_t> writer_args = {static_cast<uint32_t>(result.buffer()->page_size()), instance.block_tiles,
                                         instance.blocks};
    tm::TensorAccessorArgs(*result.buffer()).append_to(writer_args);
    std::vector<uint32_t> compute_args = {instance.width_tiles(),
                                          instance.tail_columns(),
                                          instance.block_tiles,
                                          instance.blocks,
                                          std::bit_cast<uint32_t>(1.0f / static_cast<float>(instance.width)),
                                          instance.refined,
                                          instance.chunk_tiles};
    for (size_t i = 0; i < plan.spec.inputs.size(); ++i) {
        if (plan.spec.inputs[i].optional) compute_args.push_back(tensors[i].has_value());
    }
    const auto file = [&](const std::string& part) { return (kernels / part).string(); };
    const tm::KernelHandle reader = tm::CreateKernel(program, file("dataflow/reader_" + name + ".cpp"), cores,
                                                     tm::ReaderDataMovementConfig(reader_args));
    const tm::KernelHandle writer = tm::CreateKernel(program, file("dataflow/writer_" + name + ".cpp"), cores,
                                                     tm::WriterDataMovementConfig(writer_args));
    const tm::KernelHandle compute = tm::CreateKernel(program, file("compute/" + name + "_compute.cpp"), cores,
                                                      tm::ComputeConfig{.math_fidelity = tm::MathFidelity::HiFi4,
                                                                        .fp32_dest_acc_en = call.fp32_dst,
                                                                        .unpack_to_dest_mode = modes,
                                                                        .math_approx_mode = false,
                                                                        .compile_args = compute_args});
    const std::vector<float> parameters = parameters_of(plan, call);
    std::vector<uint32_t> scalars;
    for (const int node : plan.scalars) {
        scalars.push_back(std::bit_cast<uint32_t>(static_cast<float>(scalar_value(plan.program, node, parameters))));
    }
    uint32_t row = 0;
    for (const tm::CoreCoord& core : tm::corerange_to_cores(cores, count)) {
        const uint32_t share = first_group.contains(core) ? first_rows : second_rows;
        const uint32_t first = row * 32, sticks = std::min(instance.sticks - first, share * 32);
        std::vector<uint32_t> reader_runtime = {first, sticks};
        reader_runtime.insert(reader_runtime.end(), addresses.begin(), addresses.end());
        std::vector<uint32_t> compute_runtime = {share};
        compute_runtime.insert(compute_runtime.end(), scalars.begin(), scalars.end());
        tm::SetRuntimeArgs(program, reader, core, reader_runtime);
        tm::SetRuntimeArgs(program, compute, core, compute_runtime);
        tm::SetRuntimeArgs(program, writer, core, {result.buffer()->address(), first, sticks});
        row += share;
    }
    return program;
}

DirectResult run_direct(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device) {
    Prepared made = prepare(plan, call, device);
    const auto begin = std::chrono::steady_clock::now();
    const tm::Program program =
        build_program(plan, made.instance, call, made.tensors, made.result, kernel_folder(plan));
    const engine::RunResult run = tilewright::run(device, tilewright::describe(program), run_options(device));
    DirectResult result;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    result.findings = run.findings;
    result.cores = run.cores;
    result.instance = made.instance;
    const Tensor host = made.result.cpu();
    const auto bytes = host.host_bytes();
    result.bits.assign(reinterpret_cast<const uint8_t*>(bytes.data()),
                       reinterpret_cast<const uint8_t*>(bytes.data()) + bytes.size());
    result.values = host.to_vector<float>();
    for (size_t i = 0; i < made.result.logical_shape().rank(); ++i) {
        result.logical_shape.push_back(made.result.logical_shape()[static_cast<int>(i)]);
        result.padded_shape.push_back(made.result.padded_shape()[static_cast<int>(i)]);
    }
    EvaluationInput input;
    input.rows = made.instance.sticks;
    input.width = made.instance.width;
    input.inputs = made.data;
    input.parameters = parameters_of(plan, call);
    input.refined = made.instance.refined;
    input.output_float32 = call.output_float32;
    input.fp32_dst = call.fp32_dst;
    result.match = match(evaluate(plan, input), result.values, call.output_float32);
    return result;
}

doctor::CheckReport prove(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device) {
    Prepared made = prepare(plan, call, device);
    const tm::Program program =
        build_program(plan, made.instance, call, made.tensors, made.result, kernel_folder(plan));
    return doctor::check(*device.impl().card, tilewright::describe(program));
}

}  // namespace tilewright::workshop::rows
