// CBs of variance_w_rm. On the SFPU statistics and intermediate tiles are Float32 with a 32-bit DST, so that nothing is
// rounded before the result; the matrix unit has the reference plan.
#include "variance_w_rm_plan.hpp"

namespace ttnn::operations::variance_w_rm {

using tilewright::workshop::OpPlan;
using tilewright::workshop::PagesOf;
using tilewright::workshop::RowMath;

namespace {

std::vector<tilewright::program::Phase> phases_of(const OpPlan& plan) {
    using namespace tilewright::workshop;
    std::vector<tilewright::program::Phase> phases = {tiles_phase(plan, "tiled", "input_tensor", 1),
                                                      column_phase("mean", "mean(tiled)", 3)};
    std::string squared = "square(tiled - mean)";
    if (plan.has(4)) {
        phases.push_back(tiles_phase(plan, "centered", "tiled - mean", 4));
        phases.push_back(tiles_phase(plan, "squared", "square(centered)", 5));
        squared = "squared";
    }
    phases.push_back(column_phase("variance", "mean(" + squared + ")", 6));
    phases.push_back(result_phase("variance", 16, true));
    return phases;
}

}  // namespace

OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType input_dtype, DataType output_dtype, bool fp32_dst,
                 const tilewright::workshop::PlanRoom& room, RowMath math) {
    const auto input = tt::tt_metal::datatype_to_dataformat_converter(input_dtype);
    const auto output = tt::tt_metal::datatype_to_dataformat_converter(output_dtype);
    const bool fpu = math == RowMath::Fpu;
    const auto dst = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
    const auto between = fpu ? tilewright::workshop::between_format(input, output) : dst;
    const auto scaler = fpu ? tt::DataFormat::Float16_b : dst;

    tilewright::workshop::PlanRequest request;
    request.op = "variance_w_rm";
    request.rows = tilewright::workshop::fold_rows(shape);
    request.l1_bytes = room.l1_bytes;
    request.ask = room.ask;
    request.passes = 2;
    // With resident tiles differences and squares are made in DST on their way into the sum. A 16-bit DST would not
    // round them as c_4 and c_5 do.
    request.tiles_may_stay = !fpu && fp32_dst;
    request.math = math;
    request.cbs = {
        {0, "input sticks", input, PagesOf::Blocks, "reader", "compute: tilize"},
        {1, "tiled input", input, PagesOf::Tiles, "compute: tilize", "compute: reduce, subtract"},
        {2, "scaler 1/W", scaler, PagesOf::Scalers, "reader", "compute: both reduces", true},
        {3, "mean", between, PagesOf::One, "compute: reduce 1", "compute: subtract"},
        {4, "centralized tiles", between, PagesOf::Block, "compute: subtract", "compute: square"},
        {5, "squared tiles", between, PagesOf::Block, "compute: square", "compute: reduce 2"},
        {6, "variance", between, PagesOf::One, "compute: reduce 2", "compute: untilize"},
        {16, "output sticks", output, PagesOf::Two, "compute: untilize", "writer"},
    };
    if (!fpu) {
        request.cbs.push_back({7, "first tile of a row", dst, PagesOf::One, "compute: copy", "compute: reduce 1"});
    }
    OpPlan plan = tilewright::workshop::choose_plan(request);
    plan.phases = phases_of(plan);
    return plan;
}

OpPlan make_plan(const VarianceWRmParams& attributes, const VarianceWRmInputs& args) {
    return make_plan(args.input.logical_shape(), args.input.dtype(), attributes.output_dtype,
                     get_fp32_dest_acc_en(attributes.compute_kernel_config),
                     tilewright::workshop::plan_room(*args.input.device()), attributes.math);
}

}  // namespace ttnn::operations::variance_w_rm
