// Factors by name: quotients of the sizes that a program can take for each other.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "workshop/suspect/judge.hpp"

namespace tilewright::workshop {

namespace {

class Names {
public:
    explicit Names(double estimate, double within) : estimate_(estimate), within_(within) {}

    void add(double value, const std::string& text, double cost) {
        if (!(value > 0) || !std::isfinite(value) || value == 1) return;
        const double distance = std::abs(value / estimate_ - 1);
        if (distance > within_) return;
        found.push_back({text, value, cost + 0.3 * distance / within_});
    }
    void both(double top, double bottom, const std::string& over, const std::string& under, double cost) {
        add(top / bottom, fmt::format("{}/{}, {}", number(top), number(bottom), over), cost);
        add(bottom / top, fmt::format("{}/{}, {}", number(bottom), number(top), under), cost);
    }
    void count(double value, const std::string& what, double cost) {
        if (value < 2) return;
        add(value, fmt::format("{}, {}", number(value), what), cost);
        add(1 / value, fmt::format("1/{}, {}", number(value), what), cost);
    }
    std::vector<RatioName> found;

private:
    double estimate_, within_;
};

void add_dimension(Names& names, double logical, double padded, const std::string& what, double cost) {
    if (logical == padded) return;
    const std::string over = fmt::format("{} over padded {}", what, what),
                      under = fmt::format("padded {} over {}", what, what);
    names.both(logical, padded, over, under, cost);
    names.add(std::sqrt(logical / padded), fmt::format("the root of {}/{}, {}", number(logical), number(padded), over),
              cost + 0.6);
    names.add(std::sqrt(padded / logical), fmt::format("the root of {}/{}, {}", number(padded), number(logical), under),
              cost + 0.6);
}

// One more or one fewer than there are, in an average.
void add_tile_count(Names& names, double tiles, const std::string& what, double cost) {
    if (tiles < 2) return;
    names.count(tiles, fmt::format("the number of {}", what), cost);
    names.add((tiles - 1) / tiles,
              fmt::format("{}/{}: one of {} {} too few", number(tiles - 1), number(tiles), number(tiles), what),
              cost + 0.4);
    names.add((tiles + 1) / tiles,
              fmt::format("{}/{}: one of {} {} too many", number(tiles + 1), number(tiles), number(tiles), what),
              cost + 0.4);
}

}  // namespace

std::vector<RatioName> ratio_names(const Judge& judge, double estimate) {
    const Compared& seen = judge.seen;
    Names names(estimate, 0.001 + seen.unit);
    std::vector<std::pair<std::string, std::vector<uint32_t>>> tensors;
    for (const Operand& input : seen.inputs) tensors.emplace_back("", input.shape);
    tensors.emplace_back("", seen.shape);
    std::set<std::pair<size_t, size_t>> known;
    for (const auto& [name, shape] : tensors) {
        const Grid grid(shape, seen.tiled, seen.tile_height, seen.tile_width);
        if (!known.insert({grid.rows(), grid.width}).second) continue;
        const auto width = static_cast<double>(grid.width), height = static_cast<double>(grid.height);
        const auto padded_width = static_cast<double>(grid.padded_width()),
                   padded_height = static_cast<double>(grid.padded_height());
        if (width > 1) add_dimension(names, width, padded_width, "width", 0);
        if (height > 1) add_dimension(names, height, padded_height, "height", 0.1);
        if (width > 1 && height > 1) add_dimension(names, width * height, padded_width * padded_height, "size", 0.3);
        add_tile_count(names, static_cast<double>(grid.tiles_across), "tiles in a row", 1);
        add_tile_count(names, static_cast<double>(grid.tiles_down), "tiles in a column", 1.1);
        add_tile_count(names, static_cast<double>(grid.tiles_across * grid.tiles_down), "tiles of a matrix", 1.2);
        names.count(width, "the width", 0.9);
        names.count(height, "the height", 1.1);
        names.count(width * height, "the size of a matrix", 1.2);
        names.add(std::sqrt(width), fmt::format("the root of {}, the width", number(width)), 1.2);
        names.add(1 / std::sqrt(width), fmt::format("one over the root of {}, the width", number(width)), 1.2);
        if (padded_width != width) names.count(padded_width, "the padded width", 1.3);
        if (padded_height != height) names.count(padded_height, "the padded height", 1.4);
        if (grid.matrices > 1) names.count(static_cast<double>(grid.matrices), "the number of matrices", 1.5);
        if (width > 2) names.both(width - 1, width, "one column too few", "one column too many", 1.3);
    }
    for (const Constant& constant : seen.constants) {
        const double size = std::abs(constant.value);
        names.add(size, fmt::format("{}, {} once too often", number(size), constant.name), 0.8);
        names.add(1 / size, fmt::format("1/{}, {} left out", number(size), constant.name), 0.8);
    }
    if (seen.shares.size() > 1) names.count(static_cast<double>(seen.shares.size()), "the number of cores", 1.4);
    names.count(32, "the side of a tile", 1.6);
    names.count(16, "the side of a face", 1.7);
    names.count(4, "faces for tiles", 1.8);
    names.count(1024, "the elements of a tile", 1.6);
    names.count(256, "the elements of a face", 1.8);
    names.add(std::sqrt(2.0), "the root of 2", 2.2);
    names.add(std::sqrt(0.5), "the root of 1/2", 2.2);
    names.add(std::log(2.0), "ln 2: powers of 2 for powers of e, or the other way round", 2.2);
    names.add(1 / std::log(2.0), "1/ln 2: powers of 2 for powers of e, or the other way round", 2.2);
    for (int power = -14; power <= 14; ++power) {
        if (power != 0)
            names.add(std::ldexp(1.0, power),
                      power > 0 ? fmt::format("{}", 1 << power) : fmt::format("1/{}", 1 << -power), 2);
    }
    for (int bottom = 3; bottom <= 9; ++bottom) {
        for (int top = 1; top <= 12; ++top)
            names.add(static_cast<double>(top) / bottom, fmt::format("{}/{}", top, bottom), 3.5);
    }
    for (const int whole : {3, 5, 6, 7, 9, 10}) names.add(whole, fmt::format("{}", whole), 3.5);
    std::sort(names.found.begin(), names.found.end(),
              [](const RatioName& a, const RatioName& b) { return a.cost < b.cost; });
    return std::move(names.found);
}

}  // namespace tilewright::workshop
