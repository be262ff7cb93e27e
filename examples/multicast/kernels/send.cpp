// Waits until every receiver has made room, then sends the tile and the word that says it is there.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t input_address = get_arg_val<uint32_t>(0);
    const uint32_t first_x = get_arg_val<uint32_t>(1);
    const uint32_t first_y = get_arg_val<uint32_t>(2);
    const uint32_t last_x = get_arg_val<uint32_t>(3);
    const uint32_t last_y = get_arg_val<uint32_t>(4);
    const uint32_t num_receivers = get_arg_val<uint32_t>(5);
    const uint32_t ready_address = get_semaphore(get_arg_val<uint32_t>(6));
    const uint32_t valid_address = get_semaphore(get_arg_val<uint32_t>(7));
    auto* ready = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(ready_address);
    auto* valid = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(valid_address);

    constexpr uint32_t cb = tt::CBIndex::c_0;
    const uint32_t tile_bytes = get_tile_size(cb);
    constexpr auto input_args = TensorAccessorArgs<0>();
    const auto input = TensorAccessor(input_args, input_address, tile_bytes);

    cb_reserve_back(cb, 1);
    const uint32_t tile = get_write_ptr(cb);
    noc_async_read_tile(0, input, tile);
    noc_async_read_barrier();
    cb_push_back(cb, 1);

    noc_semaphore_wait(ready, num_receivers);
    noc_semaphore_set(ready, 0);

    // The CB has the same address on every core, so the sender's own tells where the receivers' pages are.
    cb_wait_front(cb, 1);
    noc_async_write_multicast(tile, get_noc_multicast_addr(first_x, first_y, last_x, last_y, tile), tile_bytes,
                              num_receivers);
    noc_semaphore_set(valid, VALID);
    noc_semaphore_set_multicast(valid_address, get_noc_multicast_addr(first_x, first_y, last_x, last_y, valid_address),
                                num_receivers);
    noc_async_write_barrier();
    cb_pop_front(cb, 1);
}
