// CBs of layernorm_fused_rm. On the SFPU statistics and centred tiles are Float32 with a 32-bit DST; the matrix unit
// has the reference plan.
#include "layernorm_fused_rm_plan.hpp"

namespace ttnn::operations::layernorm_fused_rm {

using tilewright::workshop::CbsFor;
using tilewright::workshop::OpPlan;
using tilewright::workshop::PlannedCb;
using tilewright::workshop::RowMath;

uint32_t parameter_tiles(uint32_t block_tiles) {
    uint32_t tiles = block_tiles < 8 ? block_tiles : 8;
    while (block_tiles % tiles != 0) --tiles;
    return tiles;
}

OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType input_dtype, DataType output_dtype,
                 const std::optional<DataType>& gamma_dtype, const std::optional<DataType>& beta_dtype, bool fp32_dst,
                 uint32_t l1_bytes, RowMath math) {
    using tt::tt_metal::datatype_to_dataformat_converter;
    const auto input = datatype_to_dataformat_converter(input_dtype);
    const auto output = datatype_to_dataformat_converter(output_dtype);
    const bool fpu = math == RowMath::Fpu;
    const auto dst = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
    const auto statistic = fpu ? tilewright::workshop::between_format(input, output) : dst;
    const auto scaler = fpu ? tt::DataFormat::Float16_b : dst;
    // c_1 holds input tiles first and result tiles later: a format that is exact for both.
    const auto tiled = input == output ? input : tt::DataFormat::Float32;
    const auto rows = tilewright::workshop::fold_rows(shape);
    const uint32_t scalers = rows.tail_columns() == 0 ? 1 : 2;
    // bfloat16 cannot show the difference, and the matrix unit cannot make it.
    const bool two_parts = !fpu && fp32_dst && output == tt::DataFormat::Float32;
    const auto cbs = [=](uint32_t tiles, uint32_t depth, bool resident) {
        std::vector<PlannedCb> cbs = {
            {0, "input sticks", input, depth * tiles, "reader", "compute: tilize"},
            {1, fpu ? "tiled input, squares, results" : "tiled input, then results", tiled, 2 * tiles,
             "compute: tilize, scale and shift", "compute: reduce, subtract, untilize"},
            {2, "scaler 1/W", scaler, scalers, "reader", "compute: both reduces", true},
            {3, "epsilon", statistic, 1, "reader", "compute: rsqrt", true},
        };
        const auto parameter = [&](const char* name, const std::optional<DataType>& dtype, uint32_t stick_cb,
                                   uint32_t tiled_cb) {
            if (!dtype) return;
            const auto format = datatype_to_dataformat_converter(*dtype);
            const char* producer = "reader";
            if (fpu) {
                cbs.push_back({stick_cb, std::string(name) + " as a stick", format, parameter_tiles(tiles), "reader",
                               "compute: tilize"});
                producer = "compute: tilize";
            }
            cbs.push_back({tiled_cb, std::string(name) + (fpu ? " tiled" : ", row 0 of tiles"), format, tiles, producer,
                           "compute: scale and shift", resident});
        };
        parameter("gamma", gamma_dtype, 4, 6);
        parameter("beta", beta_dtype, 5, 7);
        cbs.push_back({16, "output sticks", output, depth * tiles, "compute: untilize", "writer"});
        cbs.push_back({24, "centered x - mean", statistic, tiles, "compute: subtract", "compute: square, scale"});
        cbs.push_back({25, two_parts ? "anchor: mean of the first tiles" : "mean", statistic, 1, "compute: reduce 1",
                       "compute: subtract"});
        cbs.push_back({26, "variance", statistic, 1, "compute: reduce 2", "compute: rsqrt"});
        cbs.push_back({27, "inverse standard deviation", statistic, 1, "compute: rsqrt", "compute: scale"});
        if (!fpu) cbs.push_back({29, "first tile of a row", statistic, 1, "compute: copy", "compute: reduce 1"});
        if (two_parts) {
            cbs.push_back({28, "mean of x - anchor", statistic, 1, "compute: reduce", "compute: subtract"});
        }
        return cbs;
    };
    // Centred tiles and results exist in DST only, where a 16-bit one would not round them as c_24 does; the packer
    // writes results as sticks.
    const auto tiles_resident = [=](uint32_t tiles, uint32_t depth, bool parameters_stay) {
        std::vector<PlannedCb> kept = cbs(tiles, depth, parameters_stay);
        std::erase_if(kept, [](const PlannedCb& cb) { return cb.index == 24; });
        const uint32_t row = rows.pages_in_blocks_of(tiles);
        kept[1] = {1, "tiled input", input, row, "compute: tilize", "compute: both reduces, normalise"};
        for (PlannedCb& cb : kept) {
            if (cb.index == 6 || cb.index == 7) cb.pages = parameters_stay ? row : depth * tiles;
        }
        return kept;
    };
    return tilewright::workshop::choose_plan(
        "layernorm_fused_rm", rows, l1_bytes, /*streaming_passes=*/two_parts ? 4 : 3, cbs, math,
        !fpu && fp32_dst ? tiles_resident : CbsFor(), two_parts ? tilewright::workshop::kAnchorTiles : UINT32_MAX);
}

OpPlan make_plan(const LayernormFusedRmParams& attributes, const LayernormFusedRmInputs& args) {
    const auto dtype = [](const std::optional<const Tensor>& tensor) {
        return tensor ? std::optional(tensor->dtype()) : std::nullopt;
    };
    return make_plan(args.input.logical_shape(), args.input.dtype(), attributes.output_dtype, dtype(args.gamma),
                     dtype(args.beta), get_fp32_dest_acc_en(attributes.compute_kernel_config),
                     tilewright::workshop::l1_for_cbs(*args.input.device()), attributes.math);
}

}  // namespace ttnn::operations::layernorm_fused_rm
