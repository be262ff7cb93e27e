// The SFPI function of the smoothstep example: one face, t = clamp((x - edge0) * inv_delta, 0, 1), then t^2 (3 - 2t).
#pragma once

#include <cstdint>

#include "sfpi.h"

namespace ckernel::sfpu {

inline void smoothstep_tile_face(float edge0, [[maybe_unused]] float edge1, float inv_delta) {
    for (std::uint32_t vector = 0; vector < 8; ++vector) {
        const sfpi::vFloat x = sfpi::dst_reg[vector];
        const sfpi::vFloat t = sfpi::clamp((x - edge0) * inv_delta, 0.0f, 1.0f);
        sfpi::dst_reg[vector] = t * t * (3.0f - 2.0f * t);
    }
}

}  // namespace ckernel::sfpu
