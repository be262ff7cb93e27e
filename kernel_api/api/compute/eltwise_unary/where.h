// condition != 0 ? a : b. The names with a type are those of January 2026.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_where ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_where

namespace ckernel {

ALWI void where_fp32_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
    where_tile<DataFormat::Float32>(idst0, idst1, idst2, odst);
}
ALWI void where_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
    where_tile<DataFormat::Int32>(idst0, idst1, idst2, odst);
}
ALWI void where_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
    where_tile<DataFormat::UInt32>(idst0, idst1, idst2, odst);
}

}  // namespace ckernel
