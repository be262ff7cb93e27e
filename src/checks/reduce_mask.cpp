// TW2403: a tile that is no reduction is packed under the edge mask of one.
#include "checks/check.hpp"

namespace tilewright::checks::reduce_mask {

namespace {
void pack(const PackedTile& use) {
    const card::MathOp written_by = use.tensix.dst.writer[use.slot];
    if (use.tensix.packer.config.mask == tile::PackConfig::Mask::None || use.tensix.packer.mask_alone ||
        written_by == card::MathOp::Reduce || written_by == card::MathOp::None)
        return;
    report("TW2403",
           fmt::format("DST[{}], the result of {}, is packed to c_{} under the edge mask of a reduce", use.index,
                       name_of(written_by), use.cb),
           "reduce_init makes the packer write zeros outside the reduced row, column or element until reduce_uninit",
           "call reduce_uninit after the last reduce_tile, before packing anything else");
}
}  // namespace

void listen(Events& on) { on.pack_tile.add(pack); }

}  // namespace tilewright::checks::reduce_mask
