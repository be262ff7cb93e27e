// Running one case: tensors in, op call, values out.
#include "workshop/op/op_case.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"
#include "workshop/op/memory.hpp"

namespace tilewright::workshop {

using ttnn::DataType;
using ttnn::Tensor;

const char* dtype_name(DataType dtype) {
    switch (dtype) {
        case DataType::FLOAT32: return "float32";
        case DataType::INT32: return "int32";
        case DataType::UINT32: return "uint32";
        case DataType::UINT16: return "uint16";
        default: return "bfloat16";
    }
}

namespace {

ttnn::Shape shape_of(const std::vector<uint32_t>& dims) {
    return ttnn::Shape(ttsl::SmallVector<uint32_t>(dims.begin(), dims.end()));
}

// Without values: allocated, not written.
Tensor to_card(const std::vector<float>* values, const std::vector<uint32_t>& shape, DataType dtype,
               const OpCase& request, ttnn::BufferType memory, ttnn::Layout layout, ttnn::MeshDevice& device) {
    const ttnn::MemoryConfig config = request.input_shards
                                          ? shards_for(*request.input_shards, shape_of(shape), layout, dtype, device)
                                          : ttnn::MemoryConfig(ttnn::TensorMemoryLayout::INTERLEAVED, memory);
    const ttnn::TensorSpec spec(shape_of(shape), ttnn::TensorLayout(dtype, ttnn::PageConfig(layout), config));
    if (values == nullptr) return ttnn::create_device_tensor(spec, &device);
    return Tensor::from_vector<float>(*values, spec, &device);
}

const char* fidelity_name(ttnn::MathFidelity fidelity) {
    switch (fidelity) {
        case ttnn::MathFidelity::LoFi: return "LoFi";
        case ttnn::MathFidelity::HiFi2: return "HiFi2";
        case ttnn::MathFidelity::HiFi3: return "HiFi3";
        default: return "HiFi4";
    }
}

}  // namespace

ttnn::Shape OpCase::tensor_shape() const { return workshop::shape_of(shape); }

std::vector<uint32_t> OpCase::all_sizes() const {
    return sizes.empty() ? sizes_beside(shape, op->sizes) : sizes;
}
std::vector<uint32_t> OpCase::shape_of(size_t input) const {
    return op->inputs.at(input).shape_beside(shape, parameter_rank, all_sizes());
}

std::optional<DataType> OpCase::dtype_of(const std::string& input) const {
    const size_t index = op->input_index(input);
    const DataType own = op->inputs[index].integer.value_or(dtype);
    if (index == 0) return own;
    if (const auto it = tensors.find(input); it != tensors.end()) return op->inputs[index].integer.value_or(it->second);
    return op->inputs[index].optional ? std::nullopt : std::optional<DataType>(own);
}

double OpCase::parameter(const std::string& name) const {
    if (const auto it = parameters.find(name); it != parameters.end()) return it->second;
    std::vector<std::string> all;
    for (const OpParameter& parameter : op->parameters) {
        if (parameter.name == name) return parameter.value;
        all.push_back(parameter.name);
    }
    throw Error("TW4002", fmt::format("{} has no parameter \"{}\"", op->name, name),
                all.empty() ? "it has none" : fmt::format("its parameters are: {}", fmt::join(all, ", ")), Exit::Usage);
}

std::string OpCase::text() const {
    std::string text =
        fmt::format("{} {} {} {}", op->name, fmt::join(shape, "x"), dtype_name(dtype), pattern_name(pattern));
    if (op->sizes != 0) text += fmt::format(" sizes {}", fmt::join(all_sizes(), ","));
    if (output_dtype && *output_dtype != dtype) text += fmt::format(" to {}", dtype_name(*output_dtype));
    for (size_t i = 1; i < op->inputs.size(); ++i) {
        const auto given = dtype_of(op->inputs[i].name);
        if (given && (op->inputs[i].optional || *given != dtype)) {
            text += fmt::format(" {} {}", op->inputs[i].name, dtype_name(*given));
        }
    }
    for (const OpParameter& entry : op->parameters) text += fmt::format(" {} {:g}", entry.name, parameter(entry.name));
    if (core_grid) text += fmt::format(" on {}x{} cores", core_grid->x, core_grid->y);
    if (math == RowMath::Fpu) text += " math fpu";
    if (!fp32_dst) text += " 16-bit DST";
    if (fidelity != ttnn::MathFidelity::HiFi4) text += fmt::format(" {}", fidelity_name(fidelity));
    if (input_memory == ttnn::BufferType::L1) text += " input in L1";
    if (output_memory == ttnn::BufferType::L1) text += " output in L1";
    if (input_shards) text += " " + input_shards->text();
    if (output_shards && output_shards != input_shards) text += " output " + output_shards->text();
    if (!plan.empty()) text += " plan " + plan;
    return text + fmt::format(" seed {}", seed);
}

OpCase make_case(Op op, std::vector<uint32_t> shape, DataType dtype, Pattern pattern) {
    OpCase request;
    request.op = op;
    request.shape = std::move(shape);
    request.dtype = dtype;
    request.pattern = pattern;
    for (size_t i = 1; i < op->inputs.size(); ++i) request.tensors[op->inputs[i].name] = dtype;
    return request;
}

ttnn::Shape output_shape(const OpCase& request, size_t result) {
    const OpDefinition& op = *request.op;
    const bool reduces = op.results.empty() ? op.reduces : op.results[result].reduces;
    if (op.wide_as_last) {
        ttnn::Shape shape = request.tensor_shape();
        shape[-1] = request.all_sizes().back();
        return shape;
    }
    return reduces ? shape_of(shape_of_dims(request.shape, static_cast<Dims>(kAllDims & ~op.reduced)))
                   : request.tensor_shape();
}

namespace {

OpCall call_with(const OpCase& request, const OpData* data, ttnn::MeshDevice& device) {
    const OpDefinition& op = *request.op;
    OpCall call;
    call.tensors.resize(op.inputs.size());
    call.tensors[0] = to_card(data != nullptr ? &data->input : nullptr, request.shape_of(0),
                              op.inputs[0].integer.value_or(request.dtype), request, request.input_memory,
                              op.inputs[0].layout(), device);
    for (size_t i = 1; i < op.inputs.size(); ++i) {
        const auto dtype = request.dtype_of(op.inputs[i].name);
        if (!dtype) continue;
        const auto memory = op.inputs[i].shape == InputShape::Rows ? request.input_memory : ttnn::BufferType::DRAM;
        call.tensors[i] = to_card(data != nullptr ? &data->other(op.inputs[i].name) : nullptr,
                                  request.shape_of(i), *dtype, request, memory, op.inputs[i].layout(), device);
    }
    for (const OpParameter& parameter : op.parameters) call.parameters.push_back(request.parameter(parameter.name));
    if (request.output_shards) {
        const bool padded = op.reduces && (op.reduced & kW) != 0 && !op.tile_output;
        ttnn::Shape shape = output_shape(request);
        if (padded) shape[-1] = 32;
        call.memory_config =
            shards_for(*request.output_shards, shape, op.tile_output ? ttnn::Layout::TILE : ttnn::Layout::ROW_MAJOR,
                       request.result_dtype(), device, padded ? 32 : 1);
    } else if (!request.input_shards) {
        call.memory_config = ttnn::MemoryConfig(ttnn::TensorMemoryLayout::INTERLEAVED, request.output_memory);
    }
    call.compute_kernel_config = ttnn::WormholeComputeKernelConfig{
        .math_fidelity = request.fidelity, .math_approx_mode = false, .fp32_dest_acc_en = request.fp32_dst};
    call.dtype = op.inputs[0].integer ? request.result_dtype() : request.output_dtype;
    call.core_grid = request.core_grid;
    call.math = request.math;
    call.plan = request.plan;
    return call;
}

}  // namespace

size_t output_volume(const OpCase& request) {
    size_t all = 0;
    for (size_t k = 0; k < std::max<size_t>(request.op->results.size(), 1); ++k)
        all += output_shape(request, k).volume();
    return all;
}

OpCall make_call(const OpCase& request, const OpData& data, ttnn::MeshDevice& device) {
    return call_with(request, &data, device);
}
OpCall make_call(const OpCase& request, ttnn::MeshDevice& device) { return call_with(request, nullptr, device); }

namespace {

std::vector<Tensor> call_all(Op op, const OpCall& call) {
    if (op->call_all) return op->call_all(call);
    return {op->call(call)};
}

}  // namespace

Described describe(Op op, const OpCall& call) {
    ttnn::MeshDevice* device = nullptr;
    for (const auto& tensor : call.tensors) {
        if (device == nullptr && tensor) device = tensor->device();
    }
    std::vector<Tensor> outputs;
    std::vector<program::ProgramDescriptor> programs;
    if (device != nullptr) {
        programs = tilewright::describe(*device, [&] { outputs = call_all(op, call); });
    } else {
        call_all(op, call);  // to be refused by the op itself
    }
    if (programs.empty()) throw Error("TW3302", op->name + " launches no program", "the op's call must enqueue one");
    Described made{std::move(programs.back()), outputs.front()};
    made.all = std::move(outputs);
    return made;
}

Tensor call_op(const OpCase& request, const OpData& data, ttnn::MeshDevice& device) {
    return request.op->call(make_call(request, data, device));
}

OpPlan plan_of(const OpCase& request, const ttnn::MeshDevice& device) {
    PlanRoom room = plan_room(device);
    if (!request.plan.empty()) room.ask = PlanAsk::parse(request.plan);
    return request.op->plan(request, room);
}

std::map<LogicalCore, uint32_t> tile_rows_of(const OpCase& request, const ttnn::MeshDevice& device) {
    std::map<LogicalCore, uint32_t> rows;
    const CoreCoord grid = request.core_grid.value_or(device.compute_with_storage_grid_size());
    for (const CoreShare& share : split_rows(grid, plan_of(request, device).rows).shares)
        rows[metal::to_logical(share.core)] = share.tile_rows;
    return rows;
}

namespace {

CaseResult run_call(const OpCase& request, const OpData& data, const OpCall& call, ttnn::MeshDevice& device,
                    Tensor* kept = nullptr) {
    CaseResult result;
    const auto begin = std::chrono::steady_clock::now();
    take_results(device);
    const std::vector<Tensor> outputs = call_all(request.op, call);
    const Tensor& output = outputs.front();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    engine::RunResult run = take_results(device);
    result.findings = std::move(run.findings);
    result.notes = std::move(run.notes);
    result.strict = run.strict;
    result.cores = run.cores;
    result.timing = run.timing;
    result.plan = plan_of(request, device);
    result.logical_shape = output.logical_shape();
    result.padded_shape = output.padded_shape();
    for (const Tensor& one : outputs) {
        const Tensor host = one.cpu();
        const auto bytes = host.host_bytes();
        const auto* begin_of_bytes = reinterpret_cast<const uint8_t*>(bytes.data());
        result.bits.insert(result.bits.end(), begin_of_bytes, begin_of_bytes + bytes.size());
        const std::vector<float> values = host.to_vector<float>();
        result.values.insert(result.values.end(), values.begin(), values.end());
    }
    result.accuracy = compare(request, make_reference(request, data), result.values);
    if (kept != nullptr) *kept = output;
    return result;
}

}  // namespace

CaseResult run_case(const OpCase& request, const OpData& data, ttnn::MeshDevice& device) {
    return run_call(request, data, make_call(request, data, device), device);
}

RepeatedCalls run_again(const OpCase& request, ttnn::MeshDevice& device) {
    RepeatedCalls again;
    std::vector<OpCall> calls;  // earlier tensors stay where they are, so that later ones have other addresses
    std::vector<Tensor> outputs(3);
    size_t entries = 0;
    for (uint64_t turn = 0; turn < 3; ++turn) {
        OpCase one = request;
        one.seed = request.seed + turn;
        for (const OpParameter& parameter : request.op->parameters) {
            if (turn == 1 && !parameter.tries.empty()) one.parameters[parameter.name] = parameter.tries.front();
        }
        const OpData data = make_data(one);
        calls.push_back(make_call(one, data, device));
        if (turn == 2) entries = device.num_program_cache_entries();
        again.results.push_back(run_call(one, data, calls.back(), device, &outputs[turn]));
        again.requests.push_back(std::move(one));
    }
    again.cached = device.num_program_cache_entries() == entries;
    return again;
}

CaseResult run_case(const OpCase& request, ttnn::MeshDevice& device) {
    check_memory(request, device);
    return run_case(request, make_data(request), device);
}

std::optional<Finding> wrong_result(const OpCase& request, const Accuracy& accuracy) {
    if (accuracy.ok()) return std::nullopt;
    Finding finding;
    finding.code = "TW2702";
    size_t index = accuracy.worst_index, number = 0;
    while (number + 1 < request.op->results.size() && index >= output_shape(request, number).volume())
        index -= output_shape(request, number++).volume();
    const size_t columns = output_shape(request, number)[-1];
    finding.message = fmt::format(
        "{}: the result{} is wrong: row {}, column {} is {:g} and should be {:g}, {:.3g} times the allowed error",
        request.text(), request.op->results.empty() ? "" : " " + request.op->results[number].name, index / columns,
        index % columns, accuracy.got, accuracy.expected, accuracy.worst_of_allowed);
    finding.fix = fmt::format("tilewright accuracy {} says in which CB the error enters", request.op->name);
    return finding;
}

nlohmann::json CaseResult::to_json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const Finding& finding : findings) list.push_back(finding.to_json());
    nlohmann::json note_list = nlohmann::json::array();
    for (const Finding& note : notes) note_list.push_back(note.to_json());
    return {{"ok", ok()},
            {"worst_ulp", accuracy.worst_ulp},
            {"norm_error", accuracy.norm_error},
            {"worst_of_allowed", accuracy.worst_of_allowed},
            {"promised", accuracy.share_promised()},
            {"cores", cores},
            {"seconds", seconds},
            {"plan", plan.to_json()},
            {"mode", strict ? "strict" : "fast"},
            {"findings", list},
            {"notes", note_list}};
}

}  // namespace tilewright::workshop
