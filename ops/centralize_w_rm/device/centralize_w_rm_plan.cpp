// CBs of centralize_w_rm. On the SFPU the mean is Float32 with a 32-bit DST, and the differences are rounded once, to
// the output's dtype; the matrix unit has the reference plan.
#include "centralize_w_rm_plan.hpp"

namespace ttnn::operations::centralize_w_rm {

using tilewright::workshop::OpPlan;
using tilewright::workshop::PagesOf;
using tilewright::workshop::RowMath;

namespace {

std::vector<tilewright::program::Phase> phases_of(const OpPlan& plan) {
    using namespace tilewright::workshop;
    std::vector<tilewright::program::Phase> phases = {tiles_phase(plan, "tiled", "input_tensor", 1),
                                                      column_phase("mean", "mean(tiled)", 3)};
    std::string centered = "tiled - mean";
    if (plan.rows.anchor_tiles != 0) {
        phases.back().name = "anchor";
        phases.back().approximate = true;
        phases.back().first_columns = 32 * plan.rows.anchor_tiles;
        phases.push_back(column_phase("rest", "mean(tiled) - anchor", 5));
        centered = "tiled - anchor - rest";
    }
    if (plan.has(4)) {
        phases.push_back(tiles_phase(plan, "centered", centered, 4));
        centered = "centered";
    }
    phases.push_back(result_phase(centered, 16, false));
    return phases;
}

}  // namespace

OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType input_dtype, DataType output_dtype, bool fp32_dst,
                 const tilewright::workshop::PlanRoom& room, RowMath math) {
    const auto input = tt::tt_metal::datatype_to_dataformat_converter(input_dtype);
    const auto output = tt::tt_metal::datatype_to_dataformat_converter(output_dtype);
    const bool fpu = math == RowMath::Fpu;
    const auto dst = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
    const auto mean = fpu ? tilewright::workshop::between_format(input, output) : dst;
    const auto scaler = fpu ? tt::DataFormat::Float16_b : dst;
    // bfloat16 cannot show the difference, and the matrix unit cannot make it.
    const bool two_parts = !fpu && fp32_dst && output == tt::DataFormat::Float32;

    tilewright::workshop::PlanRequest request;
    request.op = "centralize_w_rm";
    request.rows = tilewright::workshop::fold_rows(shape);
    request.rows.anchor_tiles = two_parts ? tilewright::workshop::kAnchorTiles : 0;
    request.l1_bytes = room.l1_bytes;
    request.ask = room.ask;
    request.passes = two_parts ? 3 : 2;
    request.first_pass_is_anchor = two_parts;
    request.tiles_may_stay = !fpu;
    request.math = math;
    request.cbs = {
        {0, "input sticks", input, PagesOf::Blocks, "reader", "compute: tilize"},
        {1, "tiled input", input, PagesOf::Tiles, "compute: tilize", "compute: reduce, subtract"},
        {2, "scaler 1/W", scaler, PagesOf::Scalers, "reader", "compute: reduce", true},
        {3, two_parts ? "anchor: mean of the first tiles" : "mean", mean, PagesOf::One, "compute: reduce",
         "compute: subtract"},
        // With resident tiles the packer writes the differences as sticks.
        {4, "centralized tiles", output, PagesOf::Block, "compute: subtract", "compute: untilize"},
        {16, "output sticks", output, PagesOf::Blocks, "compute: untilize", "writer"},
    };
    if (!fpu) {
        request.cbs.push_back({6, "first tile of a row", dst, PagesOf::One, "compute: copy", "compute: reduce"});
    }
    if (two_parts) {
        request.cbs.push_back({5, "mean of x - anchor", dst, PagesOf::One, "compute: reduce", "compute: subtract"});
    }
    OpPlan plan = tilewright::workshop::choose_plan(request);
    plan.phases = phases_of(plan);
    return plan;
}

OpPlan make_plan(const CentralizeWRmParams& attributes, const CentralizeWRmInputs& args) {
    return make_plan(args.input.logical_shape(), args.input.dtype(), attributes.output_dtype,
                     get_fp32_dest_acc_en(attributes.compute_kernel_config),
                     tilewright::workshop::plan_room(*args.input.device()), attributes.math);
}

}  // namespace ttnn::operations::centralize_w_rm
