// Operations on three DST slots as chain elements.
#pragma once

#include "api/compute/eltwise_unary/addcdiv.h"
#include "api/compute/eltwise_unary/addcmul.h"
#include "api/compute/eltwise_unary/lerp.h"
#include "api/compute/eltwise_unary/snake_beta.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

#define TW_TERNARY(Name, INIT, TILE)                                                                       \
    template <DataFormat DF, Dst In0 = Dst::D0, Dst In1 = Dst::D1, Dst In2 = Dst::D2, Dst Out = Dst::D0>   \
    struct Name : TernaryOp<Name<DF, In0, In1, In2, Out>, In0, In1, In2, Out>, detail::DestParameters<1> { \
        using detail::DestParameters<1>::DestParameters;                                                   \
        static ALWI void init() { INIT; }                                                                  \
        ALWI void exec_impl(uint32_t slot_offset) const {                                                  \
            const uint32_t a = to_u32(In0) + slot_offset, b = to_u32(In1) + slot_offset;                   \
            const uint32_t c = to_u32(In2) + slot_offset, o = to_u32(Out) + slot_offset;                   \
            TILE;                                                                                          \
        }                                                                                                  \
    };
TW_TERNARY(Lerp, lerp_tile_init(), lerp_tile<DF>(a, b, c, o))
TW_TERNARY(SnakeBeta, snake_beta_tile_init(), snake_beta_tile<DF>(a, b, c, o))
TW_TERNARY(Addcmul, addcmul_tile_init(), addcmul_tile<DF>(a, b, c, o, p[0]))
TW_TERNARY(Addcdiv, addcdiv_tile_init(), addcdiv_tile<DF>(a, b, c, o, p[0]))
#undef TW_TERNARY

}  // namespace compute_kernel_lib
