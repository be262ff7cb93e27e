// Not supported yet: a kernel that calls these fails to compile, by name.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

TW_SFPU_UNSUPPORTED(reshuffle_rows_tile)
TW_SFPU_UNSUPPORTED(reshuffle_rows_tile_init)

}  // namespace ckernel
