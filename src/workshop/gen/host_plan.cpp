// The CB plan of an op as host code.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/host_writer.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/plan/evaluate.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::rows {

std::vector<std::string> Host::plan_parameters() const {
    std::vector<std::string> all = {"const tt::tt_metal::Shape& shape"};
    for (const SpecInput& input : spec_.inputs) {
        all.push_back(
            fmt::format("{} {}_dtype", input.optional ? "const std::optional<DataType>&" : "DataType", input.name));
    }
    for (size_t size = 0; size < spec_.sizes; ++size) all.push_back("uint32_t " + size_name(plan_, size));
    all.emplace_back("DataType output");
    all.emplace_back("bool fp32_dst");
    all.emplace_back("const tilewright::workshop::PlanRoom& room");
    return all;
}

std::string Host::plan_header() const {
    Text out;
    out.comment(fmt::format("The CB plan of {}.", op_));
    out.line("#pragma once").line().line("#include <optional>").line();
    out.line(fmt::format("#include \"{}_device_operation_types.hpp\"", op_));
    out.line("#include \"workshop/op/row_program.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space())).line();
    out.comment("By the dtypes of inputs and result; an input that is absent has none.");
    out.list("tilewright::workshop::OpPlan make_plan(", plan_parameters(), ");");
    out.list("tilewright::workshop::OpPlan make_plan(",
             {fmt::format("const {}Params& attributes", type_), fmt::format("const {}Inputs& args", type_)}, ");");
    out.line().line(fmt::format("}}  // namespace {}", space()));
    return out.str();
}

namespace {

const char* size_text(PagesOf size) {
    switch (size) {
        case PagesOf::One: return "One";
        case PagesOf::Two: return "Two";
        case PagesOf::Scalers: return "Scalers";
        case PagesOf::Part: return "Part";
        case PagesOf::Block: return "Block";
        case PagesOf::TwoBlocks: return "TwoBlocks";
        case PagesOf::Blocks: return "Blocks";
        case PagesOf::Tiles: return "Tiles";
        case PagesOf::TileBlocks: return "TileBlocks";
        case PagesOf::Inner: return "Inner";
        case PagesOf::InnerParts: return "InnerParts";
        case PagesOf::Kept: return "Kept";
        case PagesOf::Parts: return "Parts";
        case PagesOf::Sums: return "Sums";
        default: return "Line";
    }
}

}  // namespace

std::string Host::plan_source() const {
    Text out;
    out.comment(fmt::format("CBs of {}. Intermediate values are Float32 with a 32-bit DST.", op_));
    out.line(fmt::format("#include \"{}_plan.hpp\"", op_));
    if (spec_.has_operands()) out.line("#include \"workshop/op/validate.hpp\"");
    out.line();
    out.line(fmt::format("namespace {} {{", space())).line();
    out.line("namespace ws = tilewright::workshop;").line();
    out.list("ws::OpPlan make_plan(", plan_parameters(), ") {");
    Text body;
    body.open("");
    body.line("using tt::tt_metal::datatype_to_dataformat_converter;");
    body.line("using ws::PagesOf;");
    body.line("const auto output_format = datatype_to_dataformat_converter(output);");
    body.line("const auto value_format = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;");
    body.line("ws::PlanRequest request;");
    body.line(fmt::format("request.op = \"{}\";", op_));
    if (plan_.gathered()) {
        body.line(fmt::format("request.rows = ws::fold_gathered(shape, {});", host_dims(plan_.program.reduced)));
    } else {
        body.line(fmt::format("request.rows = ws::{}(shape);", spec_.in_matrices() ? "fold_matrices" : "fold_rows"));
    }
    body.line("request.l1_bytes = room.l1_bytes;");
    body.line("request.ask = room.ask;");
    const uint32_t most = plan_.streaming_passes(true), least = plan_.streaming_passes(false);
    if (plan_.program.has_refinement) {
        body.comment("Means have two parts where results show it.");
        body.line("const bool refined = fp32_dst && output == DataType::FLOAT32;");
        body.line("request.rows.anchor_tiles = refined ? ws::kAnchorTiles : 0;");
    }
    body.line(fmt::format("request.passes = {};",
                          most == least ? std::to_string(most) : fmt::format("refined ? {} : {}", most, least)));
    if (plan_.passes.front().anchor_only) body.line("request.first_pass_is_anchor = true;");
    if (plan_.tiles_may_stay) {
        if (plan_.stores_blocks) body.comment("A 16-bit DST would not round values as their CBs do.");
        body.line(fmt::format("request.tiles_may_stay = {};", plan_.stores_blocks ? "fp32_dst" : "true"));
    }
    if (plan_.makes_again()) body.line("request.makes_again = true;");
    if (!plan_.rows.empty()) body.line("request.lines_by_row = true;");
    if (spec_.plan != PlanChoice::Automatic) {
        body.line(fmt::format("request.choice = ws::PlanChoice::{};",
                              spec_.plan == PlanChoice::Resident ? "Resident" : "Streaming"));
    }
    body.line("const auto add = [&](auto... fields) { request.cbs.push_back(ws::PlannedCb(fields...)); };");
    for (const PlanCb& cb : plan_.cbs) {
        std::vector<std::string> conditions;
        for (const int condition : cb.conditions) {
            conditions.push_back(condition == kRefined ? "refined"
                                 : condition == kPartial
                                     ? "request.rows.tail_columns() != 0"
                                     : spec_.inputs[static_cast<size_t>(condition)].name + "_dtype");
        }
        std::string format = cb.format == FormatOf::Output ? "output_format" : "value_format";
        if (cb.format == FormatOf::Input) {
            const SpecInput& input = spec_.inputs[static_cast<size_t>(cb.input)];
            format = fmt::format("datatype_to_dataformat_converter({}{}_dtype)", input.optional ? "*" : "", input.name);
        }
        if (!conditions.empty()) body.open(fmt::format("if ({}) {{", fmt::join(conditions, " && ")));
        std::vector<std::string> fields = {std::to_string(cb.index),
                                           cpp_string(cb.holds),
                                           format,
                                           fmt::format("PagesOf::{}", size_text(cb.size)),
                                           cpp_string(cb.producer),
                                           cpp_string(cb.consumer),
                                           cb.persistent ? "true" : "false",
                                           cpp_string(cb.name)};
        if (cb.inner >= 0)
            fields.push_back(fmt::format("({} + 31) / 32", size_name(plan_, static_cast<size_t>(cb.inner))));
        body.list("add(", fields, ");");
        if (!conditions.empty()) body.close();
    }
    if (plan_.by_clock.empty()) {
        body.line("return ws::choose_plan(request);");
    } else {
        body.comment("By the card's clock, for the shapes that the spec names.");
        body.open("const std::vector<ws::ShapePlan> by_clock = {");
        for (const ShapePlan& one : plan_.by_clock)
            body.line(fmt::format("{{{{{}}}, {}}},", fmt::join(one.shape, ", "), cpp_string(one.plan)));
        body.close("};");
        body.line("return ws::choose_plan(request, {shape.cbegin(), shape.cend()}, by_clock);");
    }
    append(out, body);
    out.line("}").line();
    out.list("ws::OpPlan make_plan(",
             {fmt::format("const {}Params& attributes", type_), fmt::format("const {}Inputs& args", type_)}, ") {");
    Text second;
    second.open("");
    const bool optional = !later_.empty();
    if (optional) {
        second.open("const auto dtype = [](const std::optional<const Tensor>& tensor) {");
        second.line("return tensor ? std::optional(tensor->dtype()) : std::nullopt;");
        second.close("};");
    }
    second.line("const bool fp32_dst = get_fp32_dest_acc_en(attributes.compute_kernel_config);");
    std::vector<std::string> arguments = {rows_shape("args.")};
    for (const SpecInput& input : spec_.inputs) {
        arguments.push_back(input.optional ? fmt::format("dtype(args.{})", input.name)
                                           : fmt::format("args.{}.dtype()", input.name));
    }
    for (size_t size = 0; size < spec_.sizes; ++size) arguments.push_back(size_source(size, "args."));
    arguments.emplace_back("attributes.output_dtype");
    arguments.emplace_back("fp32_dst");
    arguments.emplace_back("room");
    second.line(fmt::format("const ws::PlanRoom room = ws::plan_room(*args.{}.device());", first()));
    second.list("return make_plan(", arguments, ");");
    append(out, second);
    out.line("}").line();
    out.line(fmt::format("}}  // namespace {}", space()));
    return out.str();
}

}  // namespace tilewright::workshop::rows
