// Chunks of tile-rows to tiles.
#include "api/compute/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"

void kernel_main() {
    constexpr uint32_t kChunkTiles = get_compile_time_arg_val(0);
    compute_kernel_hw_startup(0, 16);
    compute_kernel_lib::tilize<kChunkTiles, 0, 16>(get_arg_val<uint32_t>(0));
}
