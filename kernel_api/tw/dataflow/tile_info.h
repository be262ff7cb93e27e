// get_tile_size and its family on the data-movement processors.
#pragma once

#include "tw/dataflow/tile_shape.h"

#define DATA_FORMATS_DEFINED

// Bytes of one tile of the CB's format and shape: not the page size.
constexpr inline std::int32_t get_tile_size(const std::int32_t operand) {
    return static_cast<std::int32_t>(tw::cb_tile_bytes(static_cast<uint32_t>(operand)));
}
constexpr inline uint32_t get_tile_hw(const std::int32_t operand) {
    return tw::cb_tile_hw(static_cast<uint32_t>(operand));
}
constexpr inline uint32_t get_tile_num_faces(const std::int32_t operand) { return unpack_tile_num_faces[operand]; }
constexpr inline DataFormat get_dataformat(const std::int32_t operand) {
    return tw::cb_format(static_cast<uint32_t>(operand));
}
