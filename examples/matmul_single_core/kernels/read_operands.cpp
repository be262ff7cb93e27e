// For output tiles [first, first + count): the tiles of A's row into c_0 and of B's column into c_1, pair by pair.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t a_address = get_arg_val<uint32_t>(0);
    const uint32_t b_address = get_arg_val<uint32_t>(1);
    const uint32_t kt = get_arg_val<uint32_t>(2);
    const uint32_t nt = get_arg_val<uint32_t>(3);
    const uint32_t first = get_arg_val<uint32_t>(4);
    const uint32_t count = get_arg_val<uint32_t>(5);
    constexpr uint32_t cb_a = tt::CBIndex::c_0;
    constexpr uint32_t cb_b = tt::CBIndex::c_1;

    constexpr auto a_args = TensorAccessorArgs<0>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const auto a = TensorAccessor(a_args, a_address, get_tile_size(cb_a));
    const auto b = TensorAccessor(b_args, b_address, get_tile_size(cb_b));

    for (uint32_t tile = first; tile < first + count; ++tile) {
        const uint32_t row = tile / nt;
        const uint32_t column = tile % nt;
        for (uint32_t k = 0; k < kt; ++k) {
            cb_reserve_back(cb_a, 1);
            cb_reserve_back(cb_b, 1);
            noc_async_read_tile(row * kt + k, a, get_write_ptr(cb_a));
            noc_async_read_tile(k * nt + column, b, get_write_ptr(cb_b));
            noc_async_read_barrier();
            cb_push_back(cb_a, 1);
            cb_push_back(cb_b, 1);
        }
    }
}
