// The Python side of a generated op: a generic_op twin on the same kernels.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/folder.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/gen/text.hpp"
#include "workshop/plan/evaluate.hpp"

namespace tilewright::workshop::rows {

namespace {

std::string signature(const Plan& plan, bool types) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    for (const SpecInput& input : plan.spec.inputs) {
        if (!input.optional) add(input.name + (types ? ": ttnn.Tensor" : ""));
    }
    for (const SpecInput& input : plan.spec.inputs) {
        if (input.optional) add(input.name + (types ? ": ttnn.Tensor | None = None" : "=None"));
    }
    for (const SpecParameter& p : plan.spec.parameters) {
        add(fmt::format("{}{}{}{}", p.name, types ? (p.integer ? ": int = " : ": float = ") : "=",
                        p.integer ? fmt::format("{}", static_cast<long>(p.value)) : number_text(p.value), ""));
    }
    return text;
}

std::string all_names(const Plan& plan) {
    std::string text;
    for (const SpecInput& input : plan.spec.inputs) text += (text.empty() ? "" : ", ") + input.name;
    return text;
}

const char* pages_source(PagesOf size) {
    switch (size) {
        case PagesOf::One: return "1";
        case PagesOf::Two: return "2";
        case PagesOf::Scalers: return "1 if width % 32 == 0 else 2";
        case PagesOf::Block: return "tiles";
        case PagesOf::Blocks: return "depth * tiles";
        case PagesOf::Tiles: return "row if stay else tiles";
        default: return "row if lines_stay else depth * tiles";
    }
}

// The rules of choose_plan (workshop/plan/cb_plan.cpp), which the twin cannot call where only ttnn is.
void choose(Text& out, const Plan& plan) {
    const Spec& spec = plan.spec;
    std::vector<std::string> lines, sticks;
    for (const SpecInput& input : spec.inputs) {
        if (input.shape == InputShape::Row) lines.push_back(input.name);
        if (input.shape == InputShape::Rows) sticks.push_back(input.name);
    }
    const bool several = plan.streaming_passes(true) > 1;
    out.open("def choose_plan(tensors, result, width_tiles: int):");
    out.line("\"\"\"Kind, tiles of a block, depth of the stick CBs, whether lines stay: as the C++ op chooses.\"\"\"");
    out.line(fmt::format("{}{} = tensors", all_names(plan), spec.inputs.size() == 1 ? "," : "")).line();
    out.open("def fits(*plan):");
    out.line(
        "return sum(pages * ttnn.tile_size(dtype) for _, dtype, pages in cbs_for(tensors, result, *plan)) <= "
        "L1_BYTES");
    out.close("");
    out.line(lines.empty()
                 ? "has_lines = False"
                 : fmt::format("has_lines = any(line is not None for line in ({},))", fmt::join(lines, ", ")));
    out.line(fmt::format("wide = ttnn.float32 in [t.dtype for t in ({}, {}) if t is not None]", fmt::join(sticks, ", "),
                         plan.column_result ? "None" : "result"));
    out.line("line_bytes = 128 if wide else 64  # of a stick in a tile");
    out.line(fmt::format("least = max(-(-width_tiles // ({} // line_bytes)), 2)", kTransferBytes));
    if (spec.plan != PlanChoice::Streaming) {
        out.open("if fits(\"resident\", width_tiles, 2, has_lines):");
        out.line("return \"resident\", width_tiles, 2, has_lines");
        out.close("");
        if (several && plan.tiles_may_stay) {
            out.line("blocks = least");
            out.open("while blocks <= width_tiles:");
            out.line("tiles = -(-width_tiles // blocks)");
            out.open("if blocks > least and tiles * line_bytes < 256:").line("break");
            out.close("");
            out.open("for stay in (True, False) if has_lines else (False,):");
            out.open("if fits(\"tiles resident\", tiles, 2, stay):");
            out.line("return \"tiles resident\", tiles, 2, stay");
            out.close("");
            out.close("");
            out.line("blocks *= 2");
            out.close("");
        }
        const char* single = several || spec.plan == PlanChoice::Resident ? "" : "width_tiles == 1 and ";
        out.open(fmt::format("if {}fits(\"resident\", width_tiles, 1, has_lines):", single));
        out.line("return \"resident\", width_tiles, 1, has_lines");
        out.close("");
    } else {
        out.open("if width_tiles == 1:").line("return \"resident\", 1, 2, has_lines");
        out.close("");
    }
    if (spec.plan != PlanChoice::Resident) {
        out.open("for blocks in range(least, width_tiles + 1):");
        out.line("tiles = -(-width_tiles // blocks)");
        out.open("if fits(\"streaming\", tiles, 2, False):").line("return \"streaming\", tiles, 2, False");
        out.close("");
        out.close("");
    }
    out.line(fmt::format("raise RuntimeError(\"{}: no plan fits L1\")", spec.name));
    out.close("").line();
}

std::string descriptor(const Plan& plan) {
    const Spec& spec = plan.spec;
    const std::string& name = spec.name;
    const std::string& first = spec.first_rows().name;
    Text out;
    out.line(fmt::format("\"\"\"The program of {}: the plan of the C++ op and the same kernels.\"\"\"", name)).line();
    out.line("from __future__ import annotations").line();
    out.line("import math").line("import struct").line("from pathlib import Path").line().line("import ttnn").line();
    out.line("KERNELS = Path(__file__).parents[1] / \"device\" / \"kernels\"");
    out.line("L1_BYTES = 1_300_000  # what CBs may take on each core").line().line();
    out.open("def bits(value: float) -> int:");
    out.line("\"\"\"A number as the kernels take it: float32 bits.\"\"\"");
    out.line("return struct.unpack(\"<I\", struct.pack(\"<f\", value))[0]");
    out.close("").line();
    out.open("def cbs_for(tensors, result, kind: str, tiles: int, depth: int, lines_stay: bool):");
    out.line("\"\"\"(index, dtype, pages) of every CB of a kind of plan with blocks of `tiles` tiles.\"\"\"");
    out.line(fmt::format("{}{} = tensors", all_names(plan), spec.inputs.size() == 1 ? "," : ""));
    out.line(fmt::format("width = {}.shape[-1]", first));
    out.line("row = -(-width // (32 * tiles)) * tiles");
    if (plan.program.has_refinement) out.line("refined = result.dtype == ttnn.float32");
    out.line("stay = kind == \"tiles resident\"");
    out.line("cbs = []");
    for (const PlanCb& cb : plan.cbs) {
        std::vector<std::string> conditions;
        for (const int condition : cb.conditions) {
            conditions.push_back(condition == kRefined ? "refined"
                                 : condition == kPartial
                                     ? "width % 32 != 0"
                                     : spec.inputs[static_cast<size_t>(condition)].name + " is not None");
        }
        if (cb.size == PagesOf::Block) conditions.emplace_back("not stay");
        const std::string dtype = cb.format == FormatOf::Output ? "result.dtype"
                                  : cb.format == FormatOf::Statistic
                                      ? "ttnn.float32"
                                      : spec.inputs[static_cast<size_t>(cb.input)].name + ".dtype";
        const std::string line =
            fmt::format("cbs.append(({}, {}, {}))  # {}", cb.index, dtype, pages_source(cb.size), cb.holds);
        if (conditions.empty()) {
            out.line(line);
        } else {
            out.open(fmt::format("if {}:", fmt::join(conditions, " and ")));
            out.line(line);
            out.close("");
        }
    }
    out.line("return cbs");
    out.close("").line();
    choose(out, plan);
    std::string parameters;
    for (const SpecParameter& p : spec.parameters) parameters += ", " + p.name + ": " + (p.integer ? "int" : "float");
    out.open(fmt::format("def create_program_descriptor(tensors, result{}) -> ttnn.ProgramDescriptor:", parameters));
    out.line("\"\"\"`tensors` in the order of the spec, None where an optional one is absent.\"\"\"");
    out.line(fmt::format("{}{} = tensors", all_names(plan), spec.inputs.size() == 1 ? "," : ""));
    out.line(fmt::format("width = {0}.shape[-1]", first));
    out.line(fmt::format("sticks = math.prod({}.shape) // width", first));
    out.line("width_tiles, tail = -(-width // 32), width % 32");
    out.line("kind, tiles, depth, lines_stay = choose_plan(tensors, result, width_tiles)");
    out.line("blocks = -(-width_tiles // tiles)");
    const bool refined = plan.program.has_refinement;
    out.line(refined ? fmt::format("anchor = {} if result.dtype == ttnn.float32 else 0", kAnchorTiles) : "anchor = 0");
    const uint32_t most = plan.streaming_passes(true), least = plan.streaming_passes(false);
    out.line(fmt::format("passes = ({}) if kind == \"streaming\" else 1",
                         most == least ? std::to_string(most) : fmt::format("{} if anchor else {}", most, least)));
    out.line(plan.passes.front().anchor_only
                 ? "first = -(-min(anchor, width_tiles) // tiles) if passes > 1 and anchor else blocks"
                 : "first = blocks");
    out.line(fmt::format("grid = {}.device().compute_with_storage_grid_size()", first));
    out.line("_, cores, group_1, group_2, rows_1, rows_2 = ttnn.split_work_to_cores(grid, -(-sticks // 32))").line();
    out.line("planned = cbs_for(tensors, result, kind, tiles, depth, lines_stay)");
    out.open("cbs = [");
    out.open("ttnn.CBDescriptor(");
    out.line("pages * ttnn.tile_size(dtype), cores, [ttnn.CBFormatDescriptor(index, dtype, ttnn.tile_size(dtype))]");
    out.close(")");
    out.line("for index, dtype, pages in planned");
    out.close("]");
    out.line("modes = [ttnn.UnpackToDestMode.Default] * 64");
    out.open("for index, dtype, _ in planned:");
    out.open("if dtype == ttnn.float32:").line("modes[index] = ttnn.UnpackToDestMode.UnpackToDestFp32");
    out.close("");
    out.close("").line();
    std::string scalars, tiles;
    for (const int node : plan.constants) {
        tiles += fmt::format(", bits({})", scalar_source(plan.program, node, "", true));
    }
    for (const int node : plan.scalars) {
        scalars += fmt::format(", bits({})", scalar_source(plan.program, node, "", true));
    }
    out.line("reader_args, compute_args, writer_args = ttnn.RuntimeArgs(), ttnn.RuntimeArgs(), ttnn.RuntimeArgs()");
    out.line("addresses = [0 if tensor is None else tensor.buffer_address() for tensor in tensors]");
    out.line("row = 0");
    out.open("for group, count in ((group_1, rows_1), (group_2, rows_2)):");
    out.open("for core in ttnn.corerange_to_cores(group):");
    out.line("begin, own = row * 32, min(sticks - row * 32, count * 32)");
    out.line(fmt::format("reader_args[core.x][core.y] = [begin, own, *addresses{}]", tiles));
    out.line(fmt::format("compute_args[core.x][core.y] = [count{}]", scalars));
    out.line("writer_args[core.x][core.y] = [result.buffer_address(), begin, own]");
    out.line("row += count");
    out.close("");
    out.close("").line();
    out.line("bytes_of = {ttnn.bfloat16: 2, ttnn.float32: 4}");
    out.line("stick_bytes = [0 if t is None else t.shape[-1] * bytes_of[t.dtype] for t in tensors]");
    out.line("common = [width_tiles, tail, tiles, blocks, passes, first, anchor, int(kind == \"tiles resident\")]");
    out.line("common += [int(lines_stay), bits(1.0 / width), *stick_bytes]");
    out.line("accessors = []");
    out.open("for tensor in tensors:");
    out.line("accessor = ttnn.TensorAccessorArgs() if tensor is None else ttnn.TensorAccessorArgs(tensor)");
    out.line("accessors += accessor.get_compile_time_args()");
    out.close("");
    out.line(fmt::format("result_bytes = {} * bytes_of[result.dtype]", plan.column_result ? "32" : "width"));
    const auto kernel = [&](const char* kind, const std::string& file, const std::string& arguments,
                            const std::string& config) {
        out.open(fmt::format("{} = ttnn.KernelDescriptor(", kind));
        out.line(fmt::format("kernel_source=str(KERNELS / \"{}\"),", file));
        out.line("core_ranges=cores,");
        out.line(fmt::format("compile_time_args={},", arguments));
        out.line(fmt::format("runtime_args={}_args,", kind));
        out.line(fmt::format("config={},", config));
        out.close(")");
    };
    kernel("reader", fmt::format("dataflow/reader_{}.cpp", name), "[*common, *accessors]",
           "ttnn.ReaderConfigDescriptor()");
    out.line("compute_config = ttnn.ComputeConfigDescriptor(fp32_dest_acc_en=True)");
    out.line("compute_config.unpack_to_dest_mode = modes");
    kernel("compute", fmt::format("compute/{}_compute.cpp", name), "common", "compute_config");
    kernel("writer", fmt::format("dataflow/writer_{}.cpp", name),
           fmt::format("[result_bytes, {}, *ttnn.TensorAccessorArgs(result).get_compile_time_args()]",
                       plan.column_result ? "1, 1" : "tiles, blocks"),
           "ttnn.WriterConfigDescriptor()");
    out.line("return ttnn.ProgramDescriptor(kernels=[reader, compute, writer], cbs=cbs)");
    std::string text = out.str();
    // Blocks end without a line of their own in Python.
    size_t at = 0;
    while ((at = text.find("\n\n\n\n")) != std::string::npos) text.erase(at, 1);
    return text;
}

std::string entry(const Plan& plan) {
    const Spec& spec = plan.spec;
    const std::string& first = spec.first_rows().name;
    std::string parameters;
    for (const SpecParameter& p : spec.parameters) parameters += ", " + p.name;
    std::string text = fmt::format(
        "\"\"\"{0} as a generic_op: allocates the result and runs the program.\"\"\"\n\n"
        "from __future__ import annotations\n\nimport ttnn\n\n"
        "from .{0}_program_descriptor import create_program_descriptor\n\n\n"
        "def {0}({1}) -> ttnn.Tensor:\n    \"\"\"{2}: {3}\"\"\"\n",
        spec.name, signature(plan, true), spec.doc.empty() ? spec.name : spec.doc, [&] {
            std::string one = spec.formula;
            std::replace(one.begin(), one.end(), '\n', ' ');
            return one;
        }());
    text += fmt::format(
        "    if len({0}.shape) < 2:\n        raise RuntimeError(f\"{1}: {0} must have rank 2 or more, but "
        "its rank is {{len({0}.shape)}}\")\n"
        "    if {0}.layout != ttnn.ROW_MAJOR_LAYOUT:\n        raise RuntimeError(f\"{1}: {0} must have layout "
        "ROW_MAJOR, but its layout is {{{0}.layout}}\")\n",
        first, spec.name);
    text += plan.column_result ? fmt::format("    shape = [*{}.shape][:-1] + [32]  # column 0 is the result\n", first)
                               : fmt::format("    shape = {}.shape\n", first);
    text += fmt::format(
        "    result = ttnn.allocate_tensor_on_device(shape, {0}.dtype, {0}.layout, {0}.device(), "
        "ttnn.DRAM_MEMORY_CONFIG)\n    tensors = [{1}]\n"
        "    given = [tensor for tensor in tensors if tensor is not None]\n"
        "    return ttnn.generic_op([*given, result], create_program_descriptor(tensors, result{2}))\n",
        first, all_names(plan), parameters);
    return text;
}

}  // namespace

std::map<std::string, std::string> python_files(const Plan& plan) {
    const std::string& name = plan.spec.name;
    return {{"python/__init__.py", fmt::format("\"\"\"The generic_op twin of {0}.\"\"\"\n\nfrom .{0} import {0}\n\n"
                                               "__all__ = [\"{0}\"]\n",
                                               name)},
            {fmt::format("python/{}.py", name), entry(plan)},
            {fmt::format("python/{}_program_descriptor.py", name), descriptor(plan)}};
}

}  // namespace tilewright::workshop::rows
