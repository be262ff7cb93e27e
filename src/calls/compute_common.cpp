// Addresses, indices and waits that the compute calls share.
#include "calls/compute_common.hpp"

#include <fmt/format.h>

#include "checks/l1_checks.hpp"
#include "engine/run_state.hpp"

namespace tilewright::calls {

using engine::Wait;
using engine::WaitKind;

uint8_t* refused_l1_bytes(uint64_t address, uint32_t bytes, const char* call, uint32_t cb) {
    const card::Core& core = *engine::running_fiber().core_run->core;
    if (tensix().setup.dry) return core.l1();  // what lies there does not matter
    Finding finding;
    finding.code = "TW2406";
    finding.message = fmt::format("{}: {} bytes of c_{} at {:#x} are not in L1 (which ends at {:#x})", call, bytes, cb,
                                  address, core.l1_bytes());
    finding.why = "the tile index or the buffer's pointer leads out of the core's memory";
    finding.fix = "use a tile index below the number of pages of the buffer";
    engine::fail_fiber(std::move(finding));
}

void check_tile_to_read(uint32_t cb, uint32_t tile, uint64_t address, uint32_t bytes, const char* call) {
    const uint32_t limit = tw_self->cb[cb].fifo_limit;
    const uint32_t waited = engine::current_fiber().waited[cb];
    if (address + bytes > 16 * static_cast<uint64_t>(limit)) {
        ComputeHooks::beyond_buffer(call, cb, static_cast<uint32_t>(address), bytes, 16 * limit);
    } else if (tile >= waited) {
        ComputeHooks::unpack_beyond_pages(call, cb, tile, waited);
    } else {
        checks::tile_read(call, cb, static_cast<uint32_t>(address), bytes);
    }
}

uint8_t* place_to_write(uint32_t cb, uint32_t offset, uint32_t bytes, const char* call) {
    require_cb(cb, call);
    const TwCbView& view = tw_self->cb[cb];
    const uint64_t address = 16 * (view.fifo_wr_ptr + static_cast<uint64_t>(offset));
    if (tw_self->strict) {
        const uint32_t page_bytes = tw_self->cb_shared[cb].page_bytes;
        const uint32_t reserved = engine::current_fiber().reserved[cb];
        if (address + bytes > 16 * static_cast<uint64_t>(view.fifo_limit)) {
            ComputeHooks::beyond_buffer(call, cb, static_cast<uint32_t>(address), bytes, 16 * view.fifo_limit);
        } else if (16 * static_cast<uint64_t>(offset) + bytes > static_cast<uint64_t>(reserved) * page_bytes) {
            ComputeHooks::pack_beyond_pages(call, cb, (16 * offset + bytes - 1) / page_bytes, reserved);
        }
        checks::tile_written(static_cast<uint32_t>(address), bytes);
    }
    return l1_bytes_at(address, bytes, call, cb);
}

void fail_dst_index(uint32_t index, bool fp32, const char* call) {
    const card::Tensix& t = tensix();
    const uint32_t capacity = t.dst.capacity(fp32);
    Finding finding;
    finding.code = "TW2301";
    finding.message = fmt::format("{}: DST index {} is beyond the capacity of {} tiles ({} DST, {} sync)", call, index,
                                  capacity, fp32 ? "32-bit" : "16-bit", t.dst.full_sync() ? "full" : "half");
    finding.why = "the tile would overwrite the section that PACK is reading, or lie outside the register file";
    finding.fix =
        fmt::format("work in blocks of at most {} tiles, or set dst_full_sync_en to double the capacity", capacity);
    engine::fail_fiber(std::move(finding));
}

uint32_t pack_slot(uint32_t index, const char* call) {
    card::Tensix& t = tensix();
    require_dst_index(t, index, t.packer.config.dst_fp32, call);
    // In one thread PACK may wait before MATH has committed (acquire, wait, work, pack, commit, release): the section
    // is then the one MATH is still in.
    const bool ahead = t.setup.fused && t.dst.math_open && t.dst.pack_open;
    if (t.setup.strict && !ahead && (!t.dst.pack_open || t.dst.committed == 0))
        ComputeHooks::pack_before_commit(call, t.dst);
    const uint32_t slot = t.dst.pack_slot(index);
    if (t.setup.strict && t.dst.is_forgotten(slot)) ComputeHooks::dst_never_written(call, index);
    return slot;
}

void fail_unconfigured(const char* unit, const char* call) {
    Finding finding;
    finding.code = "TW2402";
    finding.message = fmt::format("{}: {} was never configured in this kernel", call, unit);
    finding.why = "formats are state of the unit; without start-up it has those of whatever ran before";
    finding.fix = "call compute_kernel_hw_startup(icb0, icb1, ocb) first thing in the kernel";
    engine::fail_fiber(std::move(finding));
}

void fail_wrong_family(const char* unit, const char* call, const char* wanted, const char* found) {
    Finding finding;
    finding.code = "TW2401";
    finding.message =
        fmt::format("{} needs {} initialised for {}, but it is initialised for {}", call, unit, wanted, found);
    finding.why = "the unit runs the program of its last init, whatever the tile call is named";
    finding.fix = fmt::format("call the init that belongs to {} before it", call);
    engine::fail_fiber(std::move(finding));
}

void wait_source_free(card::Tensix& t) {
    if (t.sources.can_push()) return;
    Wait wait;
    wait.kind = WaitKind::SourceFree;
    wait.context = &t;
    wait.ready = [](const Wait&, const void* context) {
        return static_cast<const card::Tensix*>(context)->sources.can_push();
    };
    engine::block_until(wait);
}

void wait_source_valid(card::Tensix& t) {
    if (!t.sources.empty()) return;
    Wait wait;
    wait.kind = WaitKind::SourceValid;
    wait.context = &t;
    wait.ready = [](const Wait&, const void* context) {
        return !static_cast<const card::Tensix*>(context)->sources.empty();
    };
    engine::block_until(wait);
}

}  // namespace tilewright::calls
