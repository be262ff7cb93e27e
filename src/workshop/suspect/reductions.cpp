// Mistakes in sums and their like, each made in the reference: a tile left out or counted twice, padding taken in, 16
// bits on the way, another constant.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "workshop/suspect/again.hpp"

namespace tilewright::workshop {

namespace {

// Blocks of a tile's width (or height) along one dimension of an input.
struct Axis {
    bool width = true;
    size_t blocks = 0;
    size_t block_of(const Grid& grid, size_t index) const {
        return width ? index % grid.width / grid.tile_width : index / grid.width % grid.height / grid.tile_height;
    }
    const char* words() const { return width ? "width" : "height"; }
};

std::vector<Axis> axes(const Grid& grid) {
    std::vector<Axis> list;
    if (grid.tiles_across > 1) list.push_back({true, grid.tiles_across});
    if (grid.tiles_down > 1) list.push_back({false, grid.tiles_down});
    return list;
}

template <typename Change>
std::vector<double> changed(const Grid& grid, const Operand& input, const Axis& axis, Change change) {
    std::vector<double> values = input.values;
    for (size_t i = 0; i < values.size(); ++i) values[i] = change(axis.block_of(grid, i), values[i]);
    return values;
}

// The last and the first, then the others: loops are wrong at their ends.
std::vector<size_t> ends_first(size_t count) {
    std::vector<size_t> order = {count - 1};
    for (size_t k = 0; k + 1 < count; ++k) order.push_back(k);
    return order;
}

// What a block that is left out counts as: an infinity where the result stays finite with it (a maximum, a minimum, a
// sum of exponentials), else zero.
double nothing_for(Again& again, size_t index, const Grid& grid, const Operand& input, const Axis& axis) {
    for (const double value : {static_cast<double>(-INFINITY), static_cast<double>(INFINITY)}) {
        const std::vector<double> result =
            again.with_input(index, changed(grid, input, axis, [&](size_t b, double v) { return b == 0 ? value : v; }));
        const bool finite =
            std::all_of(result.begin(), result.end(), [](double element) { return std::isfinite(element); });
        if (!result.empty() && finite) return value;
    }
    return 0;
}

// Where any tile would do, it is none of them.
void drop_ambiguous(std::vector<Suspect>& suspects, size_t begin) {
    for (const char* kind : {"tile_left_out", "tile_counted_twice", "tiles_left_out", "end_left_out"}) {
        std::set<double> which;
        for (size_t i = begin; i < suspects.size(); ++i) {
            if (suspects[i].kind == kind && suspects[i].proof == Proof::Recomputed)
                which.insert(suspects[i].numbers.front().second);
        }
        if (which.size() < 2) continue;
        suspects.erase(std::remove_if(suspects.begin() + static_cast<std::ptrdiff_t>(begin), suspects.end(),
                                      [&](const Suspect& suspect) { return suspect.kind == kind; }),
                       suspects.end());
    }
}

void tiles_in_sums(Judge& judge, Again& again) {
    constexpr size_t kBlocksMax = 64;
    for (size_t k = 0; k < judge.seen.inputs.size(); ++k) {
        const Operand& input = judge.seen.inputs[k];
        const Grid grid = again.grid_of(input);
        for (const Axis& axis : axes(grid)) {
            if (axis.blocks > kBlocksMax) continue;
            const size_t begin = judge.suspects.size();
            const double nothing = nothing_for(again, k, grid, input, axis);
            for (const size_t block : ends_first(axis.blocks)) {
                const std::string which =
                    fmt::format("tile {} of {} along the {} of {}", block, axis.blocks, axis.words(), input.name);
                const std::vector<std::pair<std::string, double>> numbers = {{"tile", static_cast<double>(block)}};
                judge.consider({.kind = "tile_left_out",
                                .what = fmt::format("as if {} were left out", which),
                                .evidence = "the reference without it",
                                .rank = 0.65,
                                .numbers = numbers},
                               again.with_input(k, changed(grid, input, axis, [&](size_t b, double v) {
                                                    return b == block ? nothing : v;
                                                })));
                for (const double more : {2.0, std::sqrt(2.0)}) {
                    judge.consider({.kind = "tile_counted_twice",
                                    .what = fmt::format("as if {} were counted twice", which),
                                    .evidence = "the reference with it twice",
                                    .rank = 0.65,
                                    .numbers = numbers},
                                   again.with_input(k, changed(grid, input, axis, [&](size_t b, double v) {
                                                        return b == block ? more * v : v;
                                                    })));
                }
            }
            for (size_t kept = 1; kept + 1 < axis.blocks; ++kept) {
                for (const bool first : {true, false}) {
                    judge.consider(
                        {.kind = "tiles_left_out",
                         .what = fmt::format("as if only the {} {} of {} tiles along the {} of {} were in it",
                                             first ? "first" : "last", kept, axis.blocks, axis.words(), input.name),
                         .evidence = "the reference without the others",
                         .rank = 0.6,
                         .numbers = {{"kept", static_cast<double>(kept)}}},
                        again.with_input(k, changed(grid, input, axis, [&](size_t b, double v) {
                                             return (first ? b < kept : b + kept >= axis.blocks) ? v : nothing;
                                         })));
                }
            }
            drop_ambiguous(judge.suspects, begin);
        }
    }
}

// The end of each row or column of an input is not read: zeros take its place.
void ends_left_out(Judge& judge, Again& again) {
    for (size_t k = 0; k < judge.seen.inputs.size(); ++k) {
        const Operand& input = judge.seen.inputs[k];
        const Grid grid = again.grid_of(input);
        for (const bool columns : {true, false}) {
            const size_t length = columns ? grid.width : grid.height;
            const size_t side = columns ? grid.tile_width : grid.tile_height;
            const size_t begin = judge.suspects.size();
            for (size_t less = 1; less < side && less < length; ++less) {
                std::vector<double> values = input.values;
                for (size_t i = 0; i < values.size(); ++i) {
                    if ((columns ? i % grid.width : i / grid.width % grid.height) + less >= length) values[i] = 0;
                }
                judge.consider({.kind = "end_left_out",
                                .what = fmt::format("as if the last {} {} of {} were zeros: they are not read", less,
                                                    columns ? "columns" : "rows", input.name),
                                .evidence = "the reference with zeros there",
                                .rank = 0.67,
                                .numbers = {{"count", static_cast<double>(less)}}},
                               again.with_input(k, std::move(values)));
            }
            drop_ambiguous(judge.suspects, begin);
        }
    }
}

// Inputs extended to whole tiles.
Operand extended(const Operand& input, const Grid& grid, bool width, bool height, double value) {
    const size_t rows = height ? grid.padded_height() : grid.height, columns = width ? grid.padded_width() : grid.width;
    Operand result{input.name, input.shape, std::vector<double>(grid.matrices * rows * columns, value)};
    result.shape.back() = static_cast<uint32_t>(columns);
    if (result.shape.size() > 1) result.shape[result.shape.size() - 2] = static_cast<uint32_t>(rows);
    for (size_t i = 0; i < input.values.size(); ++i) {
        const size_t column = i % grid.width, row = i / grid.width % grid.height, matrix = i / grid.width / grid.height;
        result.values[(matrix * rows + row) * columns + column] = input.values[i];
    }
    return result;
}

void padding_in_sums(Judge& judge, Again& again) {
    const std::vector<Operand>& inputs = judge.seen.inputs;
    const Grid first(inputs.front().shape, true, judge.seen.tile_height, judge.seen.tile_width);
    if (inputs.front().shape.empty()) return;
    const bool ragged_width = first.padded_width() != first.width && first.width > 1;
    const bool ragged_height = first.padded_height() != first.height && first.height > 1;
    for (const auto& [width, height] : {std::pair(true, false), std::pair(false, true), std::pair(true, true)}) {
        if ((width && !ragged_width) || (height && !ragged_height)) continue;
        for (const double value : {0.0, 1.0, static_cast<double>(-INFINITY), static_cast<double>(INFINITY)}) {
            std::vector<Operand> larger = inputs;
            for (Operand& input : larger) {
                if (input.shape.empty()) continue;
                const Grid grid(input.shape, true, judge.seen.tile_height, judge.seen.tile_width);
                input = extended(input, grid, width && grid.width == first.width, height && grid.height == first.height,
                                 value);
            }
            const size_t columns = first.padded_width() - first.width, rows = first.padded_height() - first.height;
            const std::string what = width && height ? fmt::format("{} padding columns and {} rows", columns, rows)
                                     : width         ? fmt::format("{} padding columns", columns)
                                                     : fmt::format("{} padding rows", rows);
            judge.consider(
                {.kind = "padding",
                 .what = fmt::format("the {} of {} are in it, as {}", what, inputs.front().name, number(value)),
                 .evidence = "the reference for whole tiles",
                 .rank = 1.25},
                again.ask(larger, judge.seen.constants));
        }
    }
}

void other_constants(Judge& judge, Again& again) {
    for (size_t k = 0; k < judge.seen.constants.size(); ++k) {
        const Constant& constant = judge.seen.constants[k];
        const double v = constant.value;
        std::set<double> tries = {0, 1, -v, 1 / v, v * v, std::sqrt(std::abs(v)), 2 * v, v / 2};
        for (int power = 1; power <= 6; ++power) tries.insert({v * std::pow(10.0, power), v * std::pow(10.0, -power)});
        for (const double value : tries) {
            if (!std::isfinite(value) || value == v) continue;
            judge.consider(
                {.kind = "constant",
                 .what = fmt::format("as if {} were {} instead of {}", constant.name, number(value), number(v)),
                 .evidence = fmt::format("the reference with {}", number(value)),
                 .rank = 0.8,
                 .numbers = {{"value", value}}},
                again.with_constant(k, value));
        }
    }
}

void rounded_inputs(Judge& judge, Again& again) {
    std::vector<Operand> rounded = judge.seen.inputs;
    for (Operand& input : rounded) {
        for (double& value : input.values) value = to_bf16(value);
    }
    judge.consider({.kind = "sixteen_bits",
                    .what = "as if the inputs were rounded to bfloat16 on their way",
                    .evidence = "the reference for rounded inputs",
                    .rank = 0.9},
                   again.ask(rounded, judge.seen.constants));
}

// A result that is a multiple of sums over one dimension: those sums, cut to 16 bits after every tile.
void sixteen_bit_sums(Judge& judge) {
    const Operand& input = judge.seen.inputs.front();
    const Grid grid(input.shape, judge.seen.tiled, judge.seen.tile_height, judge.seen.tile_width);
    for (const Axis& axis : axes(grid)) {
        const size_t lines = axis.width ? grid.rows() : grid.matrices * grid.width;
        if (lines != judge.seen.expected.size()) continue;
        const auto line_of = [&](size_t i) {
            return axis.width ? i / grid.width : i / grid.width / grid.height * grid.width + i % grid.width;
        };
        std::vector<double> sums(lines, 0), blocks(lines * axis.blocks, 0);
        for (size_t i = 0; i < input.values.size(); ++i) {
            sums[line_of(i)] += input.values[i];
            blocks[line_of(i) * axis.blocks + axis.block_of(grid, i)] += input.values[i];
        }
        double xx = 0, xy = 0, off = 0;
        for (size_t l = 0; l < lines; ++l) xx += sums[l] * sums[l], xy += sums[l] * judge.seen.expected[l];
        if (!(xx > 0)) continue;
        const double scale = xy / xx;
        for (size_t l = 0; l < lines; ++l) off = std::max(off, std::abs(judge.seen.expected[l] - scale * sums[l]));
        if (off > 1e-4 * judge.rms) continue;
        for (const auto cut : {to_bf16, to_bf16_truncated}) {
            for (const double inside : {1.0, scale}) {
                std::vector<double> predicted(lines);
                for (size_t l = 0; l < lines; ++l) {
                    double sum = 0;
                    for (size_t b = 0; b < axis.blocks; ++b) sum = cut(sum + inside * blocks[l * axis.blocks + b]);
                    predicted[l] = sum * scale / inside;
                }
                if (judge.consider({.kind = "sixteen_bits",
                                    .what = fmt::format("the sum over the {} has 16 bits: it is cut after every tile",
                                                        axis.words()),
                                    .evidence = "the sum, cut to bfloat16 after every tile",
                                    .rank = 0.7,
                                    .proves = judge.varies,
                                    .plain = !judge.varies},
                                   predicted))
                    return;
            }
        }
    }
}

}  // namespace

void look_at_reductions(Judge& judge) {
    if (judge.seen.inputs.empty() || judge.wrong_at.size() < 2) return;
    sixteen_bit_sums(judge);
    Again again(judge);
    if (!again.possible()) return;
    padding_in_sums(judge, again);
    other_constants(judge, again);
    tiles_in_sums(judge, again);
    ends_left_out(judge, again);
    rounded_inputs(judge, again);
}

}  // namespace tilewright::workshop
