// Reads tiles of two tensors, or of the first alone, in pieces; a block of each to a barrier. With a helper (second_in)
// this kernel still owns the second CB: it tells the helper when there is room, and waits until the tiles are there.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kBlock = get_compile_time_arg_val(0), kPiece = get_compile_time_arg_val(1);
    constexpr bool kReadsBoth = get_compile_time_arg_val(2) != 0, kHelped = get_compile_time_arg_val(3) != 0;
    constexpr auto kLayout = TensorAccessorArgs<4>();
    constexpr uint32_t kTile = 2048;
    const auto first = TensorAccessor(kLayout, get_arg_val<uint32_t>(0), kTile);
    const auto second = TensorAccessor(kLayout, get_arg_val<uint32_t>(1), kTile);
    const uint32_t begin = get_arg_val<uint32_t>(2), end = begin + get_arg_val<uint32_t>(3);
    auto room = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));
    auto there = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(1));
    uint32_t turn = 0;
    for (uint32_t tile = begin; tile < end; tile += kBlock) {
        cb_reserve_back(0, kBlock);
        if constexpr (kReadsBoth || kHelped) cb_reserve_back(1, kBlock);
        if constexpr (kHelped) noc_semaphore_set(room, ++turn);
        const uint32_t to = get_write_ptr(0);
        for (uint32_t n = 0; n < kBlock; ++n) {
            for (uint32_t at = 0; at < kTile; at += kPiece)
                noc_async_read(first.get_noc_addr(tile + n) + at, to + n * kTile + at, kPiece);
        }
        if constexpr (kReadsBoth) {
            const uint32_t other = get_write_ptr(1);
            for (uint32_t n = 0; n < kBlock; ++n) {
                for (uint32_t at = 0; at < kTile; at += kPiece)
                    noc_async_read(second.get_noc_addr(tile + n) + at, other + n * kTile + at, kPiece);
            }
        }
        noc_async_read_barrier();
        if constexpr (kHelped) noc_semaphore_wait_min(there, turn);
        cb_push_back(0, kBlock);
        if constexpr (kReadsBoth || kHelped) cb_push_back(1, kBlock);
    }
}
