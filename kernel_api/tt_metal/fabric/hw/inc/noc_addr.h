// NoC addresses from bytes of coordinates, and back. The one fabric header that needs no fabric.
#pragma once

#include <cstdint>
#include <utility>

#include "api/dataflow/dataflow_api.h"

namespace tt::tt_fabric {
// Packed, x is the low half of the word.
struct WorkerXY {
    uint16_t x, y;
    constexpr WorkerXY(uint16_t column, uint16_t row) : x(column), y(row) {}
    static constexpr WorkerXY from_uint32(uint32_t v) { return {(uint16_t)v, (uint16_t)(v >> 16)}; }
    constexpr uint32_t to_uint32() const { return x + ((uint32_t)y << 16); }
    constexpr bool operator==(const WorkerXY&) const = default;
};
}  // namespace tt::tt_fabric

FORCE_INLINE uint64_t safe_get_noc_addr(uint8_t dest_noc_x, uint8_t dest_noc_y, uint32_t dest_bank_addr,
                                        uint8_t noc_id = TW_DEFAULT_NOC) {
    return get_noc_addr(dest_noc_x, dest_noc_y, dest_bank_addr, noc_id);
}
FORCE_INLINE std::pair<tt::tt_fabric::WorkerXY, uint32_t> get_noc_address_components(uint64_t noc_addr) {
    return {tt::tt_fabric::WorkerXY((uint16_t)NOC_UNICAST_ADDR_X(noc_addr), (uint16_t)NOC_UNICAST_ADDR_Y(noc_addr)),
            (uint32_t)noc_addr};
}
