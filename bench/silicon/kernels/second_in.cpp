// Reads tiles of the second tensor on the other processor: as the owner of its CB, or as a helper of who owns it.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kBlock = get_compile_time_arg_val(0), kPiece = get_compile_time_arg_val(1);
    constexpr bool kOwner = get_compile_time_arg_val(2) != 0;
    constexpr auto kLayout = TensorAccessorArgs<3>();
    constexpr uint32_t kTile = 2048, kSlots = 2;
    const auto tensor = TensorAccessor(kLayout, get_arg_val<uint32_t>(0), kTile);
    const uint32_t begin = get_arg_val<uint32_t>(1), end = begin + get_arg_val<uint32_t>(2);
    auto room = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));
    auto there = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(1));
    const uint32_t start = get_write_ptr(1);
    uint32_t turn = 0;
    for (uint32_t tile = begin; tile < end; tile += kBlock) {
        uint32_t to = start + turn++ % kSlots * kBlock * kTile;
        if constexpr (kOwner) {
            cb_reserve_back(1, kBlock);
            to = get_write_ptr(1);
        } else {
            noc_semaphore_wait_min(room, turn);
        }
        for (uint32_t n = 0; n < kBlock; ++n) {
            for (uint32_t at = 0; at < kTile; at += kPiece)
                noc_async_read(tensor.get_noc_addr(tile + n) + at, to + n * kTile + at, kPiece);
        }
        noc_async_read_barrier();
        if constexpr (kOwner) {
            cb_push_back(1, kBlock);
        } else {
            noc_semaphore_set(there, turn);
        }
    }
}
