// A reader and writer in one, in the classic style: arguments, CBs, interleaved accessors and generators, barriers.
#include <cstdint>

#include "dataflow_api.h"

void kernel_main() {
    const uint32_t src_address = get_arg_val<uint32_t>(0);
    const uint32_t dst_address = get_arg_val<uint32_t>(1);
    const uint32_t num_tiles = get_arg_val<uint32_t>(2);
    constexpr auto src_args = TensorAccessorArgs<1>();
    constexpr uint32_t after_src = src_args.next_compile_time_args_offset();
    constexpr auto dst_args = TensorAccessorArgs<after_src>();
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    const uint32_t tile_bytes = get_tile_size(cb);
    const auto src = TensorAccessor(src_args, src_address, tile_bytes);
    const auto dst = TensorAccessor(dst_args, dst_address, tile_bytes);
    const InterleavedAddrGen<true> gen = {.bank_base_address = src_address, .page_size = tile_bytes};
    const InterleavedAddrGenFast<true> fast = {
        .bank_base_address = src_address, .page_size = tile_bytes, .data_format = get_dataformat(cb)};

    for (uint32_t i = 0; i < num_tiles; ++i) {
        cb_reserve_back(cb, 1);
        const uint32_t l1 = get_write_ptr(cb);
        switch (i % 4) {
            case 0: noc_async_read_tile(i, src, l1); break;
            case 1: noc_async_read(get_noc_addr(i, gen), l1, tile_bytes); break;
            case 2: noc_async_read_tile(i, fast, l1); break;
            default: noc_async_read(src.get_noc_addr(i), l1, tile_bytes); break;
        }
        noc_async_read_barrier();
        volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
        words[0] = words[0] + 1;
        cb_push_back(cb, 1);
        cb_wait_front(cb, 1);
        noc_async_write_tile(i, dst, get_read_ptr(cb));
        noc_async_write_barrier();
        cb_pop_front(cb, 1);
    }
}
