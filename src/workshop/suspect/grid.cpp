// Elements and tiles.
#include "workshop/suspect/grid.hpp"

#include <algorithm>

namespace tilewright::workshop {

Grid::Grid(const std::vector<uint32_t>& shape, bool tiled, uint32_t tile_rows, uint32_t tile_columns)
    : tile_height(tile_rows), tile_width(tile_columns) {
    if (!shape.empty()) width = shape.back();
    if (shape.size() > 1) height = shape[shape.size() - 2];
    for (size_t i = 0; i + 2 < shape.size(); ++i) matrices *= shape[i];
    if (!tiled) {
        height *= matrices;
        matrices = 1;
    }
    tiles_down = (height + tile_height - 1) / tile_height;
    tiles_across = (width + tile_width - 1) / tile_width;
}

Grid::At Grid::locate(size_t index) const {
    const size_t column = index % width, row = index / width % height, matrix = index / width / height;
    return {(matrix * tiles_down + row / tile_height) * tiles_across + column / tile_width, row % tile_height,
            column % tile_width};
}

size_t Grid::at(size_t tile, size_t row, size_t column) const {
    const size_t x = tile % tiles_across * tile_width + column;
    const size_t y = tile / tiles_across % tiles_down * tile_height + row;
    const size_t matrix = tile / tiles_across / tiles_down;
    return x < width && y < height && matrix < matrices ? (matrix * height + y) * width + x : kNone;
}

std::vector<double> broadcast(const std::vector<double>& values, const std::vector<uint32_t>& from,
                              const std::vector<uint32_t>& to) {
    if (from == to) return values;
    if (from.size() > to.size()) {
        for (size_t i = 0; i < from.size() - to.size(); ++i) {
            if (from[i] != 1) return {};
        }
        return broadcast(values, {from.end() - static_cast<std::ptrdiff_t>(to.size()), from.end()}, to);
    }
    std::vector<size_t> step(to.size(), 0);
    size_t size = 1, all = 1;
    for (size_t i = from.size(); i-- > 0;) {
        const size_t target = i + to.size() - from.size();
        if (from[i] != 1 && from[i] != to[target]) return {};
        step[target] = from[i] == 1 ? 0 : size;
        size *= from[i];
    }
    if (size != values.size()) return {};
    for (const uint32_t dim : to) all *= dim;
    std::vector<double> result(all);
    for (size_t i = 0; i < all; ++i) {
        size_t rest = i, at = 0;
        for (size_t d = to.size(); d-- > 0;) {
            at += rest % to[d] * step[d];
            rest /= to[d];
        }
        result[i] = values[at];
    }
    return result;
}

}  // namespace tilewright::workshop
