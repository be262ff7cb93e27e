// Not supported yet: a kernel that calls these fails to compile, by name.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

TW_SFPU_UNSUPPORTED(ema_init)
TW_SFPU_UNSUPPORTED(ema_clear_previous_output)
TW_SFPU_UNSUPPORTED(ema_tile)

}  // namespace ckernel
