// CBs of layernorm_fused_rm. On the SFPU statistics and centred tiles are Float32 with a 32-bit DST; the matrix unit
// has the reference plan.
#include "layernorm_fused_rm_plan.hpp"

namespace ttnn::operations::layernorm_fused_rm {

using tilewright::workshop::OpPlan;
using tilewright::workshop::PagesOf;
using tilewright::workshop::PlannedCb;
using tilewright::workshop::RowMath;

namespace {

// On the matrix unit c_1 gets input tiles, squares and results in turn. What one tile-row pushes there, block by block:
// 'x' input, 's' squares, 'r' results on their way, of which the last is the result.
std::string pushes_on_fpu(const OpPlan& plan, bool gamma, bool beta) {
    const uint32_t blocks = plan.rows.blocks;
    const std::string results(1 + gamma + beta, 'r');
    if (blocks == 1) return "xs" + results;
    std::string text((plan.rows.passes - 2) * blocks, 'x');
    for (uint32_t i = 0; i < blocks; ++i) text += "xs";
    for (uint32_t i = 0; i < blocks; ++i) text += "x" + results;
    return text;
}

std::vector<tilewright::program::Phase> phases_of(const OpPlan& plan, bool gamma, bool beta) {
    using namespace tilewright::workshop;
    const bool fpu = plan.math == RowMath::Fpu;
    const std::string pushes = fpu ? pushes_on_fpu(plan, gamma, beta) : std::string();
    std::vector<tilewright::program::Phase> phases;
    const auto in_turn = [&](const char* name, const std::string& formula, char role) {
        phases.push_back(tiles_phase(plan, name, formula, 1));
        if (!fpu) return;
        phases.back().blocks_per_tile_row = static_cast<uint32_t>(pushes.size());
        for (uint32_t i = 0; i < pushes.size() && phases.back().blocks.size() < plan.rows.blocks; ++i) {
            const bool on_its_way = role == 'r' && i + 1 < pushes.size() && pushes[i + 1] == 'r';
            if (pushes[i] == role && !on_its_way) phases.back().blocks.push_back(i);
        }
    };
    in_turn("tiled", "input_tensor", 'x');
    phases.push_back(column_phase("mean", "mean(tiled)", 25));
    std::string centered = "(tiled - mean)";
    if (plan.rows.anchor_tiles != 0) {
        phases.back().name = "anchor";
        phases.back().approximate = true;
        phases.back().first_columns = 32 * plan.rows.anchor_tiles;
        phases.push_back(column_phase("rest", "mean(tiled) - anchor", 28));
        centered = "(tiled - anchor - rest)";
    }
    if (plan.has(24)) {
        phases.push_back(tiles_phase(plan, "centered", centered, 24));
        centered = "centered";
    }
    if (fpu) in_turn("squared", "square(centered)", 's');
    phases.push_back(column_phase("variance", fpu ? "mean(squared)" : "mean(square(" + centered + "))", 26));
    phases.push_back(column_phase("inverse", "rsqrt(variance + epsilon)", 27));
    std::string result = centered + " * inverse" + (gamma ? " * gamma" : "") + (beta ? " + beta" : "");
    if (fpu) {
        in_turn("scaled", result, 'r');
        result = "scaled";
    } else if (plan.has(30)) {
        phases.push_back(tiles_phase(plan, "scaled", result, 30));
        result = "scaled";
    }
    phases.push_back(result_phase(result, 16, false));
    return phases;
}

}  // namespace

OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType input_dtype, DataType output_dtype,
                 const std::optional<DataType>& gamma_dtype, const std::optional<DataType>& beta_dtype, bool fp32_dst,
                 const tilewright::workshop::PlanRoom& room, RowMath math) {
    using tt::tt_metal::datatype_to_dataformat_converter;
    const auto input = datatype_to_dataformat_converter(input_dtype);
    const auto output = datatype_to_dataformat_converter(output_dtype);
    const bool fpu = math == RowMath::Fpu;
    const auto dst = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
    const auto statistic = fpu ? tilewright::workshop::between_format(input, output) : dst;
    const auto scaler = fpu ? tt::DataFormat::Float16_b : dst;
    // bfloat16 cannot show the difference, and the matrix unit cannot make it.
    const bool two_parts = !fpu && fp32_dst && output == tt::DataFormat::Float32;

    tilewright::workshop::PlanRequest request;
    request.op = "layernorm_fused_rm";
    request.rows = tilewright::workshop::fold_rows(shape);
    request.rows.anchor_tiles = two_parts ? tilewright::workshop::kAnchorTiles : 0;
    request.l1_bytes = room.l1_bytes;
    request.ask = room.ask;
    request.passes = two_parts ? 4 : 3;
    request.first_pass_is_anchor = two_parts;
    // With resident tiles centred tiles and results exist in DST only, where a 16-bit one would not round them as c_24
    // does; the packer writes results as sticks.
    request.tiles_may_stay = !fpu && fp32_dst;
    request.makes_again = true;  // centred tiles
    request.lines_by_row = !fpu;
    request.math = math;
    std::vector<PlannedCb>& cbs = request.cbs;
    cbs = {
        {0, "input sticks", input, PagesOf::Blocks, "reader", "compute: tilize"},
        {2, "scaler 1/W", scaler, PagesOf::Scalers, "reader", "compute: both reduces", true},
        {3, "epsilon", statistic, PagesOf::One, "reader", "compute: rsqrt", true},
        {16, "output sticks", output, PagesOf::Blocks, "compute: untilize", "writer"},
        {24, "centered x - mean", statistic, PagesOf::Block, "compute: subtract", "compute: square, scale"},
        {25, two_parts ? "anchor: mean of the first tiles" : "mean", statistic, PagesOf::One, "compute: reduce 1",
         "compute: subtract"},
        {26, "variance", statistic, PagesOf::One, "compute: reduce 2", "compute: rsqrt"},
        {27, "inverse standard deviation", statistic, PagesOf::One, "compute: rsqrt", "compute: scale"},
    };
    const auto parameter = [&](const char* name, const std::optional<DataType>& dtype, uint32_t stick_cb,
                               uint32_t tiled_cb) {
        if (!dtype) return;
        const auto format = datatype_to_dataformat_converter(*dtype);
        if (fpu) {
            cbs.push_back(
                {stick_cb, std::string(name) + " as a stick", format, PagesOf::Part, "reader", "compute: tilize"});
        }
        cbs.push_back({tiled_cb, std::string(name) + (fpu ? " tiled" : ", row 0 of tiles"), format, PagesOf::Line,
                       fpu ? "compute: tilize" : "reader", "compute: scale and shift"});
    };
    parameter("gamma", gamma_dtype, 4, 6);
    parameter("beta", beta_dtype, 5, 7);
    if (fpu) {
        // c_1 holds input tiles first and result tiles later: a format that is exact for both.
        const auto tiled = input == output ? input : tt::DataFormat::Float32;
        cbs.push_back({1, "tiled input, squares, results", tiled, PagesOf::TwoBlocks,
                       "compute: tilize, scale and shift", "compute: reduce, subtract, untilize"});
    } else {
        cbs.push_back({1, "tiled input", input, PagesOf::Tiles, "compute: tilize", "compute: reduce, subtract"});
        cbs.push_back({29, "first tile of a row", statistic, PagesOf::One, "compute: copy", "compute: reduce 1"});
        cbs.push_back({30, "result tiles", output, PagesOf::Block, "compute: scale and shift", "compute: untilize"});
    }
    if (two_parts) {
        cbs.push_back({28, "mean of x - anchor", statistic, PagesOf::One, "compute: reduce", "compute: subtract"});
    }
    OpPlan plan = tilewright::workshop::choose_plan(request);
    plan.phases = phases_of(plan, gamma_dtype.has_value(), beta_dtype.has_value());
    return plan;
}

OpPlan make_plan(const LayernormFusedRmParams& attributes, const LayernormFusedRmInputs& args) {
    const auto dtype = [](const std::optional<const Tensor>& tensor) {
        return tensor ? std::optional(tensor->dtype()) : std::nullopt;
    };
    return make_plan(args.input.logical_shape(), args.input.dtype(), attributes.output_dtype, dtype(args.gamma),
                     dtype(args.beta), get_fp32_dest_acc_en(attributes.compute_kernel_config),
                     tilewright::workshop::plan_room(*args.input.device()), attributes.math);
}

}  // namespace ttnn::operations::layernorm_fused_rm
