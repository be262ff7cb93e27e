// TW2304: DST is acquired while the last section is still open.
#include "checks/check.hpp"

namespace tilewright::checks::dst_acquire {

namespace {
void acquire(const DstUse& use) {
    if (!use.tensix.dst.math_open) return;
    report("TW2304", "tile_regs_acquire while the DST section of the last one is still open",
           "acquire only waits for a free section, it neither clears nor changes the one in use; helpers such as "
           "tilize_block and pack_untilize_block acquire for themselves",
           "call tile_regs_commit before acquiring again, and call such helpers outside acquire and commit");
}
}  // namespace

void listen(Events& on) { on.dst_acquire.add(acquire); }

}  // namespace tilewright::checks::dst_acquire
