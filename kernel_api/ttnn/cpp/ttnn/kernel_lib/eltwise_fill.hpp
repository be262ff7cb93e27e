// Constants and random numbers as chain elements.
#pragma once

#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/rand.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

template <Dst DstSlot = Dst::D0>
struct FillScalar : UnaryOp<FillScalar<DstSlot>, DstSlot> {
    float value = 0.0f;
    constexpr FillScalar() noexcept = default;
    constexpr explicit FillScalar(float v) noexcept : value(v) {}
    static ALWI void init() { fill_tile_init(); }
    ALWI void exec_impl(uint32_t slot_offset) const { fill_tile(to_u32(DstSlot) + slot_offset, value); }
};

template <DataFormat DF = DataFormat::Int32, Dst DstSlot = Dst::D0>
struct FillInt : UnaryOp<FillInt<DF, DstSlot>, DstSlot>, detail::DestParameters<1> {
    using detail::DestParameters<1>::DestParameters;
    static ALWI void init() { fill_tile_init(); }
    ALWI void exec_impl(uint32_t slot_offset) const { fill_tile_int<DF>(to_u32(DstSlot) + slot_offset, p[0]); }
};

TW_DEST_ELEMENT_WITH(FillBitcast, 1, fill_tile_init(), fill_tile_bitcast(d, p[0]))
TW_DEST_ELEMENT_WITH(RandTile, 3, rand_tile_init(p[2]), rand_tile(d, p[0], p[1]))

}  // namespace compute_kernel_lib
