// SFPU calls: tile functions on DST slots, by operation number (tw/sfpu/table.def). The arithmetic is
// src/tile/sfpu/sfpu.hpp.
#include <cstring>
#include <string>

#include "calls/compute_common.hpp"
#include "card/read_ahead.hpp"
#include "tile/sfpu/sfpu.hpp"

namespace tilewright::calls {

using tile::SfpuOp;

namespace {

void announce_sfpu(const card::Tensix& t, SfpuOp op, std::initializer_list<uint32_t> operands, uint32_t out) {
    if (t.setup.strict) checks::events.sfpu_call({t, op, operands, out});
}

// What is made of a reduced tile may be packed under the edge mask of the reduce, too.
void mark_reduced(card::Tensix& t, uint32_t a, uint32_t b, uint32_t out) {
    if (!t.setup.strict) return;
    for (const uint32_t index : {a, b}) {
        if (t.dst.writer[math_slot(index, "SFPU call")] != card::MathOp::Reduce) continue;
        t.dst.writer[math_slot(out, "SFPU call")] = card::MathOp::Reduce;
    }
}

constexpr uint64_t kNoLine = UINT64_MAX / 2;  // the number of a line that a step has not

tile::SfpuContext context(const card::Tensix& t) { return {t.setup.numerics, tw_dst_is_fp32() != 0, true}; }

SfpuOp checked(uint32_t op, tile::SfpuKind kind) {
    if (op >= TW_SFPU_COUNT || tile::sfpu_info(static_cast<SfpuOp>(op)).kind != kind) {
        throw InternalError("SFPU operation " + std::to_string(op) + " has another number of tiles");
    }
    return static_cast<SfpuOp>(op);
}

// Where a slot is described (card/tensix.hpp), the operations that rows are made of join the description, or use it as
// an operand without filling the slot. False: do it the plain way.
bool put_off(card::Tensix& t, SfpuOp op, uint32_t a, uint32_t b, uint32_t out, uint32_t vector_mode) {
    using Step = tile::ViewStep::Op;
    if (a != out || !t.fpu.dst_fp32 || !t.dst.math_open) return false;
    if (!t.setup.views() && (!t.setup.bank_views() || tw_self->processor != TW_MATH)) return false;
    card::Dst& dst = t.dst;
    const uint32_t slot = math_slot(a, "SFPU call");
    const tile::TileView* view = dst.view(slot);
    const bool has_room = view != nullptr && view->steps < tile::TileView::kSteps;
    if (op >= SfpuOp::BCAST_COL_ADD && op <= SfpuOp::BCAST_ROW_MUL) {
        if (!has_room || a == b) return false;
        static constexpr Step kSteps[] = {Step::AddColumn, Step::SubColumn, Step::MulColumn,
                                          Step::AddRow,    Step::SubRow,    Step::MulRow};
        const card::Dst::Line line = dst.line(math_slot(b, "SFPU call"), op <= SfpuOp::BCAST_COL_MUL);
        if (dst.view(slot) == nullptr) return false;
        dst.add_step(slot, kSteps[static_cast<uint32_t>(op) - static_cast<uint32_t>(SfpuOp::BCAST_COL_ADD)], line);
        return true;
    }
    if ((vector_mode & 0xFF) < TW_VECTOR_RC || vector_mode >> TW_VECTOR_STEPS_SHIFT > 0) return false;
    if (op == SfpuOp::MUL && a == b && has_room) {
        dst.add_step(slot, Step::Square, {nullptr, kNoLine});
        return true;
    }
    if (op != SfpuOp::ADD || a == b || dst.is_clear(slot)) return false;
    const tile::TileView* added = dst.view(math_slot(b, "SFPU call"));
    if (added == nullptr) return false;
    card::fetch_ahead();
    if (view != nullptr) dst.words(slot);
    dst.add_later(slot, *added);
    return true;
}

}  // namespace

extern "C" {

void tw_sfpu_init(uint32_t op, uint32_t p0, uint32_t p1) {
    tile::SfpuState& state = tensix().sfpu;
    state.init_op = op;
    state.init[0] = p0;
    state.init[1] = p1;
    // Streams of one seed must differ; the odd multiplier spreads them.
    if (op == TW_SFPU_RAND || op == TW_SFPU_DROPOUT) tile::sfpu_seed(state, p0 + p1 * 0x9E3779B9u);
}

void tw_sfpu_unary(uint32_t op, uint32_t dst, uint32_t vector_mode, uint32_t p0, uint32_t p1, uint32_t p2) {
    card::Tensix& t = tensix();
    const SfpuOp operation = checked(op, tile::SfpuKind::Unary);
    announce_sfpu(t, operation, {dst}, TW_NO_CB);
    // The edge mask of a reduce is right for this result too.
    if (operation == SfpuOp::REDUCE || operation == SfpuOp::REDUCE_INT) {
        t.dst.writer[math_slot(dst, "sfpu_reduce")] = card::MathOp::Reduce;
    }
    if (t.setup.dry) return;
    const uint32_t p[3] = {p0, p1, p2};
    tile::sfpu_unary(context(t), operation, vector_mode, p, t.sfpu, tw_dst_words(dst));
}

void tw_sfpu_binary(uint32_t op, uint32_t a, uint32_t b, uint32_t out, uint32_t vector_mode, uint32_t p0, uint32_t p1) {
    card::Tensix& t = tensix();
    if (t.setup.strict) {
        announce_sfpu(t, checked(op, tile::SfpuKind::Binary), {a, b}, out);
        mark_reduced(t, a, b, out);
    }
    if (put_off(t, static_cast<SfpuOp>(op), a, b, out, vector_mode)) return;
    const SfpuOp operation = checked(op, tile::SfpuKind::Binary);
    if (t.setup.dry) return;
    const uint32_t p[2] = {p0, p1};
    tile::sfpu_binary(context(t), operation, vector_mode, p, t.sfpu, tw_dst_words(a), tw_dst_words(b),
                      tw_dst_words(out));
}

void tw_sfpu_ternary(uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t out, uint32_t vector_mode, uint32_t p0) {
    card::Tensix& t = tensix();
    const SfpuOp operation = checked(op, tile::SfpuKind::Ternary);
    announce_sfpu(t, operation, {a, b, c}, out);
    if (t.setup.dry) return;
    tile::sfpu_ternary(context(t), operation, vector_mode, p0, tw_dst_words(a), tw_dst_words(b), tw_dst_words(c),
                       tw_dst_words(out));
}

}  // extern "C"

}  // namespace tilewright::calls
