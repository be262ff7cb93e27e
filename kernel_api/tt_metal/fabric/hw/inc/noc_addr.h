// NoC addresses from bytes of coordinates, and back. The one fabric header that needs no fabric.
#pragma once

#include <cstdint>
#include <utility>

#include "api/dataflow/dataflow_api.h"

namespace tt::tt_fabric {
struct WorkerXY {
    uint16_t x;
    uint16_t y;
    constexpr WorkerXY(uint16_t x, uint16_t y) : x(x), y(y) {}
    constexpr uint32_t to_uint32() const { return (uint32_t)y << 16 | x; }
    static constexpr WorkerXY from_uint32(uint32_t v) { return WorkerXY(v & 0xFFFF, v >> 16); }
    constexpr bool operator==(const WorkerXY& other) const { return x == other.x && y == other.y; }
    constexpr bool operator!=(const WorkerXY& other) const { return !(*this == other); }
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
