// Every classic data-movement call once, in every signature. Compiled, never run.
#include <tt-metalium/constants.hpp>

#include "api/dataflow/dataflow_api.h"
#include "firmware_common.h"
#include "hostdevcommon/common_values.hpp"
#include "hostdevcommon/kernel_structs.h"
#include "internal/circular_buffer_interface.h"
#include "noc/noc_parameters.h"
#include "risc_attribs.h"
#include "tt-metalium/buffer_types.hpp"
#include "tt-metalium/circular_buffer_constants.h"

static_assert(get_tile_size(0) == 2048 && get_tile_hw(0) == tt::constants::TILE_HW && get_tile_num_faces(0) == 4);
static_assert(get_dataformat(0) == DataFormat::Float16_b);
static_assert(tt::CBIndex::c_16 == 16 && tt::CB::c_in0 == 0 && tt::CB::c_out0 == 16 && tt::CB::c_intermed0 == 24);
static_assert(NOC_MAX_BURST_SIZE == 8192 || NOC_MAX_BURST_SIZE == 16384);
static_assert(align_power_of_2(33, 32) == 64 && align(33, 10) == 40 && is_power_of_2(64) && !is_power_of_2(0));

uint32_t per_thread_counter = 3;

void cbs() {
    constexpr uint32_t cb = tt::CBIndex::c_0;
    cb_reserve_back(cb, 1);
    cb_push_back(cb, 1);
    cb_wait_front(cb, 1);
    cb_pop_front(cb, 1);
    if (cb_pages_reservable_at_back(cb, 1) && cb_pages_available_at_front(cb, 1)) ++per_thread_counter;
    LocalCBInterface& record = get_local_cb_interface(cb);
    record.fifo_wr_ptr = record.fifo_limit - record.fifo_size;
    record.fifo_rd_ptr += record.fifo_page_size * record.fifo_num_pages;
    record.tiles_acked = record.tiles_received;
    per_thread_counter += get_write_ptr(cb) + get_read_ptr(cb);
}

uint64_t addresses(uint32_t a) {
    const InterleavedAddrGen<true> g{.bank_base_address = a, .page_size = 100};
    const InterleavedAddrGen<false> l{.bank_base_address = a, .page_size = 100};
    const InterleavedAddrGenFast<true> f{.bank_base_address = a, .page_size = 2048, .data_format = DataFormat::Bfp8_b};
    const InterleavedAddrGenFast<false, 512> h{
        .bank_base_address = a, .page_size = 1024, .data_format = DataFormat::Float16_b};
    const InterleavedPow2AddrGen<true> p{.bank_base_address = a, .log_base_2_of_page_size = 11};
    const InterleavedPow2AddrGenFast<false> q{.bank_base_address = a, .log_base_2_of_page_size = 4};
    uint64_t sum = get_noc_addr(1, g) + get_noc_addr(2, f, 16) + get_noc_addr(2, h, 16, 1) + get_noc_addr(3, p) +
                   get_noc_addr(4, q) + l.get_noc_addr(5) + get_noc_addr(18, 18, a) + get_noc_addr(a) +
                   get_noc_addr(a, noc_index) + get_noc_addr(18, 18, a, 1 - noc_index);
    sum += get_noc_multicast_addr(18, 18, 20, 20, a) + get_noc_addr_from_bank_id<true>(3, a) +
           get_noc_addr_from_bank_id<false>(3, a, noc_index) + get_dram_noc_addr(1, 64, a) + get_l1_noc_addr(1, 64, a);
    sum += NOC_XY_ADDR(1, 2, 3) + NOC_UNICAST_ADDR_X(sum) + NOC_UNICAST_ADDR_Y(sum) + NOC_LOCAL_ADDR_OFFSET(sum) +
           DYNAMIC_NOC_X(noc_index, 3) + DYNAMIC_NOC_Y(noc_index, 3) + VIRTUAL_TENSIX_START_X + NOC_ADDR_COORD_SHIFT;
    sum += dram_bank_to_noc_xy[noc_index][0] + bank_to_dram_offset[0] + l1_bank_to_noc_xy[0][0] + bank_to_l1_offset[0] +
           NUM_DRAM_BANKS + NUM_L1_BANKS + my_x[noc_index] + my_y[0] + is_l1_address(sum);
    sum += get_interleaved_addr_gen<true, 2048>(a).get_noc_addr(0) +
           get_interleaved_addr_gen<true, false>(a, 96).get_noc_addr(0);
    return sum;
}

void transfers(uint64_t n, uint32_t a, uint32_t size) {
    noc_async_read(n, a, size);
    noc_async_read<64>(n, a, size, noc_index);
    noc_async_read<NOC_MAX_BURST_SIZE + 1, false>(n, a, size, noc_index, NOC_UNICAST_WRITE_VC);
    noc_async_read_one_packet(n, a, size);
    noc_async_read_one_packet_set_state(n, size);
    noc_async_read_one_packet_set_state<true>(n, size, 1);
    noc_async_read_one_packet_with_state((uint32_t)n, a);
    noc_async_read_one_packet_with_state<true, true>(n, a, 1);
    noc_async_read_set_state(n);
    noc_async_read_with_state((uint32_t)n, a, size);
    noc_async_read_with_state<false>((uint32_t)n, a, size);
    noc_async_read_inc_num_issued(1);
    noc_async_read_set_trid(2);
    noc_async_read_one_packet_with_state_with_trid(0, (uint32_t)n, a, 3);
    noc_async_read_barrier_with_trid(3);
    noc_async_write(a, n, size);
    noc_async_write<64, true, true>(a, n, size);
    noc_async_write_one_packet(a, n, size);
    noc_async_write_one_packet<true, true>(a, n, size, noc_index);
    noc_async_write_one_packet_set_state(n, size);
    noc_async_write_one_packet_with_state(a, (uint32_t)n);
    noc_async_write_one_packet_set_state<true>(n, size, noc_index, NOC_UNICAST_WRITE_VC);
    noc_async_write_one_packet_with_state<true>(a, (uint32_t)n, noc_index);
    noc_async_write_set_trid(1);
    noc_async_write_one_packet_with_trid(a, n, size, 4);
    noc_async_write_one_packet_with_trid_set_state(n);
    noc_async_write_one_packet_with_trid_with_state(a, (uint32_t)n, size, 4);
    noc_async_write_barrier_with_trid(4);
    noc_async_write_flushed_with_trid(4);
    reset_noc_trid_barrier_counter();
    noc_async_write_multicast(a, n, size, 3);
    noc_async_write_multicast<512>(a, n, size, 3, true);
    noc_async_write_multicast_one_packet(a, n, size, 3);
    noc_async_write_multicast_loopback_src(a, n, size, 4, true);
    noc_inline_dw_write(n, 7);
    noc_inline_dw_write<InlineWriteDst::L1, true>(n, 7, 0xF, noc_index);
    noc_inline_dw_write_set_state(n);
    noc_inline_dw_write_set_state<false, true>(n, 5, 0xF, write_at_cmd_buf, noc_index);
    noc_inline_dw_write_with_state<true>(5, a);
    noc_inline_dw_write_with_state<false, true, true, false, true>(5);
    noc_inline_mcast_dw_write(n, 7, 0xF, noc_index, NOC_MULTICAST_WRITE_VC, 0, 3);
    const InterleavedAddrGenFast<true> f{.bank_base_address = a, .page_size = 2048, .data_format = get_dataformat(0)};
    const InterleavedAddrGen<true> g{.bank_base_address = a, .page_size = 2048};
    const InterleavedPow2AddrGenFast<true> q{.bank_base_address = a, .log_base_2_of_page_size = 11};
    noc_async_read_tile(0, f, a);
    noc_async_read_tile(0, g, a, 32);
    noc_async_read_page(0, g, a);
    noc_async_read_page(0, q, a);
    noc_async_write_tile(0, f, a);
    noc_async_write_tile(0, g, a, noc_index);
    noc_async_write_page(0, g, a, 2048);
    noc_async_write_page(0, q, a, 2048, 0);
}

void synchronise(uint32_t id, uint64_t n) {
    const uint32_t address = get_semaphore(id) + get_semaphore<ProgrammableCoreType::TENSIX>(id);
    volatile tt_l1_ptr uint32_t* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(id));
    noc_semaphore_set(word, INVALID);
    noc_semaphore_wait(word, VALID);
    noc_semaphore_wait_min(word, 2);
    noc_semaphore_inc(n, 1);
    noc_semaphore_inc<true>(n, 1, noc_index, NOC_UNICAST_WRITE_VC);
    noc_semaphore_inc_multicast(n, 1, 3);
    noc_semaphore_set_remote(address, n);
    noc_semaphore_set_multicast(address, n, 3);
    noc_semaphore_set_multicast(address, n, 3, true, noc_index);
    noc_semaphore_set_multicast_loopback_src(address, n, 4, false);
    noc_async_read_barrier();
    noc_async_read_barrier(1);
    noc_async_write_barrier();
    noc_async_writes_flushed();
    noc_async_posted_writes_flushed();
    noc_async_atomic_barrier();
    noc_async_full_barrier();
    while (*word != 3) invalidate_l1_cache();
    if (ncrisc_noc_read_with_transaction_id_flushed(noc_index, 1)) ++per_thread_counter;
}

void platform() {
    volatile tt_reg_ptr uint32_t* low = reinterpret_cast<volatile tt_reg_ptr uint32_t*>(RISCV_DEBUG_REG_WALL_CLOCK_L);
    volatile tt_reg_ptr uint32_t* high = reinterpret_cast<volatile tt_reg_ptr uint32_t*>(RISCV_DEBUG_REG_WALL_CLOCK_H);
    per_thread_counter += *low + *high + (uint32_t)get_timestamp() + get_timestamp_32b();
    riscv_wait(100);
    per_thread_counter += ckernel::load_blocking(low);
    per_thread_counter += get_absolute_logical_x() + get_absolute_logical_y() + get_relative_logical_x() +
                          get_relative_logical_y() + get_my_thread_id() + get_num_threads();
    const uint64_t zeros = get_noc_addr(MEM_ZEROS_BASE);
    noc_async_read(zeros, 0x20000, MEM_ZEROS_SIZE);
    if constexpr (noc_mode == DM_DYNAMIC_NOC) ++per_thread_counter;
    per_thread_counter += L1_ALIGNMENT + DRAM_ALIGNMENT + NOC_L1_READ_ALIGNMENT_BYTES + NOC_DRAM_READ_ALIGNMENT_BYTES +
                          NUM_CIRCULAR_BUFFERS;
}

void arguments() {
    per_thread_counter += get_arg_val<uint32_t>(0) + get_common_arg_val<uint32_t>(0) + (uint32_t)get_arg_val<float>(1) +
                          get_arg_val<int32_t>(2);
    tt_l1_ptr uint32_t* values = (tt_l1_ptr uint32_t*)(get_arg_addr(3));
    tt_l1_ptr uint32_t* shared = (tt_l1_ptr uint32_t*)(get_common_arg_addr(0));
    per_thread_counter += values[1] + shared[1] + kernel_compile_time_args[0];
    constexpr uint32_t n = get_compile_time_arg_val(0);
    uint32_t array[n + 1] = {};
    per_thread_counter += array[0];
}

void debug() {
    ASSERT(per_thread_counter != 0);
    ASSERT(per_thread_counter != 0, 3);
    WAYPOINT("ABCD");
    DeviceZoneScopedN("zone");
    DeviceTimestampedData("data", 5);
    DeviceRecordEvent(7);
}

void kernel_main() {
    cbs();
    transfers(addresses(0), 0, 32);
    synchronise(0, 0);
    platform();
    arguments();
    debug();
}
