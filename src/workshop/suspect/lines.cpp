// Mistakes that rows, columns or tiles have in common: a factor or an offset of their own, a sum that goes on from one
// tile to the next, a row's sum with a tile too many or too few.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "workshop/suspect/judge.hpp"

namespace tilewright::workshop {

namespace {

struct Lines {
    const char* kind;
    const char* each;
    const char* what;
    size_t (*of)(const Grid& grid, size_t index);
    double rank;
};

constexpr Lines kLines[] = {
    {"row", "each row",
     "a quantity of the row (its sum, maximum, deviation) is wrong, not what is done to each element",
     [](const Grid& grid, size_t i) { return i / grid.width; }, 0},
    {"column", "each column", "a quantity of the column (a weight, a sum over rows) is wrong",
     [](const Grid& grid, size_t i) { return i % grid.width + i / grid.width / grid.height * grid.width; }, 0.1},
    {"tile", "each tile", "a quantity that is kept for a tile (a scaler, a maximum, an exponent) is wrong",
     [](const Grid& grid, size_t i) { return grid.locate(i).tile; }, 0.2},
};

void by_line(Judge& judge, const Lines& lines, bool factor) {
    const Compared& seen = judge.seen;
    std::map<size_t, std::vector<double>> values;
    for (const size_t i : judge.wrong_at) {
        if (!std::isfinite(seen.got[i]) || std::abs(seen.expected[i]) < 0.05 * judge.rms) continue;
        values[lines.of(judge.grid, i)].push_back(factor ? seen.got[i] / seen.expected[i]
                                                         : seen.got[i] - seen.expected[i]);
    }
    std::map<size_t, double> usual;
    double low = INFINITY, high = -INFINITY;
    for (auto& [line, list] : values) {
        if (list.size() < 6) continue;
        const double value = median(list);
        usual[line] = value;
        low = std::min(low, value), high = std::max(high, value);
    }
    // One for all is found elsewhere.
    if (usual.size() < 2 || high - low < (factor ? 4 * judge.relative : 4 * judge.relative * judge.rms)) return;
    std::vector<double> predicted(seen.expected.size(), kUnknown);
    for (size_t i = 0; i < predicted.size(); ++i) {
        if (const auto it = usual.find(lines.of(judge.grid, i)); it != usual.end())
            predicted[i] = factor ? seen.expected[i] * it->second : seen.expected[i] + it->second;
        else if (judge.wrong[i] == 0)
            predicted[i] = seen.expected[i];
    }
    judge.consider({.kind = fmt::format("{}_{}", lines.kind, factor ? "ratio" : "offset"),
                    .what = fmt::format("{} is off by {} of its own, {} to {}: {}", lines.each,
                                        factor ? "a factor" : "an offset", number(low), number(high), lines.what),
                    .rank = 3 + lines.rank + (factor ? 0 : 0.05),
                    .numbers = {{"least", low}, {"most", high}},
                    .proves = false},
                   predicted);
}

// Tile after tile is added to what was there before.
void goes_on(Judge& judge) {
    const Grid& grid = judge.grid;
    if (grid.tiles() < 2) return;
    struct Way {
        std::string words;
        std::vector<uint8_t> starts;  // by tile: begins anew here
    };
    std::vector<Way> ways;
    std::vector<uint8_t> once(grid.tiles(), 0), rows(grid.tiles(), 0), shares(grid.tiles(), 0);
    once[0] = 1;
    for (size_t t = 0; t < grid.tiles(); t += grid.tiles_across) rows[t] = 1;
    for (const TileShare& share : judge.seen.shares) {
        if (share.first < grid.tiles()) shares[share.first] = 1;
    }
    ways.push_back({"all tiles before it", once});
    if (grid.tiles_across > 1 && grid.tiles_across < grid.tiles())
        ways.push_back({"the tiles before it in its row", rows});
    if (judge.seen.shares.size() > 1) ways.push_back({"the tiles that its core did before it", shares});
    for (const Way& way : ways) {
        std::vector<double> predicted(judge.seen.expected.size(), kUnknown), sum;
        for (size_t t = 0; t < grid.tiles(); ++t) {
            if (t == 0 || way.starts[t] != 0) sum.assign(grid.tile_height * grid.tile_width, 0);
            for (size_t k = 0; k < sum.size(); ++k) {
                const size_t at = grid.at(t, k / grid.tile_width, k % grid.tile_width);
                if (at != Grid::kNone)
                    predicted[at] = sum[k] += judge.seen.expected[at];
                else
                    sum[k] = kUnknown;
            }
        }
        if (judge.consider(
                {.kind = "accumulated",
                 .what = fmt::format("each tile has {} added to it: what it is added to is not cleared", way.words),
                 .evidence = "the reference, summed so",
                 .rank = 0.6,
                 .by_place = false},
                predicted))
            return;
    }
}

// Rows whose elements add up to 1: what divides them has lost a tile, or has it twice.
void normalised_rows(Judge& judge) {
    const Grid& grid = judge.grid;
    if (grid.tiles_across < 2) return;
    const std::vector<double>& expected = judge.seen.expected;
    std::vector<double> parts(grid.rows() * grid.tiles_across, 0);
    for (size_t i = 0; i < expected.size(); ++i)
        parts[i / grid.width * grid.tiles_across + i % grid.width / grid.tile_width] += expected[i];
    for (size_t row = 0; row < grid.rows(); ++row) {
        double sum = 0;
        for (size_t t = 0; t < grid.tiles_across; ++t) sum += parts[row * grid.tiles_across + t];
        if (std::abs(sum - 1) > 1e-3) return;
    }
    for (size_t t = 0; t < grid.tiles_across; ++t) {
        for (const bool twice : {false, true}) {
            std::vector<double> predicted(expected.size());
            for (size_t i = 0; i < expected.size(); ++i) {
                const double part = parts[i / grid.width * grid.tiles_across + t];
                predicted[i] = expected[i] / (twice ? 1 + part : 1 - part);
            }
            judge.consider({.kind = twice ? "tile_counted_twice" : "tile_left_out",
                            .what = fmt::format("the sum that divides each row {} tile {} of {}",
                                                twice ? "has twice" : "lacks", t, grid.tiles_across),
                            .evidence = "the reference, divided so",
                            .rank = 0.7,
                            .numbers = {{"tile", static_cast<double>(t)}}},
                           predicted);
        }
    }
}

// A factor and an offset for each row: what it is divided by and what is taken off are both wrong.
void affine_rows(Judge& judge) {
    const Compared& seen = judge.seen;
    const size_t width = judge.grid.width;
    if (width < 12 || judge.grid.rows() < 2) return;
    std::vector<double> predicted(seen.expected.size(), kUnknown);
    for (size_t row = 0; row < judge.grid.rows(); ++row) {
        double n = 0, x = 0, y = 0, xx = 0, xy = 0;
        for (size_t i = row * width; i < (row + 1) * width; ++i) {
            if (!std::isfinite(seen.got[i]) || !std::isfinite(seen.expected[i])) continue;
            n += 1, x += seen.expected[i], y += seen.got[i];
            xx += seen.expected[i] * seen.expected[i], xy += seen.expected[i] * seen.got[i];
        }
        const double spread = n * xx - x * x;
        if (n < 12 || !(spread > 0)) continue;
        const double slope = (n * xy - x * y) / spread, start = (y - slope * x) / n;
        for (size_t i = row * width; i < (row + 1) * width; ++i) predicted[i] = slope * seen.expected[i] + start;
    }
    judge.consider(
        {.kind = "row_affine",
         .what = "each row is off by a factor and an offset of its own: two quantities of the row (what is taken "
                 "off, what it is divided by) are wrong, not what is done to each element",
         .rank = 3.4,
         .proves = false},
        predicted);
}

// Rows from which their mean is taken: the mean lacks a tile, or has it twice.
void means_taken_off(Judge& judge) {
    const Grid& grid = judge.grid;
    if (grid.tiles_across < 2) return;
    for (const Operand& input : judge.seen.inputs) {
        if (input.shape != judge.seen.shape) continue;
        for (size_t t = 0; t < grid.tiles_across; ++t) {
            for (const bool twice : {false, true}) {
                std::vector<double> predicted = judge.seen.expected;
                for (size_t row = 0; row < grid.rows(); ++row) {
                    double part = 0;
                    const size_t end = std::min(grid.width, (t + 1) * grid.tile_width);
                    for (size_t c = t * grid.tile_width; c < end; ++c) part += input.values[row * grid.width + c];
                    part /= static_cast<double>(grid.width);
                    for (size_t c = 0; c < grid.width; ++c) predicted[row * grid.width + c] += twice ? -part : part;
                }
                judge.consider({.kind = twice ? "tile_counted_twice" : "tile_left_out",
                                .what = fmt::format("the mean that is taken off each row {} tile {} of {}",
                                                    twice ? "has twice" : "lacks", t, grid.tiles_across),
                                .evidence = "the reference with such a mean",
                                .rank = 0.7,
                                .numbers = {{"tile", static_cast<double>(t)}}},
                               predicted);
            }
        }
    }
}

}  // namespace

void look_at_lines(Judge& judge) {
    goes_on(judge);
    normalised_rows(judge);
    means_taken_off(judge);
    affine_rows(judge);
    for (const Lines& lines : kLines) {
        by_line(judge, lines, true);
        by_line(judge, lines, false);
    }
}

}  // namespace tilewright::workshop
