// Conversions between row-major, swizzled and face-ordered tile layouts.
//
// One function gives the position of element (row, column) of a matrix in a layout; every conversion is a walk over
// all elements with two such functions.
#include "tt-metalium/tilize_utils.hpp"

#include <limits>

#include "base/product.hpp"
#include "tt_stl/assert.hpp"

std::ostream& operator<<(std::ostream& os, TensorLayoutType layout) {
    switch (layout) {
        case TensorLayoutType::LIN_ROW_MAJOR: return os << "LIN_ROW_MAJOR";
        case TensorLayoutType::TILED_SWIZZLED: return os << "TILED_SWIZZLED";
        case TensorLayoutType::TILED_NFACES: return os << "TILED_NFACES";
    }
    return os << "unknown";
}

std::uint32_t round_up_to_mul16(std::uint32_t val) { return (val + 15u) & ~15u; }
std::uint32_t round_up_to_mul32(std::uint32_t val) { return (val + 31u) & ~31u; }
std::uint32_t round_up_to_tile(int val, int tile_val) {
    return static_cast<std::uint32_t>((val + tile_val - 1) / tile_val * tile_val);
}

namespace {

struct Geometry {
    size_t width;
    size_t tile_h, tile_w, face_h, face_w;
    bool transpose_face, transpose_order;

    size_t position(TensorLayoutType layout, size_t row, size_t column) const {
        if (layout == TensorLayoutType::LIN_ROW_MAJOR) return row * width + column;
        const size_t tile = row / tile_h * (width / tile_w) + column / tile_w;
        const size_t r = row % tile_h, c = column % tile_w;
        const size_t base = tile * tile_h * tile_w;
        if (layout == TensorLayoutType::TILED_SWIZZLED) return base + r * tile_w + c;
        const size_t face_row = r / face_h, face_column = c / face_w;
        const size_t face =
            transpose_order ? face_column * (tile_h / face_h) + face_row : face_row * (tile_w / face_w) + face_column;
        const size_t in_face = transpose_face ? c % face_w * face_h + r % face_h : r % face_h * face_w + c % face_w;
        return base + face * face_h * face_w + in_face;
    }
};

}  // namespace

template <typename T>
std::vector<T> convert_layout(ttsl::Span<const T> inp, const PhysicalSize& shape, TensorLayoutType inL,
                              TensorLayoutType outL, std::optional<PhysicalSize> tile_shape,
                              std::optional<PhysicalSize> face_shape, bool transpose_within_face,
                              bool transpose_of_faces) {
    const PhysicalSize tile = tile_shape.value_or(PhysicalSize{32, 32});
    const PhysicalSize face = face_shape.value_or(PhysicalSize{16, 16});
    const size_t height = shape[0], width = shape[1], matrix = height * width;
    TT_FATAL(matrix != 0 && inp.size() % matrix == 0, "TW3004: convert_layout: {} values do not fill matrices of {}x{}",
             inp.size(), height, width);
    if (inL != TensorLayoutType::LIN_ROW_MAJOR || outL != TensorLayoutType::LIN_ROW_MAJOR) {
        TT_FATAL(tile[0] != 0 && tile[1] != 0 && face[0] != 0 && face[1] != 0,
                 "TW3004: convert_layout: tiles of {}x{} with faces of {}x{} hold nothing", tile[0], tile[1], face[0],
                 face[1]);
        TT_FATAL(height % tile[0] == 0 && width % tile[1] == 0,
                 "TW3004: convert_layout: {}x{} is not a multiple of the {}x{} tile", height, width, tile[0], tile[1]);
        TT_FATAL(tile[0] % face[0] == 0 && tile[1] % face[1] == 0,
                 "TW3004: convert_layout: the {}x{} tile is not a multiple of the {}x{} face", tile[0], tile[1],
                 face[0], face[1]);
    }
    const Geometry geometry{width, tile[0], tile[1], face[0], face[1], transpose_within_face, transpose_of_faces};
    std::vector<T> result(inp.size());
    for (size_t base = 0; base < inp.size(); base += matrix) {
        for (size_t row = 0; row < height; ++row) {
            for (size_t column = 0; column < width; ++column) {
                result[base + geometry.position(outL, row, column)] = inp[base + geometry.position(inL, row, column)];
            }
        }
    }
    return result;
}

template <typename T>
std::vector<T> convert_layout(ttsl::Span<const T> inp, ttsl::Span<const uint32_t> shape, TensorLayoutType inL,
                              TensorLayoutType outL, std::optional<PhysicalSize> tile_shape,
                              std::optional<PhysicalSize> face_shape, bool transpose_within_face,
                              bool transpose_of_faces) {
    TT_FATAL(shape.size() >= 2, "TW3218: convert_layout: the shape has {} dimensions and needs 2 or more",
             shape.size());
    uint64_t height = 1;
    for (size_t i = 0; i + 1 < shape.size(); ++i) height = tilewright::bounded_product(height, shape[i]);
    TT_FATAL(height <= std::numeric_limits<uint32_t>::max(), "TW3220: convert_layout: {} rows are too many", height);
    return convert_layout(inp, PhysicalSize{static_cast<uint32_t>(height), shape.back()}, inL, outL, tile_shape,
                          face_shape, transpose_within_face, transpose_of_faces);
}

template <class T>
std::vector<T> convert_layout_tile_swizzled_to_tile_nfaces(ttsl::Span<const T> in_tile_swizzled,
                                                           std::optional<PhysicalSize> tile_shape,
                                                           std::optional<PhysicalSize> face_shape, bool transpose_face,
                                                           bool transpose_face_order) {
    return convert_layout(in_tile_swizzled, tile_shape.value_or(PhysicalSize{32, 32}), TensorLayoutType::TILED_SWIZZLED,
                          TensorLayoutType::TILED_NFACES, tile_shape, face_shape, transpose_face, transpose_face_order);
}

template <class T>
std::vector<T> convert_layout_tile_nfaces_to_tile_swizzled(ttsl::Span<const T> in_tile_nfaces,
                                                           std::optional<PhysicalSize> tile_shape,
                                                           std::optional<PhysicalSize> face_shape, bool transpose_face,
                                                           bool transpose_face_order) {
    return convert_layout(in_tile_nfaces, tile_shape.value_or(PhysicalSize{32, 32}), TensorLayoutType::TILED_NFACES,
                          TensorLayoutType::TILED_SWIZZLED, tile_shape, face_shape, transpose_face,
                          transpose_face_order);
}

namespace {
using Order = TensorLayoutType;

// A matrix in plain 32 x 32 tiles from one order to another.
template <typename T>
std::vector<T> rearranged(const std::vector<T>& values, uint32_t rows, uint32_t columns, Order from, Order to) {
    return convert_layout(ttsl::Span<const T>(values), PhysicalSize{rows, columns}, from, to);
}
}  // namespace

template <typename T>
std::vector<T> tilize_nfaces(const std::vector<T>& values, uint32_t rows, uint32_t columns) {
    return rearranged(values, rows, columns, Order::LIN_ROW_MAJOR, Order::TILED_NFACES);
}
template <typename T>
std::vector<T> tilize_swizzled(const std::vector<T>& values, uint32_t rows, uint32_t columns) {
    return rearranged(values, rows, columns, Order::LIN_ROW_MAJOR, Order::TILED_SWIZZLED);
}
template <typename T>
std::vector<T> untilize_nfaces(const std::vector<T>& values, uint32_t rows, uint32_t columns) {
    return rearranged(values, rows, columns, Order::TILED_NFACES, Order::LIN_ROW_MAJOR);
}
template <typename T>
std::vector<T> untilize_swizzled(const std::vector<T>& values, uint32_t rows, uint32_t columns) {
    return rearranged(values, rows, columns, Order::TILED_SWIZZLED, Order::LIN_ROW_MAJOR);
}

using OptionalSize = std::optional<PhysicalSize>;
#define TILEWRIGHT_LAYOUTS(T)                                                                                       \
    template std::vector<T> convert_layout<T>(ttsl::Span<const T>, const PhysicalSize&, Order, Order, OptionalSize, \
                                              OptionalSize, bool, bool);                                            \
    template std::vector<T> convert_layout<T>(ttsl::Span<const T>, ttsl::Span<const uint32_t>, Order, Order,        \
                                              OptionalSize, OptionalSize, bool, bool);                              \
    template std::vector<T> convert_layout_tile_swizzled_to_tile_nfaces<T>(ttsl::Span<const T>, OptionalSize,       \
                                                                           OptionalSize, bool, bool);               \
    template std::vector<T> convert_layout_tile_nfaces_to_tile_swizzled<T>(ttsl::Span<const T>, OptionalSize,       \
                                                                           OptionalSize, bool, bool);               \
    template std::vector<T> tilize_swizzled<T>(const std::vector<T>&, uint32_t, uint32_t);                          \
    template std::vector<T> untilize_swizzled<T>(const std::vector<T>&, uint32_t, uint32_t);                        \
    template std::vector<T> tilize_nfaces<T>(const std::vector<T>&, uint32_t, uint32_t);                            \
    template std::vector<T> untilize_nfaces<T>(const std::vector<T>&, uint32_t, uint32_t);

TILEWRIGHT_LAYOUTS(float)
TILEWRIGHT_LAYOUTS(bfloat16)
TILEWRIGHT_LAYOUTS(int8_t)
TILEWRIGHT_LAYOUTS(uint8_t)
TILEWRIGHT_LAYOUTS(int16_t)
TILEWRIGHT_LAYOUTS(uint16_t)
TILEWRIGHT_LAYOUTS(int32_t)
TILEWRIGHT_LAYOUTS(uint32_t)
#undef TILEWRIGHT_LAYOUTS
