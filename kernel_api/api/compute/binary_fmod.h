// C fmod of two tiles.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void fmod_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_FMOD_BINARY, 0, 0))); }
ALWI void fmod_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_FMOD_BINARY, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void fmod_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_FMOD_INT, 0, 0))); }
ALWI void fmod_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_FMOD_INT, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
