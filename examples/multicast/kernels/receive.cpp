// Makes room, tells the sender, waits for the tile, writes it to this core's page of the output.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t output_address = get_arg_val<uint32_t>(0);
    const uint32_t page = get_arg_val<uint32_t>(1);
    const uint32_t sender_x = get_arg_val<uint32_t>(2);
    const uint32_t sender_y = get_arg_val<uint32_t>(3);
    const uint32_t ready_address = get_semaphore(get_arg_val<uint32_t>(4));
    const uint32_t valid_address = get_semaphore(get_arg_val<uint32_t>(5));
    auto* valid = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(valid_address);

    constexpr uint32_t cb = tt::CBIndex::c_0;
    constexpr auto output_args = TensorAccessorArgs<0>();
    const auto output = TensorAccessor(output_args, output_address, get_tile_size(cb));

    cb_reserve_back(cb, 1);
    noc_semaphore_set(valid, INVALID);
    noc_semaphore_inc(get_noc_addr(sender_x, sender_y, ready_address), 1);
    noc_semaphore_wait(valid, VALID);
    cb_push_back(cb, 1);

    cb_wait_front(cb, 1);
    noc_async_write_tile(page, output, get_read_ptr(cb));
    noc_async_write_barrier();
    cb_pop_front(cb, 1);
    noc_async_atomic_barrier();
}
