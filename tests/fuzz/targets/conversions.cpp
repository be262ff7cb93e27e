// Host data: number formats, tiles, shapes, padding. What goes into a tensor comes out of it, to the precision of its
// dtype, and shapes that cannot be are refused.
#include <cmath>
#include <vector>

#include "fuzz/target.hpp"
#include "tile/formats/convert.hpp"
#include "tile/formats/layout.hpp"
#include "tt-metalium/tilize_utils.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace tilewright::fuzz::conversions {

using namespace tt::tt_metal;

constexpr uint64_t kMostValues = 1 << 14;  // enough for several tiles; more only takes longer

static Shape shape_of(Bytes& bytes, uint32_t most_rank = 5) {
    ttsl::SmallVector<uint32_t> extents;
    for (uint32_t rank = bytes.below(most_rank + 1); rank > 0; --rank) extents.push_back(bytes.number());
    return Shape(extents);
}

template <typename T>
static void through(const TensorSpec& spec, Bytes& bytes) {
    std::vector<T> data(spec.logical_shape().volume());
    for (T& value : data) {
        const uint32_t bits = bytes.word();
        std::memcpy(static_cast<void*>(&value), &bits, sizeof value);
    }
    const Tensor tensor = Tensor::from_span<T>(ttsl::Span<const T>(data.data(), data.size()), spec);
    const std::vector<T> back = tensor.to_vector<T>();
    require(back.size() == data.size(), "elements got lost");
    if (convert_to_data_type<T>() != spec.data_type()) return;
    require(data.empty() || std::memcmp(back.data(), data.data(), data.size() * sizeof(T)) == 0,
            "elements have changed");
    // Another layout holds the same.
    const Layout other = spec.layout() == Layout::TILE ? Layout::ROW_MAJOR : Layout::TILE;
    host_answers([&] { require(tensor.to_layout(other).to_vector<T>().size() == data.size(), "elements got lost"); });
}

// float32 -> dtype -> float32 -> dtype: the second time nothing changes.
static void settles(const TensorSpec& spec, Bytes& bytes) {
    std::vector<float> data(spec.logical_shape().volume());
    for (float& value : data) value = std::bit_cast<float>(bytes.word());
    const std::vector<float> once = Tensor::from_span<float>({data.data(), data.size()}, spec).to_vector<float>();
    const std::vector<float> twice = Tensor::from_span<float>({once.data(), once.size()}, spec).to_vector<float>();
    require(once.size() == data.size() && twice.size() == data.size(), "elements got lost");
    for (size_t i = 0; i < once.size(); ++i) {
        const bool same = once[i] == twice[i] || (std::isnan(once[i]) && std::isnan(twice[i]));
        require(same, "a value changes again when it is converted again");
    }
}

static void tensors(Bytes& bytes) {
    static constexpr uint32_t kSides[] = {1, 2, 4, 8, 16, 32};
    const Shape shape = shape_of(bytes);
    const auto dtype = static_cast<DataType>(bytes.below(8));
    const Layout layout = bytes.coin() ? Layout::TILE : Layout::ROW_MAJOR;
    const Tile tile = bytes.coin() ? Tile() : Tile({kSides[bytes.below(6)], kSides[4 + bytes.below(2)]});
    ttsl::SmallVector<uint32_t> alignment;
    for (uint32_t left = bytes.below(3); left > 0; --left) alignment.push_back(bytes.number());
    const TensorLayout laid(dtype, PageConfig(layout, tile), MemoryConfig(), Alignment(alignment));
    const TensorSpec spec(shape, laid);
    if (spec.physical_shape().height() * spec.physical_shape().width() > kMostValues) return;
    require(spec.padded_shape().volume() >= shape.volume(), "padding takes elements away");
    settles(spec, bytes);
    switch (dtype) {
        case DataType::BFLOAT16: through<bfloat16>(spec, bytes); break;
        case DataType::FLOAT32: through<float>(spec, bytes); break;
        case DataType::UINT32: through<uint32_t>(spec, bytes); break;
        case DataType::INT32: through<int32_t>(spec, bytes); break;
        case DataType::UINT16: through<uint16_t>(spec, bytes); break;
        case DataType::UINT8: through<uint8_t>(spec, bytes); break;
        default: break;
    }
    host_answers([&] { Tensor::from_span<float>({}, spec).reshape(shape_of(bytes)); });
}

static void layouts(Bytes& bytes) {
    const PhysicalSize shape = {bytes.number(), bytes.number()}, tile = {bytes.number(), bytes.number()},
                       face = {bytes.number(), bytes.number()};
    const auto from = static_cast<TensorLayoutType>(bytes.below(3)), to = static_cast<TensorLayoutType>(bytes.below(3));
    const bool within = bytes.coin(), faces = bytes.coin();
    std::vector<uint16_t> values(std::min<uint64_t>(uint64_t{shape[0]} * shape[1], kMostValues));
    for (uint16_t& value : values) value = bytes.byte();
    const auto there = convert_layout(ttsl::Span<const uint16_t>(values), shape, from, to, tile, face, within, faces);
    const auto back = convert_layout(ttsl::Span<const uint16_t>(there), shape, to, from, tile, face, within, faces);
    require(back == values, "there and back is not the same");
    const std::vector<uint32_t> folded = {bytes.number(), bytes.number(), bytes.number()};
    convert_layout(ttsl::Span<const uint16_t>(values), ttsl::Span<const uint32_t>(folded), from, to);
}

static void formats(Bytes& bytes) {
    static constexpr uint32_t kHeights[] = {1, 2, 4, 8, 16, 32};
    const auto format = static_cast<tile::DataFormat>(bytes.byte());
    const uint32_t height = kHeights[bytes.below(6)], width = bytes.coin() ? 32 : 16;
    const uint32_t size = tile::tile_bytes(format, height, width);
    std::vector<float> values(height * width), back(height * width);
    for (float& value : values) value = std::bit_cast<float>(bytes.word());
    std::vector<uint8_t> made(size), rows(size);
    tile::tile_from_floats(format, values.data(), made.data(), height, width);
    tile::tile_to_floats(format, made.data(), back.data(), height, width);
    tile::tiles_from_row_major(format, values.data(), made.data(), height, width, {height, width});
    tile::tiles_to_row_major(format, made.data(), back.data(), height, width, {height, width});
    for (uint8_t& byte : made) byte = bytes.byte();
    tile::tile_to_floats(format, made.data(), back.data(), height, width);
}

}  // namespace tilewright::fuzz::conversions

FUZZ_TARGET(conversions) {
    Bytes bytes(input);
    const uint32_t what = bytes.below(3);
    host_answers([&] {
        if (what == 0) tensors(bytes);
        if (what == 1) layouts(bytes);
        if (what == 2) formats(bytes);
    });
}
