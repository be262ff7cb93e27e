// From a traced run to the analysis, and the analysis as a document.
#include "report/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program/thread_name.hpp"
#include "report/kernel_text.hpp"
#include "report/text.hpp"
#include "tt_stl/fmt.hpp"
#include "ttnn/op_registry.hpp"

namespace tilewright::report {

using workshop::Measured;
using workshop::MeasuredCb;

namespace {

AnalysedTensor describe(const std::string& name, const ttnn::Tensor& tensor) {
    AnalysedTensor text;
    text.name = name;
    text.logical_shape = fmt::format("{}", tensor.logical_shape());
    text.padded_shape = fmt::format("{}", tensor.padded_shape());
    text.layout = fmt::format("{}", tensor.layout());
    text.memory_layout = fmt::format("{}", tensor.memory_config().memory_layout());
    text.buffer_type = fmt::format("{}", tensor.memory_config().buffer_type());
    text.dtype = fmt::format("{}", tensor.dtype());
    text.page_bytes = static_cast<uint32_t>(tensor.buffer()->page_size());
    text.pages = tensor.buffer()->num_pages();
    return text;
}

AnalysedKernel describe(const program::KernelDescriptor& kernel, const Measured& run) {
    AnalysedKernel text;
    text.file = file_name(kernel.display_name());
    const auto* movement = std::get_if<program::DataMovementConfig>(&kernel.config);
    const bool second = movement != nullptr && movement->processor == program::DataMovementProcessor::RiscV1;
    text.role = program::role_of(kernel);
    text.processor = movement == nullptr ? "UNPACK, MATH, PACK" : second ? "RISCV_1" : "RISCV_0";
    if (movement != nullptr) text.noc = movement->noc;
    std::string source = kernel.source.text;
    if (kernel.source.is_path) {
        const std::string path = kernel.source.resolved.empty() ? kernel.source.text : kernel.source.resolved.string();
        source = read_text(path);
        text.file = file_name(path);
    }
    const KernelText names = read_kernel(source);
    text.purpose = names.first_comment;
    text.helpers = names.helpers;
    text.raw_calls = names.raw_calls;
    const auto name_of = [](const std::map<uint32_t, std::string>& all, uint32_t index) {
        const auto it = all.find(index);
        return it == all.end() ? std::string() : it->second;
    };
    for (const auto& [name, value] : kernel.named_compile_time_args)
        text.compile_time.push_back({0, name, std::to_string(value), false});
    std::string accessor;
    for (uint32_t i = 0; i < kernel.compile_time_args.size(); ++i) {
        std::string name = name_of(names.compile_time, i);
        if (name.find("TensorAccessorArgs") != std::string::npos) {
            accessor = name;  // it takes several words; what follows without a name is its own
        } else if (name.empty() && !accessor.empty()) {
            name = accessor + ", continued";
        } else {
            accessor.clear();
        }
        text.compile_time.push_back({i, name, std::to_string(kernel.compile_time_args[i]), false});
    }
    if (!kernel.runtime_args.empty()) {
        const auto& first = kernel.runtime_args.begin()->second;
        for (uint32_t i = 0; i < first.size(); ++i) {
            uint32_t low = first[i], high = first[i];
            for (const auto& [core, words] : kernel.runtime_args) {
                if (i >= words.size()) continue;
                low = std::min(low, words[i]);
                high = std::max(high, words[i]);
            }
            text.runtime.push_back({i, name_of(names.runtime, i),
                                    low == high ? std::to_string(low) : fmt::format("{} to {}", low, high),
                                    low != high});
        }
    }
    for (uint32_t i = 0; i < kernel.common_runtime_args.size(); ++i)
        text.common.push_back({i, name_of(names.common, i), std::to_string(kernel.common_runtime_args[i]), false});
    // Which CBs: by the threads that were seen.
    const auto mine = [&](const std::string& threads) {
        if (movement != nullptr)
            return threads.find(program::thread_name(kernel, second ? TW_NCRISC : TW_BRISC)) != std::string::npos;
        return threads.find("UNPACK") != std::string::npos || threads.find("PACK") != std::string::npos ||
               threads.find("MATH") != std::string::npos || threads.find("compute") != std::string::npos;
    };
    for (const MeasuredCb& cb : run.cbs) {
        if (mine(cb.wait.thread) || mine(cb.pop.thread)) text.reads.push_back(fmt::format("c_{}", cb.index));
        if (mine(cb.push.thread)) text.writes.push_back(fmt::format("c_{}", cb.index));
    }
    return text;
}

std::string joined(const std::vector<std::string>& list) {
    return list.empty() ? "none" : fmt::format("{}", fmt::join(list, ", "));
}

uint64_t block_pages(const MeasuredCb& cb) { return cb.push.calls == 0 ? 0 : cb.push.pages / cb.push.calls; }

std::string buffering(const MeasuredCb& cb) {
    const uint64_t block = block_pages(cb);
    if (block == 0) return "unused";
    const uint64_t blocks = cb.capacity_pages / block;
    return blocks <= 1 ? "Single" : blocks == 2 ? "Double" : "Multi";
}

std::string lifetime(const MeasuredCb& cb, uint32_t tile_rows_of_core) {
    if (cb.persistent && cb.pop.pages == 0) return "Program";
    return cb.push.calls <= tile_rows_of_core ? "Row" : "Block";
}

nlohmann::json to_json(const std::vector<AnalysedArgument>& list) {
    nlohmann::json json = nlohmann::json::array();
    for (const AnalysedArgument& argument : list) {
        json.push_back({{"index", argument.index},
                        {"name", argument.name},
                        {"value", argument.value},
                        {"varies", argument.varies}});
    }
    return json;
}

}  // namespace

Analysis analyse(const workshop::TracedCall& traced) {
    const workshop::OpCase& request = traced.request;
    Analysis analysis;
    analysis.op = request.op->name;
    analysis.mathematics = request.op->mathematics;
    workshop::register_documentation();
    if (const ttnn::OperationDoc* doc = ttnn::find_documentation(analysis.op)) analysis.summary = doc->summary;
    analysis.run = traced.run;
    analysis.plan = traced.plan;
    const auto& tensors = traced.call.tensors;
    for (size_t i = 0; i < tensors.size(); ++i) {
        if (tensors[i]) analysis.tensors.push_back(describe(request.op->inputs[i].name, *tensors[i]));
    }
    analysis.tensors.push_back(describe("output", traced.output));
    for (const program::KernelDescriptor& kernel : analysis.run.program.kernels)
        analysis.kernels.push_back(describe(kernel, analysis.run));
    // In the order in which data passes.
    const auto place = [](const AnalysedKernel& kernel) {
        return kernel.role == "reader" ? 0 : kernel.role == "compute" ? 1 : 2;
    };
    std::stable_sort(analysis.kernels.begin(), analysis.kernels.end(),
                     [&](const AnalysedKernel& a, const AnalysedKernel& b) { return place(a) < place(b); });
    const ttnn::CoreCoord grid = traced.output.device()->compute_with_storage_grid_size();
    analysis.grid_x = static_cast<uint32_t>(grid.x);
    analysis.grid_y = static_cast<uint32_t>(grid.y);
    return analysis;
}

std::string Analysis::to_markdown() const {
    const workshop::RowGeometry& rows = plan.rows;
    const uint32_t rows_of_core = (rows.tile_rows() + run.cores - 1) / std::max(1u, run.cores);
    std::string text = fmt::format("# {} analysis\n\n", op);
    text += fmt::format("## Overview\n\n{}{}`{}` per row x of length W. Traced: {}.\n", summary,
                        summary.empty() ? "" : ": ", mathematics, run.text);

    text += "\n## Work unit definition\n\n";
    MarkdownTable unit({"Attribute", "Value"});
    unit.add({"Granularity", "tile-row: 32 sticks of the tensor, leading dimensions folded"});
    unit.add({"Unit size", fmt::format("{} tiles in {} block{} of {}", rows.width_tiles(), rows.blocks,
                                       rows.blocks == 1 ? "" : "s", rows.block_tiles)});
    unit.add({"Total units", fmt::format("{} ({} sticks of {} elements)", rows.tile_rows(), rows.sticks, rows.width)});
    unit.add({"Loop structure", fmt::format("tile-rows of the core; {} pass{} over {} block{} each", rows.passes,
                                            rows.passes == 1 ? "" : "es", rows.blocks, rows.blocks == 1 ? "" : "s")});
    unit.add({"Plan", workshop::plan_name(plan.kind)});
    text += unit.text();

    text += "\n## Tensor format and layout\n\n";
    MarkdownTable formats(
        {"Tensor", "Logical shape", "Padded shape", "Layout", "Memory layout", "Buffer type", "Data type", "Pages"});
    for (const AnalysedTensor& tensor : tensors) {
        formats.add({tensor.name, tensor.logical_shape, tensor.padded_shape, tensor.layout, tensor.memory_layout,
                     tensor.buffer_type, tensor.dtype,
                     fmt::format("{} of {} B", number(tensor.pages), tensor.page_bytes)});
    }
    text += formats.text();

    text += "\n## Data flow pattern\n\nWho pushed to and who took from each CB, in the traced run:\n\n";
    MarkdownTable flow({"From", "CB", "To", "Pushed at", "Taken at"});
    for (const MeasuredCb& cb : run.cbs) {
        if (!cb.used) continue;
        const workshop::SideCount& taken = cb.pop.calls != 0 ? cb.pop : cb.wait;
        flow.add({cb.push.thread, fmt::format("c_{} {}", cb.index, cb.name), taken.thread, joined(cb.push.places),
                  joined(taken.places)});
    }
    text += flow.text();

    text += "\n## Circular buffer configuration\n\nPeak and mean are pages held, measured on the busiest core.\n\n";
    MarkdownTable cbs({"CB ID", "Name", "Format", "Capacity (pages)", "Page bytes", "Block size (pages)", "Buffering",
                       "Producer", "Consumer", "Lifetime", "Pushed", "Popped", "Peak", "Mean", "Address"});
    for (const MeasuredCb& cb : run.cbs) {
        cbs.add({fmt::format("c_{}", cb.index), cb.name, cb.format, std::to_string(cb.capacity_pages),
                 number(cb.page_bytes), std::to_string(block_pages(cb)), buffering(cb), cb.push.thread,
                 cb.pop.thread.empty() ? cb.wait.thread : cb.pop.thread, lifetime(cb, rows_of_core),
                 number(cb.push.pages), number(cb.pop.pages), std::to_string(cb.peak_pages),
                 fmt::format("{:.1f}", cb.mean_pages), fmt::format("{:#x}", cb.address)});
    }
    text += cbs.text();
    text +=
        fmt::format("\nL1: {} of {} bytes for CBs.\n", number(run.l1_used_bytes), number(run.l1_end - run.l1_begin));

    text += "\n## Pipeline pattern summary\n\n";
    size_t overlapping = 0, single = 0;
    for (const MeasuredCb& cb : run.cbs) {
        if (cb.used && !(cb.persistent && cb.pop.pages == 0)) ++(buffering(cb) == "Single" ? single : overlapping);
    }
    text += fmt::format(
        "{} CB{} hold more than one block, so that both sides can work at once; {} hold one block, and their sides "
        "take "
        "turns.\n",
        overlapping, overlapping == 1 ? "" : "s", single);

    text += "\n## Memory access patterns\n\n";
    for (size_t i = 0; i < tensors.size(); ++i) {
        text += fmt::format("- {}: {} {} page{} of {} bytes, {}.\n", tensors[i].name,
                            i + 1 == tensors.size() ? "written as" : "read as", number(tensors[i].pages),
                            tensors[i].pages == 1 ? "" : "s", tensors[i].page_bytes, tensors[i].memory_layout);
    }

    text += "\n## Core distribution strategy\n\n";
    uint64_t least = UINT64_MAX, most = 0;
    for (const auto& [core, pages] : run.pushed_by_core) least = std::min(least, pages), most = std::max(most, pages);
    MarkdownTable distribution({"Attribute", "Value"});
    distribution.add({"Grid topology", "2D, filled core by core"});
    distribution.add({"Grid dimensions", fmt::format("{} x {}", grid_x, grid_y)});
    distribution.add({"Total cores", fmt::format("{} of {}", run.cores, grid_x * grid_y)});
    distribution.add(
        {"Work per core", fmt::format("at most {} tile-row{}", rows_of_core, rows_of_core == 1 ? "" : "s")});
    distribution.add(
        {"Load balancing", fmt::format("{} to {} pages pushed per core, measured", number(least), number(most))});
    text += distribution.text();

    text += "\n## Arguments\n\nNames are those the kernels give them.\n";
    for (const AnalysedKernel& kernel : kernels) {
        const auto list = [&](const char* title, const std::vector<AnalysedArgument>& arguments) {
            if (arguments.empty()) return;
            MarkdownTable table({"Index", "Name", "Value"});
            for (const AnalysedArgument& argument : arguments) {
                table.add({std::to_string(argument.index), argument.name.empty() ? "(not named)" : argument.name,
                           argument.value + (argument.varies ? " (by core)" : "")});
            }
            text += fmt::format("\n### {}, {}\n\n{}", kernel.role, title, table.text());
        };
        list("compile time", kernel.compile_time);
        list("runtime", kernel.runtime);
        list("common runtime", kernel.common);
    }

    text += "\n## Kernel implementations\n\n";
    MarkdownTable implementations({"Kernel", "Core", "NoC", "Input", "Output", "Operations"});
    for (const AnalysedKernel& kernel : kernels) {
        std::vector<std::string> operations = kernel.helpers;
        operations.insert(operations.end(), kernel.raw_calls.begin(), kernel.raw_calls.end());
        const bool moves = kernel.role != "compute";  // what it does not take from a CB it takes from DRAM
        const bool from_dram = kernel.role == "reader" || (moves && kernel.reads.empty());
        const bool to_dram = kernel.role == "writer" || (moves && kernel.writes.empty());
        implementations.add({kernel.file, kernel.processor, moves ? std::to_string(kernel.noc) : "",
                             from_dram ? "DRAM" : joined(kernel.reads), to_dram ? "DRAM" : joined(kernel.writes),
                             joined(operations)});
    }
    text += implementations.text();

    text += "\n## Implementation notes\n\n";
    for (const AnalysedKernel& kernel : kernels) {
        if (!kernel.purpose.empty()) text += fmt::format("- {}: {}\n", kernel.file, kernel.purpose);
    }
    text += fmt::format("- The run had {} finding{} in strict mode; {}.\n", run.run.findings.size(),
                        run.run.findings.size() == 1 ? "" : "s",
                        run.all_balanced() ? "every CB is balanced or persistent" : "NOT every CB is balanced");
    return text;
}

nlohmann::json Analysis::to_json() const {
    nlohmann::json list = nlohmann::json::array(), formats = nlohmann::json::array();
    for (const AnalysedKernel& kernel : kernels) {
        list.push_back({{"file", kernel.file},
                        {"role", kernel.role},
                        {"processor", kernel.processor},
                        {"noc", kernel.noc},
                        {"purpose", kernel.purpose},
                        {"compile_time_args", report::to_json(kernel.compile_time)},
                        {"runtime_args", report::to_json(kernel.runtime)},
                        {"common_runtime_args", report::to_json(kernel.common)},
                        {"helpers", kernel.helpers},
                        {"raw_calls", kernel.raw_calls},
                        {"reads", kernel.reads},
                        {"writes", kernel.writes}});
    }
    for (const AnalysedTensor& tensor : tensors) {
        formats.push_back({{"name", tensor.name},
                           {"logical_shape", tensor.logical_shape},
                           {"padded_shape", tensor.padded_shape},
                           {"layout", tensor.layout},
                           {"memory_layout", tensor.memory_layout},
                           {"buffer_type", tensor.buffer_type},
                           {"dtype", tensor.dtype},
                           {"page_bytes", tensor.page_bytes},
                           {"pages", tensor.pages}});
    }
    nlohmann::json by_core = nlohmann::json::array();
    for (const auto& [core, pages] : run.pushed_by_core)
        by_core.push_back({{"core", core.str()}, {"pages_pushed", pages}});
    return {{"op", op},
            {"mathematics", mathematics},
            {"summary", summary},
            {"case", run.text},
            {"plan", plan.to_json()},
            {"work_unit",
             {{"tile_rows", plan.rows.tile_rows()},
              {"width_tiles", plan.rows.width_tiles()},
              {"block_tiles", plan.rows.block_tiles},
              {"blocks", plan.rows.blocks},
              {"passes", plan.rows.passes}}},
            {"tensors", formats},
            {"cbs", run.cbs_json()},
            {"kernels", list},
            {"cores", {{"used", run.cores}, {"grid", {grid_x, grid_y}}, {"by_core", by_core}}},
            {"l1_used_bytes", run.l1_used_bytes},
            {"findings", run.run.findings.size()}};
}

}  // namespace tilewright::report
