// Error, Bessel and gamma functions, and the three-way select, as chain elements.
#pragma once

#include "api/compute/eltwise_unary/digamma.h"
#include "api/compute/eltwise_unary/erf_erfc.h"
#include "api/compute/eltwise_unary/erfinv.h"
#include "api/compute/eltwise_unary/i0.h"
#include "api/compute/eltwise_unary/i1.h"
#include "api/compute/eltwise_unary/where.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

TW_DEST_ELEMENT_SWITCHED(Erf, true, erf_tile_init<fast>(), erf_tile<Erf::fast>(d))
TW_DEST_ELEMENT(Erfc, erfc_tile_init(), erfc_tile(d))
TW_DEST_ELEMENT(Erfinv, erfinv_tile_init(), erfinv_tile(d))
TW_DEST_ELEMENT(I0, i0_tile_init(), i0_tile(d))
TW_DEST_ELEMENT(I1, i1_tile_init(), i1_tile(d))
TW_DEST_ELEMENT(Digamma, digamma_tile_init(), digamma_tile(d))

template <DataFormat DF, Dst Cond = Dst::D0, Dst A = Dst::D1, Dst B = Dst::D2, Dst Out = Dst::D0>
struct Where : TernaryOp<Where<DF, Cond, A, B, Out>, Cond, A, B, Out> {
    static ALWI void init() { where_tile_init(); }
    ALWI void exec_impl(uint32_t o) const {
        where_tile<DF>(to_u32(Cond) + o, to_u32(A) + o, to_u32(B) + o, to_u32(Out) + o);
    }
};

}  // namespace compute_kernel_lib
