// UNPACK: configuration and the calls that fetch operands into the source registers.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "calls/compute_common.hpp"
#include "engine/run_state.hpp"

namespace tilewright::calls {

using card::DestReuse;
using card::SourceEntry;
using card::SourceKind;
using card::SourceSide;
using card::Tensix;
using card::UnpackerSide;
using card::UnpackOp;
using tile::Broadcast;
using tile::DataFormat;

namespace {

constexpr const char* kUnpacker = "the unpacker";
constexpr uint32_t kTileRows = 32;

void configure_side(Tensix& t, UnpackerSide& side, uint32_t cb) {
    require_cb(cb, "unpacker configuration");
    side.l1 = t.operand(cb).unpack_src;
    side.reg = t.operand(cb).unpack_dst;
}

void reconfigure_side(UnpackerSide& side, uint32_t cb, uint32_t old_cb) {
    Tensix& t = tensix();
    if (old_cb != TW_NO_CB) {
        const card::OperandSetup& before = t.operand(old_cb);
        const card::OperandSetup& after = t.operand(cb);
        if (before.unpack_src == after.unpack_src && before.unpack_dst == after.unpack_dst) return;
    }
    configure_side(t, side, cb);
}

void require_unpack_op(Tensix& t, UnpackOp wanted, const char* call) {
    if (t.unpacker.op != wanted) refuse_family(kUnpacker, call, name_of(wanted), name_of(t.unpacker.op));
}

void check_format(Tensix& t, const UnpackerSide& side, uint32_t cb, const char* call) {
    if (side.l1 == DataFormat::Invalid) refuse_unconfigured(kUnpacker, call);
    if (t.setup.strict) checks::events.format({kUnpacker, cb, side.l1, t.operand(cb).unpack_src});
}

bool is_32bit(DataFormat format) {
    return format == DataFormat::Float32 || format == DataFormat::Int32 || format == DataFormat::UInt32;
}

// A tile as the configured side sees it: the L1 format is the unit's, the shape the CB's.
SourceSide tile_side(Tensix& t, const UnpackerSide& config, uint32_t cb, uint32_t tile, const char* call) {
    require_cb(cb, call);
    check_format(t, config, cb, call);
    SourceSide side;
    side.kind = SourceSide::Kind::Tile;
    side.l1 = config.l1;
    side.reg = config.reg;
    side.tile_height = t.operand(cb).tile_height;
    side.tile_width = t.operand(cb).tile_width;
    side.data = tile_to_read(cb, tile, tile::tile_bytes(side.l1, side.tile_height, side.tile_width), call);
    return side;
}

// Threads of their own hold converted tiles in the banks; a fused thread leaves them in L1 until MATH reads them.
// `change` may change what a thread of its own has fetched as rows.
template <class Change>
void push(Tensix& t, SourceEntry entry, Change change) {
    if (!t.setup.fused) {
        wait_source_free(t);
        SourceSide* sides[] = {&entry.a, &entry.b};
        for (int index = 0; index < 2; ++index) {
            SourceSide& side = *sides[index];
            if (side.kind == SourceSide::Kind::None) continue;
            uint32_t* bank = t.sources.bank(index);
            t.dst.settle_sources_in(reinterpret_cast<const uint8_t*>(bank), tile::kTileWords * sizeof(uint32_t));
            const tile::Operand operand = t.materialise(side, bank);
            if (operand.l1_bf16) {  // MATH takes it as it is
                std::memcpy(bank, side.data, tile::kTileWords * sizeof(uint16_t));
                side.data = reinterpret_cast<const uint8_t*>(bank);
                continue;
            }
            if (side.kind == SourceSide::Kind::Rows) change(bank);
            const DataFormat reg = side.reg;
            side = {};
            side.kind = SourceSide::Kind::Registers;
            side.reg = reg;
            side.data = reinterpret_cast<const uint8_t*>(bank);
        }
        t.sources.next_bank();
    }
    t.sources.push(entry);
}
void push(Tensix& t, const SourceEntry& entry) {
    push(t, entry, [](uint32_t*) {});
}

// Strict mode: rows of a tile that lie behind the pages which were waited for, and behind at least one that was, are
// not a number, and in a probe (engine/proof.hpp) a number: what lies there on silicon is luck.
uint32_t rows_waited_for(uint32_t cb, uint64_t byte_offset, const SourceSide& side) {
    const engine::Fiber& fiber = engine::running_fiber();
    const engine::CbPlan* plan = fiber.core_run->checks ? fiber.core_run->checks->cb(cb) : nullptr;
    const uint64_t held = uint64_t{fiber.waited[cb]} * tw_self->cb_shared[cb].page_bytes;
    if (plan == nullptr || plan->placed || plan->shared || held == 0) return side.valid_rows;
    const uint64_t row_bytes = 32 * tile::datum_bytes(side.l1);
    uint32_t rows = 0;
    while (rows < side.valid_rows && byte_offset + rows * uint64_t{side.row_stride_bytes} + row_bytes <= held) ++rows;
    return rows;
}

void lose_rows(uint32_t cb, uint32_t first_row, uint32_t* words) {
    const engine::Probe& probe = engine::running_fiber().run->probe;
    const uint32_t filling = probe.active && probe.cbs.test(cb) ? 0x3F800000u : 0x7FC00000u;
    for (uint32_t row = first_row; row < kTileRows; ++row) {
        for (uint32_t column = 0; column < 32; ++column)
            words[((row >> 4) * 2 + (column >> 4)) * 256 + (row & 15) * 16 + (column & 15)] = filling;
    }
}

SourceSide rows_side(Tensix& t, const UnpackerSide& config, uint32_t cb, uint64_t byte_offset, uint32_t rows,
                     const char* call) {
    require_cb(cb, call);
    check_format(t, config, cb, call);
    SourceSide side;
    side.kind = SourceSide::Kind::Rows;
    side.l1 = config.l1;
    side.reg = config.reg;
    const uint32_t datum = tile::datum_bytes(config.l1);
    if (datum == 0) {
        refuse_block_rows(std::string(call) + ": row-major data cannot be in the block format " +
                              std::string(tile::format_name(config.l1)) + " the unpacker is configured for",
                          "give the input CB a format with whole datums, or reconfigure the unpacker for this CB");
    }
    if (rows > kTileRows) refuse_unit_argument(call, "rows", rows, kTileRows);
    const uint64_t stride = uint64_t{t.unpacker.width_tiles} * 32 * datum;
    const uint64_t reach = (rows - 1) * stride + 32 * datum;
    side.row_stride_bytes = static_cast<uint32_t>(stride);
    side.valid_rows = rows;
    side.neginf = t.unpacker.neginf;
    const uint64_t address = 16 * static_cast<uint64_t>(tw_self->cb[cb].fifo_rd_ptr) + byte_offset;
    const auto span = static_cast<uint32_t>(std::min<uint64_t>(reach, UINT32_MAX));  // more than any L1
    if (tw_self->strict) {
        const auto last_page = static_cast<uint32_t>((byte_offset + span - 1) / tw_self->cb_shared[cb].page_bytes);
        checks::events.rows_read({engine::running_fiber(), call, cb, last_page, address, span});
    }
    side.data = l1_bytes_at(address, span, call, cb);
    return side;
}

// Tilize and its end write the format of the register anew, that of the CB, and leave the one in L1 as it is.
DataFormat register_format(Tensix& t, uint32_t cb, DataFormat now) {
    const DataFormat wanted = cb < TW_MAX_CBS ? t.operand(cb).unpack_dst : DataFormat::Invalid;
    return now == DataFormat::Invalid || wanted == DataFormat::Invalid ? now : wanted;
}

// In tilize mode the unpacker never finishes narrow datums that are to be widened to TF32 (measured on Wormhole).
void never_finish(Tensix& t, const UnpackerSide& side, uint32_t cb, const char* call) {
    if (side.l1 == DataFormat::Invalid) return;  // the call itself says so
    check_format(t, side, cb, call);
    engine::Wait wait;
    wait.kind = engine::WaitKind::Unpacker;
    wait.index = cb;
    wait.wanted = static_cast<uint32_t>(side.l1);
    wait.ready = [](const engine::Wait&, const void*) { return false; };
    engine::block_until(wait);
}

// What reaches the matrix unit of a CB that is unpacked to DST: nothing that is known. Here: zeros, and a word.
void refuse_to_source(Tensix& t, uint32_t cb, SourceSide& side, const char* call) {
    if (t.setup.dry) return;
    Finding finding;
    finding.code = "TW2413";
    finding.severity = Severity::Error;
    finding.message =
        fmt::format("{}: c_{} is unpacked to DST (UnpackToDestFp32), and the matrix unit reads it", call, cb);
    finding.why = "such a CB has no way into the source registers: what they hold then is not known on the card";
    finding.fix = fmt::format(
        "leave c_{} at UnpackToDestMode::Default, or read it with copy_tile and go on in DST (SFPU, dest reuse)", cb);
    engine::report(std::move(finding));
    side.kind = SourceSide::Kind::None;
}
void check_source(Tensix& t, uint32_t cb, SourceSide& side, const char* call) {
    if (side.reg == DataFormat::Float32) [[unlikely]]
        refuse_to_source(t, cb, side, call);
}

// Fast tilize: which registers the rows take. Sides that are configured alike give what one of them gives.
void through_sources(Tensix& t, uint32_t cb, uint32_t index, SourceSide& side, const char* call) {
    check_source(t, cb, side, call);
    const UnpackerSide& lower = t.unpacker.b;
    if (!t.unpacker.tilize_both || (lower.l1 == side.l1 && lower.reg == side.reg)) return;
    check_format(t, lower, cb, call);
    if (side.kind == SourceSide::Kind::None || lower.reg == DataFormat::Float32) return;
    const uint32_t datum = tile::datum_bytes(lower.l1);
    if (datum == 0 || side.valid_rows < kTileRows) return;
    // The first row of the lower faces is found with the CB's datum, those after it with the configured one.
    const uint64_t columns = uint64_t{t.unpacker.width_tiles} * 32;
    const uint64_t address = 16 * static_cast<uint64_t>(tw_self->cb[cb].fifo_rd_ptr) +
                             (16 * columns + uint64_t{index} * 32) * tile::datum_bytes(t.operand(cb).unpack_src);
    side.lower_stride_bytes = static_cast<uint32_t>(columns * datum);
    side.lower_data = l1_bytes_at(address, 15 * side.lower_stride_bytes + 32 * datum, call, cb);
    side.lower_l1 = lower.l1;
    side.lower_reg = lower.reg;
}

}  // namespace

extern "C" {

void tw_unpack_configure(uint32_t cb_a, uint32_t cb_b) {
    Tensix& t = tensix();
    configure_side(t, t.unpacker.a, cb_a);
    configure_side(t, t.unpacker.b, cb_b);
}

void tw_unpack_reconfig_a(uint32_t cb, uint32_t old_cb) { reconfigure_side(tensix().unpacker.a, cb, old_cb); }
void tw_unpack_reconfig_b(uint32_t cb, uint32_t old_cb) { reconfigure_side(tensix().unpacker.b, cb, old_cb); }

void tw_unpack_a_init(uint32_t, uint32_t broadcast, uint32_t transpose_faces, uint32_t transpose_within_face,
                      uint32_t reuse_dest) {
    card::Unpacker& u = tensix().unpacker;
    u.op = UnpackOp::Copy;
    u.broadcast = static_cast<Broadcast>(broadcast);
    u.transpose_faces = transpose_faces != 0;
    u.transpose_within_face = transpose_within_face != 0;
    u.reuse = static_cast<DestReuse>(reuse_dest);
}

void tw_unpack_transposes() {
    const Tensix& t = tensix();
    if (t.unpacker.op != UnpackOp::Copy) return;  // the call itself says so
    checks::events.compute_call({checks::ComputeCall::Kind::Transpose, t, kUnpacker, "transpose_wh_tile", {}});
}

void tw_unpack_a(uint32_t cb, uint32_t tile) {
    constexpr const char* call = "unpack of one tile (copy_tile and relatives)";
    Tensix& t = tensix();
    const card::Unpacker& u = t.unpacker;
    require_unpack_op(t, UnpackOp::Copy, call);
    // The broadcast forms and DST-to-SrcA fetch through the unpacker of SrcB.
    const bool to_dest = u.reuse == DestReuse::None && is_32bit(u.a.reg);
    const bool through_b = !to_dest && (u.reuse == DestReuse::ToSrcA || u.broadcast != Broadcast::None);
    SourceSide side = tile_side(t, through_b ? u.b : u.a, cb, tile, call);
    if (!to_dest) check_source(t, cb, side, call);
    // A 32-bit tile goes to DST as it is; its faces are then transposed there, with the same result.
    side.transpose_faces = u.transpose_faces;
    side.transpose_within_face = u.transpose_within_face;
    SourceEntry entry;
    entry.kind = SourceKind::Copy;
    entry.to_dest = to_dest;
    (u.reuse == DestReuse::ToSrcA ? entry.b : entry.a) = side;
    push(t, entry);
}

void tw_unpack_ab_init(uint32_t, uint32_t, uint32_t broadcast, uint32_t transpose) {
    card::Unpacker& u = tensix().unpacker;
    u.op = UnpackOp::Pair;
    u.broadcast = static_cast<Broadcast>(broadcast);
    u.transpose_within_face = (transpose & 1) != 0;
    u.transpose_faces = (transpose & 2) != 0;
    u.reuse = DestReuse::None;
}

void tw_unpack_ab(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b, uint32_t bcast_row) {
    constexpr const char* call = "unpack of two tiles (eltwise binary)";
    Tensix& t = tensix();
    if (t.unpacker.op == UnpackOp::Reduce) {  // the older reduce fetches its pair with this call
        tw_unpack_reduce(cb_a, cb_b, tile_a, tile_b);
        return;
    }
    require_unpack_op(t, UnpackOp::Pair, call);
    if (bcast_row >= kTileRows) refuse_unit_argument(call, "row to broadcast", bcast_row, kTileRows - 1);
    SourceEntry entry;
    entry.kind = SourceKind::Pair;
    entry.a = tile_side(t, t.unpacker.a, cb_a, tile_a, call);
    entry.a.transpose_faces = t.unpacker.transpose_faces;
    entry.a.transpose_within_face = t.unpacker.transpose_within_face;
    entry.b = tile_side(t, t.unpacker.b, cb_b, tile_b, call);
    check_source(t, cb_a, entry.a, call);
    check_source(t, cb_b, entry.b, call);
    entry.bcast_row = bcast_row;
    push(t, entry);
}

void tw_unpack_reduce_init(uint32_t, uint32_t, uint32_t pool, uint32_t dim) {
    card::Unpacker& u = tensix().unpacker;
    u.op = UnpackOp::Reduce;
    u.pool = static_cast<tile::Pool>(pool);
    u.dim = static_cast<tile::ReduceDim>(dim);
    u.broadcast = Broadcast::None;
    u.transpose_faces = u.transpose_within_face = false;
    u.reuse = DestReuse::None;
}

void tw_unpack_reduce(uint32_t cb, uint32_t cb_scaler, uint32_t tile, uint32_t tile_scaler) {
    constexpr const char* call = "unpack for reduce_tile";
    Tensix& t = tensix();
    require_unpack_op(t, UnpackOp::Reduce, call);
    // Row sums of the newer generation run as data times scaler: the scaler is in SrcA, the data in SrcB.
    const bool swapped = tile::row_sums_swap_operands(t.setup.generation) && t.unpacker.dim == tile::ReduceDim::Row &&
                         t.unpacker.pool != tile::Pool::Max;
    SourceEntry entry;
    entry.kind = SourceKind::Reduce;
    entry.a = tile_side(t, swapped ? t.unpacker.b : t.unpacker.a, cb, tile, call);  // a: data, b: scaler
    entry.b = tile_side(t, swapped ? t.unpacker.a : t.unpacker.b, cb_scaler, tile_scaler, call);
    check_source(t, cb, entry.a, call);
    check_source(t, cb_scaler, entry.b, call);
    push(t, entry);
}

void tw_unpack_matmul_init(uint32_t, uint32_t, uint32_t transpose, uint32_t ct, uint32_t rt, uint32_t kt) {
    card::Unpacker& u = tensix().unpacker;
    u.op = UnpackOp::Matmul;
    u.broadcast = Broadcast::None;
    u.transpose_faces = u.transpose_within_face = transpose != 0;
    u.reuse = DestReuse::None;
    u.ct = ct;
    u.rt = rt;
    u.kt = kt;
}

void tw_unpack_matmul(uint32_t cb0, uint32_t cb1, uint32_t tile0, uint32_t tile1, uint32_t ct, uint32_t rt,
                      uint32_t kt) {
    constexpr const char* call = "unpack for matmul";
    Tensix& t = tensix();
    require_unpack_op(t, UnpackOp::Matmul, call);
    if (t.setup.strict)
        checks::events.compute_call({checks::ComputeCall::Kind::UnpackMatmul, t, kUnpacker, call, {ct, rt}});
    for (uint32_t row = 0; row < rt; ++row) {
        for (uint32_t column = 0; column < ct; ++column) {
            SourceEntry entry;
            entry.kind = SourceKind::Matmul;
            entry.a = tile_side(t, t.unpacker.a, cb1, tile1 + column, call);  // in1 feeds SrcA
            entry.a.transpose_faces = t.unpacker.transpose_faces;
            entry.a.transpose_within_face = t.unpacker.transpose_within_face;
            entry.b = tile_side(t, t.unpacker.b, cb0, tile0 + row * kt, call);
            check_source(t, cb1, entry.a, call);
            check_source(t, cb0, entry.b, call);
            push(t, entry);
        }
    }
}

void tw_unpack_tilize_init(uint32_t cb, uint32_t width_tiles, uint32_t way) {
    Tensix& t = tensix();
    card::Unpacker& u = t.unpacker;
    u.op = UnpackOp::Tilize;
    u.width_tiles = width_tiles;
    u.fast_tilize = way != TW_TILIZE_PLAIN;
    u.tilize_both = way == TW_TILIZE_FAST_BOTH;
    if (!u.fast_tilize) u.a.reg = register_format(t, cb, u.a.reg);
    u.neginf = false;
    u.broadcast = Broadcast::None;
    u.transpose_faces = u.transpose_within_face = false;
    u.reuse = DestReuse::None;
}

void tw_unpack_tilize(uint32_t cb, uint32_t index, uint32_t width_tiles) {
    constexpr const char* call = "tilize_block";
    Tensix& t = tensix();
    require_unpack_op(t, UnpackOp::Tilize, call);
    if (t.setup.strict)
        checks::events.compute_call({checks::ComputeCall::Kind::Tilize, t, kUnpacker, call, {width_tiles}});
    const UnpackerSide& side = t.unpacker.a;
    const bool to_dest = is_32bit(side.reg) && !t.unpacker.fast_tilize;
    if (!t.unpacker.fast_tilize && side.reg == DataFormat::Tf32 && tile::datum_bytes(side.l1) < 4) [[unlikely]]
        never_finish(t, side, cb, call);
    SourceEntry entry;
    entry.kind = SourceKind::Copy;
    entry.to_dest = to_dest;
    const uint64_t offset = static_cast<uint64_t>(index) * 32 * tile::datum_bytes(side.l1);
    entry.a = rows_side(t, side, cb, offset, t.operand(cb).tile_height, call);
    const uint32_t rows = tw_self->strict ? rows_waited_for(cb, offset, entry.a) : kTileRows;
    if (t.unpacker.fast_tilize) through_sources(t, cb, index, entry.a, call);
    push(t, entry, [&](uint32_t* words) {
        if (rows < entry.a.valid_rows) lose_rows(cb, rows, words);
    });
}

// The unpacker goes back to whole tiles, but what it does with them is for the next init to say.
void tw_unpack_tilize_uninit(uint32_t cb) {
    Tensix& t = tensix();
    card::Unpacker& u = t.unpacker;
    if (u.op == UnpackOp::Tilize && !u.fast_tilize) u.a.reg = register_format(t, cb, u.a.reg);
    u.op = UnpackOp::None;
}

void tw_unpack_untilize_init(uint32_t) {
    card::Unpacker& u = tensix().unpacker;
    u.op = UnpackOp::Untilize;
    u.broadcast = Broadcast::None;
    u.transpose_faces = u.transpose_within_face = false;
    u.reuse = DestReuse::None;
}

void tw_unpack_untilize(uint32_t cb, uint32_t width_tiles) {
    constexpr const char* call = "untilize_block";
    Tensix& t = tensix();
    require_unpack_op(t, UnpackOp::Untilize, call);
    for (uint32_t chunk = 0; chunk < width_tiles; ++chunk) {
        SourceEntry entry;
        entry.kind = SourceKind::Copy;
        entry.a = tile_side(t, t.unpacker.a, cb, 0, call);
        if (chunk == 0) tile_side(t, t.unpacker.a, cb, width_tiles - 1, call);  // the last tile must be there too
        entry.a.kind = SourceSide::Kind::Untilize;
        entry.a.row_stride_bytes = 16 * tw_self->cb[cb].fifo_page_size;
        entry.a.width_tiles = width_tiles;
        entry.a.chunk = chunk;
        push(t, entry);
    }
}

void tw_unpack_untilize_uninit(uint32_t) { tensix().unpacker.op = UnpackOp::None; }

void tw_unpack_tilize_ab_init(uint32_t, uint32_t, uint32_t width_tiles, uint32_t neginf_a, uint32_t) {
    card::Unpacker& u = tensix().unpacker;
    u.op = UnpackOp::TilizePair;
    u.width_tiles = width_tiles;
    u.fast_tilize = false;
    u.neginf = neginf_a != 0;
    u.broadcast = Broadcast::None;
    u.transpose_faces = u.transpose_within_face = false;
    u.reuse = DestReuse::None;
}

void tw_unpack_tilize_ab(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b, uint32_t rows) {
    constexpr const char* call = "unpack_tilizeA_B_block";
    Tensix& t = tensix();
    require_unpack_op(t, UnpackOp::TilizePair, call);
    SourceEntry entry;
    entry.kind = SourceKind::Reduce;
    entry.a = rows_side(t, t.unpacker.a, cb_a, static_cast<uint64_t>(tile_a) * 32 * tile::datum_bytes(t.unpacker.a.l1),
                        rows != 0 ? rows : t.operand(cb_a).tile_height, call);
    entry.b = tile_side(t, t.unpacker.b, cb_b, tile_b, call);
    push(t, entry);
}

}  // extern "C"

}  // namespace tilewright::calls
