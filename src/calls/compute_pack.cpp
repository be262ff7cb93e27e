// PACK: configuration and the calls that write DST tiles to L1.
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "calls/compute_common.hpp"
#include "card/read_ahead.hpp"
#include "card/small_tile.hpp"

namespace tilewright::calls {

using card::PackOp;
using card::Tensix;
using tile::DataFormat;
using Mask = tile::PackConfig::Mask;

namespace {

constexpr const char* kPacker = "the packer";

void configure_packer(Tensix& t, uint32_t cb) {
    require_cb(cb, "packer configuration");
    t.packer.config.source = t.operand(cb).pack_src;
    t.packer.config.destination = t.operand(cb).pack_dst;
    t.packer.configured = true;
}

void require_packer(Tensix& t, PackOp wanted, uint32_t cb, const char* call) {
    require_cb(cb, call);
    if (!t.packer.configured) refuse_unconfigured(kPacker, call);
    if (t.packer.op != wanted) refuse_family(kPacker, call, name_of(wanted), name_of(t.packer.op));
    if (t.setup.strict) checks::events.format({kPacker, cb, t.packer.config.destination, t.operand(cb).pack_dst});
}

// A described slot (card/tensix.hpp) that the packer can write from its description: formats of one size, no edge mask,
// nothing added. Null: the plain way.
const tile::TileView* direct_view(Tensix& t, uint32_t slot) {
    const tile::PackConfig& config = t.packer.config;
    const bool plain = config.relu == tile::ReluMode::None && !config.l1_accumulate && config.mask == Mask::None &&
                       config.dst_fp32 && config.source == config.destination &&
                       (config.source == DataFormat::Float32 || config.source == DataFormat::Float16_b);
    return plain ? t.dst.view(slot) : nullptr;
}

// The next page will probably be next; cores that do not share memory find it cold.
void fetch_next_page(const uint8_t* place, uint32_t bytes) {
    for (uint32_t line = 0; line < bytes; line += 64) __builtin_prefetch(place + bytes + line, 1, 2);
}

// Writes one tile in face order.
void write_tile(Tensix& t, uint32_t slot, uint32_t cb, uint32_t offset, const char* call) {
    const card::OperandSetup& operand = t.operand(cb);
    const tile::PackConfig& config = t.packer.config;
    const DataFormat format = config.destination;
    const uint32_t bytes = tile::tile_bytes(format, operand.tile_height, operand.tile_width);
    uint8_t* place = place_to_write(cb, offset, bytes, call);
    t.dst.settle_sources_in(place, bytes);
    const bool full_tile = card::is_full_tile(operand.tile_height, operand.tile_width);
    if (const tile::TileView* view = direct_view(t, slot); view != nullptr && full_tile) {
        t.dst.passes->pack(*view, format == DataFormat::Float16_b, place);
        if (t.setup.strict) fetch_next_page(place, bytes);
        return;
    }
    const uint32_t* words = t.dst.readable(slot);
    if (full_tile) {
        t.math->pack(config, words, place);
        fetch_next_page(place, bytes);
        return;
    }
    alignas(64) std::array<uint8_t, 4096> full{};
    if (config.l1_accumulate) card::widen_tile(format, operand.tile_height, operand.tile_width, place, full.data());
    t.math->pack(config, words, full.data());
    card::narrow_tile(format, operand.tile_height, operand.tile_width, full.data(), place);
}

}  // namespace

extern "C" {

void tw_pack_configure(uint32_t cb) { configure_packer(tensix(), cb); }

void tw_pack_reconfig(uint32_t cb, uint32_t old_cb) {
    Tensix& t = tensix();
    if (old_cb != TW_NO_CB && t.operand(old_cb).pack_dst == t.operand(cb).pack_dst &&
        t.operand(old_cb).pack_src == t.operand(cb).pack_src) {
        return;
    }
    configure_packer(t, cb);
}

void tw_pack_init(uint32_t) { tensix().packer.op = PackOp::Tile; }
void tw_pack_set_fp32_dest(uint32_t on) { tensix().packer.config.dst_fp32 = on != 0; }

void tw_pack_tile(uint32_t dst, uint32_t cb, uint32_t out_of_order, uint32_t tile) {
    constexpr const char* call = "pack_tile";
    Tensix& t = tensix();
    require_packer(t, PackOp::Tile, cb, call);
    const uint32_t slot = pack_slot(dst, call);
    if (t.setup.strict) checks::events.pack_tile({t, cb, dst, slot});
    TwCbView& view = tw_self->cb[cb];
    if (out_of_order != 0) {
        write_tile(t, slot, cb, tile * view.fifo_page_size, call);
    } else {
        write_tile(t, slot, cb, view.fifo_wr_tile_ptr, call);
        view.fifo_wr_tile_ptr += view.fifo_page_size;
    }
}

void tw_pack_reduce_mask(uint32_t cb, uint32_t dim) {
    static constexpr Mask kMasks[] = {Mask::Column0, Mask::Row0, Mask::Element00};  // by ReduceDim
    tensix().packer.config.mask = kMasks[dim < 3 ? dim : 0];
    tensix().packer.mask_alone = cb == TW_NO_CB;
}

void tw_pack_reduce_mask_clear(void) { tensix().packer.config.mask = Mask::None; }

void tw_pack_relu(uint32_t mode, uint32_t threshold_bits) {
    tile::PackConfig& config = tensix().packer.config;
    config.relu = static_cast<tile::ReluMode>(mode & 3);
    config.relu_threshold = threshold_bits;
}

void tw_pack_l1_accumulate(uint32_t on) { tensix().packer.config.l1_accumulate = on != 0; }

void tw_pack_untilize_init(uint32_t, uint32_t block_ct, uint32_t full_ct, uint32_t row_datums) {
    card::Packer& packer = tensix().packer;
    packer.op = PackOp::Untilize;
    packer.block_ct = block_ct;
    packer.full_ct = full_ct;
    packer.row_datums = row_datums;
}

void tw_pack_untilize(uint32_t cb, uint32_t block_ct, uint32_t full_ct, uint32_t block_rt, uint32_t block_c_index,
                      uint32_t first_dst, uint32_t row_datums, uint32_t rows) {
    constexpr const char* call = "pack_untilize";
    Tensix& t = tensix();
    require_packer(t, PackOp::Untilize, cb, call);
    if (t.setup.strict) {
        checks::events.compute_call(
            {checks::ComputeCall::Kind::PackUntilize, t, kPacker, call, {block_ct, full_ct, row_datums}});
    }
    const tile::PackConfig& config = t.packer.config;
    const uint32_t datum = tile::datum_bytes(config.destination);
    if (datum == 0) {
        refuse_block_rows(fmt::format("{}: rows cannot be written in the block format {} of c_{}", call,
                                      tile::format_name(config.destination), cb),
                          "give the output CB a format with whole datums (Float16_b, Float32, an integer)");
    }
    if (rows == 0) rows = t.operand(cb).tile_height;
    if (row_datums == 32) row_datums = t.operand(cb).tile_width;
    constexpr uint32_t kTileSide = 32;
    if (rows > kTileSide) refuse_unit_argument(call, "rows", rows, kTileSide);
    if (row_datums > kTileSide) refuse_unit_argument(call, "datums of a row", row_datums, kTileSide);
    const uint64_t stride = uint64_t{full_ct} * row_datums * datum;
    const uint64_t reach = (rows - 1) * stride + uint64_t{block_ct} * row_datums * datum;
    if (reach > engine::running_fiber().core_run->core->l1_bytes()) {
        refuse_l1_bytes(reach, 0, call, cb);
        return;
    }
    const auto last = static_cast<uint32_t>(reach);
    const uint64_t page_words = tw_self->cb[cb].fifo_page_size;
    for (uint32_t block_row = 0; block_row < block_rt; ++block_row) {
        // Whole blocks lie `full_ct` pages apart; a column block starts that many bytes further in the row.
        const uint64_t start = 16ull * block_row * full_ct * page_words +
                               static_cast<uint64_t>(block_c_index) * block_ct * row_datums * datum;
        if (start > UINT32_MAX) {
            refuse_l1_bytes(start, last, call, cb);
            return;
        }
        uint8_t* base =
            place_to_write(cb, static_cast<uint32_t>(start / 16), last + static_cast<uint32_t>(start % 16), call) +
            start % 16;
        t.dst.settle_sources_in(base, last);
        for (uint32_t column = 0; column < block_ct; ++column) {
            const uint32_t slot = pack_slot(first_dst + block_row * block_ct + column, call);
            uint8_t* place = base + static_cast<uint64_t>(column) * row_datums * datum;
            if (const tile::TileView* view = direct_view(t, slot); view != nullptr && row_datums == 32 && rows == 32) {
                card::fetch_ahead();
                t.dst.passes->pack_rows(*view, datum == 2, place, stride);
                continue;
            }
            const uint32_t* words = t.dst.readable(slot);
            if (row_datums == 32) {
                t.math->pack_untilize(config, words, place, stride, rows);
                continue;
            }
            alignas(64) std::array<uint8_t, 4096> staged;
            t.math->pack_untilize(config, words, staged.data(), 32 * datum, rows);
            for (uint32_t row = 0; row < rows; ++row) {
                std::memcpy(place + static_cast<uint64_t>(row) * stride, staged.data() + row * 32 * datum,
                            row_datums * datum);
            }
        }
    }
}

void tw_pack_untilize_uninit(uint32_t cb) {
    Tensix& t = tensix();
    t.packer.op = PackOp::Tile;
    configure_packer(t, cb);
}

void tw_pack_rows_init(uint32_t rows) {
    card::Packer& packer = tensix().packer;
    packer.op = rows != 0 ? PackOp::Rows : PackOp::Tile;
    packer.rows = rows;
}

void tw_pack_rows(uint32_t dst, uint32_t cb, uint32_t tile) {
    constexpr const char* call = "pack_rows";
    Tensix& t = tensix();
    require_packer(t, PackOp::Rows, cb, call);
    constexpr uint32_t kMostRows = 64;  // of 16 datums, in a tile
    if (t.packer.rows > kMostRows) refuse_unit_argument(call, "rows", t.packer.rows, kMostRows);
    const uint32_t bytes = t.packer.rows * 16 * tile::datum_bytes(t.packer.config.destination);
    uint8_t* place = place_to_write(cb, tile * tw_self->cb[cb].fifo_page_size, bytes, call);
    alignas(64) std::array<uint8_t, 4096> full{};
    if (t.packer.config.l1_accumulate) std::memcpy(full.data(), place, bytes);
    t.dst.settle_sources_in(place, bytes);
    t.math->pack(t.packer.config, t.dst.readable(pack_slot(dst, call)), full.data());
    std::memcpy(place, full.data(), bytes);
}

}  // extern "C"

}  // namespace tilewright::calls
