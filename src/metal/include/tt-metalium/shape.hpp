// The shape of a tensor.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <functional>
#include <ostream>
#include <tuple>

#include "tt-metalium/shape_base.hpp"

namespace tt::tt_metal {

class Shape final : protected ShapeBase {
public:
    using ShapeBase::ShapeBase;
    using ShapeBase::operator[];
    using ShapeBase::begin;
    using ShapeBase::cbegin;
    using ShapeBase::cend;
    using ShapeBase::Container;
    using ShapeBase::coord_type;
    using ShapeBase::empty;
    using ShapeBase::end;
    using ShapeBase::size;
    using ShapeBase::view;

    bool operator==(const Shape& other) const { return ShapeBase::operator==(static_cast<const ShapeBase&>(other)); }
    bool operator==(const ShapeBase::Container& other) const { return ShapeBase::operator==(other); }
    template <std::size_t N>
    bool operator==(const std::array<uint32_t, N>& other) const {
        return size() == N && std::equal(begin(), end(), other.begin());
    }

    [[nodiscard]] size_t rank() const { return size(); }
    [[nodiscard]] uint64_t volume() const;
    uint32_t get_normalized_index(std::int64_t index) const;
    std::array<uint32_t, 4> to_array_4D() const;
    Shape to_rank(size_t new_rank) const;

    static constexpr auto attribute_names = std::forward_as_tuple("shape");
    auto attribute_values() const { return std::tuple(view()); }
};

std::ostream& operator<<(std::ostream& os, const Shape& shape);
ttsl::SmallVector<size_t> compute_strides(const Shape& shape);
std::size_t compute_flat_indices(ttsl::Span<const uint32_t> indices, ttsl::Span<const size_t> strides);

}  // namespace tt::tt_metal

template <>
struct fmt::formatter<tt::tt_metal::Shape> {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
    auto format(const tt::tt_metal::Shape& shape, fmt::format_context& ctx) const -> fmt::format_context::iterator;
};

template <>
struct std::hash<tt::tt_metal::Shape> {
    std::size_t operator()(const tt::tt_metal::Shape& shape) const noexcept {
        std::size_t seed = shape.size();
        for (uint32_t value : shape.view()) seed = seed * 1000003u ^ value;
        return seed;
    }
};
