// Adds two words. The values pass through L1, where the RISC-V core can load and store them.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t a_address = get_arg_val<uint32_t>(0);
    const uint32_t b_address = get_arg_val<uint32_t>(1);
    const uint32_t sum_address = get_arg_val<uint32_t>(2);
    const uint32_t a_l1 = get_arg_val<uint32_t>(3);
    const uint32_t b_l1 = get_arg_val<uint32_t>(4);
    const uint32_t sum_l1 = get_arg_val<uint32_t>(5);

    // A buffer of one page lies in bank 0.
    noc_async_read(get_noc_addr_from_bank_id<true>(0, a_address), a_l1, sizeof(uint32_t));
    noc_async_read(get_noc_addr_from_bank_id<true>(0, b_address), b_l1, sizeof(uint32_t));
    noc_async_read_barrier();

    auto* a = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(a_l1);
    auto* b = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(b_l1);
    auto* sum = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(sum_l1);
    *sum = *a + *b;

    noc_async_write(sum_l1, get_noc_addr_from_bank_id<true>(0, sum_address), sizeof(uint32_t));
    noc_async_write_barrier();
}
