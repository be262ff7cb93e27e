// What every compute call starts with: the running core's compute side, tile addresses, index checks.
#pragma once

#include <cstdint>

#include "checks/compute_hooks.hpp"
#include "card/core.hpp"
#include "card/tensix.hpp"
#include "engine/fiber.hpp"
#include "engine/run_state.hpp"
#include "tw/abi.h"

namespace tilewright::calls {

inline card::Tensix& tensix() { return *engine::running_fiber().tensix; }

// Ends the thread unless `cb` exists on this core.
inline void require_cb(uint32_t cb, const char* call) {
    if (cb >= TW_MAX_CBS || tw_self->cb_shared[cb].bytes == 0) [[unlikely]]
        tw_cb_bad_index(cb, call);
}
// Host address of `bytes` bytes of L1 at `address`; ends the thread when they are not in L1.
uint8_t* refused_l1_bytes(uint64_t address, uint32_t bytes, const char* call, uint32_t cb);
inline uint8_t* l1_bytes_at(uint64_t address, uint32_t bytes, const char* call, uint32_t cb) {
    engine::CoreRun& run = *engine::running_fiber().core_run;
    const card::Core& core = *run.core;
    if (address + bytes <= core.l1_bytes()) [[likely]] {
        run.reads.touch_l1(address, bytes);
        return run.l1 + address;
    }
    return refused_l1_bytes(address, bytes, call, cb);
}
// Tile `tile` of `cb` counted from the read pointer, in pages; strict mode asks whether it is there.
void check_tile_to_read(uint32_t cb, uint32_t tile, uint64_t address, uint32_t bytes, const char* call);
inline uint8_t* tile_to_read(uint32_t cb, uint32_t tile, uint32_t bytes, const char* call) {
    require_cb(cb, call);
    const TwCbView& view = tw_self->cb[cb];
    const uint64_t address = 16 * (view.fifo_rd_ptr + static_cast<uint64_t>(tile) * view.fifo_page_size);
    if (tw_self->strict) check_tile_to_read(cb, tile, address, bytes, call);
    return l1_bytes_at(address, bytes, call, cb);
}
// `offset` in 16-byte words from the write pointer.
uint8_t* place_to_write(uint32_t cb, uint32_t offset, uint32_t bytes, const char* call);

[[noreturn]] void fail_dst_index(uint32_t index, bool fp32, const char* call);
inline void require_dst_index(const card::Tensix& t, uint32_t index, bool fp32, const char* call) {
    if (index >= t.dst.capacity(fp32)) [[unlikely]]
        fail_dst_index(index, fp32, call);
}
// Physical DST slot of `index` on MATH's or PACK's side; ends the thread when the index is beyond the capacity.
inline uint32_t math_slot(uint32_t index, const char* call) {
    card::Tensix& t = tensix();
    require_dst_index(t, index, t.fpu.dst_fp32, call);
    if (!t.dst.math_open && t.setup.strict) ComputeHooks::dst_outside_section(call, index);
    return t.dst.math_slot(index);
}
uint32_t pack_slot(uint32_t index, const char* call);

// Ends the thread: the unit was never configured, or initialised for another family of operations, so that the
// machine would run another program on these operands.
[[noreturn]] void fail_unconfigured(const char* unit, const char* call);
[[noreturn]] void fail_wrong_family(const char* unit, const char* call, const char* wanted, const char* found);

void wait_source_free(card::Tensix& t);
void wait_source_valid(card::Tensix& t);

}  // namespace tilewright::calls
