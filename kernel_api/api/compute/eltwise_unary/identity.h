// Identity.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_identity ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_identity

namespace ckernel {

ALWI void identity_tile_uint32(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_IDENTITY_INT, idst, TW_VECTOR_RC, 0, 0, 0)));
}

}  // namespace ckernel
