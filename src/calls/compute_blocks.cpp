// The calls of tw/abi_blocks.h: whole sequences of compute calls, short ways first.
//
// A short way is taken only where unpacker, math unit and packer are configured so that the sequence would move tiles
// without changing more than the packer changes; src/tile/views/view.hpp says what that is.
#include "calls/compute_common.hpp"
#include "card/read_ahead.hpp"
#include "card/small_tile.hpp"
#include "tile/views/view.hpp"
#include "tw/abi_blocks.h"

namespace tilewright::calls {

using card::MathOp;
using card::PackOp;
using card::Tensix;
using card::UnpackOp;
using tile::Broadcast;
using tile::DataFormat;

namespace {

bool full_tile(const Tensix& t, uint32_t cb) {
    return card::is_full_tile(t.operand(cb).tile_height, t.operand(cb).tile_width);
}

// UNPACK and MATH hand a tile on as it is.
bool copies_plainly(const Tensix& t) {
    return t.fpu.op == MathOp::Copy && t.fpu.broadcast == Broadcast::None && t.fpu.src_a != DataFormat::Invalid &&
           t.sources.empty();
}

bool unpacks_plainly(const Tensix& t) {
    const card::Unpacker& u = t.unpacker;
    return u.op == UnpackOp::Copy && u.broadcast == Broadcast::None && u.reuse == card::DestReuse::None &&
           !u.transpose_faces && !u.transpose_within_face;
}

enum class Move { None, Bf16, Float32 };

// A move between CBs of one format that cuts nothing on the way.
Move move_between(const Tensix& t) {
    const card::UnpackerSide& from = t.unpacker.a;
    const tile::PackConfig& to = t.packer.config;
    if (!t.packer.configured || to.relu != tile::ReluMode::None || to.l1_accumulate ||
        to.mask != tile::PackConfig::Mask::None) {
        return Move::None;
    }
    const auto all = [&](DataFormat format) {
        return from.l1 == format && from.reg == format && to.source == format && to.destination == format;
    };
    if (all(DataFormat::Float16_b) && t.fpu.src_a == DataFormat::Float16_b) return Move::Bf16;
    if (all(DataFormat::Float32) && t.fpu.dst_fp32 && to.dst_fp32) return Move::Float32;
    return Move::None;
}

bool may_shorten(const Tensix& t, uint32_t cb_in, uint32_t cb_out) {
    return t.setup.short_ways() && copies_plainly(t) && t.dst.committed == 0 && !t.dst.math_open && !t.dst.pack_open &&
           full_tile(t, cb_in) && full_tile(t, cb_out);
}

// What `times` sections that are filled, packed and released leave behind.
void pass_sections(Tensix& t, uint32_t times) {
    for (uint32_t i = 0; i < times; ++i) {
        t.dst.acquire();
        t.dst.commit();
        t.dst.wait();
        t.dst.release();
    }
}

bool overlap(const uint8_t* a, size_t a_bytes, const uint8_t* b, size_t b_bytes) {
    return a < b + b_bytes && b < a + a_bytes;
}

bool tilize_directly(Tensix& t, uint32_t cb_in, uint32_t first, uint32_t tiles, uint32_t cb_out, uint32_t first_out) {
    constexpr const char* call = "tilize_block";
    const card::Unpacker& u = t.unpacker;
    if (!may_shorten(t, cb_in, cb_out) || u.op != UnpackOp::Tilize || t.packer.op != PackOp::Tile || u.neginf)
        return false;
    const Move move = move_between(t);
    if (move == Move::None || (move == Move::Float32 && u.fast_tilize)) return false;
    if (u.tilize_both && (u.b.l1 != u.a.l1 || u.b.reg != u.a.reg)) return false;
    require_cb(cb_in, call);
    const bool bf16 = move == Move::Bf16;
    const uint32_t datum = bf16 ? 2 : 4, tile_bytes = 1024 * datum;
    const uint32_t stride = u.width_tiles * 32 * datum;
    const uint64_t address = 16 * static_cast<uint64_t>(tw_self->cb[cb_in].fifo_rd_ptr) + uint64_t{first} * 32 * datum;
    const uint32_t span = 31 * stride + tiles * 32 * datum;
    const uint32_t page_words = tw_self->cb[cb_out].fifo_page_size;
    if (16 * page_words < tile_bytes) return false;
    uint8_t* out = place_to_write(cb_out, first_out * page_words, (tiles - 1) * 16 * page_words + tile_bytes, call);
    const tile::ViewMath& math = tile::view_math();
    const bool on_card = t.setup.numerics == tile::Numerics::Card;
    const uint8_t* in_l1[32];
    const uint8_t* const* rows = engine::running_fiber().core_run->reads.rows(address, stride, tiles * 32 * datum);
    if (rows == nullptr) {
        const uint8_t* first_row = l1_bytes_at(address, span, call, cb_in);
        if (overlap(first_row, span, out, size_t{tiles} * 16 * page_words)) return false;
        for (uint32_t row = 0; row < 32; ++row) in_l1[row] = first_row + size_t{row} * stride;
        rows = in_l1;
        for (uint32_t i = 0; i < tiles; ++i) card::fetch_ahead();
    }
    math.rows_to_tiles(bf16, on_card, rows, tiles, out, 16 * page_words);
    pass_sections(t, tiles);
    return true;
}

bool untilize_directly(Tensix& t, uint32_t cb_in, uint32_t block_ct, uint32_t full_ct, uint32_t cb_out,
                       uint32_t block_c_index) {
    constexpr const char* call = "pack_untilize";
    if (!may_shorten(t, cb_in, cb_out) || !unpacks_plainly(t) || t.packer.op != PackOp::Untilize) return false;
    const Move move = move_between(t);
    if (move == Move::None || block_ct > t.dst.capacity(t.fpu.dst_fp32)) return false;
    require_cb(cb_in, call);
    const bool bf16 = move == Move::Bf16;
    const uint32_t datum = bf16 ? 2 : 4, tile_bytes = 1024 * datum;
    const TwCbView& in = tw_self->cb[cb_in];
    const uint32_t page_bytes = 16 * in.fifo_page_size;
    if (page_bytes < tile_bytes) return false;
    const uint32_t in_bytes = (block_ct - 1) * page_bytes + tile_bytes;
    const uint8_t* from = l1_bytes_at(16 * static_cast<uint64_t>(in.fifo_rd_ptr), in_bytes, call, cb_in);
    const uint32_t stride = full_ct * 32 * datum;
    const uint32_t start = block_c_index * block_ct * 32 * datum;
    const uint32_t span = 31 * stride + block_ct * 32 * datum;
    uint8_t* rows = place_to_write(cb_out, start / 16, span, call);  // a tile's row is a multiple of 16 bytes
    if (overlap(from, in_bytes, rows, span)) return false;
    const tile::ViewMath& math = tile::view_math();
    const bool card = t.setup.numerics == tile::Numerics::Card;
    for (uint32_t i = 0; i < block_ct; ++i)
        math.tile_to_rows(bf16, card, from + size_t{i} * page_bytes, rows + i * 32 * datum, stride);
    pass_sections(t, 1);
    return true;
}

}  // namespace

extern "C" {

void tw_copy_tile(uint32_t cb, uint32_t tile, uint32_t dst) {
    Tensix& t = tensix();
    const card::UnpackerSide& side = t.unpacker.a;
    const bool bf16 = side.l1 == DataFormat::Float16_b &&
                      (side.reg == DataFormat::Float32 ||
                       (side.reg == DataFormat::Float16_b && t.fpu.src_a == DataFormat::Float16_b));
    const bool fp32 = side.l1 == DataFormat::Float32 && side.reg == DataFormat::Float32;
    if ((bf16 || fp32) && t.setup.views() && t.fpu.dst_fp32 && copies_plainly(t) && unpacks_plainly(t) &&
        full_tile(t, cb)) {
        constexpr const char* call = "copy_tile";
        const uint32_t slot = math_slot(dst, call);
        const uint8_t* data = tile_to_read(cb, tile, bf16 ? 2048 : 4096, call);
        tile::TileView& view = t.dst.start_view(slot);
        view.data = data;
        view.bf16 = bf16;
        view.through_source = bf16 && side.reg == DataFormat::Float16_b;
        t.dst.writer[slot] = MathOp::Copy;
        return;
    }
    tw_unpack_a(cb, tile);
    tw_math_copy(dst, cb, static_cast<uint32_t>(Broadcast::None));
}

void tw_tilize_block(uint32_t cb_in, uint32_t first, uint32_t tiles, uint32_t cb_out, uint32_t first_out) {
    if (tiles == 0 || tilize_directly(tensix(), cb_in, first, tiles, cb_out, first_out)) return;
    for (uint32_t i = 0; i < tiles; ++i) {
        tw_unpack_tilize(cb_in, first + i, tiles);
        tw_math_acquire();
        tw_math_copy(0, cb_in, static_cast<uint32_t>(Broadcast::None));
        tw_math_commit();
        tw_pack_wait();
        tw_pack_tile(0, cb_out, 1, first_out + i);
        tw_pack_release();
    }
}

void tw_untilize_block(uint32_t cb_in, uint32_t block_ct, uint32_t full_ct, uint32_t cb_out, uint32_t block_c_index) {
    if (block_ct != 0 && untilize_directly(tensix(), cb_in, block_ct, full_ct, cb_out, block_c_index)) return;
    tw_math_acquire();
    for (uint32_t i = 0; i < block_ct; ++i) tw_copy_tile(cb_in, i, i);
    tw_math_commit();
    tw_pack_wait();
    tw_pack_untilize(cb_out, block_ct, full_ct, 1, block_c_index, 0, 32, 0);
    tw_pack_release();
}

}  // extern "C"

}  // namespace tilewright::calls
