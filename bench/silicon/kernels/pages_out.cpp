// Writes what is in a CB to pages of a tensor in DRAM, so many to a barrier; or, where nobody fills it, always its
// start.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kBytes = get_compile_time_arg_val(0);
    constexpr uint32_t kTogether = get_compile_time_arg_val(1);
    constexpr bool kFilled = get_compile_time_arg_val(2) != 0;
    constexpr uint32_t kCb = get_compile_time_arg_val(4);
    constexpr auto kLayout = TensorAccessorArgs<5>();
    const auto tensor = TensorAccessor(kLayout, get_arg_val<uint32_t>(0), kBytes);
    const uint32_t begin = get_arg_val<uint32_t>(1);
    const uint32_t end = begin + get_arg_val<uint32_t>(2);
    for (uint32_t round = get_compile_time_arg_val(3); round > 0; --round) {
        uint32_t page = begin;
        while (page != end) {
            const uint32_t left = end - page;
            const uint32_t many = left > kTogether ? kTogether : left;
            if constexpr (kFilled) cb_wait_front(kCb, many);
            uint32_t from = get_read_ptr(kCb);
            for (const uint32_t stop = page + many; page != stop; ++page) {
                noc_async_write(from, tensor.get_noc_addr(page), kBytes);
                from += kBytes;
            }
            noc_async_write_barrier();
            if constexpr (kFilled) cb_pop_front(kCb, many);
        }
    }
}
