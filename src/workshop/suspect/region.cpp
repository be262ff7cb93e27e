// Where the wrong elements are: last columns, some tiles, one core, one face.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "workshop/suspect/judge.hpp"

namespace tilewright::workshop {

namespace {

struct Candidate {
    Region region;
    std::function<bool(size_t)> inside;
};

std::string range_text(const char* one, const char* many, size_t first, size_t last) {
    return first == last ? fmt::format("in {} {}", one, first) : fmt::format("in {} {} to {}", many, first, last);
}

// "1, 3, 5 ... 31" at most six of them.
std::string list_text(const std::vector<size_t>& values) {
    if (values.size() <= 6) return fmt::format("{}", fmt::join(values, ", "));
    return fmt::format("{}, {}, {} ... {}", values[0], values[1], values[2], values.back());
}

void add_lines(const Judge& judge, std::vector<Candidate>& list) {
    const Grid& grid = judge.grid;
    size_t first_column = grid.width, last_column = 0, first_row = grid.height, last_row = 0;
    for (const size_t i : judge.wrong_at) {
        const size_t column = i % grid.width, row = i / grid.width % grid.height;
        first_column = std::min(first_column, column), last_column = std::max(last_column, column);
        first_row = std::min(first_row, row), last_row = std::max(last_row, row);
    }
    const auto by_column = [&grid, first_column, last_column](size_t i) {
        const size_t column = i % grid.width;
        return column >= first_column && column <= last_column;
    };
    const auto by_row = [&grid, first_row, last_row](size_t i) {
        const size_t row = i / grid.width % grid.height;
        return row >= first_row && row <= last_row;
    };
    const bool last_tile_column = first_column >= (grid.tiles_across - 1) * grid.tile_width && first_column > 0;
    const bool last_tile_row = first_row >= (grid.tiles_down - 1) * grid.tile_height && first_row > 0;
    const std::string columns = range_text("column", "columns", first_column, last_column);
    const std::string rows = range_text("row", "rows", first_row, last_row);
    const char* padded = "the last tile is not full: its padding, or the count of what is valid in it";
    const char* full = "the tail of a loop, or its last index";
    if (last_tile_column && last_column + 1 == grid.width)
        list.push_back({{"last_columns", columns, grid.padded_width() != grid.width ? padded : full, 0}, by_column});
    if (last_tile_row && last_row + 1 == grid.height)
        list.push_back({{"last_rows", rows, grid.padded_height() != grid.height ? padded : full, 0}, by_row});
    if (grid.width > 1)
        list.push_back({{"columns", columns, "a column index or a loop's first or last column", 4}, by_column});
    if (grid.height > 1) list.push_back({{"rows", rows, "a row index or a loop's first or last row", 4}, by_row});
}

void add_cores(const Judge& judge, const std::vector<size_t>& tiles, std::vector<Candidate>& list) {
    const std::vector<TileShare>& shares = judge.seen.shares;
    if (shares.size() < 2) return;
    const Grid& grid = judge.grid;
    // Of each core: whether its wrong tiles are all of its tiles, the first, the last.
    std::vector<std::string> cores;
    bool first_only = true, last_only = true;
    std::vector<uint8_t> core_of(grid.tiles(), 0), ends(grid.tiles(), 0);
    for (const TileShare& share : shares) {
        if (share.count == 0 || share.first + share.count > grid.tiles()) continue;
        ends[share.first] |= 1;
        ends[share.first + share.count - 1] |= 2;
        const bool concerned = std::any_of(tiles.begin(), tiles.end(),
                                           [&](size_t t) { return t >= share.first && t < share.first + share.count; });
        if (!concerned) continue;
        cores.push_back(share.core);
        std::fill_n(core_of.begin() + static_cast<std::ptrdiff_t>(share.first), share.count, 1);
    }
    for (const size_t t : tiles) first_only &= (ends[t] & 1) != 0, last_only &= (ends[t] & 2) != 0;
    const bool longer =
        std::any_of(shares.begin(), shares.end(), [](const TileShare& share) { return share.count > 1; });
    const auto by_end = [&grid, ends](uint8_t bit) {
        return [&grid, ends, bit](size_t i) { return (ends[grid.locate(i).tile] & bit) != 0; };
    };
    if (longer && first_only && tiles.size() > 1)
        list.push_back(
            {{"first_tile_of_core", fmt::format("in the first tile of each core's share ({} cores)", cores.size()),
              "what is done once at the start: a constant that is not there yet, a start index", 0.5},
             by_end(1)});
    if (longer && last_only && tiles.size() > 1)
        list.push_back(
            {{"last_tile_of_core", fmt::format("in the last tile of each core's share ({} cores)", cores.size()),
              "a loop that ends one early, or what is done after the last tile", 0.5},
             by_end(2)});
    if (cores.size() < shares.size())
        list.push_back({{"core",
                         cores.size() == 1
                             ? fmt::format("in the tiles of core {}", cores[0])
                             : fmt::format("in the tiles of {} of {} cores: {}", cores.size(), shares.size(),
                                           fmt::join(cores.begin(),
                                                     cores.begin() +
                                                         static_cast<std::ptrdiff_t>(std::min<size_t>(cores.size(), 6)),
                                                     ", ")),
                         "the arguments or the start index of these cores", 1.5},
                        [&grid, core_of](size_t i) { return core_of[grid.locate(i).tile] != 0; }});
}

void add_tiles(const Judge& judge, std::vector<Candidate>& list) {
    const Grid& grid = judge.grid;
    std::vector<size_t> tiles;
    for (size_t t = 0; t < grid.tiles(); ++t) {
        if (judge.wrong_tile[t] != 0) tiles.push_back(t);
    }
    if (grid.tiles() < 2 || tiles.size() == grid.tiles()) return;
    const auto by_tile = [&judge](size_t i) { return judge.wrong_tile[judge.grid.locate(i).tile] != 0; };
    const size_t across = grid.tiles_across;
    if (tiles.size() == 1) {
        const char* what = tiles[0] + 1 == grid.tiles() ? "the last index of a loop"
                           : tiles[0] == 0              ? "what is not there yet for the first tile"
                                                        : "an index";
        list.push_back({{"one_tile", fmt::format("in tile {} of {}", tiles[0], grid.tiles()), what, 1.2}, by_tile});
    } else {
        const size_t step = tiles[1] - tiles[0];
        bool even = step >= 2 && tiles[0] < step && tiles.back() + step >= grid.tiles();
        for (size_t k = 1; k < tiles.size(); ++k) even &= tiles[k] - tiles[k - 1] == step;
        if (even) {
            const char* kind = step == across ? "tile_column" : "every_nth_tile";
            const std::string where = step == across
                                          ? fmt::format("in tile column {} of {}", tiles[0], across)
                                          : fmt::format("in every {}th tile, from tile {} on", step, tiles[0]);
            list.push_back({{kind, where,
                             step == across ? "an index of columns, or the first or last round of a loop over a row"
                                            : "an index, or a buffer that is used again in turn",
                             1},
                            by_tile});
        }
    }
    add_cores(judge, tiles, list);
    const bool one_row =
        std::all_of(tiles.begin(), tiles.end(), [&](size_t t) { return t / across == tiles[0] / across; });
    if (one_row && tiles.size() == across && across > 1)
        list.push_back(
            {{"tile_row", fmt::format("in tile row {}", tiles[0] / across), "an index of rows", 1.6}, by_tile});
    if (tiles.back() + 1 == grid.tiles() && tiles.back() - tiles.front() + 1 == tiles.size() && tiles.size() > 1)
        list.push_back({{"last_tiles", fmt::format("in the last {} of {} tiles", tiles.size(), grid.tiles()),
                         "the tail of the work: a last block that is not full, or a count that is rounded down", 1.7},
                        by_tile});
    list.push_back({{"tiles", fmt::format("in {} of {} tiles: {}", tiles.size(), grid.tiles(), list_text(tiles)),
                     "an index of tiles", 3},
                    by_tile});
}

// The same part of every tile.
void places_in_tiles(const Judge& judge, std::vector<Candidate>& list) {
    const Grid& grid = judge.grid;
    if (grid.tile_height != 32 || grid.tile_width != 32) return;
    std::array<bool, 4> faces{};
    size_t row_low = 32, row_high = 0, column_low = 32, column_high = 0;
    for (const size_t i : judge.wrong_at) {
        const Grid::At at = grid.locate(i);
        faces[at.row / 16 * 2 + at.column / 16] = true;
        row_low = std::min(row_low, at.row), row_high = std::max(row_high, at.row);
        column_low = std::min(column_low, at.column), column_high = std::max(column_high, at.column);
    }
    std::vector<size_t> which;
    for (size_t f = 0; f < 4; ++f) {
        if (faces[f]) which.push_back(f);
    }
    const bool first_rows = row_high == 0, first_columns = column_high == 0;
    if (grid.height > 1 && first_rows)
        list.push_back({{"tile_first_row", "in row 0 of tiles", "a row vector's place in a tile", 1.8},
                        [&grid](size_t i) { return grid.locate(i).row == 0; }});
    if (grid.width > 1 && first_columns)
        list.push_back({{"tile_first_column", "in column 0 of tiles", "a column vector's place in a tile", 1.8},
                        [&grid](size_t i) { return grid.locate(i).column == 0; }});
    if (which.size() < 4)
        list.push_back(
            {{"faces", fmt::format("in face{} {} of tiles", which.size() == 1 ? "" : "s", fmt::join(which, ", ")),
              "a loop over faces, or their order", 1.5},
             [&grid, faces](size_t i) {
                 const Grid::At at = grid.locate(i);
                 return static_cast<bool>(faces[at.row / 16 * 2 + at.column / 16]);
             }});
}

}  // namespace

Region find_region(const Judge& judge) {
    const size_t wrong = judge.wrong_at.size(), all = judge.wrong.size();
    if (wrong < 2 || wrong == all) return {};
    std::vector<Candidate> list;
    add_lines(judge, list);
    add_tiles(judge, list);
    places_in_tiles(judge, list);
    std::optional<Region> best;
    for (const Candidate& candidate : list) {
        size_t inside = 0, missed = 0;
        for (size_t i = 0; i < all; ++i) inside += candidate.inside(i);
        for (const size_t i : judge.wrong_at) missed += !candidate.inside(i);
        const double share = static_cast<double>(inside) / static_cast<double>(all);
        const double density = static_cast<double>(wrong) / static_cast<double>(inside);
        // So many elements would not all lie there by chance, and enough of those that lie there are wrong.
        const bool by_chance = static_cast<double>(wrong) * std::log10(1 / share) < 4 && density < 0.9;
        if (missed != 0 || share > 0.85 || density < 0.25 || by_chance) continue;
        // The smallest place says most; the words that say why count among places of one size.
        const double score = 0.5 * candidate.region.rank + 4 * share + 3 * (1 - density);
        if (best && best->share <= score) continue;
        best = candidate.region;
        best->share = score;
    }
    if (!best) return {};
    return *best;
}

}  // namespace tilewright::workshop
