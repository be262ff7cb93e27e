// CBs of shift_max_rm. Intermediate values are Float32 with a 32-bit DST.
#include "shift_max_rm_plan.hpp"

namespace ttnn::operations::shift_max_rm {

namespace ws = tilewright::workshop;

ws::OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType x, DataType output, bool fp32_dst, uint32_t l1_bytes) {
    using tt::tt_metal::datatype_to_dataformat_converter;
    using ws::PagesOf;
    const auto output_format = datatype_to_dataformat_converter(output);
    const auto value_format = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
    ws::PlanRequest request;
    request.op = "shift_max_rm";
    request.rows = ws::fold_rows(shape);
    request.l1_bytes = l1_bytes;
    request.passes = 2;
    request.tiles_may_stay = true;
    const auto add = [&](auto... fields) { request.cbs.push_back(ws::PlannedCb(fields...)); };
    add(0, "x as sticks", datatype_to_dataformat_converter(x), PagesOf::Blocks, "reader", "compute: tilize", false,
        "x_sticks");
    if (request.rows.tail_columns() != 0) {
        add(8, "1 in columns that exist", value_format, PagesOf::One, "reader", "compute: reductions", true, "mask");
    }
    add(16, "result as sticks", output_format, PagesOf::Blocks, "compute: untilize", "writer", false, "result_sticks");
    add(24, "x tiled", datatype_to_dataformat_converter(x), PagesOf::Tiles, "compute: tilize", "compute: max, sub",
        false, "x");
    add(25, "max(x)", value_format, PagesOf::One, "compute: max", "compute: sub", false, "max_x");
    add(26, "result tiles", output_format, PagesOf::Block, "compute: result", "compute: untilize", false, "result");
    return ws::choose_plan(request);
}

ws::OpPlan make_plan(const ShiftMaxRmParams& attributes, const ShiftMaxRmInputs& args) {
    const bool fp32_dst = get_fp32_dest_acc_en(attributes.compute_kernel_config);
    const uint32_t l1_bytes = ws::l1_for_cbs(*args.x.device());
    return make_plan(args.x.logical_shape(), args.x.dtype(), attributes.output_dtype, fp32_dst, l1_bytes);
}

}  // namespace ttnn::operations::shift_max_rm
