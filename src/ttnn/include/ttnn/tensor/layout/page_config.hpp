// What a page of a tensor is: a tile, or a row.
#pragma once

#include <optional>
#include <tuple>

#include "tt-metalium/tile.hpp"
#include "ttnn/tensor/layout/layout.hpp"

namespace tt::tt_metal {

class PageConfig {
public:
    PageConfig(Layout layout) : layout_(layout) {}
    PageConfig(Layout layout, const std::optional<Tile>& tile) : layout_(layout), tile_(tile.value_or(Tile())) {}

    Layout get_layout() const { return layout_; }
    const Tile& get_tile() const { return tile_; }

    bool operator==(const PageConfig& other) const { return layout_ == other.layout_ && tile_ == other.tile_; }

    static constexpr auto attribute_names = std::forward_as_tuple("layout", "tile");
    auto attribute_values() const { return std::forward_as_tuple(layout_, tile_); }

private:
    Layout layout_;
    Tile tile_;
};

}  // namespace tt::tt_metal

namespace ttnn {
using tt::tt_metal::PageConfig;
}
