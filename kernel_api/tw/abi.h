// The one interface between a kernel and the engine: plain C structs and functions.
//
// Kernel headers are written on top of this file and of nothing else; src/calls/ implements the functions. A kernel
// thread finds its own state through `tw_self`. L1 of a core is mapped at a multiple of 4 GiB (`l1_base`), so the low
// 32 bits of a pointer into L1 are its address on the card.
#pragma once

#include <stdint.h>

#ifdef TW_TIMED
#include "tw/timed_names.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { TW_MAX_CBS = 64, TW_MAX_SEMAPHORES = 16, TW_NUM_NOCS = 2 };

// Which processor a thread plays. FUSED is UNPACK, MATH and PACK in one thread (fast mode). The build marks such a
// kernel with a macro of the same name; it goes on as a macro that stands for the enumerator.
#ifdef TW_FUSED
#undef TW_FUSED
#define TW_FUSED_BUILD 1
#ifndef COMPILE_FOR_TRISC
#define COMPILE_FOR_TRISC 3  // a compute kernel, but none of the three threads
#endif
#define UCK_CHLKC_ISOLATE_SFPU \
    1  // the one mark of a compute kernel that helper libraries look for and that names none of the three
#endif
typedef enum TwProcessor {
    TW_BRISC = 0,
    TW_NCRISC = 1,
    TW_UNPACK = 2,
    TW_MATH = 3,
    TW_PACK = 4,
    TW_FUSED = 5,
} TwProcessor;
#ifdef TW_FUSED_BUILD
#define TW_FUSED TW_FUSED
#endif

// A thread's private view of one circular buffer: what kernels know as LocalCBInterface. Addresses and sizes are in
// bytes on the data-movement processors and in 16-byte words on the compute threads, as on the card.
typedef struct TwCbView {
    uint32_t fifo_size;
    uint32_t fifo_limit;  // one past the end
    uint32_t fifo_page_size;
    uint32_t fifo_num_pages;
    uint32_t fifo_rd_ptr;
    uint32_t fifo_wr_ptr;
    union {
        uint32_t tiles_acked_received_init;
        struct {
            uint16_t tiles_acked;
            uint16_t tiles_received;
        };
    };
    uint32_t fifo_wr_tile_ptr;  // PACK: running offset inside the reserved block
} TwCbView;

// What the threads of a core share about one circular buffer. The card has 16-bit free-running counters; the totals
// here are 64-bit so that a report can show them, and every comparison goes through uint16_t.
typedef struct TwCbShared {
    uint64_t pushed;  // pages received, since launch
    uint64_t popped;  // pages acknowledged, since launch
    uint32_t num_pages;
    uint32_t page_bytes;
    uint32_t address;  // L1 byte address
    uint32_t bytes;    // num_pages * page_bytes; 0: not configured on this core
} TwCbShared;

typedef struct TwThread {
    uint64_t l1_base;       // offset 0: host address of this core's L1 address 0, a multiple of 4 GiB
    void* globals;          // offset 8: this thread's instance of the kernel's file-scope variables
    int64_t fuel;           // offset 16: back-edges of uncountable loops left before the engine has a look
    uint64_t cycles;        // offset 24: timed builds: what plain code has cost since the last call
    TwCbView* cb;           // [TW_MAX_CBS], private
    TwCbShared* cb_shared;  // [TW_MAX_CBS], shared by the core's threads
    uint32_t rta_addr;      // L1 byte address of the unique runtime arguments
    uint32_t rta_count;     // in words
    uint32_t crta_addr;     // common runtime arguments
    uint32_t crta_count;
    uint32_t semaphore_addr;  // L1 byte address of semaphore 0; semaphore i is 16*i further
    uint8_t processor;        // TwProcessor
    uint8_t noc_index;        // the NoC this data-movement kernel was given
    uint8_t noc_mode;         // 0 dedicated, 1 dynamic
    uint8_t strict;
    uint8_t my_x[TW_NUM_NOCS];  // virtual NoC coordinates of this core
    uint8_t my_y[TW_NUM_NOCS];
    uint8_t logical_x, logical_y;    // in the worker grid
    uint8_t relative_x, relative_y;  // from the origin of the kernel's core ranges
    uint32_t num_dram_banks, num_l1_banks;
    const uint16_t* dram_bank_to_noc_xy[TW_NUM_NOCS];  // [bank]: x | y << 6
    const int32_t* bank_to_dram_offset;
    const uint16_t* l1_bank_to_noc_xy[TW_NUM_NOCS];
    const int32_t* bank_to_l1_offset;
} TwThread;

#ifdef __cplusplus
extern constinit thread_local TwThread* tw_self __attribute__((tls_model("initial-exec")));
#else
extern _Thread_local TwThread* tw_self __attribute__((tls_model("initial-exec")));
#endif

// ---- scheduling ------------------------------------------------------------------------------------------------
void tw_poll(void);                                  // back-edge of a loop that reads volatile memory: let others run
void tw_spin(void);                                  // fuel ran out
void tw_touch_l1(uint32_t address, uint32_t bytes);  // fast: before a raw access that the engine is told of (tw/l1.h)
void tw_check_load(const void* address, uint32_t bytes);   // strict: before a raw load that may be from L1
void tw_check_store(const void* address, uint32_t bytes);  // strict: before a raw store that may be to L1
// strict: the same where the address was computed from this pointer of a CB (tw_cb_pointer).
void tw_check_load_from(const void* address, uint32_t bytes, uint32_t pointer);
void tw_check_store_from(const void* address, uint32_t bytes, uint32_t pointer);
// strict: before raw stores to every one of these bytes, in order. 1: all are right, and none need be announced.
uint32_t tw_fills_l1(uint32_t address, uint32_t bytes);
void tw_check_align(const void* address, uint32_t align);  // strict: before one that counts on it
void tw_check_stack(uint32_t bytes);       // strict: at the beginning of a function with so large variables
void tw_check_division(uint32_t unusual);  // strict: before a division; 1: it overflows, 2: it is by zero
uint64_t tw_clock(void);                   // wall clock in card cycles; advances as the thread works and polls
void tw_delay(uint64_t cycles);            // riscv_wait

// ---- arguments -------------------------------------------------------------------------------------------------
void tw_bad_arg(int32_t index, uint32_t common);    // index beyond rta_count/crta_count: reports and ends the thread
void tw_note_arg(uint32_t index, uint32_t common);  // strict: this argument was read

// ---- circular buffers ------------------------------------------------------------------------------------------
// Complete calls (strict mode; every check runs).
void tw_cb_reserve_back(uint32_t cb, uint32_t pages);
void tw_cb_push_back(uint32_t cb, uint32_t pages);
void tw_cb_wait_front(uint32_t cb, uint32_t pages);
void tw_cb_pop_front(uint32_t cb, uint32_t pages);
// Slow paths of the inlined calls (fast mode): the condition does not hold yet, block until it does.
void tw_cb_block_reserve(uint32_t cb, uint32_t pages);
void tw_cb_block_wait(uint32_t cb, uint32_t pages);
// Non-blocking probes: yield when the answer is no, so that a polling loop cannot freeze the core.
uint32_t tw_cb_reservable(uint32_t cb, uint32_t pages);
uint32_t tw_cb_available(uint32_t cb, uint32_t pages);
void tw_cb_bad_index(uint32_t cb, const char* call);  // not configured on this core, or out of range

// strict: a read or write pointer that a kernel has asked for; returned as it is, so that who looks at compiled code
// sees where an address begins.
uint32_t tw_cb_pointer(uint32_t pointer);

// ---- NoC -------------------------------------------------------------------------------------------------------
// A NoC address: bits 0-35 local address, 36-41 x, 42-47 y; multicast: 36/42 end x/y, 48/54 start x/y.
enum {
    TW_NOC_POSTED = 1,     // excluded from the write barrier, included in the posted flush
    TW_NOC_MULTICAST = 2,  // `dst` is a rectangle
    TW_NOC_LOOPBACK = 4,   // the rectangle includes the sender
    TW_NOC_LINKED = 8,
    TW_NOC_SEMAPHORE = 16,  // a 4-byte flag write (noc_semaphore_set_*): for reports
};
enum { TW_NO_TRID = 0xFFFFFFFFu };
void tw_noc_read(uint32_t noc, uint64_t src, uint32_t dst_l1, uint32_t bytes, uint32_t trid);
void tw_noc_write(uint32_t noc, uint32_t src_l1, uint64_t dst, uint32_t bytes, uint32_t flags, uint32_t num_dests,
                  uint32_t trid);
void tw_noc_write_word(uint32_t noc, uint64_t dst, uint32_t value, uint32_t byte_enables, uint32_t flags,
                       uint32_t num_dests);
void tw_noc_atomic_inc(uint32_t noc, uint64_t dst, uint32_t increment, uint32_t wrap_bits, uint32_t flags,
                       uint32_t num_dests);
enum {
    TW_BARRIER_READ = 1,         // reads have landed
    TW_BARRIER_WRITE = 2,        // non-posted writes are acknowledged
    TW_BARRIER_WRITE_SENT = 4,   // writes have left (flushed)
    TW_BARRIER_POSTED_SENT = 8,  // posted writes have left
    TW_BARRIER_ATOMIC = 16,
};
void tw_noc_barrier(uint32_t noc, uint32_t what, uint32_t trid);
uint32_t tw_noc_flushed(uint32_t noc, uint32_t what, uint32_t trid);  // non-blocking test
// strict: this NoC address is that of byte `offset` of a page (TW_PAGE_SHARD: a shard) of the tensor at `base`, whose
// pages are `page_bytes` apart. Returns the address, so that whoever looks at compiled code sees where it comes from.
enum { TW_PAGE_DRAM = 1, TW_PAGE_SHARDED = 2, TW_PAGE_SHARD = 4, TW_PAGE_FLAGS = 0xFF };
uint64_t tw_page_address(uint64_t address, uint32_t base, uint32_t page, uint32_t page_bytes, uint32_t offset,
                         uint32_t flags);
// strict: before a transfer, what its two addresses were computed from: a page address (and its place in the code), a
// pointer of a CB; 0: not known.
void tw_transfer_from(uint64_t page_address, uint32_t site, uint32_t pointer);
// State of the split *_set_state / *_with_state calls, one per NoC and command kind; kept by the engine so that a
// stale or missing set_state is a finding.
enum { TW_STATE_READ = 0, TW_STATE_WRITE = 1, TW_STATE_WORD = 2, TW_STATE_KINDS = 3 };
void tw_noc_set_state(uint32_t noc, uint32_t kind, uint64_t address, uint32_t bytes, uint32_t flags, uint32_t trid);
uint64_t tw_noc_state_address(uint32_t noc, uint32_t kind);
uint32_t tw_noc_state_bytes(uint32_t noc, uint32_t kind);
uint32_t tw_noc_state_flags(uint32_t noc, uint32_t kind);
uint32_t tw_noc_state_trid(uint32_t noc, uint32_t kind);

// Semaphores are 32-bit words in L1; the waits block exactly.
void tw_semaphore_wait(volatile uint32_t* word, uint32_t value);      // until equal
void tw_semaphore_wait_min(volatile uint32_t* word, uint32_t value);  // until >=
void tw_semaphore_set(volatile uint32_t* word, uint32_t value);       // local store
void tw_semaphore_add(volatile uint32_t* word, uint32_t value);       // local non-atomic add

// ---- debug -----------------------------------------------------------------------------------------------------
void tw_print(const char* text, uint32_t bytes);  // DPRINT output; lines get their prefix here
uint32_t tw_print_enabled(void);
void tw_assert_failed(const char* condition, const char* file, uint32_t line);
void tw_waypoint(const char* text);
void tw_zone_begin(const char* name);
void tw_zone_end(void);
void tw_record(const char* name, uint64_t value);  // DeviceTimestampedData, DeviceRecordEvent

// ---- compute: UNPACK -------------------------------------------------------------------------------------------
// One function per low-level part; the compute headers combine them. `cb` arguments name operands; what the unit is
// configured for is state, written by *_init/_configure/_reconfig and read by the tile calls. Enumerators travel as
// their numbers. `old_cb`: the reconfiguration is left out when both CBs have the same formats; TW_NO_CB: always done.
enum { TW_NO_CB = 0xFFFFFFFFu };
void tw_unpack_configure(uint32_t cb_a, uint32_t cb_b);  // full hardware configuration
void tw_unpack_reconfig_a(uint32_t cb, uint32_t old_cb);
void tw_unpack_reconfig_b(uint32_t cb, uint32_t old_cb);
void tw_unpack_a_init(uint32_t cb, uint32_t broadcast, uint32_t transpose_faces, uint32_t transpose_within_face,
                      uint32_t reuse_dest);
void tw_unpack_a(uint32_t cb, uint32_t tile);
void tw_unpack_transposes(void);  // strict mode: the tile that comes next is meant to be transposed
void tw_unpack_ab_init(uint32_t cb_a, uint32_t cb_b, uint32_t broadcast,
                       uint32_t transpose);  // transpose: bit 0 within faces, bit 1 of faces
void tw_unpack_ab(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b, uint32_t bcast_row);
void tw_unpack_reduce_init(uint32_t cb, uint32_t cb_scaler, uint32_t pool, uint32_t dim);
void tw_unpack_reduce(uint32_t cb, uint32_t cb_scaler, uint32_t tile, uint32_t tile_scaler);
void tw_unpack_matmul_init(uint32_t cb0, uint32_t cb1, uint32_t transpose, uint32_t ct, uint32_t rt, uint32_t kt);
void tw_unpack_matmul(uint32_t cb0, uint32_t cb1, uint32_t tile0, uint32_t tile1, uint32_t ct, uint32_t rt,
                      uint32_t kt);
// The fast way leaves the format of the registers as it is; through both of them, SrcB takes the lower faces.
enum { TW_TILIZE_PLAIN = 0, TW_TILIZE_FAST = 1, TW_TILIZE_FAST_BOTH = 2 };
void tw_unpack_tilize_init(uint32_t cb, uint32_t width_tiles, uint32_t way);
void tw_unpack_tilize(uint32_t cb, uint32_t index,
                      uint32_t width_tiles);  // index counts 32-datum columns from the read pointer
void tw_unpack_tilize_uninit(uint32_t cb);
void tw_unpack_untilize_init(uint32_t cb);
void tw_unpack_untilize(uint32_t cb, uint32_t width_tiles);  // a whole row of tiles, row by row
void tw_unpack_untilize_uninit(uint32_t cb);
// Rows beyond `rows` (0: the CB's tile height) read as -inf with `neginf_a`, else as 0.
void tw_unpack_tilize_ab_init(uint32_t cb_a, uint32_t cb_b, uint32_t width_tiles, uint32_t neginf_a, uint32_t rows);
void tw_unpack_tilize_ab(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b, uint32_t rows);

// ---- compute: MATH ---------------------------------------------------------------------------------------------
void tw_math_configure(uint32_t cb_a, uint32_t cb_b);
void tw_math_reconfig_a(uint32_t cb, uint32_t old_cb);
void tw_math_reconfig_b(uint32_t cb, uint32_t old_cb);
void tw_math_set_fp32_dest(uint32_t on);
void tw_math_acquire(void);  // wait for a free DST section
void tw_math_commit(void);   // hand it to PACK
void tw_math_copy_init(uint32_t cb, uint32_t broadcast);
void tw_math_copy(uint32_t dst, uint32_t cb, uint32_t broadcast);
enum { TW_FIDELITY_OF_KERNEL = 0xFF };  // the compute configuration's
void tw_math_binary_init(uint32_t op, uint32_t broadcast, uint32_t fidelity, uint32_t reuse, uint32_t accumulate);
void tw_math_binary(uint32_t op, uint32_t broadcast, uint32_t reuse, uint32_t dst);
void tw_math_reduce_init(uint32_t pool, uint32_t dim, uint32_t fidelity);
// `whole_row_results`: enforce_fp32_accumulation of the low-level library of spring; later ones have no such thing.
void tw_math_reduce(uint32_t pool, uint32_t dim, uint32_t dst, uint32_t whole_row_results);
void tw_math_reduce_max_row(uint32_t dst, uint32_t tiles);  // a run of unpacked tiles into one slot
void tw_math_matmul_init(uint32_t cb0, uint32_t cb1, uint32_t fidelity, uint32_t transpose, uint32_t ct, uint32_t rt);
void tw_math_matmul(uint32_t dst, uint32_t ct, uint32_t rt);
void tw_math_transpose_dest_init(uint32_t is_32bit, uint32_t of_faces);
void tw_math_transpose_dest(uint32_t dst, uint32_t is_32bit, uint32_t of_faces);
void tw_math_copy_dest(uint32_t from, uint32_t to);
void tw_math_clear_dest(uint32_t dst);  // zero one tile
// strict: a call names a format with which the card's code acts on a DST of these widths only; 0: it does nothing.
enum { TW_ON_16_BIT_DST = 1, TW_ON_32_BIT_DST = 2 };
void tw_check_dst_format(const char* call, uint32_t format, uint32_t widths);
// SFPU. `op` is a number of tw/sfpu_ops.h. Runs on MATH, or on PACK for the packthread variants.
void tw_sfpu_init(uint32_t op, uint32_t p0, uint32_t p1);
void tw_sfpu_unary(uint32_t op, uint32_t dst, uint32_t vector_mode, uint32_t p0, uint32_t p1, uint32_t p2);
void tw_sfpu_binary(uint32_t op, uint32_t a, uint32_t b, uint32_t out, uint32_t vector_mode, uint32_t p0, uint32_t p1);
void tw_sfpu_ternary(uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t out, uint32_t vector_mode, uint32_t p0);
// 1024 words of a DST tile in face order, for SFPI code; the slot counts as written.
uint32_t* tw_dst_words(uint32_t dst);
uint32_t tw_dst_is_fp32(void);

// ---- compute: PACK ---------------------------------------------------------------------------------------------
void tw_pack_configure(uint32_t cb);
void tw_pack_reconfig(uint32_t cb, uint32_t old_cb);
void tw_pack_init(uint32_t cb);
void tw_pack_set_fp32_dest(uint32_t on);
void tw_pack_wait(void);     // wait for a committed DST section
void tw_pack_release(void);  // clear it and give it back
void tw_pack_tile(uint32_t dst, uint32_t cb, uint32_t out_of_order, uint32_t tile);
void tw_pack_reduce_mask(uint32_t cb, uint32_t dim);
void tw_pack_reduce_mask_clear(void);
void tw_pack_relu(uint32_t mode, uint32_t threshold_bits);  // threshold as float32 bits
void tw_pack_l1_accumulate(uint32_t on);
void tw_pack_untilize_init(uint32_t cb, uint32_t block_ct, uint32_t full_ct, uint32_t row_datums);
// rows: 0 takes the CB's tile height.
void tw_pack_untilize(uint32_t cb, uint32_t block_ct, uint32_t full_ct, uint32_t block_rt, uint32_t block_c_index,
                      uint32_t first_dst, uint32_t row_datums, uint32_t rows);
void tw_pack_untilize_uninit(uint32_t cb);
void tw_pack_rows_init(uint32_t rows);  // rows of 16 datums; 0 ends it
void tw_pack_rows(uint32_t dst, uint32_t cb, uint32_t tile);

// ---- compute: between threads ----------------------------------------------------------------------------------
// Mailboxes: thread ids are those of ThreadId (0 BRISC, 1 UNPACK, 2 MATH, 3 PACK); four entries, blocking.
void tw_mailbox_write(uint32_t to, uint32_t value);
uint32_t tw_mailbox_read(uint32_t from);
void tw_t6_semaphore_init(uint32_t index, uint32_t maximum, uint32_t value);
void tw_t6_semaphore_post(uint32_t index);
void tw_t6_semaphore_get(uint32_t index);
uint32_t tw_t6_semaphore_value(uint32_t index);
void tw_t6_semaphore_wait_zero(uint32_t index);  // block while zero
void tw_t6_semaphore_wait_max(uint32_t index);   // block while at maximum

#ifdef __cplusplus
}  // extern "C"
#endif
