// Shapes.
#include "tt-metalium/shape.hpp"

#include "base/product.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

void ShapeBase::init() {
    size_ = value_.size();
    if (size_ < 4) value_.insert(value_.begin(), 4 - size_, 1u);
}

size_t ShapeBase::position(int32_t index) const {
    const auto stored = static_cast<int32_t>(value_.size()), given = static_cast<int32_t>(size_);
    TT_FATAL(index >= -stored && index < given,
             "TW3218: dimension {} was asked for; this shape has those from {} to below {}", index, -stored, given);
    return static_cast<size_t>(index < 0 ? stored + index : stored - given + index);
}

bool ShapeBase::operator==(const ShapeBase& other) const {
    return size_ == other.size_ && std::equal(begin(), end(), other.begin());
}
bool ShapeBase::operator==(const Container& other) const {
    return size_ == other.size() && std::equal(begin(), end(), other.begin());
}
bool ShapeBase::operator==(const std::vector<uint32_t>& other) const {
    return size_ == other.size() && std::equal(begin(), end(), other.begin());
}

uint64_t Shape::volume() const {
    const uint64_t volume = tilewright::bounded_volume(view());
    TT_FATAL(volume <= tilewright::kMostElements, "TW3220: {} has more than 2^60 elements; give smaller dimensions",
             *this);
    return volume;
}

uint32_t Shape::get_normalized_index(std::int64_t index) const {
    const auto count = static_cast<std::int64_t>(rank());
    TT_FATAL(index >= -count && index < count, "TW3218: dimensions of this shape go from {} to {}; {} is out of bounds",
             -count, count - 1, index);
    return static_cast<uint32_t>(index < 0 ? index + count : index);
}

std::array<uint32_t, 4> Shape::to_array_4D() const {
    constexpr size_t wanted = 4;
    TT_FATAL(rank() == wanted,
             "TW3218: to_array_4D needs four dimensions, {} has another number; call to_rank(4) before", *this);
    return {(*this)[0], (*this)[1], (*this)[2], (*this)[3]};
}

Shape Shape::to_rank(size_t new_rank) const {
    Container extents(new_rank, 1u);
    for (size_t i = 0; i < rank(); ++i) {
        const uint32_t extent = (*this)[-static_cast<int32_t>(i) - 1];
        if (i < new_rank) {
            extents[new_rank - 1 - i] = extent;
        } else {
            TT_FATAL(extent == 1, "TW3218: to_rank: {} cannot lose dimensions down to {}: dimension {} is not 1", *this,
                     new_rank, rank() - 1 - i);
        }
    }
    return Shape(std::move(extents));
}

std::ostream& operator<<(std::ostream& os, const Shape& shape) { return os << fmt::format("{}", shape); }

ttsl::SmallVector<size_t> compute_strides(const Shape& shape) {
    ttsl::SmallVector<size_t> strides(shape.rank());
    size_t stride = 1;
    for (size_t i = shape.rank(); i-- > 0;) {
        strides[i] = stride;
        stride *= shape[static_cast<int32_t>(i)];
    }
    return strides;
}

std::size_t compute_flat_indices(ttsl::Span<const uint32_t> indices, ttsl::Span<const size_t> strides) {
    std::size_t flat = 0;
    for (size_t i = 0; i < indices.size(); ++i) flat += indices[i] * strides[i];
    return flat;
}

}  // namespace tt::tt_metal

auto fmt::formatter<tt::tt_metal::Shape>::format(const tt::tt_metal::Shape& shape, fmt::format_context& ctx) const
    -> fmt::format_context::iterator {
    auto out = fmt::format_to(ctx.out(), "Shape([");
    bool first = true;
    for (uint32_t extent : shape.view()) {
        out = fmt::format_to(out, "{}{}", first ? "" : ", ", extent);
        first = false;
    }
    return fmt::format_to(out, "])");
}
