// DST sections: MATH acquires and commits, PACK waits and releases.
#pragma once

#include "tw/compute/defs.h"

namespace ckernel {

ALWI void tile_regs_acquire() { MATH((tw_math_acquire())); }
ALWI void tile_regs_commit() { MATH((tw_math_commit())); }
ALWI void tile_regs_wait() { PACK((tw_pack_wait())); }
ALWI void tile_regs_release() { PACK((tw_pack_release())); }

// The older pair. Sources from before 2026 name a mode, which means nothing any more.
ALWI void acquire_dst() {
    MATH((tw_math_acquire()));
    PACK((tw_pack_wait()));
}
ALWI void release_dst() {
    MATH((tw_math_commit()));
    PACK((tw_pack_release()));
}
template <typename Mode>
ALWI void acquire_dst(Mode) {
    acquire_dst();
}
template <typename Mode>
ALWI void release_dst(Mode) {
    release_dst();
}

}  // namespace ckernel
