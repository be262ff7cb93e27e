// CBs of centralize_w_rm. On the SFPU the mean is Float32 with a 32-bit DST, and the differences are rounded once, to
// the output's dtype; the matrix unit has the reference plan.
#include "centralize_w_rm_plan.hpp"

namespace ttnn::operations::centralize_w_rm {

using tilewright::workshop::CbsFor;
using tilewright::workshop::OpPlan;
using tilewright::workshop::PlannedCb;
using tilewright::workshop::RowMath;

OpPlan make_plan(const tt::tt_metal::Shape& shape, DataType input_dtype, DataType output_dtype, bool fp32_dst,
                 uint32_t l1_bytes, RowMath math) {
    const auto input = tt::tt_metal::datatype_to_dataformat_converter(input_dtype);
    const auto output = tt::tt_metal::datatype_to_dataformat_converter(output_dtype);
    const bool fpu = math == RowMath::Fpu;
    const auto dst = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
    const auto mean = fpu ? tilewright::workshop::between_format(input, output) : dst;
    const auto scaler = fpu ? tt::DataFormat::Float16_b : dst;
    const auto rows = tilewright::workshop::fold_rows(shape);
    const uint32_t scalers = rows.tail_columns() == 0 ? 1 : 2;
    // bfloat16 cannot show the difference, and the matrix unit cannot make it.
    const bool two_parts = !fpu && fp32_dst && output == tt::DataFormat::Float32;
    const auto cbs = [=](uint32_t tiles, uint32_t depth, bool) -> std::vector<PlannedCb> {
        std::vector<PlannedCb> cbs = {
            {0, "input sticks", input, depth * tiles, "reader", "compute: tilize"},
            {1, "tiled input", input, tiles, "compute: tilize", "compute: reduce, subtract"},
            {2, "scaler 1/W", scaler, scalers, "reader", "compute: reduce", true},
            {3, two_parts ? "anchor: mean of the first tiles" : "mean", mean, 1, "compute: reduce",
             "compute: subtract"},
            {4, "centralized tiles", output, tiles, "compute: subtract", "compute: untilize"},
        };
        if (!fpu) cbs.push_back({6, "first tile of a row", dst, 1, "compute: copy", "compute: reduce"});
        cbs.push_back({16, "output sticks", output, depth * tiles, "compute: untilize", "writer"});
        if (two_parts) {
            cbs.push_back({5, "mean of x - anchor", dst, 1, "compute: reduce", "compute: subtract"});
        }
        return cbs;
    };
    // The packer writes differences as sticks: there are no centralized tiles.
    const auto tiles_resident = [=](uint32_t tiles, uint32_t depth, bool) {
        std::vector<PlannedCb> kept = cbs(tiles, depth, true);
        std::erase_if(kept, [](const PlannedCb& cb) { return cb.index == 4; });
        kept[1].pages = rows.pages_in_blocks_of(tiles);
        return kept;
    };
    return tilewright::workshop::choose_plan("centralize_w_rm", rows, l1_bytes, /*streaming_passes=*/two_parts ? 3 : 2,
                                             cbs, math, fpu ? CbsFor() : tiles_resident,
                                             two_parts ? tilewright::workshop::kAnchorTiles : UINT32_MAX);
}

OpPlan make_plan(const CentralizeWRmParams& attributes, const CentralizeWRmInputs& args) {
    return make_plan(args.input.logical_shape(), args.input.dtype(), attributes.output_dtype,
                     get_fp32_dest_acc_en(attributes.compute_kernel_config),
                     tilewright::workshop::l1_for_cbs(*args.input.device()), attributes.math);
}

}  // namespace ttnn::operations::centralize_w_rm
