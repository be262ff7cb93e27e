// Passes over described tiles and moves between rows and tiles: the scalar definition, datum by datum.
#include <bit>
#include <cstring>

#include "tile/views/view.hpp"

namespace tilewright::tile {

namespace {

float value_of(const TileView& view, uint32_t i) {
    uint32_t word = 0;
    if (view.bf16) {
        uint16_t half;
        std::memcpy(&half, view.data + 2 * i, 2);
        word = uint32_t{half} << 16;
    } else {
        std::memcpy(&word, view.data + 4 * i, 4);
    }
    float x = std::bit_cast<float>(word);
    const uint32_t row = i / 512 * 16 + i / 16 % 16, column = i / 256 % 2 * 16 + i % 16;
    for (uint32_t k = 0; k < view.steps; ++k) {
        const float* line = view.step[k].line;
        switch (view.step[k].op) {
            case ViewStep::Op::AddColumn: x = x + line[row]; break;
            case ViewStep::Op::SubColumn: x = x + -line[row]; break;
            case ViewStep::Op::MulColumn: x = x * line[row]; break;
            case ViewStep::Op::AddRow: x = x + line[column]; break;
            case ViewStep::Op::SubRow: x = x + -line[column]; break;
            case ViewStep::Op::MulRow: x = x * line[column]; break;
            case ViewStep::Op::Square: x = x * x; break;
        }
    }
    return x;
}

void scalar_store(const TileView& view, uint32_t* dst) {
    for (uint32_t i = 0; i < 1024; ++i) dst[i] = std::bit_cast<uint32_t>(value_of(view, i));
}

void scalar_add_to(const TileView* views, uint32_t count, uint32_t* dst) {
    for (uint32_t k = 0; k < count; ++k) {
        for (uint32_t i = 0; i < 1024; ++i)
            dst[i] = std::bit_cast<uint32_t>(std::bit_cast<float>(dst[i]) + value_of(views[k], i));
    }
}

// What the packer makes of a word of a 32-bit DST: ties away, subnormals as +0, NaN quiet.
uint16_t scalar_bf16(uint32_t word) {
    if ((word & 0x7FFFFFFF) > 0x7F800000) return static_cast<uint16_t>((word >> 16 & 0x8000) | 0x7FC0);
    const auto half = static_cast<uint16_t>((word + 0x8000) >> 16);
    return (half & 0x7F80) == 0 ? 0 : half;
}

void scalar_put(const TileView& view, uint32_t i, bool bf16, uint8_t* to) {
    const auto word = std::bit_cast<uint32_t>(value_of(view, i));
    const uint16_t half = scalar_bf16(word);
    std::memcpy(to, bf16 ? static_cast<const void*>(&half) : &word, bf16 ? 2 : 4);
}

void scalar_pack(const TileView& view, bool bf16, uint8_t* tile) {
    for (uint32_t i = 0; i < 1024; ++i) scalar_put(view, i, bf16, tile + i * (bf16 ? 2 : 4));
}

void scalar_pack_rows(const TileView& view, bool bf16, uint8_t* rows, uint32_t stride) {
    for (uint32_t i = 0; i < 1024; ++i) {
        const uint32_t row = i / 512 * 16 + i / 16 % 16, column = i / 256 % 2 * 16 + i % 16;
        scalar_put(view, i, bf16, rows + size_t{row} * stride + column * (bf16 ? 2 : 4));
    }
}

uint16_t scalar_settled(uint16_t x, bool card) {
    const uint16_t magnitude = x & 0x7FFF;
    if (magnitude < 0x80) return 0;
    return magnitude > 0x7F80 ? static_cast<uint16_t>((x & 0x8000) | (card ? 0x7F80 : 0x7FC0)) : x;
}

void scalar_move(bool bf16, bool card, const uint8_t* from, uint8_t* to) {
    if (!bf16) {
        std::memcpy(to, from, 4);
        return;
    }
    uint16_t half;
    std::memcpy(&half, from, 2);
    half = scalar_settled(half, card);
    std::memcpy(to, &half, 2);
}

size_t face_index(uint32_t row, uint32_t column) {
    return (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16;
}

void scalar_rows_to_tiles(bool bf16, bool card, const uint8_t* const rows[32], uint32_t tiles, uint8_t* out,
                          uint32_t tile_stride) {
    const uint32_t bytes = bf16 ? 2 : 4;
    for (uint32_t i = 0; i < tiles; ++i) {
        for (uint32_t row = 0; row < 32; ++row) {
            for (uint32_t column = 0; column < 32; ++column)
                scalar_move(bf16, card, rows[row] + (size_t{i} * 32 + column) * bytes,
                            out + size_t{i} * tile_stride + face_index(row, column) * bytes);
        }
    }
}

void scalar_tile_to_rows(bool bf16, bool card, const uint8_t* tile, uint8_t* rows, uint32_t stride) {
    const uint32_t bytes = bf16 ? 2 : 4;
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t column = 0; column < 32; ++column)
            scalar_move(bf16, card, tile + face_index(row, column) * bytes,
                        rows + size_t{row} * stride + column * bytes);
    }
}

void scalar_read_line(const TileView& view, bool column, float line[32]) {
    const uint32_t step = column ? 16 : 1, far = column ? 512 : 256;
    for (uint32_t half = 0; half < 2; ++half) {
        for (uint32_t i = 0; i < 16; ++i) {
            uint32_t word = 0;
            if (view.bf16) {
                uint16_t short_word;
                std::memcpy(&short_word, view.data + 2 * (half * far + i * step), 2);
                word = uint32_t{short_word} << 16;
            } else {
                std::memcpy(&word, view.data + 4 * (half * far + i * step), 4);
            }
            line[half * 16 + i] = std::bit_cast<float>(word);
        }
    }
}

}  // namespace

const ViewMath& scalar_view_math() {
    static constexpr ViewMath kScalar = {scalar_read_line, scalar_store,         scalar_add_to,      scalar_pack,
                                         scalar_pack_rows, scalar_rows_to_tiles, scalar_tile_to_rows};
    return kScalar;
}

}  // namespace tilewright::tile
