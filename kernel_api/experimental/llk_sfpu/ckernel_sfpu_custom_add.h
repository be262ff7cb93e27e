// The SFPI function of the custom addition example: one face, out = in0 + in1.
#pragma once

#include <cstdint>

#include "sfpi.h"

namespace ckernel::sfpu {

inline void my_add_tile_face(std::uint32_t dst_index_in0, std::uint32_t dst_index_in1, std::uint32_t dst_index_out) {
    for (std::uint32_t vector = 0; vector < 8; ++vector) {
        const sfpi::vFloat a = sfpi::dst_reg[dst_index_in0 * 32 + vector];
        const sfpi::vFloat b = sfpi::dst_reg[dst_index_in1 * 32 + vector];
        sfpi::dst_reg[dst_index_out * 32 + vector] = a + b;
    }
}

}  // namespace ckernel::sfpu
