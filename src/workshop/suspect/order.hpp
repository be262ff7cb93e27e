// Ways to bring the elements of a tensor into a wrong order. Internal to src/workshop/suspect.
#pragma once

#include <string>
#include <vector>

#include "workshop/suspect/grid.hpp"

namespace tilewright::workshop {

// A wrong order within each tile: `from` says, for place row * width + column, which place of the tile is taken.
struct TileOrder {
    std::string kind, what;
    double rank = 0;
    std::vector<size_t> from;
};
std::vector<TileOrder> tile_orders(const Grid& grid);
std::vector<double> in_order(const Grid& grid, const std::vector<double>& values, const TileOrder& order);

// Which tile is taken for each tile.
std::vector<double> with_tiles(const Grid& grid, const std::vector<double>& values, const std::vector<size_t>& tiles);

// Wrong walks over the tiles of a tensor.
struct TileWalk {
    std::string what;
    std::vector<size_t> tiles;
};
std::vector<TileWalk> tile_walks(const Grid& grid);

}  // namespace tilewright::workshop
