// TW2303: PACK uses DST before MATH has handed it over.
#include "checks/check.hpp"

namespace tilewright::checks::dst_pack {

namespace {
void use_dst(const DstUse& use) {
    const card::Dst& dst = use.tensix.dst;
    if (dst.pack_open && dst.committed != 0) return;
    report("TW2303",
           dst.committed == 0 ? fmt::format("{} while no DST section is committed", use.call)
                              : fmt::format("{} without tile_regs_wait", use.call),
           "PACK does not wait by itself: it reads whatever MATH has written so far",
           "pack between tile_regs_wait and tile_regs_release, after tile_regs_commit on MATH's side");
}

void pack(const DstUse& use) {
    // In one thread PACK may wait before MATH has committed (acquire, wait, work, pack, commit, release): the section
    // is then the one MATH is still in.
    const card::Tensix& t = use.tensix;
    if (!(t.setup.fused && t.dst.math_open && t.dst.pack_open)) use_dst(use);
}
}  // namespace

void listen(Events& on) {
    on.dst_pack.add(pack);
    on.dst_release.add(use_dst);
}

}  // namespace tilewright::checks::dst_pack
