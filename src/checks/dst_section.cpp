// TW2302: MATH uses DST outside acquire and commit.
#include "checks/check.hpp"

namespace tilewright::checks::dst_section {

namespace {
void use_dst(const DstUse& use) {
    if (use.tensix.dst.math_open) return;
    report("TW2302",
           use.index == TW_NO_CB
               ? fmt::format("{} without tile_regs_acquire", use.call)
               : fmt::format("{} uses DST[{}] outside tile_regs_acquire and tile_regs_commit", use.call, use.index),
           "the section may still belong to PACK, which reads and clears it",
           "call tile_regs_acquire before the first operation on DST and tile_regs_commit after the last");
}
}  // namespace

void listen(Events& on) {
    on.dst_math.add(use_dst);
    on.dst_commit.add(use_dst);
}

}  // namespace tilewright::checks::dst_section
