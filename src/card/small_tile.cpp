// Tiles smaller than 32x32, to and from the full form.
#include "card/small_tile.hpp"

#include <cstring>

namespace tilewright::card {

namespace {

// Where a face row of 16 datums lies. Block floats keep one exponent byte per face row in front of all mantissas.
struct Layout {
    uint32_t exponent_bytes = 0;  // of the whole section
    uint32_t row_bytes = 0;       // 16 datums
};

Layout layout_of(tile::DataFormat format, uint32_t height, uint32_t width) {
    if (!tile::is_block_float(format)) return {0, 16 * tile::datum_bytes(format)};
    const uint32_t face_rows = height * (width / 16);
    Layout layout;
    layout.exponent_bytes = (face_rows + 15) / 16 * 16;
    layout.row_bytes = (tile::tile_bytes(format) - 64) / 64;
    return layout;
}

template <typename Move>
void each_face_row(tile::DataFormat format, uint32_t height, uint32_t width, Move move) {
    const Layout small = layout_of(format, height, width);
    const Layout full = layout_of(format, 32, 32);
    const uint32_t face_height = height < 16 ? height : 16;
    const uint32_t faces_across = width / 16;
    uint32_t small_row = 0;
    for (uint32_t face_row = 0; face_row < (height + 15) / 16; ++face_row) {
        for (uint32_t face_column = 0; face_column < faces_across; ++face_column) {
            for (uint32_t row = 0; row < face_height; ++row, ++small_row) {
                const uint32_t full_row = (face_row * 2 + face_column) * 16 + row;
                if (small.exponent_bytes != 0) move(small_row, full_row, 1);
                move(small.exponent_bytes + small_row * small.row_bytes,
                     full.exponent_bytes + full_row * full.row_bytes, small.row_bytes);
            }
        }
    }
}

}  // namespace

void widen_tile(tile::DataFormat format, uint32_t height, uint32_t width, const uint8_t* small, uint8_t* full) {
    std::memset(full, 0, tile::tile_bytes(format));
    each_face_row(format, height, width, [&](uint32_t small_offset, uint32_t full_offset, uint32_t bytes) {
        std::memcpy(full + full_offset, small + small_offset, bytes);
    });
}

void narrow_tile(tile::DataFormat format, uint32_t height, uint32_t width, const uint8_t* full, uint8_t* small) {
    each_face_row(format, height, width, [&](uint32_t small_offset, uint32_t full_offset, uint32_t bytes) {
        std::memcpy(small + small_offset, full + full_offset, bytes);
    });
}

}  // namespace tilewright::card
