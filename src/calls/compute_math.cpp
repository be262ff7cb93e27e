// MATH: configuration of the FPU and the operations that use up source registers.
#include <cstring>

#include "calls/compute_common.hpp"
#include "card/read_ahead.hpp"

namespace tilewright::calls {

using card::DestReuse;
using card::MathOp;
using card::SourceEntry;
using card::SourceKind;
using card::Tensix;
using tile::Broadcast;
using tile::DataFormat;
using tile::EltwiseOp;
using tile::Operand;
using Kind = checks::ComputeCall::Kind;

namespace {

constexpr const char* kMathUnit = "the math unit";

void require_math_op(Tensix& t, MathOp wanted, const char* call) {
    if (t.fpu.op != wanted) refuse_family(kMathUnit, call, name_of(wanted), name_of(t.fpu.op));
    if (t.fpu.src_a == DataFormat::Invalid) refuse_unconfigured(kMathUnit, call);
}

// MATH and UNPACK must speak of the same registers: a format that differs cuts or misreads the operand.
void announce_formats(Tensix& t, const SourceEntry& entry, DataFormat a, DataFormat b) {
    if (!t.setup.strict) return;
    if (entry.a.kind != card::SourceSide::Kind::None)
        checks::events.format({"the math unit's SrcA", TW_NO_CB, a, entry.a.reg});
    if (entry.b.kind != card::SourceSide::Kind::None)
        checks::events.format({"the math unit's SrcB", TW_NO_CB, b, entry.b.reg});
}

const SourceEntry& next_source(Tensix& t, SourceKind wanted, const char* call) {
    wait_source_valid(t);
    const SourceEntry& entry = t.sources.front();
    if (entry.kind != wanted) {
        static constexpr const char* kNames[] = {"one tile", "a pair for eltwise binary", "a pair for reduce",
                                                 "a pair for matmul"};
        refuse_family("UNPACK", call, kNames[static_cast<int>(wanted)], kNames[static_cast<int>(entry.kind)]);
    }
    return entry;
}

void announce_math(const Tensix& t, Kind kind, const char* call, std::array<uint32_t, 3> arguments) {
    if (t.setup.strict) checks::events.compute_call({kind, t, kMathUnit, call, arguments});
}

tile::Fidelity fidelity_of(const Tensix& t, uint32_t fidelity) {
    return fidelity == TW_FIDELITY_OF_KERNEL ? t.setup.fidelity : static_cast<tile::Fidelity>(fidelity);
}

// A copy that may be put off: the bank holds the tile as a view takes one.
bool view_of_bank(Tensix& t, const SourceEntry& entry, uint32_t slot) {
    using Side = card::SourceSide::Kind;
    if (!t.setup.bank_views() || !t.fpu.dst_fp32 || t.fpu.broadcast != Broadcast::None || !t.dst.math_open)
        return false;
    const card::SourceSide& side = entry.a;
    const bool words = entry.to_dest && side.kind == Side::Registers && side.reg == DataFormat::Float32;
    const bool bf16 = !entry.to_dest && side.kind == Side::Tile && side.reg == DataFormat::Float16_b &&
                      t.fpu.src_a == DataFormat::Float16_b;
    if (!words && !bf16) return false;
    tile::TileView& view = t.dst.start_view(slot);
    view.data = side.data;
    view.bf16 = bf16;
    view.through_source = bf16;
    return true;
}

void configure_source(DataFormat& side, uint32_t cb, uint32_t old_cb) {
    Tensix& t = tensix();
    if (old_cb != TW_NO_CB && t.operand(old_cb).unpack_dst == t.operand(cb).unpack_dst) return;
    require_cb(cb, "math configuration");
    side = t.operand(cb).unpack_dst;
}

}  // namespace

extern "C" {

void tw_math_configure(uint32_t cb_a, uint32_t cb_b) {
    configure_source(tensix().fpu.src_a, cb_a, TW_NO_CB);
    configure_source(tensix().fpu.src_b, cb_b, TW_NO_CB);
}
void tw_math_reconfig_a(uint32_t cb, uint32_t old_cb) { configure_source(tensix().fpu.src_a, cb, old_cb); }
void tw_math_reconfig_b(uint32_t cb, uint32_t old_cb) { configure_source(tensix().fpu.src_b, cb, old_cb); }
void tw_math_set_fp32_dest(uint32_t on) { tensix().fpu.dst_fp32 = on != 0; }

void tw_math_copy_init(uint32_t, uint32_t broadcast) {
    card::FpuState& f = tensix().fpu;
    f.op = MathOp::Copy;
    f.broadcast = static_cast<Broadcast>(broadcast);
}

void tw_math_copy(uint32_t dst, uint32_t, uint32_t broadcast) {
    constexpr const char* call = "copy_tile";
    Tensix& t = tensix();
    require_math_op(t, MathOp::Copy, call);
    announce_math(t, Kind::Copy, call, {broadcast});
    const uint32_t slot = math_slot(dst, call);
    const SourceEntry& entry = next_source(t, SourceKind::Copy, call);
    const card::SourceSide& side = entry.a.kind != card::SourceSide::Kind::None ? entry.a : entry.b;
    if (view_of_bank(t, entry, slot)) {
        if (t.setup.strict && !entry.to_dest)
            checks::events.format({"the math unit's SrcA", TW_NO_CB, t.fpu.src_a, side.reg});
        card::fetch_ahead();
        t.sources.pop();
        t.dst.writer[slot] = MathOp::Copy;
        return;
    }
    uint32_t* words = t.dst.overwritten(slot);
    if (entry.to_dest && t.fpu.broadcast == Broadcast::None) {
        const Operand operand = t.materialise(side, words);
        if (operand.data != words) std::memcpy(words, operand.data, tile::kTileWords * sizeof(uint32_t));
    } else {
        const bool through_b = t.fpu.broadcast != Broadcast::None && !entry.to_dest;
        if (t.setup.strict && !entry.to_dest)
            checks::events.format({through_b ? "the math unit's SrcB" : "the math unit's SrcA", TW_NO_CB,
                                   through_b ? t.fpu.src_b : t.fpu.src_a, side.reg});
        tile::MathConfig config = t.math_config();
        if (through_b) config.src_a = config.src_b;
        const Operand operand = t.materialise(side, t.sources.scratch(0));
        t.math->copy(config, t.fpu.broadcast, operand, words);
    }
    card::fetch_ahead();
    t.sources.pop();
    t.dst.set_written(slot);
    t.dst.writer[slot] = MathOp::Copy;
}

void tw_math_binary_init(uint32_t op, uint32_t broadcast, uint32_t fidelity, uint32_t reuse, uint32_t accumulate) {
    Tensix& t = tensix();
    t.fpu.op = MathOp::Binary;
    t.fpu.eltwise = static_cast<EltwiseOp>(op);
    t.fpu.broadcast = static_cast<Broadcast>(broadcast);
    t.fpu.reuse = static_cast<DestReuse>(reuse);
    t.fpu.accumulate = accumulate != 0;
    t.fpu.fidelity = fidelity_of(t, fidelity);
}

void tw_math_binary(uint32_t op, uint32_t broadcast, uint32_t reuse, uint32_t dst) {
    constexpr const char* call = "eltwise binary (add/sub/mul of tiles)";
    Tensix& t = tensix();
    require_math_op(t, MathOp::Binary, call);
    const card::FpuState& f = t.fpu;
    announce_math(t, Kind::Binary, call, {op, broadcast, reuse});
    const uint32_t slot = math_slot(dst, call);
    const bool reused = f.reuse != DestReuse::None;
    const SourceEntry& entry = next_source(t, reused ? SourceKind::Copy : SourceKind::Pair, call);
    announce_formats(t, entry, f.src_a, f.src_b);
    Operand a, b;
    if (reused) {
        uint32_t* from_dst = t.sources.scratch(2);
        const bool to_a = f.reuse == DestReuse::ToSrcA;
        t.math->dst_to_src(to_a ? f.src_a : f.src_b, f.dst_fp32, t.dst.readable(slot), from_dst);
        const card::SourceSide& side = entry.a.kind != card::SourceSide::Kind::None ? entry.a : entry.b;
        const Operand fetched = t.materialise(side, t.sources.scratch(0));
        a = to_a ? Operand{from_dst, false} : fetched;
        b = to_a ? fetched : Operand{from_dst, false};
    } else {
        a = t.materialise(entry.a, t.sources.scratch(0));
        b = t.materialise(entry.b, t.sources.scratch(1));
    }
    // An operation that reuses DST replaces it: the old value has moved to a source register.
    t.math->eltwise(t.math_config(), f.eltwise, f.broadcast, f.accumulate && !reused, entry.bcast_row, a, b,
                    reused || t.dst.is_clear(slot), t.dst.words(slot));
    t.sources.pop();
    t.dst.set_written(slot);
    if (!reused) t.dst.writer[slot] = MathOp::Binary;
}

void tw_math_reduce_init(uint32_t pool, uint32_t dim, uint32_t fidelity) {
    Tensix& t = tensix();
    t.fpu.op = MathOp::Reduce;
    t.fpu.pool = static_cast<tile::Pool>(pool);
    t.fpu.dim = static_cast<tile::ReduceDim>(dim);
    t.fpu.fidelity = fidelity_of(t, fidelity);
}

void tw_math_reduce(uint32_t pool, uint32_t dim, uint32_t dst, uint32_t whole_row_results) {
    constexpr const char* call = "reduce_tile";
    Tensix& t = tensix();
    require_math_op(t, MathOp::Reduce, call);
    const card::FpuState& f = t.fpu;
    announce_math(t, Kind::Reduce, call, {pool, dim});
    const uint32_t slot = math_slot(dst, call);
    const SourceEntry& entry = next_source(t, SourceKind::Reduce, call);
    const bool swapped =
        tile::row_sums_swap_operands(t.setup.generation) && f.dim == tile::ReduceDim::Row && f.pool != tile::Pool::Max;
    announce_formats(t, entry, swapped ? f.src_b : f.src_a, swapped ? f.src_a : f.src_b);
    const Operand data = t.materialise(entry.a, t.sources.scratch(0));
    const Operand scaler = t.materialise(entry.b, t.sources.scratch(1));
    tile::MathConfig config = t.math_config();
    config.whole_row_results = whole_row_results != 0;
    t.math->reduce(config, f.pool, f.dim, data, scaler, t.dst.is_clear(slot), t.dst.words(slot));
    t.sources.pop();
    t.dst.set_written(slot);
    t.dst.writer[slot] = MathOp::Reduce;
}

void tw_math_reduce_max_row(uint32_t dst, uint32_t tiles) {
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        tw_math_reduce(static_cast<uint32_t>(tile::Pool::Max), static_cast<uint32_t>(tile::ReduceDim::Row), dst, 0);
    }
}

void tw_math_matmul_init(uint32_t, uint32_t, uint32_t fidelity, uint32_t, uint32_t ct, uint32_t rt) {
    Tensix& t = tensix();
    t.fpu.op = MathOp::Matmul;
    t.fpu.ct = ct;
    t.fpu.rt = rt;
    t.fpu.fidelity = fidelity_of(t, fidelity);
}

void tw_math_matmul(uint32_t dst, uint32_t ct, uint32_t rt) {
    constexpr const char* call = "matmul";
    Tensix& t = tensix();
    require_math_op(t, MathOp::Matmul, call);
    announce_math(t, Kind::Matmul, call, {ct, rt});
    const tile::MathConfig config = t.math_config();
    for (uint32_t index = 0; index < ct * rt; ++index) {
        const uint32_t slot = math_slot(dst + index, call);
        const SourceEntry& entry = next_source(t, SourceKind::Matmul, call);
        announce_formats(t, entry, t.fpu.src_a, t.fpu.src_b);
        const Operand in1 = t.materialise(entry.a, t.sources.scratch(0));
        const Operand in0 = t.materialise(entry.b, t.sources.scratch(1));
        t.math->matmul(config, in0, in1, t.dst.is_clear(slot), t.dst.words(slot));
        t.sources.pop();
        t.dst.set_written(slot);
        t.dst.writer[slot] = MathOp::Matmul;
    }
}

}  // extern "C"

}  // namespace tilewright::calls
