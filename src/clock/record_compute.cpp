// Timed forms of the compute calls: each notes what its unit will have to do (bytes, formats, fidelity), then does what
// it does.
#include <algorithm>

#include "clock/record.hpp"
#include "tile/formats/format.hpp"
#include "tw/sfpu_ops.h"

namespace tilewright::clock {

namespace {

using card::Tensix;
using tile::Broadcast;

Tensix& tensix() { return *engine::running_fiber().tensix; }

bool is_32bit(tile::DataFormat format) { return tile::datum_bytes(format) == 4; }

uint32_t unpacked_bytes(const Tensix& t, const card::UnpackerSide& side, uint32_t cb) {
    const card::OperandSetup& operand = t.operand(cb);
    return side.l1 == tile::DataFormat::Invalid ? 0
                                                : tile::tile_bytes(side.l1, operand.tile_height, operand.tile_width);
}

uint16_t broadcast_flags(Broadcast broadcast) { return broadcast == Broadcast::Col ? kBroadcastColumn : 0; }

void configure(ConfigureKind kind, bool acts = true) {
    Event& event = note(Op::Configure, static_cast<uint32_t>(kind));
    event.a = acts;
}

bool unpack_formats_differ(uint32_t cb, uint32_t old_cb) {
    if (old_cb == TW_NO_CB) return true;
    const card::OperandSetup &before = tensix().operand(old_cb), &after = tensix().operand(cb);
    return before.unpack_src != after.unpack_src || before.unpack_dst != after.unpack_dst;
}

bool pack_formats_differ(uint32_t cb, uint32_t old_cb) {
    if (old_cb == TW_NO_CB) return true;
    const card::OperandSetup &before = tensix().operand(old_cb), &after = tensix().operand(cb);
    return before.pack_src != after.pack_src || before.pack_dst != after.pack_dst;
}

Event& unpack(UnpackKind kind, uint32_t a, uint32_t b) {
    const Tensix& t = tensix();
    Event& event = note(Op::Unpack, static_cast<uint32_t>(kind));
    event.a = a;
    event.b = b;
    event.c = event.d = 1;
    event.flags = broadcast_flags(t.unpacker.broadcast);
    if (t.unpacker.transpose_within_face || t.unpacker.transpose_faces) event.flags |= kTranspose;
    if (t.unpacker.reuse != card::DestReuse::None) event.flags |= kReuseDst;
    return event;
}

uint32_t phases(const Tensix& t) { return std::max(1u, static_cast<uint32_t>(t.fpu.fidelity)); }

Event& math(MathKind kind, uint32_t entries) {
    const Tensix& t = tensix();
    Event& event = note(Op::Math, static_cast<uint32_t>(kind));
    event.a = entries;
    event.c = phases(t);
    event.flags = broadcast_flags(t.fpu.broadcast);
    if (t.fpu.dst_fp32) event.flags |= kDst32;
    return event;
}

MathKind reduce_kind(uint32_t dim) {
    return dim == 0 ? MathKind::ReduceRow : dim == 1 ? MathKind::ReduceColumn : MathKind::ReduceScalar;
}

// Vectors of 32 values that a vector mode names: steps of a face times faces.
uint32_t vectors(uint32_t mode) {
    const uint32_t steps = mode >> TW_VECTOR_STEPS_SHIFT != 0 ? mode >> TW_VECTOR_STEPS_SHIFT : 8;
    switch (mode & 0xFF) {
        case TW_VECTOR_NONE: return steps;
        case TW_VECTOR_R:
        case TW_VECTOR_C: return 2 * steps;
        default: return 4 * steps;
    }
}

void sfpu(uint32_t op, uint32_t vector_mode, uint32_t p0, uint32_t p1) {
    Event& event = note(Op::Sfpu);
    event.a = op;
    event.b = vectors(vector_mode);
    event.c = p0;
    event.d = p1;
    if (tw_self->processor != TW_PACK && tensix().fpu.dst_fp32) event.flags = kDst32;
}

void pack(PackKind kind, uint32_t bytes, uint32_t tiles) {
    const tile::PackConfig& config = tensix().packer.config;
    Event& event = note(Op::Pack, static_cast<uint32_t>(kind));
    event.a = bytes;
    event.b = tiles;
    if (config.dst_fp32) event.flags |= kDst32;
    if (config.l1_accumulate) event.flags |= kAccumulate;
}

uint32_t packed_bytes(uint32_t cb) {
    const card::OperandSetup& operand = tensix().operand(cb);
    return tile::tile_bytes(tensix().packer.config.destination, operand.tile_height, operand.tile_width);
}

}  // namespace

extern "C" {

// ---- UNPACK ----------------------------------------------------------------------------------------------------
void tw_timed_unpack_configure(uint32_t cb_a, uint32_t cb_b) {
    configure(ConfigureKind::UnpackAll);
    tw_unpack_configure(cb_a, cb_b);
}
void tw_timed_unpack_reconfig_a(uint32_t cb, uint32_t old_cb) {
    configure(ConfigureKind::UnpackSide, unpack_formats_differ(cb, old_cb));
    tw_unpack_reconfig_a(cb, old_cb);
}
void tw_timed_unpack_reconfig_b(uint32_t cb, uint32_t old_cb) {
    configure(ConfigureKind::UnpackSide, unpack_formats_differ(cb, old_cb));
    tw_unpack_reconfig_b(cb, old_cb);
}
void tw_timed_unpack_a_init(uint32_t cb, uint32_t broadcast, uint32_t transpose_faces, uint32_t transpose_within_face,
                            uint32_t reuse_dest) {
    configure(ConfigureKind::UnpackInit);
    tw_unpack_a_init(cb, broadcast, transpose_faces, transpose_within_face, reuse_dest);
}
void tw_timed_unpack_a(uint32_t cb, uint32_t tile) {
    const card::Unpacker& u = tensix().unpacker;
    Event& event = unpack(UnpackKind::One, unpacked_bytes(tensix(), u.a, cb), 0);
    if (u.reuse == card::DestReuse::None && is_32bit(u.a.reg)) event.flags |= kToDst;
    tw_unpack_a(cb, tile);
}
void tw_timed_unpack_ab_init(uint32_t cb_a, uint32_t cb_b, uint32_t broadcast, uint32_t transpose) {
    configure(ConfigureKind::UnpackInit);
    tw_unpack_ab_init(cb_a, cb_b, broadcast, transpose);
}
void tw_timed_unpack_ab(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b, uint32_t bcast_row) {
    const card::Unpacker& u = tensix().unpacker;
    const bool reduce = u.op == card::UnpackOp::Reduce;
    unpack(reduce ? UnpackKind::Reduce : UnpackKind::Pair, unpacked_bytes(tensix(), u.a, cb_a),
           unpacked_bytes(tensix(), u.b, cb_b));
    tw_unpack_ab(cb_a, cb_b, tile_a, tile_b, bcast_row);
}
void tw_timed_unpack_reduce_init(uint32_t cb, uint32_t cb_scaler, uint32_t pool, uint32_t dim) {
    configure(ConfigureKind::UnpackInit);
    tape().last_scaler = UINT64_MAX;
    tw_unpack_reduce_init(cb, cb_scaler, pool, dim);
}
void tw_timed_unpack_reduce(uint32_t cb, uint32_t cb_scaler, uint32_t tile, uint32_t tile_scaler) {
    const card::Unpacker& u = tensix().unpacker;
    Event& event =
        unpack(UnpackKind::Reduce, unpacked_bytes(tensix(), u.a, cb), unpacked_bytes(tensix(), u.b, cb_scaler));
    const uint64_t scaler = uint64_t{cb_scaler} << 32 | tile_scaler;
    if (tape().last_scaler == scaler) event.flags |= kScalerKnown;
    tape().last_scaler = scaler;
    tw_unpack_reduce(cb, cb_scaler, tile, tile_scaler);
}
void tw_timed_unpack_matmul_init(uint32_t cb0, uint32_t cb1, uint32_t transpose, uint32_t ct, uint32_t rt,
                                 uint32_t kt) {
    configure(ConfigureKind::UnpackInit);
    tw_unpack_matmul_init(cb0, cb1, transpose, ct, rt, kt);
}
void tw_timed_unpack_matmul(uint32_t cb0, uint32_t cb1, uint32_t tile0, uint32_t tile1, uint32_t ct, uint32_t rt,
                            uint32_t kt) {
    const card::Unpacker& u = tensix().unpacker;
    Event& event = unpack(UnpackKind::Matmul, unpacked_bytes(tensix(), u.a, cb1), unpacked_bytes(tensix(), u.b, cb0));
    event.c = ct;
    event.d = rt;
    tw_unpack_matmul(cb0, cb1, tile0, tile1, ct, rt, kt);
}
void tw_timed_unpack_tilize_init(uint32_t cb, uint32_t width_tiles, uint32_t way) {
    configure(ConfigureKind::UnpackInit);
    tw_unpack_tilize_init(cb, width_tiles, way);
}
void tw_timed_unpack_tilize(uint32_t cb, uint32_t index, uint32_t width_tiles) {
    const card::Unpacker& u = tensix().unpacker;
    Event& event = unpack(UnpackKind::Tilize, unpacked_bytes(tensix(), u.a, cb), 0);
    if (is_32bit(u.a.reg) && !u.fast_tilize) event.flags |= kToDst;
    tw_unpack_tilize(cb, index, width_tiles);
}
void tw_timed_unpack_tilize_uninit(uint32_t cb) {
    configure(ConfigureKind::UnpackInit);
    tw_unpack_tilize_uninit(cb);
}
void tw_timed_unpack_untilize_init(uint32_t cb) {
    configure(ConfigureKind::UnpackInit);
    tw_unpack_untilize_init(cb);
}
void tw_timed_unpack_untilize(uint32_t cb, uint32_t width_tiles) {
    Event& event = unpack(UnpackKind::Untilize, unpacked_bytes(tensix(), tensix().unpacker.a, cb), 0);
    event.c = width_tiles;
    tw_unpack_untilize(cb, width_tiles);
}
void tw_timed_unpack_untilize_uninit(uint32_t cb) {
    configure(ConfigureKind::UnpackInit);
    tw_unpack_untilize_uninit(cb);
}
void tw_timed_unpack_tilize_ab_init(uint32_t cb_a, uint32_t cb_b, uint32_t width_tiles, uint32_t neginf_a,
                                    uint32_t rows) {
    configure(ConfigureKind::UnpackInit);
    tw_unpack_tilize_ab_init(cb_a, cb_b, width_tiles, neginf_a, rows);
}
void tw_timed_unpack_tilize_ab(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b, uint32_t rows) {
    const card::Unpacker& u = tensix().unpacker;
    unpack(UnpackKind::TilizePair, unpacked_bytes(tensix(), u.a, cb_a), unpacked_bytes(tensix(), u.b, cb_b));
    tw_unpack_tilize_ab(cb_a, cb_b, tile_a, tile_b, rows);
}

// ---- MATH ------------------------------------------------------------------------------------------------------
void tw_timed_math_configure(uint32_t cb_a, uint32_t cb_b) {
    configure(ConfigureKind::MathAll);
    tw_math_configure(cb_a, cb_b);
}
void tw_timed_math_reconfig_a(uint32_t cb, uint32_t old_cb) {
    configure(ConfigureKind::MathSide, unpack_formats_differ(cb, old_cb));
    tw_math_reconfig_a(cb, old_cb);
}
void tw_timed_math_reconfig_b(uint32_t cb, uint32_t old_cb) {
    configure(ConfigureKind::MathSide, unpack_formats_differ(cb, old_cb));
    tw_math_reconfig_b(cb, old_cb);
}
void tw_timed_math_set_fp32_dest(uint32_t on) {
    configure(ConfigureKind::Small);
    tw_math_set_fp32_dest(on);
}
void tw_timed_math_acquire(void) {
    note(Op::Acquire);
    tw_math_acquire();
}
void tw_timed_math_commit(void) {
    note(Op::Commit);
    tw_math_commit();
}
void tw_timed_math_copy_init(uint32_t cb, uint32_t broadcast) {
    configure(ConfigureKind::MathInit);
    tw_math_copy_init(cb, broadcast);
}
void tw_timed_math_copy(uint32_t dst, uint32_t cb, uint32_t broadcast) {
    Event& event = math(MathKind::Copy, 1);
    if (is_32bit(tensix().fpu.src_a)) event.flags |= kToDst;
    tw_math_copy(dst, cb, broadcast);
}
void tw_timed_math_binary_init(uint32_t op, uint32_t broadcast, uint32_t fidelity, uint32_t reuse,
                               uint32_t accumulate) {
    configure(ConfigureKind::MathInit);
    tw_math_binary_init(op, broadcast, fidelity, reuse, accumulate);
}
void tw_timed_math_binary(uint32_t op, uint32_t broadcast, uint32_t reuse, uint32_t dst) {
    const bool multiply = static_cast<tile::EltwiseOp>(op) == tile::EltwiseOp::Mul;
    Event& event = math(multiply ? MathKind::Multiply : MathKind::Add, 1);
    if (tensix().fpu.reuse != card::DestReuse::None) event.flags |= kReuseDst;
    tw_math_binary(op, broadcast, reuse, dst);
}
void tw_timed_math_reduce_init(uint32_t pool, uint32_t dim, uint32_t fidelity) {
    configure(ConfigureKind::MathInit);
    tw_math_reduce_init(pool, dim, fidelity);
}
void tw_timed_math_reduce(uint32_t pool, uint32_t dim, uint32_t dst, uint32_t whole_row_results) {
    Event& event = math(reduce_kind(dim), 1);
    if (static_cast<tile::Pool>(pool) == tile::Pool::Max) event.flags |= kMax;
    tw_math_reduce(pool, dim, dst, whole_row_results);
}
void tw_timed_math_reduce_max_row(uint32_t dst, uint32_t tiles) {
    math(MathKind::ReduceRow, tiles).flags |= kMax;
    tw_math_reduce_max_row(dst, tiles);
}
void tw_timed_math_matmul_init(uint32_t cb0, uint32_t cb1, uint32_t fidelity, uint32_t transpose, uint32_t ct,
                               uint32_t rt) {
    configure(ConfigureKind::MathInit);
    tw_math_matmul_init(cb0, cb1, fidelity, transpose, ct, rt);
}
void tw_timed_math_matmul(uint32_t dst, uint32_t ct, uint32_t rt) {
    math(MathKind::Matmul, ct * rt);
    tw_math_matmul(dst, ct, rt);
}
void tw_timed_math_transpose_dest_init(uint32_t is_32bit, uint32_t of_faces) {
    configure(ConfigureKind::MathInit);
    tw_math_transpose_dest_init(is_32bit, of_faces);
}
void tw_timed_math_transpose_dest(uint32_t dst, uint32_t is_32bit, uint32_t of_faces) {
    math(MathKind::Transpose, 0);
    tw_math_transpose_dest(dst, is_32bit, of_faces);
}
void tw_timed_math_copy_dest(uint32_t from, uint32_t to) {
    math(MathKind::CopyDst, 0);
    tw_math_copy_dest(from, to);
}
void tw_timed_math_clear_dest(uint32_t dst) {
    math(MathKind::Clear, 0);
    tw_math_clear_dest(dst);
}
void tw_timed_sfpu_init(uint32_t op, uint32_t p0, uint32_t p1) {
    configure(ConfigureKind::SfpuInit);
    tw_sfpu_init(op, p0, p1);
}
void tw_timed_sfpu_unary(uint32_t op, uint32_t dst, uint32_t vector_mode, uint32_t p0, uint32_t p1, uint32_t p2) {
    sfpu(op, vector_mode, p0, p1);
    tw_sfpu_unary(op, dst, vector_mode, p0, p1, p2);
}
void tw_timed_sfpu_binary(uint32_t op, uint32_t a, uint32_t b, uint32_t out, uint32_t vector_mode, uint32_t p0,
                          uint32_t p1) {
    sfpu(op, vector_mode, p0, p1);
    tw_sfpu_binary(op, a, b, out, vector_mode, p0, p1);
}
void tw_timed_sfpu_ternary(uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t out, uint32_t vector_mode,
                           uint32_t p0) {
    sfpu(op, vector_mode, p0, 0);
    tw_sfpu_ternary(op, a, b, c, out, vector_mode, p0);
}
void tw_timed_vector(uint32_t op) {
    ThreadTape& to = tape();
    // Vectors of one function follow each other: one entry for all of them.
    const bool plain = static_cast<uint32_t>(tw_self->cycles) < 16;
    if (plain && !to.events.empty() && to.events.back().op == Op::VectorsOf && to.events.back().a == op) {
        ++to.events.back().b;
        tw_self->cycles = 0;
        return;
    }
    Event& event = note(Op::VectorsOf);
    event.a = op;
    event.b = 1;
}
uint32_t* tw_timed_dst_words(uint32_t dst) { return tw_dst_words(dst); }

// ---- PACK ------------------------------------------------------------------------------------------------------
void tw_timed_pack_configure(uint32_t cb) {
    configure(ConfigureKind::PackAll);
    tw_pack_configure(cb);
}
void tw_timed_pack_reconfig(uint32_t cb, uint32_t old_cb) {
    configure(ConfigureKind::PackFormat, pack_formats_differ(cb, old_cb));
    tw_pack_reconfig(cb, old_cb);
}
void tw_timed_pack_init(uint32_t cb) {
    configure(ConfigureKind::PackInit);
    tw_pack_init(cb);
}
void tw_timed_pack_set_fp32_dest(uint32_t on) {
    configure(ConfigureKind::Small);
    tw_pack_set_fp32_dest(on);
}
void tw_timed_pack_wait(void) {
    note(Op::PackWait);
    tw_pack_wait();
}
void tw_timed_pack_release(void) {
    note(Op::Release);
    tw_pack_release();
}
void tw_timed_pack_tile(uint32_t dst, uint32_t cb, uint32_t out_of_order, uint32_t tile) {
    pack(PackKind::Tile, packed_bytes(cb), 1);
    tw_pack_tile(dst, cb, out_of_order, tile);
}
void tw_timed_pack_reduce_mask(uint32_t cb, uint32_t dim) {
    configure(ConfigureKind::Small);
    tw_pack_reduce_mask(cb, dim);
}
void tw_timed_pack_reduce_mask_clear(void) {
    configure(ConfigureKind::Small);
    tw_pack_reduce_mask_clear();
}
void tw_timed_pack_relu(uint32_t mode, uint32_t threshold_bits) {
    configure(ConfigureKind::Small);
    tw_pack_relu(mode, threshold_bits);
}
void tw_timed_pack_l1_accumulate(uint32_t on) {
    configure(ConfigureKind::Small);
    tw_pack_l1_accumulate(on);
}
void tw_timed_pack_untilize_init(uint32_t cb, uint32_t block_ct, uint32_t full_ct, uint32_t row_datums) {
    configure(ConfigureKind::PackInit);
    tw_pack_untilize_init(cb, block_ct, full_ct, row_datums);
}
void tw_timed_pack_untilize(uint32_t cb, uint32_t block_ct, uint32_t full_ct, uint32_t block_rt, uint32_t block_c_index,
                            uint32_t first_dst, uint32_t row_datums, uint32_t rows) {
    pack(PackKind::Untilize, packed_bytes(cb), block_ct * block_rt);
    tw_pack_untilize(cb, block_ct, full_ct, block_rt, block_c_index, first_dst, row_datums, rows);
}
void tw_timed_pack_untilize_uninit(uint32_t cb) {
    configure(ConfigureKind::PackInit);
    tw_pack_untilize_uninit(cb);
}
void tw_timed_pack_rows_init(uint32_t rows) {
    configure(ConfigureKind::PackInit);
    tw_pack_rows_init(rows);
}
void tw_timed_pack_rows(uint32_t dst, uint32_t cb, uint32_t tile) {
    pack(PackKind::Rows, tensix().packer.rows * 16 * tile::datum_bytes(tensix().packer.config.destination), 1);
    tw_pack_rows(dst, cb, tile);
}

}  // extern "C"

}  // namespace tilewright::clock
