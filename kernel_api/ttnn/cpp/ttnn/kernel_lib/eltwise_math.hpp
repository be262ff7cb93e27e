// Powers, roots, exponentials and logarithms as chain elements.
#pragma once

#include "api/compute/cumsum.h"
#include "api/compute/eltwise_unary/cbrt.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/log1p.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/eltwise_unary/rpow.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "api/compute/eltwise_unary/sqrt.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

TW_DEST_ELEMENT_SWITCHED(Exp, false, exp_tile_init<fast>(), exp_tile<Exp::fast>(d))
TW_DEST_ELEMENT_SWITCHED(Log, false, log_tile_init<fast>(), log_tile<Log::fast>(d))
TW_DEST_ELEMENT_SWITCHED(Sqrt, false, sqrt_tile_init(), sqrt_tile<Sqrt::fast>(d))
TW_DEST_ELEMENT_SWITCHED(Rsqrt, false, rsqrt_tile_init<legacy>(), (rsqrt_tile<Rsqrt::legacy, Rsqrt::fast>(d)))
TW_DEST_ELEMENT_SWITCHED(Log1p, true, log1p_tile_init<fast>(), log1p_tile<Log1p::fast>(d))
TW_DEST_ELEMENT(Recip, recip_tile_init(), recip_tile(d))
TW_DEST_ELEMENT(Cbrt, cbrt_tile_init(), cbrt_tile(d))
TW_DEST_ELEMENT(Exp2, exp2_tile_init(), exp2_tile(d))
TW_DEST_ELEMENT_WITH(Power, 1, power_tile_init(), power_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(PowerIterative, 1, power_iterative_tile_init(), power_iterative_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(Rpow, 1, rpow_tile_init(), rpow_tile(d, p[0]))

// Running sum down the rows; `first` starts a new one.
template <Dst Slot = Dst::D0>
struct Cumsum : UnaryOp<Cumsum<Slot>, Slot> {
    bool first;
    constexpr explicit Cumsum(bool starts = true) noexcept : first(starts) {}
    static ALWI void init() { cumsum_tile_init(); }
    ALWI void exec_impl(uint32_t slot_offset) const { cumsum_tile(to_u32(Slot) + slot_offset, first); }
};

}  // namespace compute_kernel_lib
