// DST: the hand-over between MATH and PACK, and operations on tiles that are there already.
#include <cstring>

#include "calls/compute_common.hpp"

namespace tilewright::calls {

using card::MathOp;
using card::Tensix;
using engine::Wait;
using engine::WaitKind;

namespace {

// SFPU code runs on MATH, and on PACK for the variants made for it; a fused thread is where a section is open.
bool on_pack_side(const Tensix& t) {
    if (tw_self->processor == TW_PACK) return true;
    return tw_self->processor == TW_FUSED && !t.dst.math_open && t.dst.pack_open;
}

void watch_section(engine::DstCall call) {
    engine::Fiber& fiber = engine::running_fiber();
    if (fiber.run != nullptr && fiber.run->observer != nullptr) fiber.run->observer->dst_call(fiber, call);
}

}  // namespace

extern "C" {

void tw_math_acquire(void) {
    Tensix& t = tensix();
    watch_section(engine::DstCall::Acquire);
    if (t.setup.strict) checks::events.dst_acquire({t, "tile_regs_acquire", TW_NO_CB, 0});
    if (!t.dst.can_acquire()) {
        Wait wait;
        wait.kind = WaitKind::DstFree;
        wait.context = &t;
        wait.ready = [](const Wait&, const void* context) {
            return static_cast<const Tensix*>(context)->dst.can_acquire();
        };
        engine::block_until(wait);
    }
    t.dst.acquire();
}

void tw_math_commit(void) {
    Tensix& t = tensix();
    watch_section(engine::DstCall::Commit);
    if (t.setup.strict) checks::events.dst_commit({t, "tile_regs_commit", TW_NO_CB, 0});
    // The counter saturates: a commit too many hands nothing over.
    if (t.dst.committed < t.dst.sections()) {
        t.dst.commit();
    } else {
        t.dst.math_open = false;
    }
}

void tw_pack_wait(void) {
    Tensix& t = tensix();
    watch_section(engine::DstCall::Wait);
    const bool ahead = t.setup.fused && t.dst.math_open;  // one thread: the commit comes later in the program
    if (t.dst.committed == 0 && !ahead) {
        Wait wait;
        wait.kind = WaitKind::DstCommitted;
        wait.context = &t;
        wait.ready = [](const Wait&, const void* context) {
            return static_cast<const Tensix*>(context)->dst.committed > 0;
        };
        engine::block_until(wait);
    }
    t.dst.wait();
}

void tw_pack_release(void) {
    Tensix& t = tensix();
    watch_section(engine::DstCall::Release);
    if (t.setup.strict) checks::events.dst_release({t, "tile_regs_release", TW_NO_CB, 0});
    if (t.setup.fused && t.dst.committed == 0) {
        // Nothing was handed over: three threads would stop at tile_regs_wait, so this one must not go on either.
        Wait wait;
        wait.kind = WaitKind::DstCommitted;
        wait.context = &t;
        wait.ready = [](const Wait&, const void*) { return false; };
        engine::block_until(wait);
    }
    t.dst.release();
}

void tw_math_transpose_dest_init(uint32_t, uint32_t) { tensix().fpu.op = MathOp::TransposeDest; }

void tw_math_transpose_dest(uint32_t dst, uint32_t is_32bit, uint32_t of_faces) {
    Tensix& t = tensix();
    const uint32_t slot = math_slot(dst, "transpose_dest");
    uint32_t* words = t.dst.readable(slot);
    if (is_32bit == 0) {  // the data passes through SrcB
        uint32_t* moved = t.sources.scratch(2);
        t.math->dst_to_src(t.fpu.src_b, t.fpu.dst_fp32, words, moved);
        std::memcpy(words, moved, tile::kTileWords * sizeof(uint32_t));
    }
    t.math->transpose_faces(words, true, of_faces != 0);
}

void tw_math_copy_dest(uint32_t from, uint32_t to) {
    Tensix& t = tensix();
    const uint32_t source = math_slot(from, "copy_dest_values");
    const uint32_t target = math_slot(to, "copy_dest_values");
    if (source != target) std::memcpy(t.dst.words(target), t.dst.readable(source), tile::kTileWords * sizeof(uint32_t));
    t.dst.set_written(target);
    t.dst.writer[target] = t.dst.writer[source];
}

void tw_check_dst_format(const char* call, uint32_t format, uint32_t widths) {
    const Tensix& t = tensix();
    if (!t.setup.strict) return;
    checks::events.dst_format({t, call, static_cast<tile::DataFormat>(format), widths});
}

void tw_math_clear_dest(uint32_t dst) {
    Tensix& t = tensix();
    t.dst.set_clear(math_slot(dst, "clearing a DST tile"));
}

uint32_t* tw_dst_words(uint32_t dst) {
    Tensix& t = tensix();
    const uint32_t slot = on_pack_side(t) ? pack_slot(dst, "SFPU call on PACK") : math_slot(dst, "SFPU call");
    return t.dst.readable(slot);
}

uint32_t tw_dst_is_fp32(void) {
    const Tensix& t = tensix();
    return on_pack_side(t) ? t.packer.config.dst_fp32 : t.fpu.dst_fp32;
}

}  // extern "C"

}  // namespace tilewright::calls
