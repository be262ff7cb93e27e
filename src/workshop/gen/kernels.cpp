// Reader and writer of a plan, the files of all three kernels, and the names they share: the three must agree on CBs
// and on the order in which blocks are sent and taken.
#include "workshop/gen/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/text.hpp"

namespace tilewright::workshop::rows {

std::string word_of(const std::string& name) {
    for (const std::string_view form : {"cb", "make", "load", "send", "part_of", "own"}) {
        const bool same = name.compare(0, form.size(), form) == 0;
        if (same && (name.size() == form.size() || name[form.size()] == '_')) return "own_" + name;
    }
    return name;
}
std::string cb_name(const std::string& name) { return "cb_" + word_of(name); }
std::string cb_name(const Plan& plan, int node) { return cb_name(plan.value_name(node)); }
std::string sticks_name(const Plan& plan, int node) { return cb_name(plan.cb(plan.sticks_of.at(node)).name); }

std::string flag_of(const Plan& plan, int guard) {
    if (guard == kRefined) return "refined";
    return word_of(plan.spec.inputs[static_cast<size_t>(guard)].name) + "_given";
}
int guard_of_input(const Plan& plan, int node) {
    const int input = plan.program[node].index;
    return plan.spec.inputs[static_cast<size_t>(input)].optional ? input : kAlways;
}
MatrixSide::Side operand_side(const Plan& plan, int node) {
    const Node& n = plan.program[node];
    return n.op == Op::Input ? plan.spec.inputs[static_cast<size_t>(n.index)].operand.side : MatrixSide::Side::None;
}
std::string size_name(const Plan& plan, size_t size) {
    for (const SpecInput& input : plan.spec.inputs) {
        const bool left = input.operand.side == MatrixSide::Side::Left;
        if (left && input.operand.size == size) return word_of(input.name) + "_width";
    }
    return "output_columns";
}
void size_arguments(Text& out, const Plan& plan, int first) {
    for (size_t size = 0; size < plan.spec.sizes; ++size)
        out.line(argument(size_name(plan, size), first + static_cast<int>(size), ""));
}

std::string only_if(const std::vector<std::string>& conditions) {
    return conditions.empty() ? "" : fmt::format("if constexpr ({}) ", fmt::join(conditions, " && "));
}

std::string scalar_name(const Plan& plan, int node) {
    const Node& n = plan.program[node];
    if (!n.name.empty()) return word_of(n.name) + "_bits";
    const auto at = std::find(plan.scalars.begin(), plan.scalars.end(), node) - plan.scalars.begin();
    return fmt::format("scalar_{}_of_formula", at);
}

std::string pass_title(const Plan& plan, const Pass& pass) {
    uint32_t number = 0, count = 0;
    for (const Pass& other : plan.passes) {
        if (!other.over_tiles()) continue;
        ++count;
        if (&other == &pass) number = count;
    }
    std::vector<std::string> what;
    for (const Step& step : pass.steps) {
        if (step.kind == StepKind::Reduce) what.push_back(formula_of(plan.program, step.node));
        if (step.kind == StepKind::Result) what.emplace_back("the result");
    }
    return fmt::format("Pass {} of {}: {}.{}", number, count, fmt::join(what, ", "),
                       pass.guard == kRefined ? " Float32 results only." : "");
}

std::string argument(const std::string& name, int index, const std::string& remark) {
    return fmt::format("constexpr uint32_t {} = get_compile_time_arg_val({});{}", name, index,
                       remark.empty() ? "" : "  // " + remark);
}

void geometry(Text& out, const Plan& plan) {
    if (plan.program.has_refinement || plan.spec.in_matrices() || plan.gathered())
        out.line(argument("width_tiles", 0, ""));
    out.line(argument("block_tiles", 2, ""));
    out.line(argument("blocks", 3, ""));
    if (plan.program.has_refinement) {
        out.comment("Of a mean's first part, where it has two: float32 results.");
        out.line(argument("anchor_tiles", 6, "0: it has one"));
        out.line("constexpr bool refined = anchor_tiles != 0;");
        out.line("constexpr bool of_some = refined && anchor_tiles < width_tiles;");
        out.line("constexpr uint32_t mean_tiles = of_some ? anchor_tiles : width_tiles;");
        out.line("constexpr uint32_t mean_blocks = (mean_tiles + block_tiles - 1) / block_tiles;");
    }
    if (plan.tiles_may_stay) {
        out.line("constexpr bool tiles_resident = get_compile_time_arg_val(7) != 0;");
        out.line("constexpr bool streaming = blocks > 1 && !tiles_resident;");
    } else if (plan.streaming_passes(true) > 1) {
        out.line("constexpr bool streaming = blocks > 1;");
    }
    if (!plan.rows.empty()) out.line("constexpr bool lines_stay = get_compile_time_arg_val(8) != 0;");
}

std::string again_if(const Plan& plan, const PassInput& input) {
    if (!input.only_streaming) return "";
    if (!input.after_anchor || !plan.tiles_may_stay || !plan.program.has_refinement) return "streaming";
    return "streaming || (tiles_resident && block >= mean_blocks)";
}

std::vector<int> inputs_in_order(const Plan& plan) {
    std::vector<int> inputs;
    for (size_t k = 0; k < plan.spec.inputs.size(); ++k) {
        for (size_t i = 0; i < plan.program.nodes.size(); ++i) {
            const Node& node = plan.program.nodes[i];
            if (node.op == Op::Input && node.index == static_cast<int>(k)) inputs.push_back(static_cast<int>(i));
        }
    }
    return inputs;
}

void reader_arguments(Text& out, const Plan& plan) {
    const std::vector<int> inputs = inputs_in_order(plan);
    const auto name = [&](int node) { return word_of(plan.value_name(node)); };
    const auto optional = [&](int node) { return guard_of_input(plan, node) != kAlways; };
    const bool some_optional = std::any_of(inputs.begin(), inputs.end(), optional);
    out.comment(fmt::format("Bytes of a stick{}.", some_optional ? "; 0: there is none" : ""));
    for (size_t k = 0; k < inputs.size(); ++k) {
        if (operand_side(plan, inputs[k]) != MatrixSide::Side::None) continue;
        out.line(argument(name(inputs[k]) + "_bytes", kFirstInputArgument + static_cast<int>(k), ""));
    }
    const size_t first_size = kFirstInputArgument + inputs.size();
    size_arguments(out, plan, static_cast<int>(first_size));
    std::string offset = std::to_string(first_size + plan.spec.sizes);
    for (const int node : inputs) {
        out.line(fmt::format("constexpr auto {}_args = TensorAccessorArgs<{}>();", name(node), offset));
        offset = name(node) + "_args.next_compile_time_args_offset()";
    }
    out.line("const uint32_t first_stick = get_arg_val<uint32_t>(0);");
    out.line("const uint32_t all_sticks = get_arg_val<uint32_t>(1);");
    for (size_t k = 0; k < inputs.size(); ++k) {
        out.line(fmt::format("const auto {0}_tensor = TensorAccessor({0}_args, get_arg_val<uint32_t>({1}));",
                             name(inputs[k]), 2 + k));
    }
}

void send_constants(Text& out, const Plan& plan) {
    for (size_t k = 0; k < plan.constants.size(); ++k) {
        out.line(fmt::format("sticks::send_columns<{}>(32, get_arg_val<uint32_t>({}));",
                             cb_name(plan, plan.constants[k]), 2 + plan.spec.inputs.size() + k));
    }
}

std::string reader_kernel(const Plan& plan) {
    if (plan.gathered()) return gathered_reader(plan);
    const RowProgram& program = plan.program;
    Text out;
    out.comment(
        fmt::format("Reader of {}: {}every tile-row of this core, block by block, as often as compute goes over "
                    "it.",
                    plan.spec.name, plan.rows.empty() ? "" : "row inputs once or with every pass that uses them, "));
    out.line("#include \"sticks.hpp\"").line();
    out.open("void kernel_main() {");
    for (const PlanCb& cb : plan.cbs) {
        if (cb.producer == "reader") out.line(fmt::format("constexpr uint32_t {} = {};", cb_name(cb.name), cb.index));
    }
    if (plan.reduces) out.line(argument("tail_columns", 1, "of the last tile; 0: all"));
    geometry(out, plan);
    if (plan.has_scaler) out.line(argument("weight_bits", 9, "float32 bits of 1/W"));
    const std::vector<int> inputs = inputs_in_order(plan);
    const auto name = [&](int node) { return word_of(plan.value_name(node)); };
    const auto optional = [&](int node) { return guard_of_input(plan, node) != kAlways; };
    const auto of_tiles = [&](int node) { return is_tile_input(plan, node); };
    reader_arguments(out, plan);
    if (plan.spec.in_matrices()) {
        out.line(fmt::format("const uint32_t matrix_rows = get_arg_val<uint32_t>({});",
                             2 + inputs.size() + plan.constants.size()));
    }
    out.line();
    const std::string mask = plan.reduces ? cb_name(plan.cb(plan.cb_mask).name) : "";
    if (plan.has_scaler) {
        out.line(fmt::format("sticks::send_columns<{}>(32, weight_bits);", mask));
        out.line(
            fmt::format("if constexpr (tail_columns != 0) sticks::send_columns<{}>(tail_columns, weight_bits);", mask));
    } else if (plan.reduces) {
        out.line(
            fmt::format("if constexpr (tail_columns != 0) sticks::send_columns<{}>(tail_columns, 0x3F800000);", mask));
    }
    if (plan.column_result && !plan.result_is_reduced) {
        out.line(fmt::format("sticks::send_columns<{}>(1, 0x3F800000);", cb_name(plan.cb(plan.cb_column_mask).name)));
    }
    send_constants(out, plan);
    const auto present = [&](int node) {
        return optional(node) ? std::vector<std::string>{fmt::format("{}_bytes != 0", name(node))}
                              : std::vector<std::string>{};
    };
    for (const int row : plan.rows) {
        if (row == plan.rows.front()) {
            out.line().comment(
                "Blocks of what is one row for all, where compute first needs them; the CB holds some of them, or "
                "all.");
        }
        const bool guarded = optional(row);
        out.line(fmt::format("[[maybe_unused]] uint32_t {}_sent = 0;", name(row)));
        out.open(fmt::format("const auto send_{} = [&]([[maybe_unused]] uint32_t block) {{", name(row)));
        if (guarded) out.open(fmt::format("if constexpr ({}_bytes != 0) {{", name(row)));
        out.line(fmt::format("if (lines_stay && {}_sent != block) return;", name(row)));
        if (of_tiles(row)) {
            out.line(fmt::format("++{}_sent;", name(row)));
            out.line(fmt::format("sticks::read_tiles<{}, block_tiles>({}_tensor, 0, block * block_tiles, width_tiles);",
                                 cb_name(plan, row), name(row)));
        } else {
            out.line(fmt::format(
                "sticks::read_lines<{0}, block_tiles>({1}_tensor, {1}_bytes, block * block_tiles, {1}_sent++);",
                cb_name(plan, row), name(row)));
        }
        if (guarded) out.close();
        out.close("};");
    }
    out.open("for (uint32_t done = 0; done < all_sticks; done += sticks::tile_height) {");
    places(out, plan, std::any_of(inputs.begin(), inputs.end(), [&](int node) {
               return !of_tiles(node) && program[node].shape != Shape::Row;
           }));
    const auto read = [&](int node, const char* tiles, const char* block, const std::vector<std::string>& conditions,
                          const std::string& again) {
        const bool column = std::string(tiles) == "1";
        const std::string call =
            of_tiles(node)
                ? fmt::format("sticks::read_tiles<{0}, {1}>({2}_tensor, {3});", cb_name(plan, node), tiles, name(node),
                              column ? "row, 0, 1" : "row * width_tiles, block * block_tiles, width_tiles")
                : fmt::format("sticks::read<{0}, {1}>({2}_tensor, stick, count, {2}_bytes, {3});",
                              sticks_name(plan, node), tiles, name(node), block);
        if (!conditions.empty()) out.open(fmt::format("if constexpr ({}) {{", fmt::join(conditions, " && ")));
        if (again.empty()) {
            out.line(call);
        } else {
            out.open(fmt::format("if {}({}) {{", again == "streaming" ? "constexpr " : "", again));
            out.line(call);
            out.close();
        }
        if (!conditions.empty()) out.close();
    };
    for (const int column : plan.columns) read(column, "1", "0", present(column), "");
    for (const Pass& pass : plan.passes) {
        if (!pass.over_tiles() || (pass.inputs.empty() && pass.rows.empty())) continue;
        out.comment(pass_title(plan, pass));
        std::vector<std::string> conditions;
        if (pass.guard != kAlways) conditions.push_back(flag_of(plan, pass.guard));
        const bool only_again =
            pass.rows.empty() && std::all_of(pass.inputs.begin(), pass.inputs.end(), [&](const PassInput& input) {
                return again_if(plan, input) == "streaming";
            });
        if (only_again) conditions.emplace_back("streaming");
        out.open(block_loop(plan, pass, conditions));
        for (const PassInput& input : pass.inputs) {
            read(input.node, "block_tiles", "block", present(input.node), only_again ? "" : again_if(plan, input));
        }
        for (const int row : pass.rows) {
            out.line(fmt::format("send_{}(block);", name(row)));
        }
        out.close();
    }
    out.close();
    out.close();
    return joined(out.str());
}

std::string block_loop(const Plan& plan, const Pass& pass, const std::vector<std::string>& conditions) {
    const bool some = pass.anchor_only && plan.program.has_refinement;
    return fmt::format("for (uint32_t block = 0; {}block < {}; ++block) {{",
                       conditions.empty() ? "" : fmt::format("{} && ", fmt::join(conditions, " && ")),
                       some ? "mean_blocks" : "blocks");
}

bool is_tile_input(const Plan& plan, int node) {
    if (plan.program[node].op == Op::Product) return true;
    return plan.spec.inputs[static_cast<size_t>(plan.program[node].index)].tile;
}

void places(Text& out, const Plan& plan, bool sticks) {
    if (!plan.spec.in_matrices()) {
        out.line("const uint32_t stick = first_stick + done;");
        out.line("const uint32_t count = sticks::smaller(all_sticks - done, sticks::tile_height);");
        return;
    }
    out.line("const uint32_t row = (first_stick + done) / sticks::tile_height;");
    if (!sticks) return;
    out.line("const uint32_t stick = sticks::first_of_row(row, matrix_rows);");
    out.line("const uint32_t count = sticks::count_of_row(row, matrix_rows);");
}

std::string writer_kernel(const Plan& plan) {
    if (plan.gathered()) return gathered_writer(plan);
    Text out;
    const bool column = plan.column_result, tile = plan.spec.output_tile;
    const std::string cb = cb_name(plan.cb(tile ? plan.cb_result : plan.cb_result_sticks).name);
    out.comment(tile ? fmt::format("Writer of {}: the tiles of the result, {}.", plan.spec.name,
                                   column ? "one per tile-row" : "block by block")
                : column
                    ? fmt::format("Writer of {}: one padded stick per row, the result in column 0.", plan.spec.name)
                    : fmt::format("Writer of {}: the sticks of the result, block by block.", plan.spec.name));
    out.line("#include \"sticks.hpp\"").line();
    out.open("void kernel_main() {");
    out.line(fmt::format("constexpr uint32_t {} = {};", cb, tile ? plan.cb_result : plan.cb_result_sticks));
    if (!tile) out.line("constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);");
    if (!column) {
        out.line("constexpr uint32_t block_tiles = get_compile_time_arg_val(1);");
        out.line("constexpr uint32_t blocks = get_compile_time_arg_val(2);");
    }
    out.line("constexpr auto target_args = TensorAccessorArgs<3>();");
    out.line("const auto target = TensorAccessor(target_args, get_arg_val<uint32_t>(0));");
    out.line("const uint32_t first_stick = get_arg_val<uint32_t>(1);");
    out.line("const uint32_t all_sticks = get_arg_val<uint32_t>(2);");
    if (plan.spec.in_matrices() && !tile) out.line("const uint32_t matrix_rows = get_arg_val<uint32_t>(3);");
    if (tile && !column) out.line("const uint32_t width_tiles = get_arg_val<uint32_t>(4);");
    out.line();
    out.open("for (uint32_t done = 0; done < all_sticks; done += sticks::tile_height) {");
    places(out, plan, !tile);
    const std::string tiles = column ? "1" : "block_tiles";
    const std::string call =
        tile ? fmt::format("sticks::write_tiles<{}, {}>(target, {});", cb, tiles,
                           column ? "row, 0, 1" : "row * width_tiles, block * block_tiles, width_tiles")
             : fmt::format("sticks::write<{}, {}>(target, stick, count, stick_bytes, {});", cb, tiles,
                           column ? "0" : "block");
    if (column) {
        out.line(call);
    } else {
        out.open("for (uint32_t block = 0; block < blocks; ++block) {");
        out.line(call);
        out.close();
    }
    out.close();
    out.close();
    return joined(out.str());
}

std::map<std::string, std::string> kernel_files(const Plan& plan) {
    const std::string& name = plan.spec.name;
    std::map<std::string, std::string> files = {{"compute/" + name + "_compute.cpp", compute_kernel(plan)},
                                                {"compute/rows.hpp", kRowsHeader},
                                                {"dataflow/reader_" + name + ".cpp", reader_kernel(plan)},
                                                {"dataflow/sticks.hpp", kSticksHeader},
                                                {"dataflow/writer_" + name + ".cpp", writer_kernel(plan)}};
    if (plan.gathered()) {
        files["compute/gathered.hpp"] = kGatheredComputeHeader;
        files["dataflow/gathered.hpp"] = kGatheredDataflowHeader;
    }
    if (plan.spec.has_operands()) {
        files["compute/products.hpp"] = kProductsComputeHeader;
        files["dataflow/products.hpp"] = kProductsDataflowHeader;
    }
    return files;
}

}  // namespace tilewright::workshop::rows
