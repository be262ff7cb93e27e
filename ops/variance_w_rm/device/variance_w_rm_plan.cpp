// CBs of variance_w_rm. On the SFPU statistics and intermediate tiles are Float32 with a 32-bit DST, so that nothing is
// rounded before the result; the matrix unit has the reference plan.
#include "variance_w_rm_plan.hpp"

namespace ttnn::operations::variance_w_rm {

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
    const auto between = fpu ? tilewright::workshop::between_format(input, output) : dst;
    const auto scaler = fpu ? tt::DataFormat::Float16_b : dst;
    const auto rows = tilewright::workshop::fold_rows(shape);
    const uint32_t scalers = rows.tail_columns() == 0 ? 1 : 2;
    const auto cbs = [=](uint32_t tiles, uint32_t depth, bool) -> std::vector<PlannedCb> {
        std::vector<PlannedCb> cbs = {
            {0, "input sticks", input, depth * tiles, "reader", "compute: tilize"},
            {1, "tiled input", input, tiles, "compute: tilize", "compute: reduce, subtract"},
            {2, "scaler 1/W", scaler, scalers, "reader", "compute: both reduces", true},
            {3, "mean", between, 1, "compute: reduce 1", "compute: subtract"},
            {4, "centralized tiles", between, tiles, "compute: subtract", "compute: square"},
            {5, "squared tiles", between, tiles, "compute: square", "compute: reduce 2"},
            {6, "variance", between, 1, "compute: reduce 2", "compute: untilize"},
        };
        if (!fpu) cbs.push_back({7, "first tile of a row", dst, 1, "compute: copy", "compute: reduce 1"});
        cbs.push_back({16, "output sticks", output, 2, "compute: untilize", "writer"});
        return cbs;
    };
    // Differences and squares are made in DST on their way into the sum. A 16-bit DST would not round them as c_4 and
    // c_5 do.
    const auto tiles_resident = [=](uint32_t tiles, uint32_t depth, bool) {
        std::vector<PlannedCb> kept = cbs(tiles, depth, true);
        std::erase_if(kept, [](const PlannedCb& cb) { return cb.index == 4 || cb.index == 5; });
        kept[1].pages = rows.pages_in_blocks_of(tiles);
        kept[1].consumer = "compute: both reduces";
        return kept;
    };
    return tilewright::workshop::choose_plan("variance_w_rm", rows, l1_bytes, /*streaming_passes=*/2, cbs, math,
                                             !fpu && fp32_dst ? tiles_resident : CbsFor());
}

OpPlan make_plan(const VarianceWRmParams& attributes, const VarianceWRmInputs& args) {
    return make_plan(args.input.logical_shape(), args.input.dtype(), attributes.output_dtype,
                     get_fp32_dest_acc_en(attributes.compute_kernel_config),
                     tilewright::workshop::l1_for_cbs(*args.input.device()), attributes.math);
}

}  // namespace ttnn::operations::variance_w_rm
