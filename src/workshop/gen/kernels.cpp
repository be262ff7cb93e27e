// Reader and writer of a plan, the files of all three kernels, and the names they share: the three must agree on CBs
// and on the order in which blocks are sent and taken.
#include "workshop/gen/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/text.hpp"

namespace tilewright::workshop::rows {

std::string cb_name(const Plan& plan, int node) { return "cb_" + plan.value_name(node); }
std::string sticks_name(const Plan& plan, int node) { return "cb_" + plan.value_name(node) + "_sticks"; }

std::string flag_of(const Plan& plan, int guard) {
    if (guard == kRefined) return "refined";
    return "has_" + plan.spec.inputs[static_cast<size_t>(guard)].name;
}
int guard_of_input(const Plan& plan, int node) {
    const int input = plan.program[node].index;
    return plan.spec.inputs[static_cast<size_t>(input)].optional ? input : kAlways;
}
std::string only_if(const std::vector<std::string>& conditions) {
    return conditions.empty() ? "" : fmt::format("if constexpr ({}) ", fmt::join(conditions, " && "));
}

std::string scalar_name(const Plan& plan, int node) {
    const Node& n = plan.program[node];
    if (!n.name.empty()) return n.name + "_bits";
    const auto at = std::find(plan.scalars.begin(), plan.scalars.end(), node) - plan.scalars.begin();
    return fmt::format("scalar_{}_bits", at);
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

std::string reader_kernel(const Plan& plan) {
    const RowProgram& program = plan.program;
    Text out;
    out.comment(
        fmt::format("Reader of {}: {}every tile-row of this core, block by block, as often as compute goes over "
                    "it.",
                    plan.spec.name, plan.rows.empty() ? "" : "row inputs once or with every pass that uses them, "));
    out.line("#include \"sticks.hpp\"").line();
    out.open("void kernel_main() {");
    for (const PlanCb& cb : plan.cbs) {
        if (cb.producer == "reader") out.line(fmt::format("constexpr uint32_t cb_{} = {};", cb.name, cb.index));
    }
    if (plan.reduces) {
        out.line("constexpr uint32_t tail_columns = get_compile_time_arg_val(0);  // of the last tile; 0: all");
    }
    out.line("constexpr uint32_t block_tiles = get_compile_time_arg_val(1);");
    out.line("constexpr uint32_t blocks = get_compile_time_arg_val(2);");
    if (!plan.rows.empty()) {
        out.line(
            "constexpr uint32_t chunk_tiles = get_compile_time_arg_val(3);  // row inputs are sent in such pieces");
    }
    if (program.has_refinement) out.line("constexpr bool refined = get_compile_time_arg_val(4) != 0;");
    out.line("constexpr bool resident = blocks == 1;");
    std::vector<int> inputs;  // nodes in the order of the spec
    for (size_t k = 0; k < plan.spec.inputs.size(); ++k) {
        for (size_t i = 0; i < program.nodes.size(); ++i) {
            if (program.nodes[i].op == Op::Input && program.nodes[i].index == static_cast<int>(k)) {
                inputs.push_back(static_cast<int>(i));
            }
        }
    }
    const auto name = [&](int node) { return plan.value_name(node); };
    const auto optional = [&](int node) { return guard_of_input(plan, node) != kAlways; };
    const bool some_optional = std::any_of(inputs.begin(), inputs.end(), optional);
    out.comment(fmt::format("Bytes of a stick{}.", some_optional ? "; 0: there is none" : ""));
    for (size_t k = 0; k < inputs.size(); ++k) {
        out.line(fmt::format("constexpr uint32_t {}_bytes = get_compile_time_arg_val({});", name(inputs[k]), 5 + k));
    }
    std::string offset = std::to_string(5 + inputs.size());
    for (const int node : inputs) {
        out.line(fmt::format("constexpr auto {}_args = TensorAccessorArgs<{}>();", name(node), offset));
        offset = name(node) + "_args.next_compile_time_args_offset()";
    }
    out.line("const uint32_t first_stick = get_arg_val<uint32_t>(0);");
    out.line("const uint32_t all_sticks = get_arg_val<uint32_t>(1);");
    for (size_t k = 0; k < inputs.size(); ++k) {
        out.line(fmt::format("const auto {0} = TensorAccessor({0}_args, get_arg_val<uint32_t>({1}));", name(inputs[k]),
                             2 + k));
    }
    out.line();
    if (plan.reduces) out.line("if constexpr (tail_columns != 0) sticks::send_mask<cb_mask>(tail_columns);");
    if (plan.column_result) out.line("sticks::send_mask<cb_column_mask>(1);");
    const auto present = [&](int node) {
        return optional(node) ? std::vector<std::string>{fmt::format("{}_bytes != 0", name(node))}
                              : std::vector<std::string>{};
    };
    if (!plan.rows.empty()) {
        out.line();
        out.comment("The only stick of a row input is row 0 of each piece.");
        for (const int row : plan.rows) {
            const bool guarded = optional(row);
            out.open(fmt::format("const auto send_{} = [&]([[maybe_unused]] uint32_t block) {{", name(row)));
            if (guarded) out.open(fmt::format("if constexpr ({}_bytes != 0) {{", name(row)));
            out.open("for (uint32_t tile = 0; tile < block_tiles; tile += chunk_tiles) {");
            out.line("const uint32_t piece = (block * block_tiles + tile) / chunk_tiles;");
            out.line(fmt::format("sticks::read<{0}, chunk_tiles>({1}, 0, 1, {1}_bytes, piece);", sticks_name(plan, row),
                                 name(row)));
            out.close();
            if (guarded) out.close();
            out.close("};");
        }
        for (const int row : plan.rows) {
            out.line(fmt::format("if constexpr (resident) send_{}(0);", name(row)));
        }
    }
    out.open("for (uint32_t done = 0; done < all_sticks; done += sticks::tile_height) {");
    out.line("const uint32_t stick = first_stick + done;");
    out.line("const uint32_t count = sticks::smaller(all_sticks - done, sticks::tile_height);");
    const auto read = [&](int node, const char* tiles, const char* block, std::vector<std::string> conditions) {
        const std::string call = fmt::format("sticks::read<{0}, {1}>({2}, stick, count, {2}_bytes, {3});",
                                             sticks_name(plan, node), tiles, name(node), block);
        if (conditions.empty()) {
            out.line(call);
        } else {
            out.open(fmt::format("if constexpr ({}) {{", fmt::join(conditions, " && ")));
            out.line(call);
            out.close();
        }
    };
    for (const int column : plan.columns) read(column, "1", "0", present(column));
    for (const Pass& pass : plan.passes) {
        if (!pass.over_tiles() || (pass.inputs.empty() && pass.rows.empty())) continue;
        out.comment(pass_title(plan, pass));
        std::vector<std::string> conditions;
        const bool always = std::any_of(pass.inputs.begin(), pass.inputs.end(),
                                        [](const PassInput& input) { return !input.only_streaming; });
        if (!always) conditions.emplace_back("!resident");
        if (pass.guard != kAlways) conditions.push_back(flag_of(plan, pass.guard));
        out.open(fmt::format("for (uint32_t block = 0; {}block < blocks; ++block) {{",
                             conditions.empty() ? "" : fmt::format("{} && ", fmt::join(conditions, " && "))));
        for (const PassInput& input : pass.inputs) {
            auto needed = present(input.node);
            if (always && input.only_streaming) needed.insert(needed.begin(), "!resident");
            read(input.node, "block_tiles", "block", needed);
        }
        for (const int row : pass.rows) {
            out.line(fmt::format("{}send_{}(block);", always ? "if constexpr (!resident) " : "", name(row)));
        }
        out.close();
    }
    out.close();
    out.close();
    return joined(out.str());
}

std::string writer_kernel(const Plan& plan) {
    Text out;
    const bool column = plan.column_result;
    out.comment(column ? fmt::format("Writer of {}: one padded stick per row, the result in column 0.", plan.spec.name)
                       : fmt::format("Writer of {}: the sticks of the result, block by block.", plan.spec.name));
    out.line("#include \"sticks.hpp\"").line();
    out.open("void kernel_main() {");
    out.line(fmt::format("constexpr uint32_t cb_result_sticks = {};", plan.cb_result_sticks));
    out.line("constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);");
    if (!column) {
        out.line("constexpr uint32_t block_tiles = get_compile_time_arg_val(1);");
        out.line("constexpr uint32_t blocks = get_compile_time_arg_val(2);");
    }
    out.line("constexpr auto target_args = TensorAccessorArgs<3>();");
    out.line("const auto target = TensorAccessor(target_args, get_arg_val<uint32_t>(0));");
    out.line("const uint32_t first_stick = get_arg_val<uint32_t>(1);");
    out.line("const uint32_t all_sticks = get_arg_val<uint32_t>(2);").line();
    out.open("for (uint32_t done = 0; done < all_sticks; done += sticks::tile_height) {");
    out.line("const uint32_t stick = first_stick + done;");
    out.line("const uint32_t count = sticks::smaller(all_sticks - done, sticks::tile_height);");
    if (column) {
        out.line("sticks::write<cb_result_sticks, 1>(target, stick, count, stick_bytes, 0);");
    } else {
        out.open("for (uint32_t block = 0; block < blocks; ++block) {");
        out.line("sticks::write<cb_result_sticks, block_tiles>(target, stick, count, stick_bytes, block);");
        out.close();
    }
    out.close();
    out.close();
    return joined(out.str());
}

std::map<std::string, std::string> kernel_files(const Plan& plan) {
    const std::string& name = plan.spec.name;
    return {{"compute/" + name + "_compute.cpp", compute_kernel(plan)},
            {"compute/rows.hpp", kRowsHeader},
            {"dataflow/reader_" + name + ".cpp", reader_kernel(plan)},
            {"dataflow/sticks.hpp", kSticksHeader},
            {"dataflow/writer_" + name + ".cpp", writer_kernel(plan)}};
}

}  // namespace tilewright::workshop::rows
