// DST used out of turn: TW2302, TW2303, TW2304, TW2305.
#include <fmt/format.h>

#include "checks/compute_hooks.hpp"
#include "engine/fiber.hpp"

namespace tilewright::calls {

void ComputeHooks::dst_outside_section(const char* call, uint32_t dst_index) {
    Finding finding;
    finding.code = "TW2302";
    finding.message =
        dst_index == TW_NO_CB
            ? fmt::format("{} without tile_regs_acquire", call)
            : fmt::format("{} uses DST[{}] outside tile_regs_acquire and tile_regs_commit", call, dst_index);
    finding.why = "the section may still belong to PACK, which reads and clears it";
    finding.fix = "call tile_regs_acquire before the first operation on DST and tile_regs_commit after the last";
    engine::report(std::move(finding));
}

void ComputeHooks::pack_before_commit(const char* call, const card::Dst& dst) {
    Finding finding;
    finding.code = "TW2303";
    finding.message = dst.committed == 0 ? fmt::format("{} while no DST section is committed", call)
                                         : fmt::format("{} without tile_regs_wait", call);
    finding.why = "PACK does not wait by itself: it reads whatever MATH has written so far";
    finding.fix = "pack between tile_regs_wait and tile_regs_release, after tile_regs_commit on MATH's side";
    engine::report(std::move(finding));
}

void ComputeHooks::nested_acquire() {
    Finding finding;
    finding.code = "TW2304";
    finding.message = "tile_regs_acquire while the DST section of the last one is still open";
    finding.why =
        "acquire only waits for a free section, it neither clears nor changes the one in use; helpers such as "
        "tilize_block and pack_untilize_block acquire for themselves";
    finding.fix = "call tile_regs_commit before acquiring again, and call such helpers outside acquire and commit";
    engine::report(std::move(finding));
}

void ComputeHooks::dst_never_written(const char* call, uint32_t dst_index) {
    Finding finding;
    finding.code = "TW2305";
    finding.message =
        fmt::format("{} takes DST[{}], which nothing has written since tile_regs_acquire", call, dst_index);
    finding.why = "the tile is zeros where the last section was cleared, and what was there before where it was not";
    finding.fix = "check the DST indices: the call that fills a tile and the one that uses it must name the same one";
    engine::report(std::move(finding));
}

}  // namespace tilewright::calls
