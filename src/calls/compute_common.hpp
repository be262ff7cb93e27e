// What every compute call starts with: the running core's compute side, tile addresses, index checks. Internal to
// src/calls.
#pragma once

#include <cstdint>

#include "calls/refuse.hpp"
#include "card/core.hpp"
#include "card/tensix.hpp"
#include "checks/events.hpp"
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
inline uint8_t* l1_bytes_at(uint64_t address, uint32_t bytes, const char* call, uint32_t cb) {
    engine::CoreRun& run = *engine::running_fiber().core_run;
    const card::Core& core = *run.core;
    if (address + bytes <= core.l1_bytes()) [[likely]] {
        run.reads.touch_l1(address, bytes);
        return run.l1 + address;
    }
    return refuse_l1_bytes(address, bytes, call, cb);
}
// Tile `tile` of `cb` counted from the read pointer, in pages.
void announce_tile_read(uint32_t cb, uint32_t tile, uint64_t address, uint32_t bytes, const char* call);
inline uint8_t* tile_to_read(uint32_t cb, uint32_t tile, uint32_t bytes, const char* call) {
    require_cb(cb, call);
    const TwCbView& view = tw_self->cb[cb];
    const uint64_t address = 16 * (view.fifo_rd_ptr + static_cast<uint64_t>(tile) * view.fifo_page_size);
    if (tw_self->strict) announce_tile_read(cb, tile, address, bytes, call);
    return l1_bytes_at(address, bytes, call, cb);
}
// `offset` in 16-byte words from the write pointer.
uint8_t* place_to_write(uint32_t cb, uint32_t offset, uint32_t bytes, const char* call);

inline void require_dst_index(const card::Tensix& t, uint32_t index, bool fp32, const char* call) {
    if (index >= t.dst.capacity(fp32)) [[unlikely]]
        refuse_dst_index(index, fp32, call);
}
// Physical DST slot of `index` on MATH's or PACK's side; ends the thread when the index is beyond the capacity.
inline uint32_t math_slot(uint32_t index, const char* call) {
    card::Tensix& t = tensix();
    require_dst_index(t, index, t.fpu.dst_fp32, call);
    const uint32_t slot = t.dst.math_slot(index);
    if (t.setup.strict) checks::events.dst_math({t, call, index, slot});
    return slot;
}
uint32_t pack_slot(uint32_t index, const char* call);

void wait_source_free(card::Tensix& t);
void wait_source_valid(card::Tensix& t);

}  // namespace tilewright::calls
