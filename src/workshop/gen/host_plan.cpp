// The CB plan of an op as host code.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/host_writer.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/plan/evaluate.hpp"

namespace tilewright::workshop::rows {

std::vector<std::string> Host::plan_parameters() const {
    std::vector<std::string> all = {"const tt::tt_metal::Shape& shape"};
    for (const SpecInput& input : spec_.inputs) {
        all.push_back(fmt::format("{} {}", input.optional ? "const std::optional<DataType>&" : "DataType", input.name));
    }
    all.emplace_back("DataType output");
    all.emplace_back("bool fp32_dst");
    all.emplace_back("uint32_t l1_bytes");
    return all;
}

std::string Host::plan_header() const {
    Text out;
    out.comment(fmt::format("The CB plan of {}.", op_));
    out.line("#pragma once").line().line("#include <optional>").line();
    out.line(fmt::format("#include \"{}_device_operation_types.hpp\"", op_));
    out.line("#include \"workshop/op/cb_plan.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space())).line();
    out.comment("By the dtypes of inputs and result; an input that is absent has none.");
    out.list("tilewright::workshop::OpPlan make_plan(", plan_parameters(), ");");
    out.list("tilewright::workshop::OpPlan make_plan(",
             {fmt::format("const {}Params& attributes", type_), fmt::format("const {}Inputs& args", type_)}, ");");
    if (!plan_.rows.empty()) {
        out.comment("Row inputs pass through their stick CBs in pieces of so many tiles; divides the block.");
        out.line("uint32_t chunk_tiles(uint32_t block_tiles);");
    }
    if (plan_.program.has_refinement) {
        out.comment("Whether the mean of what is left after subtracting a mean is subtracted too.");
        out.line("bool is_refined(DataType output, bool fp32_dst);");
    }
    out.line().line(fmt::format("}}  // namespace {}", space()));
    return out.str();
}

std::string Host::plan_source() const {
    Text out;
    out.comment(fmt::format("CBs of {}. Intermediate values are Float32 with a 32-bit DST.", op_));
    out.line(fmt::format("#include \"{}_plan.hpp\"", op_)).line();
    if (spec_.plan == PlanChoice::Resident) {
        out.line("#include \"tt_stl/assert.hpp\"").line("#include \"tt_stl/fmt.hpp\"").line();
    }
    out.line(fmt::format("namespace {} {{", space())).line();
    out.line("namespace ws = tilewright::workshop;").line();
    if (!plan_.rows.empty()) {
        out.open("uint32_t chunk_tiles(uint32_t block_tiles) {");
        out.line("uint32_t tiles = block_tiles < 8 ? block_tiles : 8;");
        out.line("while (block_tiles % tiles != 0) --tiles;").line("return tiles;");
        out.close().line();
    }
    if (plan_.program.has_refinement) {
        out.line("// bfloat16 cannot show the difference.");
        out.line("bool is_refined(DataType output, bool fp32_dst) { return fp32_dst && output == DataType::FLOAT32; }");
        out.line();
    }
    out.list("ws::OpPlan make_plan(", plan_parameters(), ") {");
    Text body;
    body.open("");
    body.line("using tt::tt_metal::datatype_to_dataformat_converter;");
    body.line("const auto output_format = datatype_to_dataformat_converter(output);");
    body.line("const auto value_format = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;");
    body.line("const auto rows = ws::fold_rows(shape);");
    const bool refined = plan_.program.has_refinement;
    if (refined) body.line("const bool refined = is_refined(output, fp32_dst);");
    const uint32_t most = plan_.streaming_passes(true), least = plan_.streaming_passes(false);
    body.line(fmt::format("const uint32_t passes = {};",
                          most == least ? std::to_string(most) : fmt::format("refined ? {} : {}", most, least)));
    body.open("const auto cbs = [=](uint32_t tiles, uint32_t depth, [[maybe_unused]] bool resident) {");
    body.line("std::vector<ws::PlannedCb> all;");
    body.line("const auto add = [&](auto... fields) { all.push_back(ws::PlannedCb(fields...)); };");
    for (const PlanCb& cb : plan_.cbs) {
        std::vector<std::string> conditions;
        for (const int condition : cb.conditions) {
            conditions.push_back(condition == kRefined   ? "refined"
                                 : condition == kPartial ? "rows.tail_columns() != 0"
                                                         : spec_.inputs[static_cast<size_t>(condition)].name);
        }
        std::string format = cb.format == FormatOf::Output ? "output_format" : "value_format";
        if (cb.format == FormatOf::Input) {
            const SpecInput& input = spec_.inputs[static_cast<size_t>(cb.input)];
            format = fmt::format("datatype_to_dataformat_converter({}{})", input.optional ? "*" : "", input.name);
        }
        const char* pages = cb.pages == PagesOf::One      ? "1"
                            : cb.pages == PagesOf::Two    ? "2"
                            : cb.pages == PagesOf::Block  ? "tiles"
                            : cb.pages == PagesOf::Blocks ? "depth * tiles"
                                                          : "chunk_tiles(tiles)";
        std::vector<std::string> fields = {std::to_string(cb.index), quoted(cb.holds),   format, pages,
                                           quoted(cb.producer),      quoted(cb.consumer)};
        if (cb.kept) fields.emplace_back("true");
        if (cb.kept_if_resident) fields.emplace_back("resident");
        if (!conditions.empty()) body.open(fmt::format("if ({}) {{", fmt::join(conditions, " && ")));
        body.list("add(", fields, ");");
        if (!conditions.empty()) body.close();
    }
    if (spec_.plan == PlanChoice::Streaming) {
        body.comment("The spec asks for a streaming plan: wider rows must not fit in one block.");
        body.line("if (resident && tiles > 1) all.front().pages = 1 << 18;");
    }
    body.line("return all;");
    body.close("};");
    if (spec_.plan == PlanChoice::Resident) {
        body.line(fmt::format("const ws::OpPlan plan = ws::choose_plan(\"{}\", rows, l1_bytes, passes, cbs);", op_));
        body.list("TT_FATAL(",
                  {"plan.kind != ws::PlanKind::Streaming",
                   fmt::format("\"{}: the spec asks for rows that stay in L1, but rows of {{}} do not fit\"", op_),
                   "rows.width"},
                  ");");
        body.line("return plan;");
    } else {
        body.line(fmt::format("return ws::choose_plan(\"{}\", rows, l1_bytes, passes, cbs);", op_));
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
    std::vector<std::string> arguments = {fmt::format("args.{}.logical_shape()", first())};
    for (const SpecInput& input : spec_.inputs) {
        arguments.push_back(input.optional ? fmt::format("dtype(args.{})", input.name)
                                           : fmt::format("args.{}.dtype()", input.name));
    }
    arguments.emplace_back("attributes.output_dtype");
    arguments.emplace_back("fp32_dst");
    arguments.emplace_back("l1_bytes");
    second.line(fmt::format("const uint32_t l1_bytes = ws::l1_for_cbs(*args.{}.device());", first()));
    second.list("return make_plan(", arguments, ");");
    append(out, second);
    out.line("}").line();
    out.line(fmt::format("}}  // namespace {}", space()));
    return out.str();
}

}  // namespace tilewright::workshop::rows
