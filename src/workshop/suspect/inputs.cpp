// Mistakes in how inputs are used, each made in the reference: exchanged, left out, broadcast along another dimension,
// other tiles of them read.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/suspect/again.hpp"
#include "workshop/suspect/order.hpp"

namespace tilewright::workshop {

namespace {

// The part of `values` that the wanted shape covers; empty: it is smaller somewhere, or of another rank.
std::vector<double> cropped(const Operand& from, const std::vector<uint32_t>& to) {
    size_t all = 1;
    for (const uint32_t dim : to) all *= dim;
    if (from.shape == to) return from.values.size() == all ? from.values : std::vector<double>();
    if (from.shape.size() != to.size()) return from.values.size() == all ? from.values : std::vector<double>();
    std::vector<double> result(all);
    for (size_t i = 0; i < all; ++i) {
        size_t rest = i, at = 0, size = 1;
        for (size_t d = to.size(); d-- > 0;) {
            if (from.shape[d] < to[d]) return {};
            at += rest % to[d] * size;
            rest /= to[d];
            size *= from.shape[d];
        }
        if (at >= from.values.size()) return {};
        result[i] = from.values[at];
    }
    return result;
}

}  // namespace

Again::Again(const Judge& judge)
    : judge_(judge),
      end_(std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                  std::chrono::duration<double>(judge.seen.seconds))) {
    possible_ = static_cast<bool>(judge.seen.recompute) && !judge.seen.inputs.empty();
    if (!possible_) return;
    // A reference that does not give the same again (it draws numbers, or keeps a state) proves nothing.
    const std::vector<double> same = ask(judge.seen.inputs, judge.seen.constants);
    possible_ = same.size() == judge.seen.expected.size();
    for (size_t i = 0; i < same.size() && possible_; ++i) {
        const double expected = judge.seen.expected[i];
        possible_ = same[i] == expected || !std::isfinite(expected) ||
                    std::abs(same[i] - expected) <= judge.seen.allowed[i] + 1e-6 * std::abs(expected);
    }
}

Grid Again::grid_of(const Operand& input) const {
    return Grid(input.shape, judge_.seen.tiled, judge_.seen.tile_height, judge_.seen.tile_width);
}

std::vector<double> Again::ask(const std::vector<Operand>& inputs, const std::vector<Constant>& constants) {
    if (!possible_ || std::chrono::steady_clock::now() > end_) return {};
    return cropped(judge_.seen.recompute(inputs, constants), judge_.seen.shape);
}

std::vector<double> Again::with_input(size_t index, std::vector<double> values, std::vector<uint32_t> shape) {
    std::vector<Operand> inputs = judge_.seen.inputs;
    inputs[index].values = std::move(values);
    inputs[index].shape = std::move(shape);
    return ask(inputs, judge_.seen.constants);
}

std::vector<double> Again::with_constant(size_t index, double value) {
    std::vector<Constant> constants = judge_.seen.constants;
    constants[index].value = value;
    return ask(judge_.seen.inputs, constants);
}

namespace {

void exchanged(Judge& judge, Again& again) {
    const std::vector<Operand>& inputs = judge.seen.inputs;
    for (size_t a = 0; a < inputs.size(); ++a) {
        for (size_t b = a + 1; b < inputs.size(); ++b) {
            std::vector<Operand> other = inputs;
            std::swap(other[a].values, other[b].values);
            std::swap(other[a].shape, other[b].shape);
            judge.consider({.kind = "exchanged",
                            .what = fmt::format("{} and {} are exchanged", inputs[a].name, inputs[b].name),
                            .evidence = "the reference, with them exchanged",
                            .rank = 0.2},
                           again.ask(other, judge.seen.constants));
        }
        for (size_t b = 0; b < inputs.size(); ++b) {
            if (a == b || inputs[a].shape != inputs[b].shape) continue;
            judge.consider({.kind = "exchanged",
                            .what = fmt::format("{} is used where {} is meant, too", inputs[b].name, inputs[a].name),
                            .evidence = "the reference, with it twice",
                            .rank = 0.3},
                           again.with_input(a, inputs[b].values));
        }
    }
}

void left_out(Judge& judge, Again& again) {
    const std::vector<Operand>& inputs = judge.seen.inputs;
    if (inputs.size() < 2) return;
    for (size_t k = 0; k < inputs.size(); ++k) {
        for (const double value : {0.0, 1.0}) {
            judge.consider({.kind = "left_out",
                            .what = fmt::format("{} is left out: it counts as {}", inputs[k].name, value),
                            .evidence = fmt::format("the reference with {} in its place", value),
                            .rank = 0.75},
                           again.with_input(k, std::vector<double>(inputs[k].values.size(), value)));
        }
    }
}

// An input that is smaller than the result, spread over each tile in another way. Its padding is taken as zero.
void other_broadcast(Judge& judge, Again& again) {
    struct Way {
        const char* words;
        bool row, column;
    };
    static constexpr Way kWays[] = {{"as a row: row 0 of its tiles in every row", true, false},
                                    {"as a column: column 0 of its tiles in every column", false, true},
                                    {"as a scalar: the first element of its tiles everywhere", true, true},
                                    {"not at all: element by element, padding and all", false, false}};
    for (size_t k = 0; k < judge.seen.inputs.size(); ++k) {
        const Operand& input = judge.seen.inputs[k];
        if (input.shape == judge.seen.shape || broadcast(input.values, input.shape, judge.seen.shape).empty()) continue;
        const Grid own = again.grid_of(input);
        for (const bool along : {true, false}) {
            // along: a tile further on in the result is a tile further on in the input, where it has one.
            if (!along && own.tiles() < 2) continue;
            for (const Way& way : kWays) {
                std::vector<double> values(judge.seen.expected.size(), 0);
                for (size_t i = 0; i < values.size(); ++i) {
                    const Grid::At at = judge.grid.locate(i);
                    const size_t across = at.tile % judge.grid.tiles_across,
                                 down = at.tile / judge.grid.tiles_across % judge.grid.tiles_down;
                    const size_t tile = along ? std::min(down, own.tiles_down - 1) * own.tiles_across +
                                                    std::min(across, own.tiles_across - 1)
                                              : 0;
                    const size_t from = own.at(tile, way.row ? 0 : at.row, way.column ? 0 : at.column);
                    if (from != Grid::kNone) values[i] = input.values[from];
                }
                judge.consider({.kind = "broadcast",
                                .what = fmt::format("{} is broadcast {}{}", input.name, way.words,
                                                    along ? "" : ", always from its tile 0"),
                                .evidence = "the reference with it spread so",
                                .rank = along ? 0.25 : 0.55},
                               again.with_input(k, values, judge.seen.shape));
            }
        }
    }
}

void other_tiles(Judge& judge, Again& again) {
    for (size_t k = 0; k < judge.seen.inputs.size(); ++k) {
        const Operand& input = judge.seen.inputs[k];
        const Grid own = again.grid_of(input);
        for (const TileWalk& walk : tile_walks(own)) {
            judge.consider({.kind = "input_order",
                            .what = fmt::format("of {}, {}", input.name, walk.what),
                            .evidence = "the reference with those tiles",
                            .rank = 0.5},
                           again.with_input(k, with_tiles(own, input.values, walk.tiles)));
        }
        for (const TileOrder& order : tile_orders(own)) {
            judge.consider({.kind = order.kind == "repeated" ? "broadcast" : order.kind,
                            .what = fmt::format("of {}, {}", input.name, order.what),
                            .evidence = "the reference with it in that order",
                            .rank = 0.2 + order.rank},
                           again.with_input(k, in_order(own, input.values, order)));
        }
        if (own.height == own.width && own.tiles() > own.matrices) {
            std::vector<double> turned(input.values.size());
            for (size_t i = 0; i < turned.size(); ++i) {
                const size_t matrix = i / (own.width * own.height), n = i % (own.width * own.height);
                turned[i] = input.values[matrix * own.width * own.height + n % own.width * own.width + n / own.width];
            }
            judge.consider(
                {.kind = "transposed",
                 .what = fmt::format("{} is taken transposed, or not transposed where it should be", input.name),
                 .evidence = "the reference with it transposed",
                 .rank = 0.45},
                again.with_input(k, turned));
        }
    }
}

}  // namespace

void look_at_inputs(Judge& judge) {
    Again again(judge);
    if (!again.possible() || judge.wrong_at.size() < 2) return;
    exchanged(judge, again);
    other_broadcast(judge, again);
    left_out(judge, again);
    other_tiles(judge, again);
}

}  // namespace tilewright::workshop
