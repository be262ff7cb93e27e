// One tile of ones into c_1, kept there; then the input tile by tile into c_0.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t input_address = get_arg_val<uint32_t>(0);
    const uint32_t ones_address = get_arg_val<uint32_t>(1);
    const uint32_t count = get_arg_val<uint32_t>(2);
    constexpr uint32_t cb_in = tt::CBIndex::c_0;
    constexpr uint32_t cb_ones = tt::CBIndex::c_1;

    constexpr auto input_args = TensorAccessorArgs<0>();
    constexpr auto ones_args = TensorAccessorArgs<input_args.next_compile_time_args_offset()>();
    const auto input = TensorAccessor(input_args, input_address, get_tile_size(cb_in));
    const auto ones = TensorAccessor(ones_args, ones_address, get_tile_size(cb_ones));

    cb_reserve_back(cb_ones, 1);
    noc_async_read_tile(0, ones, get_write_ptr(cb_ones));
    noc_async_read_barrier();
    cb_push_back(cb_ones, 1);

    for (uint32_t tile = 0; tile < count; ++tile) {
        cb_reserve_back(cb_in, 1);
        noc_async_read_tile(tile, input, get_write_ptr(cb_in));
        noc_async_read_barrier();
        cb_push_back(cb_in, 1);
    }
}
