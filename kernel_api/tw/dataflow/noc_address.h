// The 64-bit NoC address: bits 0-35 local address, 36-41 x, 42-47 y; a multicast address has the rectangle's end there
// and its start at 48 and 54. The same for both architectures.
#pragma once

#include <stdint.h>

#define NOC_ADDR_LOCAL_BITS 36
#define NOC_ADDR_NODE_ID_BITS 6
#define NOC_ADDR_COORD_SHIFT 36
#define NOC_COORD_REG_OFFSET 4
#define NOC_NODE_ID_MASK ((uint64_t)0x3F)
#define NOC_LOCAL_ADDR_MASK (((uint64_t)1 << NOC_ADDR_LOCAL_BITS) - 1)

#define NOC_LOCAL_ADDR_OFFSET(addr) ((addr) & NOC_LOCAL_ADDR_MASK)
#define NOC_LOCAL_ADDR(addr) NOC_LOCAL_ADDR_OFFSET(addr)
#define NOC_UNICAST_ADDR_X(addr) (((uint64_t)(addr) >> 36) & NOC_NODE_ID_MASK)
#define NOC_UNICAST_ADDR_Y(addr) (((uint64_t)(addr) >> 42) & NOC_NODE_ID_MASK)
#define NOC_MCAST_ADDR_END_X(addr) (((uint64_t)(addr) >> 36) & NOC_NODE_ID_MASK)
#define NOC_MCAST_ADDR_END_Y(addr) (((uint64_t)(addr) >> 42) & NOC_NODE_ID_MASK)
#define NOC_MCAST_ADDR_START_X(addr) (((uint64_t)(addr) >> 48) & NOC_NODE_ID_MASK)
#define NOC_MCAST_ADDR_START_Y(addr) (((uint64_t)(addr) >> 54) & NOC_NODE_ID_MASK)

#define NOC_XY_ADDR(x, y, addr) (((uint64_t)(y) << 42) | ((uint64_t)(x) << 36) | (uint64_t)(addr))
#define NOC_XY_ADDR2(xy, addr) (((uint64_t)(xy) << 36) | (uint64_t)(addr))
#define NOC_XY_COORD(x, y) (((uint32_t)(y) << 6) | (uint32_t)(x))
#define NOC_XY_ENCODING(x, y) NOC_XY_COORD(x, y)
#define NOC_MULTICAST_ADDR(x_start, y_start, x_end, y_end, addr)                             \
    (((uint64_t)(x_start) << 48) | ((uint64_t)(y_start) << 54) | ((uint64_t)(x_end) << 36) | \
     ((uint64_t)(y_end) << 42) | (uint64_t)(addr))
#define NOC_MULTICAST_ENCODING(x_start, y_start, x_end, y_end) \
    (((uint32_t)(x_start) << 12) | ((uint32_t)(y_start) << 18) | (uint32_t)(x_end) | ((uint32_t)(y_end) << 6))

// Coordinates are virtual, so both NoCs use the same numbers.
#define DYNAMIC_NOC_X(noc, coordinate) (coordinate)
#define DYNAMIC_NOC_Y(noc, coordinate) (coordinate)

#define NOC_UNICAST_WRITE_VC 1
#define NOC_MULTICAST_WRITE_VC 4
#define NOC_DISPATCH_MULTICAST_WRITE_VC 5
#define NOC_CLEAR_OUTSTANDING_REQ_MASK 0xFFFFu

#define DM_DEDICATED_NOC 0
#define DM_DYNAMIC_NOC 1
