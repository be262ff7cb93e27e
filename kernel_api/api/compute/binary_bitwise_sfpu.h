// Bitwise operations on two tiles.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void binary_bitwise_tile_init() { MATH((tw_sfpu_init(TW_SFPU_AND, 0, 0))); }
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_and_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_AND, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
ALWI void bitwise_and_uint32_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_AND, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void bitwise_and_uint16_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_AND, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt16), 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_or_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_OR, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
ALWI void bitwise_or_uint32_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_OR, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void bitwise_or_uint16_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_OR, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt16), 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_xor_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_XOR, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
ALWI void bitwise_xor_uint32_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_XOR, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void bitwise_xor_uint16_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_XOR, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt16), 0)));
}

}  // namespace ckernel
