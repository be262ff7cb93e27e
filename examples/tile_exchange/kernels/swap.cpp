// Reads this core's tile, sends it to the peer's c_1 once the peer is ready, and writes the tile that came from there.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t input_address = get_arg_val<uint32_t>(0);
    const uint32_t output_address = get_arg_val<uint32_t>(1);
    const uint32_t mine = get_arg_val<uint32_t>(2);
    const uint32_t peer_x = get_arg_val<uint32_t>(3);
    const uint32_t peer_y = get_arg_val<uint32_t>(4);
    const uint32_t ready_address = get_semaphore(get_arg_val<uint32_t>(5));
    const uint32_t arrived_address = get_semaphore(get_arg_val<uint32_t>(6));
    auto* ready = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(ready_address);
    auto* arrived = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(arrived_address);

    constexpr uint32_t cb_own = tt::CBIndex::c_0;
    constexpr uint32_t cb_received = tt::CBIndex::c_1;
    const uint32_t tile_bytes = get_tile_size(cb_own);
    constexpr auto input_args = TensorAccessorArgs<0>();
    constexpr auto output_args = TensorAccessorArgs<input_args.next_compile_time_args_offset()>();
    const auto input = TensorAccessor(input_args, input_address, tile_bytes);
    const auto output = TensorAccessor(output_args, output_address, tile_bytes);

    // The page is reserved before the peer hears that it may send.
    cb_reserve_back(cb_received, 1);
    noc_semaphore_inc(get_noc_addr(peer_x, peer_y, ready_address), 1);

    cb_reserve_back(cb_own, 1);
    noc_async_read_tile(mine, input, get_write_ptr(cb_own));
    noc_async_read_barrier();
    cb_push_back(cb_own, 1);

    cb_wait_front(cb_own, 1);
    noc_semaphore_wait(ready, 1);
    noc_async_write(get_read_ptr(cb_own), get_noc_addr(peer_x, peer_y, get_write_ptr(cb_received)), tile_bytes);
    // The tile must be there before the word that says so.
    noc_async_write_barrier();
    noc_semaphore_inc(get_noc_addr(peer_x, peer_y, arrived_address), 1);
    cb_pop_front(cb_own, 1);

    noc_semaphore_wait(arrived, 1);
    cb_push_back(cb_received, 1);
    cb_wait_front(cb_received, 1);
    noc_async_write_tile(mine, output, get_read_ptr(cb_received));
    noc_async_write_barrier();
    cb_pop_front(cb_received, 1);
    noc_async_atomic_barrier();
}
