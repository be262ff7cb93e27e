// What each stage checks.
#include "workshop/stage/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/paths.hpp"
#include "metal/device_impl.hpp"
#include "program/layout.hpp"
#include "ttnn/op_registry.hpp"

namespace tilewright::workshop {

using ttnn::DataType;
using ttnn::Layout;
using ttnn::Tensor;

bool StageResult::check(bool condition, const std::string& test, const std::string& what, Classification kind) {
    ++checks;
    if (!condition) fail({kind, test, what, "", "", ""});
    return condition;
}

void StageResult::fail(Failure failure) {
    passed = false;
    failures.push_back(std::move(failure));
}

void StageResult::add(const OpCase& request, const CaseResult& result, bool compared,
                      std::vector<std::string> classes) {
    // Units of a result that was made in a 16-bit DST say nothing beside the others.
    if (request.fp32_dst) {
        worst_ulp = std::max(worst_ulp, result.accuracy.worst_ulp);
        worst_norm_error = std::max(worst_norm_error, result.accuracy.norm_error);
    }
    worst_of_allowed = std::max(worst_of_allowed, result.accuracy.worst_of_allowed);
    most_cores = std::max(most_cores, result.cores);
    most_cb_bytes = std::max(most_cb_bytes, result.plan.bytes());
    cases.push_back({request.text(), fmt::format("{}", fmt::join(request.shape, "x")), dtype_name(request.dtype),
                     pattern_name(request.pattern), plan_name(result.plan.kind), result.ok(), compared,
                     result.accuracy.worst_ulp, result.accuracy.norm_error, result.accuracy.worst_of_allowed,
                     result.cores, result.plan.bytes(), result.seconds, result.accuracy.share_promised(),
                     std::move(classes)});
}

std::vector<std::string> StageResult::covered() const {
    std::vector<std::string> all;
    for (const CaseRecord& record : cases) {
        for (const std::string& what : record.covers) {
            if (std::find(all.begin(), all.end(), what) == all.end()) all.push_back(what);
        }
    }
    return all;
}

std::vector<std::string> StageResult::nothing_promised() const {
    std::vector<std::string> lines;
    for (const CaseRecord& record : cases) {
        if (record.compared && record.promised < 0.5)
            lines.push_back(fmt::format("{}: of {:.0f} % of its elements", record.text, 100 * (1 - record.promised)));
    }
    return lines;
}

void StageResult::check_covered(const std::vector<std::string>& wanted) {
    const std::vector<std::string> seen = covered();
    for (const std::string& what : wanted) {
        ++checks;
        if (std::find(seen.begin(), seen.end(), what) != seen.end()) continue;
        fail({Classification::Unknown, what, "no call of this stage is of this kind, so nothing is known about it", "",
              "see the calls in execution_log.md; the op's plan or entry keeps such calls from being made", "TW2708"});
    }
}

nlohmann::json StageResult::to_json() const {
    nlohmann::json failed = nlohmann::json::array(), list = nlohmann::json::array();
    for (const Failure& failure : failures) failed.push_back(failure.to_json());
    for (const CaseRecord& record : cases) {
        nlohmann::json entry = {{"case", record.text},         {"ok", record.ok},           {"cores", record.cores},
                                {"cb_bytes", record.cb_bytes}, {"seconds", record.seconds}, {"plan", record.plan}};
        if (record.compared) {
            entry["worst_ulp"] = record.worst_ulp;
            entry["norm_error"] = record.norm_error;
            entry["of_allowed"] = record.of_allowed;
            entry["promised"] = record.promised;
        }
        if (!record.covers.empty()) entry["covers"] = record.covers;
        list.push_back(std::move(entry));
    }
    return {{"stage", stage},
            {"name", name},
            {"passed", passed},
            {"classification", failures.empty() ? "pass" : classification_name(failures.front().kind)},
            {"checks", checks},
            {"failures", failed},
            {"cases", list},
            {"covers", covered()},
            {"worst_ulp", worst_ulp},
            {"norm_error", worst_norm_error},
            {"of_allowed", worst_of_allowed},
            {"cores", most_cores},
            {"cb_bytes", most_cb_bytes},
            {"seconds", seconds}};
}

const char* stage_name(int stage) {
    static constexpr const char* names[] = {
        "",           "API exists", "validation", "registration", "device operation", "program factory", "kernels run",
        "correctness"};
    return names[stage];
}

Tensor plain_tensor(const std::vector<uint32_t>& dims, DataType dtype, Layout layout, ttnn::MeshDevice* device,
                    const ttnn::MemoryConfig& memory) {
    const ttnn::Shape shape(ttsl::SmallVector<uint32_t>(dims.begin(), dims.end()));
    const ttnn::TensorSpec spec(shape, ttnn::TensorLayout(dtype, ttnn::PageConfig(layout), memory));
    return Tensor::from_vector<float>(std::vector<float>(shape.volume(), 1.0f), spec, device);
}

OpCall plain_call(Op op, const std::vector<uint32_t>& dims, DataType dtype, ttnn::MeshDevice& device) {
    const OpCase request = make_case(op, dims, dtype, op->patterns.front());
    OpCall call = make_call(request, make_data(request), device);
    call.memory_config = call.tensors[0]->memory_config();
    return call;
}

namespace {

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The entry calls the op from C++; its binding file names it for Python.
void stage_api(Op op, StageResult& result) {
    const std::filesystem::path folder = op->folder.empty() ? shipped_folder("ops") / op->name : op->folder;
    result.check(static_cast<bool>(op->call), "C++", op->name + " cannot be called");
    const std::string header = read_text(folder / (op->name + ".hpp"));
    result.check(header.find("\"ttnn::" + op->name + "\"") != std::string::npos, op->name + ".hpp",
                 fmt::format("does not register an operation named \"ttnn::{}\"", op->name));
    const std::string binding = read_text(folder / (op->name + "_nanobind.cpp"));
    result.check(binding.find("bind_" + op->name + "_operation") != std::string::npos &&
                     binding.find("ttnn::" + op->name) != std::string::npos,
                 op->name + "_nanobind.cpp",
                 fmt::format("does not define bind_{}_operation for ttnn::{}", op->name, op->name));
}

void stage_registration(Op op, ttnn::MeshDevice& device, StageResult& result) {
    register_documentation();
    const ttnn::OperationDoc* doc = ttnn::find_documentation(op->name);
    if (result.check(doc != nullptr, "registry", op->name + " is not in the registry")) {
        result.check(doc->python_name == "ttnn." + op->name, "registry", "the Python name is " + doc->python_name);
        result.check(!doc->summary.empty() && !doc->arguments.empty(), "registry", "the documentation is empty");
        for (const OpInput& input : op->inputs) {
            const bool there = std::any_of(doc->arguments.begin(), doc->arguments.end(),
                                           [&](const auto& argument) { return argument.name == input.name; });
            result.check(there, "registry", fmt::format("the documentation has no argument {}", input.name));
        }
    }
    // A call reaches the device operation: it builds a program, or fails with an error of a later stage.
    device.clear_program_cache();
    const OpCall call = plain_call(op, op->fitted({32, 32}), op->dtypes.front(), device);
    try {
        describe(op, call);
        ++result.checks;
    } catch (const std::exception& error) {
        std::string text = refusal(error.what());
        const bool later = text.find("rogram") != std::string::npos || text.find("ernel") != std::string::npos ||
                           text.find("implemented") != std::string::npos;
        result.check(later, "a call", "does not reach the device operation: " + text);
    }
}

void stage_device_operation(Op op, ttnn::MeshDevice& device, StageResult& result) {
    for (const auto& shape : std::vector<std::vector<uint32_t>>{{32, 32}, {2, 3, 65, 100}}) {
        const std::vector<uint32_t> dims = op->fitted(shape);
        for (const DataType dtype : op->dtypes) {
            const OpCase request = make_case(op, dims, dtype);
            const std::string what = fmt::format("{} {}", fmt::join(dims, "x"), dtype_name(dtype));
            const OpCall call = plain_call(op, dims, dtype, device);
            const Described built = describe(op, call);
            ++result.checks;  // a program factory was selected
            ttnn::Shape logical = output_shape(request), padded = logical;
            if ((op->reduces && (op->reduced & kW) != 0) || op->tile_output) padded[-1] = (padded[-1] + 31) / 32 * 32;
            if (op->tile_output) padded[-2] = (padded[-2] + 31) / 32 * 32;
            const Tensor& output = built.output;
            result.check(output.logical_shape() == logical, what,
                         fmt::format("the output has logical shape {}, expected {}", output.logical_shape(), logical),
                         Classification::ShapeMismatch);
            result.check(output.padded_shape() == padded, what,
                         fmt::format("the output has padded shape {}, expected {}", output.padded_shape(), padded),
                         Classification::ShapeMismatch);
            result.check(output.dtype() == dtype, what, "the output has another dtype than the input");
            const Layout layout = op->tile_output ? Layout::TILE : Layout::ROW_MAJOR;
            result.check(output.layout() == layout, what,
                         op->tile_output ? "the output is not in tile layout" : "the output is not row-major");
            result.check(output.memory_config() == call.input().memory_config(), what,
                         "the output lies in another memory than the input");
        }
    }
}

// The program has exactly the planned CBs, kernels and arguments, and fits L1.
void stage_program_factory(Op op, ttnn::MeshDevice& device, StageResult& result) {
    for (const auto& shape :
         std::vector<std::vector<uint32_t>>{{1, 1, 32, 32}, {1, 32, 64, 64}, {70, 100}, {64, 4096}, {40, 20000}}) {
        const std::vector<uint32_t> dims = op->fitted(shape);
        const OpCase request = make_case(op, dims, op->dtypes.front(), op->patterns.front());
        const std::string what = request.text();
        const program::ProgramDescriptor made = describe(op, plain_call(op, dims, request.dtype, device)).program;
        ++result.checks;
        const OpPlan plan = plan_of(request, device);
        if (!result.plan) result.plan = plan;
        result.check(made.cbs.size() == plan.cbs.size(), what,
                     fmt::format("the program has {} CBs, planned are {}", made.cbs.size(), plan.cbs.size()));
        for (const PlannedCb& planned : plan.cbs) {
            const auto cb = std::find_if(made.cbs.begin(), made.cbs.end(), [&](const program::CbDescriptor& entry) {
                return entry.formats.size() == 1 && entry.formats[0].index == planned.index;
            });
            if (!result.check(cb != made.cbs.end(), what, fmt::format("c_{} is planned but missing", planned.index)))
                continue;
            const auto& format = cb->formats[0];
            result.check(
                format.page_bytes == planned.page_bytes() && cb->total_bytes == planned.bytes() &&
                    static_cast<int>(format.format) == static_cast<int>(planned.format),
                what,
                fmt::format("c_{} has {} bytes in pages of {}, planned are {} pages of {} bytes of {}", planned.index,
                            cb->total_bytes, format.page_bytes, planned.pages, planned.page_bytes(), planned.format));
        }
        result.check(made.kernels.size() == 3, what,
                     fmt::format("the program has {} kernels, expected a reader, a compute kernel and a writer",
                                 made.kernels.size()));
        const CoreCoord grid = device.compute_with_storage_grid_size();
        const size_t cores = std::min<size_t>(plan.rows.tile_rows(), grid.x * grid.y);
        for (const auto& kernel : made.kernels) {
            result.check(kernel.runtime_args.size() == cores, what,
                         fmt::format("{} has arguments on {} cores, expected {}", kernel.display_name(),
                                     kernel.runtime_args.size(), cores));
        }
        try {
            program::validate(made, program::limits_of(*device.impl().card));
            ++result.checks;
        } catch (const std::exception& error) {
            result.fail(classify(error, what));
        }
        result.most_cb_bytes = std::max(result.most_cb_bytes, plan.bytes());
        result.most_cores = std::max<uint64_t>(result.most_cores, cores);
        CaseRecord record;
        record.text = what;
        record.shape = fmt::format("{}", fmt::join(dims, "x"));
        record.dtype = dtype_name(request.dtype);
        record.plan = plan_name(plan.kind);
        record.cores = cores;
        record.cb_bytes = plan.bytes();
        result.cases.push_back(std::move(record));
    }
}

}  // namespace

StageResult run_stage(Op op, int stage, ttnn::MeshDevice& device, const Progress& progress, bool first_red_ends) {
    if (stage < 1 || stage > kStages)
        throw Error("TW4000", fmt::format("there is no stage {}", stage), "stages are 1 to 7", Exit::Usage);
    StageResult result;
    result.stage = stage;
    result.name = stage_name(stage);
    const auto begin = std::chrono::steady_clock::now();
    try {
        switch (stage) {
            case 1: stage_api(op, result); break;
            case 2: stage_validation(op, device, result); break;
            case 3: stage_registration(op, device, result); break;
            case 4: stage_device_operation(op, device, result); break;
            case 5: stage_program_factory(op, device, result); break;
            case 6: stage_kernels(op, device, result, progress, first_red_ends); break;
            default: stage_correctness(op, device, result, progress, first_red_ends); break;
        }
    } catch (const std::exception& error) {
        ++result.checks;
        result.fail(classify(error, stage_name(stage)));
    }
    // What was built here without kernels must not be taken for a finished program later.
    device.clear_program_cache();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

}  // namespace tilewright::workshop
