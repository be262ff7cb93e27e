// A product of tiles in L1 in output blocks of some shape, over and over.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/matmul.h"
#include "ttnn/cpp/ttnn/kernel_lib/matmul_block_helpers.hpp"

void kernel_main() {
    using namespace compute_kernel_lib;
    constexpr uint32_t kRows = get_compile_time_arg_val(0), kColumns = get_compile_time_arg_val(1);
    constexpr uint32_t kHigh = get_compile_time_arg_val(2), kWide = get_compile_time_arg_val(3);
    constexpr uint32_t kInner = 1, kA = 0, kB = 1, kC = 16;
    constexpr auto kKeep = InputPolicy::WaitAndRetainOnLastBlock;
    const auto shape = MatmulBlockShape::of(kRows / kHigh, kColumns / kWide, kHigh, kWide, kInner, 1);
    CircularBuffer a(kA), b(kB), c(kC);
    a.reserve_back(kRows);
    a.push_back(kRows);
    b.reserve_back(kColumns);
    b.push_back(kColumns);
    compute_kernel_hw_startup<SrcOrder::Reverse>(kA, kB, kC);
    matmul_block_init(kA, kB, 0, kWide, kHigh, kInner);
    for (uint32_t left = get_compile_time_arg_val(4); left > 0; --left) {
        matmul_block<false, false, LastBlockTarget::Out, OutputCBLayout::TileRowMajor, matmul_config::InitMode::Short,
                     kKeep, kKeep>(a, b, c, c, shape);
        if (left > 1) {
            c.wait_front(kRows * kColumns);
            c.pop_front(kRows * kColumns);
        }
    }
}
