// TW2305: a tile of DST is used that nothing has written since its section was acquired.
#include "checks/check.hpp"

namespace tilewright::checks::dst_never_written {

namespace {
using tile::SfpuOp;

void never_written(const std::string& call, uint32_t index) {
    report("TW2305", fmt::format("{} takes DST[{}], which nothing has written since tile_regs_acquire", call, index),
           "the tile is zeros where the last section was cleared, and what was there before where it was not",
           "check the DST indices: the call that fills a tile and the one that uses it must name the same one");
}

void pack(const DstUse& use) {
    if (use.tensix.dst.is_forgotten(use.slot)) never_written(use.call, use.index);
}

// A tile that nobody has written is zeros; only sums may start from it.
void compute(const SfpuCall& use) {
    const card::Dst& dst = use.tensix.dst;
    if (!dst.math_open) return;
    if (use.op == SfpuOp::FILL || use.op == SfpuOp::FILL_INT || use.op == SfpuOp::RAND) return;
    const bool sums = use.op == SfpuOp::ADD || use.op == SfpuOp::SUB || use.op == SfpuOp::ADD_INT;
    for (const uint32_t index : use.operands) {
        if ((sums && index == use.out) || index >= dst.capacity(use.tensix.fpu.dst_fp32)) continue;
        if (dst.is_clear(dst.math_slot(index))) never_written(sfpu_words(use.op) + " on the SFPU", index);
    }
}
}  // namespace

void listen(Events& on) {
    on.dst_pack.add(pack);
    on.sfpu_call.add(compute);
}

}  // namespace tilewright::checks::dst_never_written
