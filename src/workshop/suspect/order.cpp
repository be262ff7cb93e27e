// Mistakes of order: transposed tiles, faces exchanged, a tile in another's place, rows shifted.
#include "workshop/suspect/order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "workshop/suspect/judge.hpp"

namespace tilewright::workshop {

namespace {

template <typename From>
TileOrder order_of(const Grid& grid, const char* kind, std::string what, double rank, From from) {
    TileOrder order{kind, std::move(what), rank, {}};
    for (size_t row = 0; row < grid.tile_height; ++row) {
        for (size_t column = 0; column < grid.tile_width; ++column) order.from.push_back(from(row, column));
    }
    return order;
}

// Row-major place of the n-th element in the order of faces.
size_t of_faces(size_t n) {
    const size_t face = n / 256, row = face / 2 * 16 + n % 256 / 16, column = face % 2 * 16 + n % 16;
    return row * 32 + column;
}

void face_orders(const Grid& grid, std::vector<TileOrder>& list) {
    const auto face_order = [&](const char* what, double rank, std::array<size_t, 4> faces, bool turn) {
        list.push_back(order_of(grid, "faces", what, rank, [&](size_t row, size_t column) {
            const size_t face = faces[row / 16 * 2 + column / 16];
            size_t r = row % 16, c = column % 16;
            if (turn) std::swap(r, c);
            return (face / 2 * 16 + r) * 32 + face % 2 * 16 + c;
        }));
    };
    face_order("faces 1 and 2 of each tile are exchanged", 0.5, {0, 2, 1, 3}, false);
    face_order("each face is transposed, the faces lie where they should", 0.6, {0, 1, 2, 3}, true);
    face_order("the faces of the upper and lower half are exchanged", 0.7, {2, 3, 0, 1}, false);
    face_order("the faces of the left and right half are exchanged", 0.7, {1, 0, 3, 2}, false);
    face_order("the faces are in reverse order", 0.7, {3, 2, 1, 0}, false);
    face_order("face 0 stands in the place of every face", 0.7, {0, 0, 0, 0}, false);
    std::array<size_t, 1024> row_of{};
    for (size_t n = 0; n < 1024; ++n) row_of[of_faces(n)] = n;
    list.push_back(order_of(grid, "faces", "rows of 32 elements are written where a tile has faces: not tilized", 0.6,
                            [&](size_t row, size_t column) { return row_of[row * 32 + column]; }));
    list.push_back(order_of(grid, "faces", "faces are read as rows of 32 elements: not untilized", 0.6,
                            [](size_t row, size_t column) { return of_faces(row * 32 + column); }));
}

}  // namespace

std::vector<TileOrder> tile_orders(const Grid& grid) {
    std::vector<TileOrder> list;
    const size_t width = grid.tile_width, height = grid.tile_height;
    if (width == height)
        list.push_back(order_of(grid, "transposed", "each tile is transposed", 0.4,
                                [&](size_t row, size_t column) { return column * width + row; }));
    list.push_back(order_of(grid, "repeated",
                            "row 0 of each tile stands in all of its rows: broadcast along the wrong dimension", 0.5,
                            [&](size_t, size_t column) { return column; }));
    list.push_back(order_of(grid, "repeated",
                            "column 0 of each tile stands in all of its columns: broadcast along the wrong dimension",
                            0.5, [&](size_t row, size_t) { return row * width; }));
    list.push_back(order_of(grid, "repeated",
                            "the first element of each tile stands in all of it: broadcast as a scalar", 0.5,
                            [&](size_t, size_t) { return size_t{0}; }));
    list.push_back(order_of(grid, "reversed", "the rows of each tile are in reverse order", 0.8,
                            [&](size_t row, size_t column) { return (height - 1 - row) * width + column; }));
    list.push_back(order_of(grid, "reversed", "the columns of each tile are in reverse order", 0.8,
                            [&](size_t row, size_t column) { return row * width + width - 1 - column; }));
    if (width == 32 && height == 32) face_orders(grid, list);
    return list;
}

std::vector<double> in_order(const Grid& grid, const std::vector<double>& values, const TileOrder& order) {
    std::vector<double> result(values.size(), kUnknown);
    for (size_t i = 0; i < values.size(); ++i) {
        const Grid::At at = grid.locate(i);
        const size_t place = order.from[at.row * grid.tile_width + at.column];
        const size_t from = grid.at(at.tile, place / grid.tile_width, place % grid.tile_width);
        if (from != Grid::kNone) result[i] = values[from];
    }
    return result;
}

std::vector<double> with_tiles(const Grid& grid, const std::vector<double>& values, const std::vector<size_t>& tiles) {
    std::vector<double> result(values.size(), kUnknown);
    for (size_t i = 0; i < values.size(); ++i) {
        const Grid::At at = grid.locate(i);
        const size_t from = tiles[at.tile] == Grid::kNone ? Grid::kNone : grid.at(tiles[at.tile], at.row, at.column);
        if (from != Grid::kNone) result[i] = values[from];
    }
    return result;
}

std::vector<TileWalk> tile_walks(const Grid& grid) {
    const size_t count = grid.tiles(), across = grid.tiles_across, down = grid.tiles_down;
    std::vector<TileWalk> walks;
    const auto add = [&](std::string what, auto of) {
        TileWalk walk{std::move(what), {}};
        bool differs = false;
        for (size_t t = 0; t < count; ++t) {
            walk.tiles.push_back(of(t));
            differs |= walk.tiles.back() != t;
        }
        if (differs) walks.push_back(std::move(walk));
    };
    if (count < 2) return walks;
    add("tile 0 is taken every time: the index does not go on", [](size_t) { return size_t{0}; });
    add("the tile after it is taken: the index is one too large",
        [&](size_t t) { return t + 1 < count ? t + 1 : Grid::kNone; });
    add("the tile before it is taken: the index is one too small",
        [](size_t t) { return t > 0 ? t - 1 : Grid::kNone; });
    add("the tile before it is taken, the first one twice: the index goes on too late",
        [](size_t t) { return t > 0 ? t - 1 : 0; });
    if (across > 1 && down * grid.matrices > 1) {
        add("the tiles of the first row are taken in every row: the row's start is not added",
            [&](size_t t) { return t % across; });
        add("the first tile of the row is taken every time: the column is not added",
            [&](size_t t) { return t - t % across; });
        add("rows and columns of tiles are exchanged: the walk is column by column", [&](size_t t) {
            const size_t matrix = t / (across * down), n = t % (across * down);
            return matrix * across * down + n % down * across + n / down;
        });
        add("tile row h is taken where tile column h is meant", [&](size_t t) {
            const size_t h = t / across;
            return h < count ? h : Grid::kNone;
        });
    }
    if (grid.matrices > 1)
        add("the first matrix is taken for every matrix: the batch is not added",
            [&](size_t t) { return t % (across * down); });
    add("tiles are taken from the end to the beginning", [&](size_t t) { return count - 1 - t; });
    add("every second tile is taken: the step is 2", [&](size_t t) { return 2 * t < count ? 2 * t : Grid::kNone; });
    return walks;
}

namespace {

// The expected tile that a wrong tile of the result equals; kNone: none, or too little to tell.
std::vector<size_t> matched_tiles(const Judge& judge, size_t& matched, size_t& concerned) {
    const Grid& grid = judge.grid;
    std::vector<size_t> tiles(grid.tiles());
    std::iota(tiles.begin(), tiles.end(), size_t{0});
    matched = concerned = 0;
    for (size_t t = 0; t < grid.tiles(); ++t) {
        if (judge.wrong_tile[t] == 0) continue;
        ++concerned;
        tiles[t] = Grid::kNone;
        for (size_t other = 0; other < grid.tiles() && tiles[t] == Grid::kNone; ++other) {
            if (other == t) continue;
            size_t same = 0;
            bool fits = true;
            for (size_t k = 0; k < grid.tile_height * grid.tile_width && fits; ++k) {
                const size_t here = grid.at(t, k / grid.tile_width, k % grid.tile_width);
                const size_t there = grid.at(other, k / grid.tile_width, k % grid.tile_width);
                if (here == Grid::kNone || there == Grid::kNone) continue;
                fits = judge.agrees(here, judge.seen.expected[there]);
                ++same;
            }
            if (fits && same >= 8) tiles[t] = other;
        }
        matched += tiles[t] != Grid::kNone;
    }
    return tiles;
}

std::string name_of(const Judge& judge, const std::vector<size_t>& tiles, std::string& kind) {
    const Grid& grid = judge.grid;
    kind = "tile_order";
    for (const TileWalk& walk : tile_walks(grid)) {
        bool same = true;
        for (size_t t = 0; t < tiles.size(); ++t) {
            if (judge.wrong_tile[t] != 0 && tiles[t] != Grid::kNone) same &= walk.tiles[t] == tiles[t];
        }
        if (same) return walk.what;
    }
    // The same for every core: it starts at tile 0 instead of where its share begins.
    if (judge.seen.shares.size() > 1) {
        bool same = true;
        for (const TileShare& share : judge.seen.shares) {
            for (size_t t = share.first; t < share.first + share.count && t < tiles.size(); ++t) {
                if (judge.wrong_tile[t] != 0 && tiles[t] != Grid::kNone) same &= tiles[t] == t - share.first;
            }
        }
        if (same) {
            kind = "core_start";
            return "each core's share holds the first tiles of all: the core's start index is not added";
        }
    }
    std::vector<std::string> pairs;
    int64_t shift = 0;
    bool even = true, first = true;
    for (size_t t = 0; t < tiles.size(); ++t) {
        if (judge.wrong_tile[t] == 0 || tiles[t] == Grid::kNone) continue;
        const int64_t here = static_cast<int64_t>(tiles[t]) - static_cast<int64_t>(t);
        even &= first || here == shift;
        shift = here;
        first = false;
        if (pairs.size() < 4) pairs.push_back(fmt::format("tile {} is the reference's {}", t, tiles[t]));
    }
    if (even && pairs.size() > 1)
        return fmt::format("each tile is the one {} {} it", std::abs(shift), shift > 0 ? "after" : "before");
    return fmt::format("tiles stand in the wrong place: {}", fmt::join(pairs, ", "));
}

void tile_places(Judge& judge) {
    if (judge.grid.tiles() < 2 || judge.grid.tiles() > 4096) return;
    size_t matched = 0, concerned = 0;
    const std::vector<size_t> tiles = matched_tiles(judge, matched, concerned);
    if (matched == 0 || matched * 10 < concerned * 6) return;
    std::string kind;
    const std::string what = name_of(judge, tiles, kind);
    judge.consider({.kind = kind, .what = what, .evidence = "the reference, its tiles in that order", .rank = 0.3},
                   with_tiles(judge.grid, judge.seen.expected, tiles));
}

// Rows (or columns) that stand some places further on, the last ones at the front again or not.
void shifted_lines(Judge& judge, bool rows) {
    const Grid& grid = judge.grid;
    const size_t lines = rows ? grid.rows() : grid.width, length = rows ? grid.width : grid.rows();
    if (lines < 2 || judge.wrong_at.size() < 4) return;
    const auto at = [&](size_t line, size_t k) { return rows ? line * grid.width + k : k * grid.width + line; };
    // The first wrong line and what it equals; where a line is short, the ones after it count, too.
    const size_t first = judge.wrong_at.front(), line = rows ? first / grid.width : first % grid.width;
    const size_t deep = std::min<size_t>(length >= 8 ? 1 : (8 + length - 1) / length, lines);
    for (size_t other = 0; other < lines; ++other) {
        if (other == line) continue;
        bool fits = true;
        size_t compared = 0;
        for (size_t d = 0; d < deep && fits; ++d) {
            if (line + d >= lines || other + d >= lines) break;
            for (size_t k = 0; k < length && fits; ++k, ++compared)
                fits = judge.agrees(at(line + d, k), judge.seen.expected[at(other + d, k)]);
        }
        if (!fits || compared < std::min<size_t>(8, length)) continue;
        const auto shift = static_cast<int64_t>(other) - static_cast<int64_t>(line);
        for (const bool wraps : {false, true}) {
            std::vector<double> predicted(judge.wrong.size(), kUnknown);
            for (size_t l = 0; l < lines; ++l) {
                int64_t from = static_cast<int64_t>(l) + shift;
                if (wraps)
                    from = (from % static_cast<int64_t>(lines) + static_cast<int64_t>(lines)) %
                           static_cast<int64_t>(lines);
                if (from < 0 || from >= static_cast<int64_t>(lines)) continue;
                for (size_t k = 0; k < length; ++k)
                    predicted[at(l, k)] = judge.seen.expected[at(static_cast<size_t>(from), k)];
            }
            const char* word = rows ? "row" : "column";
            if (judge.consider({.kind = "shifted",
                                .what = fmt::format("each {} is the one {} {} it{}", word, std::abs(shift),
                                                    shift > 0 ? "after" : "before", wraps ? ", round the end" : ""),
                                .evidence = fmt::format("the reference, {}s shifted", word),
                                .rank = 0.9,
                                .numbers = {{"shift", static_cast<double>(shift)}}},
                               predicted))
                return;
        }
    }
}

// The whole matrix, read column by column.
void transposed_matrix(Judge& judge) {
    const Grid& grid = judge.grid;
    if (grid.height < 2 || grid.width < 2) return;
    // A tile that is all there is has been tried.
    if (grid.height == grid.width && grid.height <= grid.tile_height) return;
    std::vector<double> predicted(judge.wrong.size());
    for (size_t i = 0; i < predicted.size(); ++i) {
        const size_t matrix = i / (grid.width * grid.height), n = i % (grid.width * grid.height);
        predicted[i] =
            judge.seen.expected[matrix * grid.width * grid.height + n % grid.height * grid.width + n / grid.height];
    }
    judge.consider({.kind = "transposed",
                    .what = "the whole matrix is transposed",
                    .evidence = "the reference, transposed",
                    .rank = 0.35},
                   predicted);
}

}  // namespace

void look_at_order(Judge& judge) {
    if (judge.wrong_at.size() < 4 || !judge.varies) return;
    for (const TileOrder& order : tile_orders(judge.grid)) {
        judge.consider(
            {.kind = order.kind, .what = order.what, .evidence = "the reference, in that order", .rank = order.rank},
            in_order(judge.grid, judge.seen.expected, order));
    }
    transposed_matrix(judge);
    tile_places(judge);
    shifted_lines(judge, true);
    shifted_lines(judge, false);
}

}  // namespace tilewright::workshop
