// Reads pages of a tensor in DRAM, so many to a barrier, into CB 0; or, where nobody takes them, always to its start.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kBytes = get_compile_time_arg_val(0);
    constexpr uint32_t kTogether = get_compile_time_arg_val(1);
    constexpr bool kTaken = get_compile_time_arg_val(2) != 0;
    constexpr auto kLayout = TensorAccessorArgs<4>();
    const auto tensor = TensorAccessor(kLayout, get_arg_val<uint32_t>(0), kBytes);
    const uint32_t begin = get_arg_val<uint32_t>(1);
    const uint32_t end = begin + get_arg_val<uint32_t>(2);
    for (uint32_t round = get_compile_time_arg_val(3); round > 0; --round) {
        uint32_t page = begin;
        while (page != end) {
            const uint32_t left = end - page;
            const uint32_t many = left > kTogether ? kTogether : left;
            if constexpr (kTaken) cb_reserve_back(0, many);
            uint32_t to = get_write_ptr(0);
            for (const uint32_t stop = page + many; page != stop; ++page) {
                noc_async_read(tensor.get_noc_addr(page), to, kBytes);
                to += kBytes;
            }
            noc_async_read_barrier();
            if constexpr (kTaken) cb_push_back(0, many);
        }
    }
}
