// Dropout; probability is scaled to 2^31 - 1.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_dropout ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_dropout

namespace ckernel {

ALWI void dropout_kernel_init(uint32_t seed = 0) { MATH((tw_sfpu_init(TW_SFPU_DROPOUT, seed, 0))); }

}  // namespace ckernel
