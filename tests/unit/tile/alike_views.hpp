// Several views for a sum: copies of one, each of its own data, sometimes one of another kind among them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "tile/views/view.hpp"

namespace tilewright::tile::test {

struct AlikeViews {
    std::vector<TileView> views;
    std::vector<std::vector<uint8_t>> tiles;
    std::deque<std::array<float, 32>> lines;  // of steps that have one of their own

    template <class Random>
    AlikeViews(const TileView& view, Random& random) : views(1 + random() % 9, view) {
        if (random() % 2 == 0) views[random() % views.size()].steps = 0;
        const bool own_lines = random() % 2 == 0;
        for (TileView& one : views) {
            std::vector<uint8_t> tile(one.data, one.data + one.bytes());
            std::rotate(tile.begin(), tile.begin() + static_cast<ptrdiff_t>(4 * tiles.size()), tile.end());
            tiles.push_back(std::move(tile));
            one.data = tiles.back().data();
            for (uint32_t k = 0; own_lines && k < one.steps; ++k) {
                std::array<float, 32>& line = lines.emplace_back();
                std::copy_n(one.step[k].line, 32, line.begin());
                std::rotate(line.begin(), line.begin() + static_cast<ptrdiff_t>(tiles.size() % 32), line.end());
                one.step[k].line = line.data();
            }
        }
    }
    void add_up(const ViewMath& math, uint32_t* dst) const {
        math.add_to(views.data(), static_cast<uint32_t>(views.size()), dst);
    }
};

}  // namespace tilewright::tile::test
