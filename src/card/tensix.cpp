// State changes of the compute side that need no waiting: launch, DST hand-over, operands into register form.
#include "card/tensix.hpp"

#include <cstring>
#include <utility>

#include "card/small_tile.hpp"
#include "tile/sfpu/sfpu.hpp"

namespace tilewright::card {

using tile::DataFormat;

namespace {

constexpr uint32_t kMaxTileBytes = 4096;
constexpr uint32_t kMinusInfinity = 0xFF800000u;

uint32_t face_index(uint32_t row, uint32_t column) {
    return ((row >> 4) * 2 + (column >> 4)) * 256 + (row & 15) * 16 + (column & 15);
}

// 1024 consecutive datums of the row-major form of a row of tiles, in order: packed as a tile they are the rows.
void gather_untilized(const tile::TileMath& math, const SourceSide& side, uint32_t* out) {
    std::array<uint32_t, tile::kTileWords> unpacked;
    uint32_t unpacked_tile = UINT32_MAX;
    const uint32_t width = side.width_tiles * 32;
    for (uint32_t segment = 0; segment < 32; ++segment) {  // 32 datums of one row of one tile
        const uint32_t first = side.chunk * 1024 + segment * 32;
        const uint32_t row = first / width;
        const uint32_t tile = (first % width) / 32;
        if (tile != unpacked_tile) {
            math.unpack(side.l1, side.reg, side.data + static_cast<uint64_t>(tile) * side.row_stride_bytes,
                        unpacked.data());
            unpacked_tile = tile;
        }
        for (uint32_t column = 0; column < 32; ++column) out[segment * 32 + column] = unpacked[face_index(row, column)];
    }
}

void read_rows(const tile::TileMath& math, const SourceSide& side, uint32_t* out) {
    if (side.lower_data != nullptr) {
        // Only the rows that a side reads lie in front of it: the others are staged as zeros.
        const auto half = [&](tile::DataFormat l1, tile::DataFormat reg, const uint8_t* from, uint32_t stride,
                              uint32_t first) {
            const uint32_t row_bytes = 32 * tile::datum_bytes(l1);
            alignas(64) std::array<uint8_t, kMaxTileBytes> staged{};
            for (uint32_t row = 0; row < 16; ++row)
                std::memcpy(staged.data() + (first + row) * row_bytes, from + uint64_t{row} * stride, row_bytes);
            alignas(64) std::array<uint32_t, tile::kTileWords> words;
            math.unpack_tilize(l1, reg, staged.data(), row_bytes, words.data());
            std::memcpy(out + first * 32, words.data() + first * 32, 16 * 32 * sizeof(uint32_t));
        };
        half(side.l1, side.reg, side.data, side.row_stride_bytes, 0);
        half(side.lower_l1, side.lower_reg, side.lower_data, side.lower_stride_bytes, 16);
        return;
    }
    if (side.valid_rows >= 32) {
        math.unpack_tilize(side.l1, side.reg, side.data, side.row_stride_bytes, out);
        return;
    }
    // Rows past the end of the window belong to somebody else: stage only those that are there.
    const uint32_t row_bytes = 32 * tile::datum_bytes(side.l1);
    alignas(64) std::array<uint8_t, kMaxTileBytes> staged{};
    for (uint32_t row = 0; row < side.valid_rows; ++row) {
        std::memcpy(staged.data() + row * row_bytes, side.data + static_cast<uint64_t>(row) * side.row_stride_bytes,
                    row_bytes);
    }
    math.unpack_tilize(side.l1, side.reg, staged.data(), row_bytes, out);
    if (!side.neginf) return;
    for (uint32_t row = side.valid_rows; row < 32; ++row) {
        for (uint32_t column = 0; column < 32; ++column) out[face_index(row, column)] = kMinusInfinity;
    }
}

// Arithmetic left out: registers keep what they hold.
constexpr tile::TileMath kNoMath = {
    .unpack = [](DataFormat, DataFormat, const void*, uint32_t*) {},
    .unpack_tilize = [](DataFormat, DataFormat, const void*, uint32_t, uint32_t*) {},
    .transpose_faces = [](uint32_t*, bool, bool) {},
    .copy = [](const tile::MathConfig&, tile::Broadcast, tile::Operand, uint32_t*) {},
    .eltwise = [](const tile::MathConfig&, tile::EltwiseOp, tile::Broadcast, bool, uint32_t, tile::Operand,
                  tile::Operand, bool, uint32_t*) {},
    .matmul = [](const tile::MathConfig&, tile::Operand, tile::Operand, bool, uint32_t*) {},
    .reduce = [](const tile::MathConfig&, tile::Pool, tile::ReduceDim, tile::Operand, tile::Operand, bool,
                 uint32_t*) {},
    .dst_to_src = [](DataFormat, bool, const uint32_t*, uint32_t*) {},
    .pack = [](const tile::PackConfig&, const uint32_t*, void*) {},
    .pack_untilize = [](const tile::PackConfig&, const uint32_t*, void*, uint32_t, uint32_t) {},
};

}  // namespace

const char* name_of(UnpackOp op) {
    switch (op) {
        case UnpackOp::None: return "nothing";
        case UnpackOp::Copy: return "one operand (copy, transpose, dest reuse)";
        case UnpackOp::Pair: return "two operands (eltwise)";
        case UnpackOp::Reduce: return "reduce";
        case UnpackOp::Matmul: return "matmul";
        case UnpackOp::Tilize: return "tilize";
        case UnpackOp::Untilize: return "untilize";
        case UnpackOp::TilizePair: return "tilize with a second operand";
    }
    return "?";
}

const char* name_of(MathOp op) {
    switch (op) {
        case MathOp::None: return "nothing";
        case MathOp::Copy: return "copy";
        case MathOp::Binary: return "eltwise binary";
        case MathOp::Reduce: return "reduce";
        case MathOp::Matmul: return "matmul";
        case MathOp::TransposeDest: return "transpose in DST";
    }
    return "?";
}

const char* name_of(PackOp op) {
    switch (op) {
        case PackOp::None: return "nothing";
        case PackOp::Tile: return "tiles";
        case PackOp::Untilize: return "untilize";
        case PackOp::Rows: return "rows";
    }
    return "?";
}

void Dst::reset(bool full_sync) {
    full_sync_ = full_sync;
    math_section = pack_section = committed = 0;
    math_open = pack_open = false;
    clear_ = (1u << kSlots) - 1;
    viewed_ = owed_count_ = 0;
    for (uint64_t& generation : generation_) ++generation;
    writer.fill(MathOp::None);
}

void Dst::commit() {
    math_open = false;
    ++committed;
    math_section = (math_section + 1) % sections();
}

void Dst::release() {
    pack_open = false;
    const uint32_t slots = full_sync_ ? 0xFFFFu : 0xFFu << pack_slot(0);
    clear_ |= slots;
    viewed_ &= ~slots;
    if (slots >> owed_slot_ & 1) owed_count_ = 0;
    const uint32_t first = pack_slot(0), count = full_sync_ ? 16 : 8;
    std::memset(&writer[first], 0, count * sizeof writer[0]);  // MathOp::None
    for (uint32_t slot = first; slot < first + count; ++slot) ++generation_[slot];
    if (committed > 0) --committed;
    pack_section = (pack_section + 1) & (sections() - 1);
}

void Dst::add_owed() { passes->add_to(owed_.data(), std::exchange(owed_count_, 0), at(owed_slot_)); }

void Dst::settle(uint32_t slot) {
    viewed_ &= ~(1u << slot);
    passes->store(views_[slot], at(slot));
}

void Dst::fill(uint32_t slot) {
    if (viewed_ >> slot & 1) return settle(slot);
    std::memset(at(slot), 0, tile::kTileWords * sizeof(uint32_t));
    clear_ &= ~(1u << slot);
}

void Dst::settle_mask(uint32_t slots) {
    for (uint32_t slot = 0; slot < kSlots; ++slot) {
        if (slots >> slot & 1) settle(slot);
    }
}

void Dst::settle_range(const uint8_t* begin, size_t bytes) {
    for (uint32_t i = 0; i < owed_count_; ++i) {
        const uint8_t* source = owed_[i].data;
        if (source < begin + bytes && begin < source + owed_[i].bytes()) add_owed();
    }
    for (uint32_t left = viewed_; left != 0; left &= left - 1) {
        const auto slot = static_cast<uint32_t>(__builtin_ctz(left));
        const uint8_t* source = views_[slot].data;
        if (source < begin + bytes && begin < source + views_[slot].bytes()) settle(slot);
    }
}

uint64_t Dst::read_line(uint32_t slot, bool column) {
    if (owed_count_ != 0) add_owed();
    const uint64_t number = lines_read_++;
    if (number % (kLines / 4) == 0) {
        for (uint32_t other = 0; other < kSlots; ++other) {
            const bool has_line = (viewed_ >> other & 1) != 0 && views_[other].steps != 0;
            if (has_line && oldest_line_[other] + kLines / 2 <= number) settle(other);
        }
    }
    const tile::TileView* described = view(slot);
    float* line = line_values_[number % kLines].data();
    if (described == nullptr || described->steps != 0) {
        tile::TileView filled;
        filled.data = reinterpret_cast<const uint8_t*>(readable(slot));
        passes->read_line(filled, column, line);
        if (column) tile::spoil_column(filled.data, filled.bf16, line);
    } else {
        passes->read_line(*described, column, line);
        if (column) tile::spoil_column(described->data, described->bf16, line);
    }
    lines_[slot] = {column, generation_[slot], number};
    return number;
}

void Tensix::begin_program(const TensixSetup& new_setup) {
    setup = new_setup;
    math = setup.dry ? &kNoMath : &tile::tile_math(setup.numerics);
    unpacker = {};
    fpu = {};
    fpu.dst_fp32 = setup.dst_fp32;
    fpu.fidelity = setup.fidelity;
    packer = {};
    packer.config.dst_fp32 = setup.dst_fp32;
    dst.reset(setup.dst_full_sync);
    dst.passes = setup.numerics == tile::Numerics::Card ? &tile::card_view_math() : &tile::view_math();
    sources.reset(setup.fused, setup.bank_views());
    for (auto& from : mailboxes.fifo) {
        for (auto& fifo : from) fifo.clear();  // a launch makes no new ones
    }
    semaphores.fill({});
    sfpu = {};
}

tile::MathConfig Tensix::math_config() const {
    return {fpu.src_a, fpu.src_b, fpu.dst_fp32, fpu.fidelity, setup.generation};
}

tile::Operand Tensix::materialise(const SourceSide& side, uint32_t* buffer) const {
    switch (side.kind) {
        case SourceSide::Kind::Registers: return {side.data, false};
        case SourceSide::Kind::None:
            std::memset(buffer, 0, tile::kTileWords * sizeof(uint32_t));
            return {buffer, false};
        case SourceSide::Kind::Rows: read_rows(*math, side, buffer); break;
        case SourceSide::Kind::Untilize: gather_untilized(*math, side, buffer); break;
        case SourceSide::Kind::Tile: {
            const bool full = is_full_tile(side.tile_height, side.tile_width);
            const bool plain_bf16 = side.l1 == DataFormat::Float16_b && side.reg == DataFormat::Float16_b;
            if (full && plain_bf16 && !side.transpose_faces && !side.transpose_within_face) return {side.data, true};
            if (full) {
                math->unpack(side.l1, side.reg, side.data, buffer);
            } else {
                alignas(64) std::array<uint8_t, kMaxTileBytes> widened;
                widen_tile(side.l1, side.tile_height, side.tile_width, side.data, widened.data());
                math->unpack(side.l1, side.reg, widened.data(), buffer);
            }
            break;
        }
    }
    if (side.transpose_faces || side.transpose_within_face) {
        math->transpose_faces(buffer, side.transpose_within_face, side.transpose_faces);
    }
    return {buffer, false};
}

}  // namespace tilewright::card
