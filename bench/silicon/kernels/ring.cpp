// Writes pages of this core's L1 into that of the next core, or of all cores in turn; one barrier at the end. The size
// is known when the kernel is compiled (to the call as well, or not), or an argument. Arguments: from, to, bytes,
// cores.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kBytes = get_compile_time_arg_val(0), kPages = get_compile_time_arg_val(1);
    constexpr uint32_t kTargets = get_compile_time_arg_val(2);
    constexpr uint32_t kSize = get_compile_time_arg_val(3);  // 0: known; 1: known to the call; 2: an argument
    const uint32_t from = get_arg_val<uint32_t>(0), to = get_arg_val<uint32_t>(1);
    uint32_t at = 0;
    for (uint32_t page = 0; page < kPages; ++page, at += kBytes) {
        const uint32_t target = 3 + 2 * (page % kTargets);
        const uint32_t x = get_arg_val<uint32_t>(target), y = get_arg_val<uint32_t>(target + 1);
        const uint64_t there = get_noc_addr(x, y, to + at);
        if constexpr (kSize == 1) {
            noc_async_write<kBytes>(from + at, there, kBytes);
        } else {
            noc_async_write(from + at, there, kSize == 2 ? get_arg_val<uint32_t>(2) : kBytes);
        }
    }
    noc_async_write_barrier();
}
