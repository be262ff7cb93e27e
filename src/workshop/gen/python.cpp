// The Python side of a generated op: a generic_op twin on the same kernels. One file because its parts are one program,
// whose names and arguments must agree.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/folder.hpp"
#include "workshop/gen/integers.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/gen/text.hpp"
#include "workshop/plan/evaluate.hpp"
#include "workshop/spec/escape.hpp"

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
        add(fmt::format("{}{}{}", p.name, types ? fmt::format(": {} = ", p.python_type()) : "=", p.default_text(true)));
    }
    return text;
}

// Inputs go by their place in the list and parameters by name in a dictionary: whatever a spec calls them, no name of
// the program's own is one of theirs.
std::string first_tensor(const Spec& spec) {
    return fmt::format("tensors[{}]", &spec.first_rows() - spec.inputs.data());
}

// Sides of products: "tensors[0].shape[-1]".
std::string columns_of(const Spec& spec, size_t input) {
    return fmt::format("tensors[{}].shape[{}]", input, spec.inputs[input].operand.transposed ? -2 : -1);
}
// The shape of the rows.
std::string rows_shape(const Spec& spec) {
    if (spec.products.empty()) return first_tensor(spec) + ".shape";
    const SpecProduct& product = spec.products.front();
    return fmt::format("[*tensors[{}].shape][:-1] + [{}]", product.left, columns_of(spec, product.right));
}
std::string size_source(const Spec& spec, size_t size) {
    for (size_t i = 0; i < spec.inputs.size(); ++i) {
        const MatrixSide& operand = spec.inputs[i].operand;
        if (operand.side == MatrixSide::Side::Left && operand.size == size)
            return fmt::format("tensors[{}].shape[-1]", i);
    }
    return columns_of(spec, *spec.last);
}
std::vector<std::string> size_sources(const Spec& spec) {
    std::vector<std::string> all;
    for (size_t size = 0; size < spec.sizes; ++size) all.push_back(size_source(spec, size));
    return all;
}

void products_geometry(Text& out, const Plan& plan) {
    out.open("def rows_of(tensors) -> list:");
    out.line("\"\"\"The shape of the rows: that of the first product.\"\"\"");
    out.line(plan.spec.products.empty() ? fmt::format("return [*{}]", rows_shape(plan.spec))
                                        : "return " + rows_shape(plan.spec));
    out.close("").line().line();
    out.open("def sides_of(tensors) -> list:");
    out.line("\"\"\"Sizes of products beside those of the rows.\"\"\"");
    out.line(fmt::format("return [{}]", fmt::join(size_sources(plan.spec), ", ")));
    out.close("").line().line();
    out.open("def part_of(tiles: int) -> int:");
    out.line("\"\"\"Tiles of a column that go together.\"\"\"");
    out.line("return max(part for part in range(1, min(tiles, 8) + 1) if tiles % part == 0)");
    out.close("").line().line();
}

// A plan whose rows are gathered: a row's tiles and the number of rows, from which the program counts.
void gathered_geometry(Text& out, const Plan& plan) {
    out.open("def extents(rows) -> dict:");
    out.line("\"\"\"Sizes of N (all before C), C, H and W.\"\"\"");
    out.line("shape = [1, 1, 1, 1, *rows]");
    out.line("return {\"N\": math.prod(shape[:-3]), \"C\": shape[-3], \"H\": shape[-2], \"W\": shape[-1]}");
    out.close("").line().line();
    out.open("def in_tiles_of(rows, dims: str) -> int:");
    out.line("sizes = extents(rows)");
    out.line("return math.prod(-(-sizes[dim] // 32) if dim in \"HW\" else sizes[dim] for dim in dims)");
    out.close("").line().line();
    out.open("def elements_of(rows, dims: str) -> int:");
    out.line("sizes = extents(rows)");
    out.line("return math.prod(sizes[dim] for dim in dims)");
    out.close("").line().line();
    std::string reduced, kept;
    for (const auto& [dim, letter] : {std::pair{kN, "N"}, std::pair{kC, "C"}, std::pair{kH, "H"}, std::pair{kW, "W"}}) {
        ((plan.program.reduced & dim) != 0 ? reduced : kept) += letter;
    }
    out.line(fmt::format("REDUCED, KEPT = \"{}\", \"{}\"  # a row is along the first", reduced, kept)).line().line();
    if (plan.spec.has_operands()) products_geometry(out, plan);
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
        case PagesOf::TileBlocks: return "row if stay else depth * tiles";
        case PagesOf::Kept: return "tiles";
        case PagesOf::Parts: return "2 * part_of(tiles)";
        default: return "row if lines_stay else depth * tiles";
    }
}

// The rules of choose_plan (workshop/plan/cb_plan.cpp), which the twin cannot call where only ttnn is.
void choose(Text& out, const Plan& plan) {
    const Spec& spec = plan.spec;
    std::vector<size_t> lines;  // places among the inputs
    for (size_t i = 0; i < spec.inputs.size(); ++i) {
        if (spec.inputs[i].shape == InputShape::Row) lines.push_back(i);
    }
    const uint32_t passes = plan.streaming_passes(true);
    const bool several = passes > 1;
    constexpr BlockCosts costs;
    out.open("def block_sizes(width_tiles: int, each: float):");
    out.line("\"\"\"Tiles of a block, the best first; `each`: what a block costs beside its tiles.\"\"\"");
    out.line("sizes = []");
    out.open("for size in range(1, width_tiles):");
    out.line("blocks = -(-width_tiles // size)");
    out.open("if -(-width_tiles // blocks) != size:").line("continue");
    out.close("");
    out.line(fmt::format("packing = 0.0 if size % 4 == 0 else {} if size % 2 == 0 or size % 3 == 0 else {}",
                         costs.uneven, costs.odd));
    out.line(fmt::format("cost = blocks * size * (1 + packing) + blocks * each + size * {}", costs.alone));
    out.line("sizes.append((cost, size))");
    out.close("");
    out.line("return [size for _, size in sorted(sizes)]");
    out.close("").line().line();
    const std::string rows = plan.spec.has_operands() ? "rows_of(tensors)" : first_tensor(spec) + ".shape";
    if (!plan.by_clock.empty()) {
        out.line("# By the card's clock: kind, tiles of a block (0: the row), depth, whether lines stay.");
        out.open("BY_CLOCK = {");
        for (const ShapePlan& one : plan.by_clock) {
            const PlanAsk ask = PlanAsk::parse(one.plan);
            const PlanKind kind = ask.kind.value_or(PlanKind::Resident);
            const char* name = kind == PlanKind::Streaming       ? "streaming"
                               : kind == PlanKind::TilesResident ? "tiles resident"
                                                                 : "resident";
            out.line(fmt::format("({}): (\"{}\", {}, {}, {}),", fmt::join(one.shape, ", "), name,
                                 ask.block_tiles.value_or(0), ask.depth.value_or(2),
                                 ask.lines_stay.value_or(kind != PlanKind::Streaming) ? "True" : "False"));
        }
        out.close("}").line().line();
    }
    out.open("def choose_plan(tensors, result, width_tiles: int):");
    out.line("\"\"\"Kind, tiles of a block, depth of the stick CBs, whether lines stay: as the C++ op chooses.\"\"\"");
    out.line(lines.empty() ? "has_lines = False"
                           : fmt::format("has_lines = any(tensors[place] is not None for place in ({},))",
                                         fmt::join(lines, ", ")));
    out.line("room = l1_bytes([*tensors, result])").line();
    out.open("def fits(*plan):");
    out.line(
        "return sum(pages * ttnn.tile_size(dtype) for _, dtype, pages in cbs_for(tensors, result, *plan)) <= room");
    out.close("").line();
    if (!plan.by_clock.empty()) {
        out.line(fmt::format("best = BY_CLOCK.get(tuple({}))", rows));
        out.open("if best:");
        out.line("best = (best[0], best[1] or width_tiles, best[2], best[3] and has_lines)");
        out.open("if fits(*best):").line("return best");
        out.close("");
        out.close("").line();
    }
    out.open("def in_blocks(kind, each):");
    out.open("for size in block_sizes(width_tiles, each):");
    out.open("for stay in (True, False) if has_lines else (False,):");
    out.open("if fits(kind, size, 2, stay):").line("return kind, size, 2, stay");
    out.close("");
    out.close("");
    out.close("");
    out.line("return None");
    out.close("").line();
    std::vector<std::string> tries;
    const auto attempt = [&](const std::string& plan_text) { tries.push_back(plan_text); };
    const auto row = [](int depth) {
        return fmt::format(
            "(\"resident\", width_tiles, {0}, has_lines) if fits(\"resident\", width_tiles, {0}, "
            "has_lines) else None",
            depth);
    };
    const std::string tiles_stay = fmt::format("in_blocks(\"tiles resident\", {})", costs.block);
    const std::string streams = fmt::format("in_blocks(\"streaming\", {})", several ? costs.again : costs.passed);
    const std::string wide = fmt::format("width_tiles >= {} and ", kLeastTilesInBlocks);
    const bool may_stay = spec.plan != PlanChoice::Streaming, may_stream = spec.plan != PlanChoice::Resident;
    if (!may_stay) attempt("width_tiles == 1 and (\"resident\", 1, 2, has_lines)");
    if (may_stay && several && plan.tiles_may_stay && !plan.makes_again()) attempt(wide + tiles_stay);
    if (may_stream && !several) attempt(wide + streams);
    if (may_stay) attempt(row(2));
    if (may_stay && several && plan.tiles_may_stay) attempt(tiles_stay);
    if (may_stay) attempt((several || !may_stream ? "" : "width_tiles == 1 and ") + row(1));
    if (may_stream) attempt(streams);
    out.line("plan = (");
    for (size_t i = 0; i < tries.size(); ++i) {
        const bool choice = tries[i].find(" else None") != std::string::npos;
        out.line(fmt::format("    {}{}{}{}", i == 0 ? "" : "or ", choice ? "(" : "", tries[i], choice ? ")" : ""));
    }
    out.line(")");
    out.open("if plan:").line("return plan");
    out.close("");
    out.line(fmt::format("raise RuntimeError(\"{}: no plan fits L1\")", spec.name));
    out.close("").line();
}

std::string descriptor(const Plan& plan) {
    const Spec& spec = plan.spec;
    const std::string& name = spec.name;
    const std::string first = first_tensor(spec);
    const std::string rows = spec.has_operands() ? "rows_of(tensors)" : first + ".shape";
    Text out;
    out.line(fmt::format("\"\"\"The program of {}: the plan of the C++ op and the same kernels.\"\"\"", name)).line();
    out.line("from __future__ import annotations").line();
    out.line("import math").line("import struct").line("from pathlib import Path");
    if (!spec.parameters.empty()) out.line("from types import SimpleNamespace");
    out.line().line("import ttnn").line();
    out.line("KERNELS = Path(__file__).parents[1] / \"device\" / \"kernels\"");
    out.line("L1_BYTES = 1_300_000  # what CBs may take on each core");
    out.line("L1_BEGIN = 131_072  # where they begin at most").line().line();
    out.open("def bits(value: float) -> int:");
    out.line("\"\"\"A number as the kernels take it: float32 bits.\"\"\"");
    out.line("return struct.unpack(\"<I\", struct.pack(\"<f\", value))[0]");
    out.close("").line();
    const bool gathered = plan.gathered();
    if (gathered) gathered_geometry(out, plan);
    out.open("def cbs_for(tensors, result, kind: str, tiles: int, depth: int, lines_stay: bool):");
    out.line("\"\"\"(index, dtype, pages) of every CB of a kind of plan with blocks of `tiles` tiles.\"\"\"");
    out.line(gathered ? fmt::format("width = 32 * in_tiles_of({}, REDUCED)", rows)
                      : fmt::format("width = {}.shape[-1]", first));
    out.line("row = -(-width // (32 * tiles)) * tiles");
    if (plan.program.has_refinement) out.line("refined = result.dtype == ttnn.float32");
    out.line("stay = kind == \"tiles resident\"");
    out.line("cbs = []");
    for (const PlanCb& cb : plan.cbs) {
        std::vector<std::string> conditions;
        for (const int condition : cb.conditions) {
            conditions.push_back(condition == kRefined   ? "refined"
                                 : condition == kPartial ? "width % 32 != 0"
                                                         : fmt::format("tensors[{}] is not None", condition));
        }
        if (cb.size == PagesOf::Block) conditions.emplace_back("not stay");
        const std::string dtype = cb.format == FormatOf::Output      ? "result.dtype"
                                  : cb.format == FormatOf::Statistic ? "ttnn.float32"
                                                                     : fmt::format("tensors[{}].dtype", cb.input);
        const std::string inner = fmt::format("-(-sides_of(tensors)[{}] // 32)", cb.inner);
        if (cb.size == PagesOf::Sums) conditions.emplace_back("row > tiles");
        const std::string pages = cb.size == PagesOf::Inner || cb.size == PagesOf::Sums ? inner
                                  : cb.size == PagesOf::InnerParts ? fmt::format("2 * part_of({})", inner)
                                                                   : pages_source(cb.size);
        const std::string line = fmt::format("cbs.append(({}, {}, {}))  # {}", cb.index, dtype, pages, cb.holds);
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
    out.open("def l1_bytes(tensors) -> int:");
    out.line("\"\"\"What CBs may take: the space below the lowest of the tensors that lie in L1.\"\"\"");
    out.line("in_l1 = [t for t in tensors if t is not None and t.memory_config().buffer_type == ttnn.BufferType.L1]");
    out.line("return min([L1_BYTES, *(t.buffer_address() - L1_BEGIN for t in in_l1)])");
    out.close("").line().line();
    choose(out, plan);
    const bool several = plan.results.size() > 1;
    out.open(fmt::format("def create_program_descriptor(tensors, {}, parameters) -> ttnn.ProgramDescriptor:",
                         several ? "results" : "result"));
    out.line(
        "\"\"\"`tensors` in the order of the spec, None where an optional one is absent; `parameters` by name.\"\"\"");
    if (several) out.line("result = results[0]");
    if (!spec.parameters.empty()) out.line("given = SimpleNamespace(**parameters)");
    out.line(gathered ? fmt::format("width = 32 * in_tiles_of({}, REDUCED)", rows)
                      : fmt::format("width = {0}.shape[-1]", first));
    if (gathered) {
        out.line(fmt::format("sticks = 32 * in_tiles_of({}, KEPT)", rows));
        out.line(fmt::format("sizes = [*extents({}).values()]", rows));
        if (spec.has_operands()) out.line("sides = sides_of(tensors)");
    } else if (spec.in_matrices()) {
        out.line(fmt::format("height = {}.shape[-2]", first));
        out.line(fmt::format("sticks = math.prod({}.shape) // width // height * (-(-height // 32) * 32)", first));
    } else {
        out.line(fmt::format("sticks = math.prod({}.shape) // width", first));
    }
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
    out.line("_, cores, group_1, group_2, rows_1, rows_2 = ttnn.split_work_to_cores(grid, -(-sticks // 32), True)")
        .line();
    out.line("planned = cbs_for(tensors, result, kind, tiles, depth, lines_stay)");
    out.open("cbs = [");
    out.open("ttnn.CBDescriptor(");
    out.line("pages * ttnn.tile_size(dtype), cores, [ttnn.CBFormatDescriptor(index, dtype, ttnn.tile_size(dtype))]");
    out.close(")");
    out.line("for index, dtype, pages in planned");
    out.close("]");
    out.line("modes = [ttnn.UnpackToDestMode.Default] * 64");
    out.open("for index, dtype, _ in planned:");
    std::string read_by_matrix_unit;
    for (const PlanCb& cb : plan.cbs) {
        if (cb.consumer == kMatrixUnit) read_by_matrix_unit += fmt::format("{}, ", cb.index);
    }
    out.open(read_by_matrix_unit.empty()
                 ? "if dtype == ttnn.float32:"
                 : fmt::format("if dtype == ttnn.float32 and index not in ({}):  # the matrix unit reads these",
                               read_by_matrix_unit.substr(0, read_by_matrix_unit.size() - (spec.sizes > 0 ? 2 : 0))))
        .line("modes[index] = ttnn.UnpackToDestMode.UnpackToDestFp32");
    out.close("");
    out.close("").line();
    std::string scalars, tiles;
    for (const int node : plan.constants) {
        tiles += fmt::format(", bits({})", scalar_source(plan.program, node, "given.", true));
    }
    if (spec.in_matrices()) tiles += ", height";
    if (gathered) tiles += ", *sizes";
    for (const int node : plan.scalars) {
        scalars += fmt::format(", bits({})", scalar_source(plan.program, node, "given.", true));
    }
    out.line("reader_args, compute_args, writer_args = ttnn.RuntimeArgs(), ttnn.RuntimeArgs(), ttnn.RuntimeArgs()");
    out.line("addresses = [0 if tensor is None else tensor.buffer_address() for tensor in tensors]");
    out.line("row = 0");
    out.open("for group, count in ((group_1, rows_1), (group_2, rows_2)):");
    out.open("for core in ttnn.corerange_to_cores(group, row_wise=True):");
    out.line("begin, own = row * 32, min(sticks - row * 32, count * 32)");
    out.line(fmt::format("reader_args[core.x][core.y] = [begin, own, *addresses{}]", tiles));
    out.line(fmt::format("compute_args[core.x][core.y] = [count{}]", scalars));
    out.line(fmt::format("writer_args[core.x][core.y] = [result.buffer_address(), begin, own{}]",
                         spec.last  ? ", *sizes[:-1], sides[-1], -(-sides[-1] // 32)"
                         : several  ? ", *sizes, width_tiles, *(other.buffer_address() for other in results[1:])"
                         : gathered ? ", *sizes, width_tiles"
                         : spec.in_matrices() ? ", height, width_tiles"
                                              : ""));
    out.line("row += count");
    out.close("");
    out.close("").line();
    out.line(spec.needs_wide_dst()
                 ? "bytes_of = {ttnn.bfloat16: 2, ttnn.float32: 4, ttnn.int32: 4, ttnn.uint32: 4, ttnn.uint16: 2}"
                 : "bytes_of = {ttnn.bfloat16: 2, ttnn.float32: 4}");
    const bool some_tiles =
        std::any_of(spec.inputs.begin(), spec.inputs.end(), [](const SpecInput& input) { return input.tile; });
    if (spec.in_matrices() || some_tiles) {
        std::vector<std::string> layouts;
        for (const SpecInput& input : spec.inputs) layouts.emplace_back(input.tile ? "True" : "False");
        out.line(fmt::format("in_tiles = [{}]", fmt::join(layouts, ", ")));
        out.open("stick_bytes = [");
        out.line("0 if t is None else ttnn.tile_size(t.dtype) if tile else t.shape[-1] * bytes_of[t.dtype]");
        out.line("for t, tile in zip(tensors, in_tiles)");
        out.close("]");
    } else {
        out.line("stick_bytes = [0 if t is None else t.shape[-1] * bytes_of[t.dtype] for t in tensors]");
    }
    out.line("common = [width_tiles, tail, tiles, blocks, passes, first, anchor, int(kind == \"tiles resident\")]");
    out.line(fmt::format("common += [int(lines_stay), bits(1.0 / {}), *stick_bytes]",
                         gathered ? fmt::format("elements_of({}, REDUCED)", rows) : "width"));
    out.line("accessors = []");
    out.open("for tensor in tensors:");
    out.line("accessor = ttnn.TensorAccessorArgs() if tensor is None else ttnn.TensorAccessorArgs(tensor)");
    out.line("accessors += accessor.get_compile_time_args()");
    out.close("");
    const bool padded = plan.column_result && (plan.program.reduced & kW) != 0;
    if (several) {
        std::vector<std::string> pads;
        for (const PlanResult& one : plan.results)
            pads.emplace_back(one.column && (plan.program.reduced & kW) != 0 ? "True" : "False");
        out.line(fmt::format("padded = [{}]", fmt::join(pads, ", ")));
        out.open("results_bytes = [");
        out.line(spec.output_tile ? "ttnn.tile_size(t.dtype)" : "(32 if pads else t.shape[-1]) * bytes_of[t.dtype]");
        out.line("for t, pads in zip(results, padded)");
        out.close("]");
        out.line("results_accessors = []");
        out.open("for tensor in results:");
        out.line("results_accessors += ttnn.TensorAccessorArgs(tensor).get_compile_time_args()");
        out.close("");
    } else {
        out.line(fmt::format("result_bytes = {} * bytes_of[result.dtype]", padded     ? "32"
                                                                           : gathered ? "result.shape[-1]"
                                                                                      : "width"));
    }
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
    kernel("reader", fmt::format("dataflow/reader_{}.cpp", name),
           spec.has_operands() ? "[*common, *sides, *accessors]" : "[*common, *accessors]",
           "ttnn.ReaderConfigDescriptor()");
    out.line("compute_config = ttnn.ComputeConfigDescriptor(fp32_dest_acc_en=True)");
    out.line("compute_config.unpack_to_dest_mode = modes");
    kernel("compute", fmt::format("compute/{}_compute.cpp", name),
           spec.has_operands() ? "[*common, *sizes[2:], *sides]"
           : gathered          ? "[*common, *sizes[2:]]"
                               : "common",
           "compute_config");
    const bool blocks =
        std::any_of(plan.results.begin(), plan.results.end(), [](const PlanResult& one) { return !one.column; });
    kernel("writer", fmt::format("dataflow/writer_{}.cpp", name),
           several ? fmt::format("[results_bytes[0], {}, *results_bytes[1:], *results_accessors]",
                                 blocks ? "tiles, blocks" : "1, 1")
                   : fmt::format("[result_bytes, {}, *ttnn.TensorAccessorArgs(result).get_compile_time_args()]",
                                 spec.last            ? "1, -(-sides[-1] // 32)"
                                 : plan.column_result ? "1, 1"
                                                      : "tiles, blocks"),
           "ttnn.WriterConfigDescriptor()");
    out.line("return ttnn.ProgramDescriptor(kernels=[reader, compute, writer], cbs=cbs)");
    std::string text = out.str();
    // Blocks end without a line of their own in Python.
    size_t at = 0;
    while ((at = text.find("\n\n\n\n")) != std::string::npos) text.erase(at, 1);
    return text;
}

// Sizes of 1 along what is reduced; a stick of one value is padded to a tile's width.
std::string gathered_shape(const Plan& plan) {
    std::string text = plan.spec.has_operands() ? fmt::format("    shape = {}\n", rows_shape(plan.spec))
                                                : "    shape = [*first.shape]\n";
    if ((plan.program.reduced & kN) != 0) text += "    shape[:-3] = [1] * len(shape[:-3])\n";
    if ((plan.program.reduced & kC) != 0) text += "    shape[-3:-2] = [1] * len(shape[-3:-2])\n";
    if ((plan.program.reduced & kH) != 0) text += "    shape[-2] = 1\n";
    if ((plan.program.reduced & kW) != 0)
        text += plan.spec.output_tile ? "    shape[-1] = 1\n" : "    shape[-1] = 32  # column 0 is the result\n";
    return text;
}

constexpr const char* kCheckShards =
    R"py(def _check_shards(tensor):
    """Shards must not cut tiles, nor sticks where pieces of them could not be moved."""
    memory = tensor.memory_config()
    shards = memory.shard_spec
    if shards is None:
        return
    height, columns = shards.shape
    if tensor.layout == ttnn.TILE_LAYOUT:
        if height % 32 or columns % 32:
            raise RuntimeError(f"shards of {height} x {columns} cut tiles: both must be multiples of 32")
        return
    unit = 16 if memory.buffer_type == ttnn.BufferType.L1 else 64
    if columns < tensor.shape[-1] and columns * (2 if tensor.dtype in (ttnn.bfloat16, ttnn.uint16) else 4) % unit:
        raise RuntimeError(f"shards of {columns} columns cut sticks into pieces that are no multiples of {unit} bytes")


)py";

// The rules of result_memory (workshop/op/shards.cpp).
std::string result_memory(const Plan& plan) {
    const char* row_unit = plan.spec.output_tile ? "32" : "1";
    const char* unit_before = plan.spec.first_rows().tile ? "32" : "1";
    return fmt::format(
        R"py(def _result_memory(first, shape):
    """As the first input lies; shards of another shape or layout are cut anew, on the same cores."""
    memory = first.memory_config()
    shards = memory.shard_spec
    if not memory.is_sharded():
        return memory
    if shards is None:
        return ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, memory.buffer_type)

    def whole(size, unit):
        return -(-size // unit) * unit

    def size(sizes, row_unit, column_unit):
        *batch, rows, columns = sizes
        return math.prod(batch) * whole(rows, row_unit), whole(columns, column_unit)

    (height, width), before = size(shape, {0}, {0}), size(first.shape, {1}, {1})
    grid, cores = shards.grid.bounding_box().grid_size(), shards.grid.num_cores()
    down, across = (grid.y, grid.x) if shards.orientation == ttnn.ShardOrientation.ROW_MAJOR else (grid.x, grid.y)
    if memory.memory_layout != ttnn.TensorMemoryLayout.BLOCK_SHARDED:
        down = across = cores
    cut = [height, width]
    if memory.memory_layout != ttnn.TensorMemoryLayout.WIDTH_SHARDED:
        stays = height == before[0] and shards.shape[0] % {0} == 0
        cut[0] = shards.shape[0] if stays else whole(-(-height // down), {0})
    if memory.memory_layout != ttnn.TensorMemoryLayout.HEIGHT_SHARDED:
        stays = width == before[1] and shards.shape[1] % 32 == 0
        cut[1] = shards.shape[1] if stays else whole(-(-width // across), 32)
    spec = ttnn.ShardSpec(shards.grid, cut, shards.orientation)
    return ttnn.MemoryConfig(memory.memory_layout, memory.buffer_type, spec)


)py",
        row_unit, unit_before);
}

// Allocating several results: shards are the first one's.
std::string run_of_several(const Plan& plan) {
    const Spec& spec = plan.spec;
    const bool pads = (plan.program.reduced & kW) != 0 && !spec.output_tile;
    std::string columns;
    for (const PlanResult& one : plan.results)
        columns += fmt::format("{}{}", columns.empty() ? "" : ", ", one.column ? "True" : "False");
    std::string text = fmt::format(
        "    dtype = {}\n    memory = first.memory_config() if memory_config is None else memory_config\n"
        "    plain = ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, memory.buffer_type)\n    results = []\n"
        "    for column in ({}):\n        shape = [*{}]\n        if column:\n",
        usual_dtype(spec), columns, spec.has_operands() ? rows_shape(spec) : "first.shape");
    const auto add = [&](const std::string& line) { text += "            " + line + "\n"; };
    if ((plan.program.reduced & kN) != 0) add("shape[:-3] = [1] * len(shape[:-3])");
    if ((plan.program.reduced & kC) != 0) add("shape[-3:-2] = [1] * len(shape[-3:-2])");
    if ((plan.program.reduced & kH) != 0) add("shape[-2] = 1");
    if ((plan.program.reduced & kW) != 0) add(pads ? "shape[-1] = 32  # column 0 is the result" : "shape[-1] = 1");
    text += fmt::format(
        "        own = memory if not results or not memory.is_sharded() else plain\n"
        "        results.append(ttnn.allocate_tensor_on_device(shape, dtype, ttnn.{}_LAYOUT, first.device(), own))\n"
        "    given = [tensor for tensor in tensors if tensor is not None]\n"
        "    for tensor in (*given, *results):\n        _check_shards(tensor)\n"
        "    ttnn.generic_op([*given, *results], create_program_descriptor(tensors, results, parameters))\n"
        "    return results\n",
        spec.output_tile ? "TILE" : "ROW_MAJOR");
    return text;
}

std::string entry(const Plan& plan) {
    const Spec& spec = plan.spec;
    const bool several = plan.results.size() > 1;
    const bool same_form = !plan.column_result && !spec.has_operands() && spec.output_tile == spec.first_rows().tile;
    std::string parameters;
    for (const SpecParameter& p : spec.parameters) {
        parameters += fmt::format("{}\"{}\": {}", parameters.empty() ? "" : ", ", p.name, p.name);
    }
    std::string head = fmt::format("def {}({}, memory_config: ttnn.MemoryConfig | None = None) -> {}:", spec.name,
                                   signature(plan, true), several ? "list[ttnn.Tensor]" : "ttnn.Tensor");
    if (head.size() > kColumns) {
        const size_t begin = head.find('(') + 1, end = head.rfind(')');
        std::string lines = "\n    " + head.substr(begin, end - begin) + ",\n";
        for (size_t at = lines.find(", "); at != std::string::npos; at = lines.find(", ", at)) {
            lines.replace(at, 2, ",\n    ");
        }
        head = head.substr(0, begin) + lines + head.substr(end);
    }
    std::string text = fmt::format(
        "\"\"\"{0} as a generic_op: allocates the result and runs the program.\"\"\"\n\n"
        "from __future__ import annotations\n\n{5}import ttnn\n\n"
        "from .{0}_program_descriptor import create_program_descriptor\n\n\n"
        "{6}\n    \"\"\"{1}: {2}\"\"\"\n    return _run([{3}], {{{4}}}, memory_config)\n\n\n",
        spec.name, python_docstring(spec.doc.empty() ? spec.name : spec.doc), python_docstring(spec.formula),
        all_names(plan), parameters, same_form || several ? "" : "import math\n\n", head);
    text += kCheckShards;
    if (!same_form && !several) text += result_memory(plan);
    text += fmt::format(
        "def _run(tensors, parameters, memory_config) -> {4}:\n    first = {2}\n"
        "    if len(first.shape) < 2:\n        raise RuntimeError(f\"{1}: {0} must have rank 2 or more, but "
        "its rank is {{len(first.shape)}}\")\n"
        "    if first.layout != ttnn.{3}_LAYOUT:\n        raise RuntimeError(f\"{1}: {0} must have layout "
        "{3}, but its layout is {{first.layout}}\")\n",
        spec.first_rows().name, spec.name, first_tensor(spec), spec.first_rows().tile ? "TILE" : "ROW_MAJOR",
        several ? "list[ttnn.Tensor]" : "ttnn.Tensor");
    text += check_integers(spec);
    if (several) return text + run_of_several(plan);
    text += plan.gathered() && plan.column_result ? gathered_shape(plan)
            : spec.last ? fmt::format("    shape = [*first.shape][:-1] + [{}]\n", columns_of(spec, *spec.last))
            : !plan.column_result && spec.has_operands() ? fmt::format("    shape = {}\n", rows_shape(spec))
            : !plan.column_result                        ? "    shape = first.shape\n"
            : spec.output_tile                           ? "    shape = [*first.shape][:-1] + [1]\n"
                               : "    shape = [*first.shape][:-1] + [32]  # column 0 is the result\n";
    text += fmt::format(
        "    dtype = {}\n    memory = {} if memory_config is None else memory_config\n"
        "    result = ttnn.allocate_tensor_on_device(shape, dtype, ttnn.{}_LAYOUT, first.device(), memory)\n",
        usual_dtype(spec), same_form ? "first.memory_config()" : "_result_memory(first, shape)",
        spec.output_tile ? "TILE" : "ROW_MAJOR");
    text +=
        "    given = [tensor for tensor in tensors if tensor is not None]\n"
        "    for tensor in (*given, result):\n        _check_shards(tensor)\n"
        "    return ttnn.generic_op([*given, result], create_program_descriptor(tensors, result, parameters))\n";
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
