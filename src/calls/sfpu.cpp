// SFPU calls: tile functions on DST slots, by operation number (tw/sfpu_ops.h). The arithmetic is src/tile/sfpu.hpp.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>

#include "calls/compute_common.hpp"
#include "card/read_ahead.hpp"
#include "tile/sfpu.hpp"

namespace tilewright::calls {

using tile::SfpuOp;

namespace {

// Operations whose init loads constants (or parameters) that another operation's init overwrites. The others only need
// that some SFPU init ran since the kernel started.
bool has_own_init(SfpuOp op) {
    switch (op) {
        case SfpuOp::EXP:
        case SfpuOp::EXP2:
        case SfpuOp::EXPM1:
        case SfpuOp::LOG:
        case SfpuOp::LOG_BASE:
        case SfpuOp::LOG1P:
        case SfpuOp::SQRT:
        case SfpuOp::RSQRT:
        case SfpuOp::RECIP:
        case SfpuOp::CBRT:
        case SfpuOp::GELU:
        case SfpuOp::GELU_TANH:
        case SfpuOp::GELU_DERIV:
        case SfpuOp::SIGMOID:
        case SfpuOp::SILU:
        case SfpuOp::TANH:
        case SfpuOp::TANH_DERIV:
        case SfpuOp::MISH:
        case SfpuOp::ERF:
        case SfpuOp::ERFC:
        case SfpuOp::ERFINV:
        case SfpuOp::I1:
        case SfpuOp::DIGAMMA:
        case SfpuOp::POLYGAMMA:
        case SfpuOp::POWER:
        case SfpuOp::RPOW:
        case SfpuOp::FMOD:
        case SfpuOp::REMAINDER:
        case SfpuOp::RDIV:
        case SfpuOp::SIN:
        case SfpuOp::COS:
        case SfpuOp::TAN:
        case SfpuOp::ASIN:
        case SfpuOp::ACOS:
        case SfpuOp::ATAN:
        case SfpuOp::SINH:
        case SfpuOp::COSH:
        case SfpuOp::ASINH:
        case SfpuOp::ACOSH:
        case SfpuOp::ATANH:
        case SfpuOp::CUMSUM:
        case SfpuOp::DIV:
        case SfpuOp::POW:
        case SfpuOp::XLOGY:
        case SfpuOp::ATAN2:
        case SfpuOp::QUANT:
        case SfpuOp::REQUANT:
        case SfpuOp::DEQUANT:
        case SfpuOp::ADDCDIV:
        case SfpuOp::SNAKE_BETA: return true;
        default: return false;
    }
}

// Operations that share their constants count as one.
SfpuOp family(SfpuOp op) {
    switch (op) {
        case SfpuOp::RSQRT: return SfpuOp::SQRT;
        case SfpuOp::SILU: return SfpuOp::SIGMOID;
        case SfpuOp::LOG_BASE: return SfpuOp::LOG;
        case SfpuOp::ACOS: return SfpuOp::ASIN;
        case SfpuOp::ACOSH: return SfpuOp::ASINH;
        case SfpuOp::RPOW: return SfpuOp::POW;
        default: return op;
    }
}

std::string lower_name(uint32_t op) {
    std::string name = tile::sfpu_name(static_cast<SfpuOp>(op));
    for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return name;
}

void check_init(const card::Tensix& t, SfpuOp op) {
    if (!t.setup.strict) return;
    const uint32_t found = t.sfpu.init_op;
    const bool none = found == TW_SFPU_COUNT;
    if (!none && (!has_own_init(op) || family(static_cast<SfpuOp>(found)) == family(op))) return;
    const std::string wanted = lower_name(static_cast<uint32_t>(op));
    Finding finding;
    finding.code = "TW2404";
    finding.severity = Severity::Warning;
    finding.message = "the SFPU runs " + wanted + " but " +
                      (none ? std::string("no SFPU init was called since the kernel started")
                            : "was last initialised for " + lower_name(found));
    finding.why =
        "an init loads the constants its operation reads; with another operation's constants the result is wrong";
    finding.fix = "call the init of " + wanted + " after the last init of another SFPU operation and before this call";
    engine::report(std::move(finding));
}

// A tile that nobody has written is zeros; only sums may start from it.
void check_written(const card::Tensix& t, SfpuOp op, std::initializer_list<uint32_t> operands, uint32_t out) {
    if (!t.setup.strict || t.setup.dry || !t.dst.math_open) return;
    if (op == SfpuOp::FILL || op == SfpuOp::FILL_INT || op == SfpuOp::RAND) return;
    const bool sums = op == SfpuOp::ADD || op == SfpuOp::SUB || op == SfpuOp::ADD_INT;
    for (const uint32_t index : operands) {
        if (sums && index == out) continue;
        if (t.dst.is_clear(math_slot(index, "SFPU call")))
            ComputeHooks::dst_never_written((lower_name(static_cast<uint32_t>(op)) + " on the SFPU").c_str(), index);
    }
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
    if (op >= TW_SFPU_COUNT || tile::sfpu_kind(static_cast<SfpuOp>(op)) != kind) {
        throw InternalError("SFPU operation " + std::to_string(op) + " has another number of tiles");
    }
    return static_cast<SfpuOp>(op);
}

// Where a slot is described (card/tensix.hpp), the operations that rows are made of join the description, or use it as
// an operand without filling the slot. False: do it the plain way.
bool put_off(card::Tensix& t, SfpuOp op, uint32_t a, uint32_t b, uint32_t out, uint32_t vector_mode) {
    using Step = tile::ViewStep::Op;
    if (a != out || !t.setup.views() || !t.fpu.dst_fp32 || !t.dst.math_open) return false;
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
    check_init(t, operation);
    check_written(t, operation, {dst}, TW_NO_CB);
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
    if (put_off(t, static_cast<SfpuOp>(op), a, b, out, vector_mode)) return;
    const SfpuOp operation = checked(op, tile::SfpuKind::Binary);
    check_init(t, operation);
    check_written(t, operation, {a, b}, out);
    mark_reduced(t, a, b, out);
    if (t.setup.dry) return;
    const uint32_t p[2] = {p0, p1};
    tile::sfpu_binary(context(t), operation, vector_mode, p, t.sfpu, tw_dst_words(a), tw_dst_words(b),
                      tw_dst_words(out));
}

void tw_sfpu_ternary(uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t out, uint32_t vector_mode, uint32_t p0) {
    card::Tensix& t = tensix();
    const SfpuOp operation = checked(op, tile::SfpuKind::Ternary);
    check_init(t, operation);
    check_written(t, operation, {a, b, c}, out);
    if (t.setup.dry) return;
    tile::sfpu_ternary(context(t), operation, vector_mode, p0, tw_dst_words(a), tw_dst_words(b), tw_dst_words(c),
                       tw_dst_words(out));
}

}  // extern "C"

}  // namespace tilewright::calls
