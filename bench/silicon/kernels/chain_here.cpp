// exp(sqrt(x) + y) or sqrt(x) * y of tiles in L1: in one go, or step by step through CBs. ROW_SUM: 1 / sum of a row.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_unary/recip.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_binary_sfpu.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_chain.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_math.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.hpp"

namespace {

using namespace compute_kernel_lib;
constexpr uint32_t kX = 0, kY = 1, kFirst = 3, kSecond = 4, kOut = 16;
constexpr uint32_t kTiles = get_compile_time_arg_val(0);
constexpr uint32_t kHow = get_compile_time_arg_val(3);  // ADD_EXP: 0 in one go, 1 in steps; else 0 FPU, 1 SFPU, 2 steps

template <uint32_t cb, Dst to, auto life = InputLifecycle::HeldBulk>
using Take = CopyTile<cb, to, life, CopyTileReconfig::Input, OperandKind::Block>;
template <uint32_t cb>
using Give = PackTile<cb, OutputLifecycle::Bulk, PackTileReconfig::Output>;
constexpr auto kOnce = InputLifecycle::Bulk;

void once() {
    const auto tiles = EltwiseShape::tiles(kTiles, get_compile_time_arg_val(1));
    constexpr Dst kD0 = Dst::D0, kD1 = Dst::D1;
#if defined(ROW_SUM)
    constexpr auto kShape = ReduceInputBlockShape::of(1, kTiles, 1);
    reduce<ckernel::PoolType::SUM, ckernel::ReduceDim::REDUCE_ROW, kX, kY, kOut, ReduceInputPolicy::WaitUpfrontNoPop>(
        kShape, ReduceInputMemoryLayout::contiguous(), NoAccumulation{}, [](uint32_t sum) {
            recip_tile_init();
            recip_tile(sum);
        });
#elif defined(ADD_EXP)
    using Sum = AddBinary<kD0, kD1, kD0>;
    if constexpr (kHow == 0) {
        eltwise_chain(tiles, Take<kX, kD0>{}, Sqrt<>{}, Take<kY, kD1>{}, Sum{}, Exp<>{}, Give<kOut>{});
    } else {
        eltwise_chain(tiles, Take<kX, kD0>{}, Sqrt<>{}, Give<kFirst>{});
        eltwise_chain(tiles, Take<kFirst, kD0, kOnce>{}, Take<kY, kD1>{}, Sum{}, Give<kSecond>{});
        eltwise_chain(tiles, Take<kSecond, kD0, kOnce>{}, Exp<>{}, Give<kOut>{});
    }
#else
    constexpr auto kMul = BinaryFpuOp::Mul;
    constexpr auto kHeld = InputLifecycle::HeldBulk;
    constexpr auto kBlock = OperandKind::Block;
    if constexpr (kHow == 0) {
        using ByFpu =
            DestReuseBinary<kY, kMul, DestReuseType::DEST_TO_SRCA, kHeld, DestReuseReconfig::Input, kD0, kD0, kBlock>;
        eltwise_chain(tiles, Take<kX, kD0>{}, Sqrt<>{}, ByFpu{}, Give<kOut>{});
    } else if constexpr (kHow == 1) {
        eltwise_chain(tiles, Take<kX, kD0>{}, Sqrt<>{}, Take<kY, kD1>{}, MulBinary<kD0, kD1, kD0>{}, Give<kOut>{});
    } else {
        using Product = BinaryFpu<kFirst, kY, kMul, BroadcastDim::None, kOnce, kHeld, BinaryDataFormatReconfig::Input,
                                  kD0, kBlock, kBlock>;
        eltwise_chain(tiles, Take<kX, kD0>{}, Sqrt<>{}, Give<kFirst>{});
        eltwise_chain(tiles, Product{}, Give<kOut>{});
    }
#endif
}

}  // namespace

void kernel_main() {
#if defined(ROW_SUM)
    constexpr uint32_t kResults = 1;
#else
    constexpr uint32_t kResults = kTiles;
    cb_reserve_back(kY, kTiles);
    cb_push_back(kY, kTiles);
#endif
    cb_reserve_back(kX, kTiles);
    cb_push_back(kX, kTiles);
    compute_kernel_hw_startup(kX, kY, kOut);
    for (uint32_t left = get_compile_time_arg_val(2); left > 0; --left) {
        once();
        if (left > 1) {
            cb_wait_front(kOut, kResults);
            cb_pop_front(kOut, kResults);
        }
    }
}
