// Addresses, indices and waits that the compute calls share.
#include "calls/compute_common.hpp"

namespace tilewright::calls {

using engine::Wait;
using engine::WaitKind;

void announce_tile_read(uint32_t cb, uint32_t tile, uint64_t address, uint32_t bytes, const char* call) {
    checks::events.tile_read({engine::running_fiber(), call, cb, tile, address, bytes});
}

uint8_t* place_to_write(uint32_t cb, uint32_t offset, uint32_t bytes, const char* call) {
    require_cb(cb, call);
    const TwCbView& view = tw_self->cb[cb];
    const uint64_t address = 16 * (view.fifo_wr_ptr + static_cast<uint64_t>(offset));
    if (tw_self->strict) {
        const auto last_page = static_cast<uint32_t>((16ull * offset + bytes - 1) / tw_self->cb_shared[cb].page_bytes);
        checks::events.tile_write({engine::running_fiber(), call, cb, last_page, address, bytes});
    }
    return l1_bytes_at(address, bytes, call, cb);
}

uint32_t pack_slot(uint32_t index, const char* call) {
    card::Tensix& t = tensix();
    require_dst_index(t, index, t.packer.config.dst_fp32, call);
    const uint32_t slot = t.dst.pack_slot(index);
    if (t.setup.strict) checks::events.dst_pack({t, call, index, slot});
    return slot;
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
