// Reader and writer of plans whose rows are gathered tile by tile.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/kernels.hpp"
#include "workshop/gen/text.hpp"

namespace tilewright::workshop::rows {

std::string dims_source(Dims dims) {
    if (dims == kAllDims) return "gathered::NCHW";
    std::string text;
    for (const auto& [dim, letter] : {std::pair{kN, "N"}, std::pair{kC, "C"}, std::pair{kH, "H"}, std::pair{kW, "W"}}) {
        if ((dims & dim) != 0) text += fmt::format("{}gathered::{}", text.empty() ? "" : " | ", letter);
    }
    return text.empty() ? "0" : text;
}

namespace {

void open_rows(Text& out) {
    out.open("for (uint32_t done = 0; done < all_sticks; done += sticks::tile_height) {");
    out.line("const uint32_t row = (first_stick + done) / sticks::tile_height;");
}

}  // namespace

std::string gathered_reader(const Plan& plan) {
    const std::vector<int> inputs = inputs_in_order(plan);
    const auto name = [&](int node) { return word_of(plan.value_name(node)); };
    const auto input_of = [&](int node) -> const SpecInput& {
        return plan.spec.inputs[static_cast<size_t>(plan.program[node].index)];
    };
    Text out;
    out.comment(
        fmt::format("Reader of {}: every row of this core, tile by tile along {}, as often as compute goes "
                    "over it.",
                    plan.spec.name, dims_words(plan.program.reduced)));
    out.line(plan.spec.has_operands() ? "#include \"products.hpp\"" : "#include \"gathered.hpp\"").line();
    out.open("void kernel_main() {");
    for (const PlanCb& cb : plan.cbs) {
        if (cb.producer == "reader") out.line(fmt::format("constexpr uint32_t {} = {};", cb_name(cb.name), cb.index));
    }
    out.line(fmt::format("constexpr uint32_t reduced = {};", dims_source(plan.program.reduced)));
    geometry(out, plan);
    reader_arguments(out, plan);
    const size_t extents = 2 + inputs.size() + plan.constants.size();
    out.line(fmt::format("const gathered::Extents extents = gathered::extents_from({});", extents)).line();
    if (plan.has_edges())
        out.line(fmt::format("gathered::send_masks<{}, reduced>(extents);", cb_name(plan.cb(plan.cb_mask).name)));
    send_constants(out, plan);
    open_rows(out);
    const auto tensor_of = [&](int node) { return name(node) + "_tensor"; };
    // The right side of a product, where another input would be read.
    const auto read_right = [&](int product, const std::string& again) {
        const int right = plan.program[product].arguments[1];
        const MatrixSide& operand = input_of(right).operand;
        const std::string inner = size_name(plan, operand.size);
        if (!again.empty()) out.open(fmt::format("if {}({}) {{", again == "streaming" ? "constexpr " : "", again));
        out.list("products::read_right<",
                 {cb_name(plan, right), fmt::format("products::tiles_of({})", inner),
                  operand.transposed ? "true" : "false", operand.one ? "true" : "false"},
                 fmt::format(">({}, extents, row, block * block_tiles, block_tiles, width_tiles, 0, {});",
                             tensor_of(right), inner));
        if (!again.empty()) out.close();
    };
    const auto read = [&](int node, bool block, const std::string& again) {
        if (plan.program[node].op == Op::Product) return read_right(node, again);
        const SpecInput& input = input_of(node);
        std::vector<std::string> conditions;
        if (input.optional) conditions.push_back(fmt::format("{}_bytes != 0", name(node)));
        if (again == "streaming") conditions.push_back(again);
        if (!conditions.empty()) out.open(fmt::format("if constexpr ({}) {{", fmt::join(conditions, " && ")));
        out.list("gathered::read<",
                 {input.tile ? cb_name(plan, node) : sticks_name(plan, node), block ? "block_tiles" : "1",
                  dims_source(input.dims), "reduced", input.tile ? "true" : "false"},
                 fmt::format(">({}_tensor, extents, row, {}, {}, {}_bytes);", name(node),
                             block ? "block * block_tiles" : "0", block ? "width_tiles" : "1", name(node)));
        if (!conditions.empty()) out.close();
    };
    const auto read_last = [&] {
        const MatrixSide& operand = input_of(plan.program.last).operand;
        const std::string columns = fmt::format("products::tiles_of({})", size_name(plan, operand.size));
        out.list("products::read_right<",
                 {cb_name(plan, plan.program.last), "block_tiles", operand.transposed ? "true" : "false",
                  operand.one ? "true" : "false"},
                 fmt::format(">({}, extents, row, 0, {}, {}, block * block_tiles, extents.w);",
                             tensor_of(plan.program.last), columns, columns));
    };
    for (const int column : plan.columns) read(column, false, "");
    for (const int node : inputs) {
        if (operand_side(plan, node) != MatrixSide::Side::Left) continue;
        out.line(fmt::format("products::read_left<{}, {}>({}, extents, row);", cb_name(plan, node),
                             size_name(plan, input_of(node).operand.size), tensor_of(node)));
    }
    for (const Pass& pass : plan.passes) {
        const bool multiplies =
            plan.program.last >= 0 && std::any_of(pass.steps.begin(), pass.steps.end(),
                                                  [](const Step& step) { return step.kind == StepKind::Result; });
        if (!pass.over_tiles() || (pass.inputs.empty() && !multiplies)) continue;
        out.comment(pass_title(plan, pass));
        const bool only_again =
            !multiplies && std::all_of(pass.inputs.begin(), pass.inputs.end(),
                                       [&](const PassInput& input) { return again_if(plan, input) == "streaming"; });
        out.open(
            block_loop(plan, pass, only_again ? std::vector<std::string>{"streaming"} : std::vector<std::string>{}));
        for (const PassInput& input : pass.inputs) read(input.node, true, only_again ? "" : again_if(plan, input));
        if (multiplies) read_last();
        out.close();
    }
    out.close();
    out.close();
    return joined(out.str());
}

namespace {

// Several results, in the order in which compute gives them.
std::string writer_of_several(const Plan& plan) {
    const bool tile = plan.spec.output_tile;
    const size_t count = plan.results.size();
    const auto name = [&](size_t k) { return word_of(plan.value_name(plan.results[k].node)); };
    Text out;
    out.comment(fmt::format("Writer of {}: its {} results, {}, in the order in which compute gives them.",
                            plan.spec.name, count, tile ? "tiles" : "sticks"));
    out.line("#include \"gathered.hpp\"").line();
    out.open("void kernel_main() {");
    for (const PlanResult& result : plan.results)
        out.line(fmt::format("constexpr uint32_t {} = {};", cb_name(plan.cb(result.cb).name), result.cb));
    out.line(fmt::format("constexpr uint32_t reduced = {};", dims_source(plan.program.reduced)));
    out.line("[[maybe_unused]] constexpr uint32_t block_tiles = get_compile_time_arg_val(1);");
    out.line("[[maybe_unused]] constexpr uint32_t blocks = get_compile_time_arg_val(2);");
    std::string offset = std::to_string(2 + count);
    for (size_t k = 0; k < count; ++k) {
        out.line(argument(name(k) + "_bytes", k == 0 ? 0 : static_cast<int>(2 + k), ""));
    }
    for (size_t k = 0; k < count; ++k) {
        out.line(fmt::format("constexpr auto {}_args = TensorAccessorArgs<{}>();", name(k), offset));
        offset = name(k) + "_args.next_compile_time_args_offset()";
        out.line(fmt::format("const auto {0}_tensor = TensorAccessor({0}_args, get_arg_val<uint32_t>({1}));", name(k),
                             k == 0 ? 0 : 7 + k));
    }
    out.line("const uint32_t first_stick = get_arg_val<uint32_t>(1);");
    out.line("const uint32_t all_sticks = get_arg_val<uint32_t>(2);");
    out.line("const gathered::Extents extents = gathered::extents_from(3);");
    out.line("[[maybe_unused]] const uint32_t width_tiles = get_arg_val<uint32_t>(7);").line();
    open_rows(out);
    const auto write = [&](int node) {
        for (size_t k = 0; k < count; ++k) {
            const PlanResult& result = plan.results[k];
            if (result.node != node) continue;
            out.list(
                "gathered::write<",
                {cb_name(plan.cb(result.cb).name), result.column ? "1" : "block_tiles",
                 dims_source(plan.output_dims(k)), "reduced", tile ? "true" : "false"},
                fmt::format(">({}_tensor, extents, row, {}, {}, {}_bytes);", name(k),
                            result.column ? "0" : "block * block_tiles", result.column ? "1" : "width_tiles", name(k)));
        }
    };
    const auto is_result = [](const Step& step) { return step.kind == StepKind::Result; };
    for (const Pass& pass : plan.passes) {
        for (const Step& step : pass.columns) {
            if (is_result(step)) write(step.node);
        }
        if (std::none_of(pass.steps.begin(), pass.steps.end(), is_result)) continue;
        out.open("for (uint32_t block = 0; block < blocks; ++block) {");
        for (const Step& step : pass.steps) {
            if (is_result(step)) write(step.node);
        }
        out.close();
    }
    out.close();
    out.close();
    return joined(out.str());
}

}  // namespace

std::string gathered_writer(const Plan& plan) {
    if (plan.results.size() > 1) return writer_of_several(plan);
    const bool column = plan.column_result, tile = plan.spec.output_tile;
    const std::string cb = cb_name(plan.cb(tile ? plan.cb_result : plan.cb_result_sticks).name);
    Text out;
    out.comment(fmt::format("Writer of {}: {}{}.", plan.spec.name,
                            tile ? "the tiles of the result" : "the result as sticks",
                            column ? ", one tile for each row" : ", tile by tile"));
    out.line("#include \"gathered.hpp\"").line();
    out.open("void kernel_main() {");
    out.line(fmt::format("constexpr uint32_t {} = {};", cb, tile ? plan.cb_result : plan.cb_result_sticks));
    out.line(fmt::format("constexpr uint32_t reduced = {};", dims_source(plan.program.reduced)));
    out.line("constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);");
    if (!column) {
        out.line("constexpr uint32_t block_tiles = get_compile_time_arg_val(1);");
        out.line("constexpr uint32_t blocks = get_compile_time_arg_val(2);");
    }
    out.line("constexpr auto target_args = TensorAccessorArgs<3>();");
    out.line("const auto target = TensorAccessor(target_args, get_arg_val<uint32_t>(0));");
    out.line("const uint32_t first_stick = get_arg_val<uint32_t>(1);");
    out.line("const uint32_t all_sticks = get_arg_val<uint32_t>(2);");
    out.line("const gathered::Extents extents = gathered::extents_from(3);");
    if (!column) out.line("const uint32_t width_tiles = get_arg_val<uint32_t>(7);");
    out.line();
    open_rows(out);
    if (!column) out.open("for (uint32_t block = 0; block < blocks; ++block) {");
    out.list("gathered::write<",
             {cb, column ? "1" : "block_tiles", dims_source(plan.output_dims()), "reduced", tile ? "true" : "false"},
             fmt::format(">(target, extents, row, {}, {}, stick_bytes);", column ? "0" : "block * block_tiles",
                         column ? "1" : "width_tiles"));
    if (!column) out.close();
    out.close();
    out.close();
    return joined(out.str());
}

}  // namespace tilewright::workshop::rows
