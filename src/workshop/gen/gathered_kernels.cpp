// Reader and writer of plans whose rows are gathered tile by tile.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/kernels.hpp"
#include "workshop/gen/text.hpp"

namespace tilewright::workshop::rows {

std::string dims_source(Dims dims) {
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
    out.line("#include \"gathered.hpp\"").line();
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
        out.line(fmt::format("gathered::send_masks<{}>(extents);", cb_name(plan.cb(plan.cb_mask).name)));
    send_constants(out, plan);
    open_rows(out);
    const auto read = [&](int node, bool block, const std::string& again) {
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
    for (const int column : plan.columns) read(column, false, "");
    for (const Pass& pass : plan.passes) {
        if (!pass.over_tiles() || pass.inputs.empty()) continue;
        out.comment(pass_title(plan, pass));
        const bool only_again = std::all_of(pass.inputs.begin(), pass.inputs.end(), [&](const PassInput& input) {
            return again_if(plan, input) == "streaming";
        });
        out.open(
            block_loop(plan, pass, only_again ? std::vector<std::string>{"streaming"} : std::vector<std::string>{}));
        for (const PassInput& input : pass.inputs) read(input.node, true, only_again ? "" : again_if(plan, input));
        out.close();
    }
    out.close();
    out.close();
    return joined(out.str());
}

std::string gathered_writer(const Plan& plan) {
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
