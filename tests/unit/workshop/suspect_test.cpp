// Deliberate mistakes in arrays: the right suspect comes first. Noise has none.
#include "suspect_data.hpp"

using namespace suspect_data;

namespace {

Numbers row_sums(const Operand& input, double scale) {
    return each_row(input, [&](const Numbers& row, Numbers& out) { out.push_back(scale * sum(row)); });
}

Operand sums_of(const std::vector<Operand>& inputs) {
    const Operand& x = inputs[0];
    std::vector<uint32_t> shape = x.shape;
    shape.back() = 1;
    return {"", shape, row_sums(x, 1)};
}

Operand means_of(const std::vector<Operand>& inputs) {
    Operand made = sums_of(inputs);
    for (double& value : made.values) value /= inputs[0].shape.back();
    return made;
}

Numbers softmax_of(const Operand& x) {
    return each_row(x, [](const Numbers& row, Numbers& out) {
        const double top = *std::max_element(row.begin(), row.end());
        double total = 0;
        for (const double value : row) total += std::exp(value - top);
        for (const double value : row) out.push_back(std::exp(value - top) / total);
    });
}

}  // namespace

TEST(SuspectValues, PaddedWidthInAMeansScaler) {
    const Operand x = operand("x", {96, 50}, 1, 0.5);
    Compared made = compared({96, 1}, row_sums(x, 1.0 / 64), row_sums(x, 1.0 / 50));
    made.inputs = {x};
    made.recompute = [](const auto& inputs, const auto&) { return means_of(inputs); };
    const Diagnosis found = first_is(made, "ratio", "50/64, width over padded width");
    ASSERT_FALSE(found.suspects.empty());
    EXPECT_NEAR(found.suspects[0].numbers.at(0).second, 50.0 / 64, 1e-9);
    EXPECT_EQ(found.suspects[0].explained, found.wrong);
}

TEST(SuspectValues, PaddedWidthInAVariance) {
    const Operand x = operand("x", {32, 40}, 2);
    const auto norm = [&](double count) {
        return each_row(x, [&](const Numbers& row, Numbers& out) {
            double squares = 0;
            for (const double value : row) squares += value * value;
            for (const double value : row) out.push_back(value / std::sqrt(squares / count));
        });
    };
    Compared made = compared({32, 40}, norm(64), norm(40));
    made.inputs = {x};
    first_is(made, "ratio", "the root of 64/40, padded width over width");
}

TEST(SuspectValues, TheDifferenceFromTheInputHasTheFactor) {
    const Operand x = operand("x", {64, 50}, 3, 2);
    const auto centred = [&](double count) {
        return each_row(x, [&](const Numbers& row, Numbers& out) {
            for (const double value : row) out.push_back(value - sum(row) / count);
        });
    };
    Compared made = compared({64, 50}, centred(64), centred(50));
    made.inputs = {x};
    first_is(made, "ratio", "the difference from x is 0.78125 times what it should be = 50/64");
}

TEST(SuspectValues, NotDividedByTheWidth) {
    const Operand x = operand("x", {64, 96}, 4, 0.3);
    Compared made = compared({64, 1}, row_sums(x, 1), row_sums(x, 1.0 / 96));
    made.inputs = {x};
    first_is(made, "ratio", "96, the width");
}

TEST(SuspectValues, OffsetByAConstant) {
    const Numbers expected = normal(32 * 64, 5);
    Numbers got = expected;
    for (double& value : got) value += 0.25;
    Compared made = compared({32, 64}, got, expected);
    made.constants = {{"shift", -0.25}};
    first_is(made, "offset", "0.25 too large: shift is missing");
}

TEST(SuspectValues, Sign) {
    const Numbers expected = normal(64 * 64, 6);
    Numbers got = expected;
    for (double& value : got) value = -value;
    first_is(compared({64, 64}, got, expected), "sign", "wrong sign");
}

TEST(SuspectValues, ReciprocalLeftOut) {
    Numbers expected = normal(32 * 96, 7, 3, 0.6), got;
    for (double& value : expected) value = std::abs(value) + 0.2;
    for (const double value : expected) got.push_back(1 / value);
    first_is(compared({32, 96}, got, expected), "function", "reciprocal");
}

TEST(SuspectValues, SaturatedAtTheTop) {
    const Numbers expected = normal(32 * 64, 8, 0, 100);
    Numbers got = expected;
    for (double& value : got) value = std::min(value, 127.0);
    first_is(compared({32, 64}, got, expected), "saturation", "stays at 127", false);
}

TEST(SuspectValues, CutOffAtBothEnds) {
    const Numbers expected = normal(32 * 64, 9, 0, 10);
    Numbers got = expected;
    for (double& value : got) value = std::clamp(value, -8.0, 8.0);
    first_is(compared({32, 64}, got, expected), "saturation", "cut off at -8 and 8");
}

TEST(SuspectValues, Overflow) {
    const Numbers expected = normal(32 * 64, 10);
    Numbers got = expected;
    for (size_t i = 0; i < got.size(); ++i) got[i] = expected[i] > 1 ? INFINITY : got[i];
    first_is(compared({32, 64}, got, expected), "saturation", "is infinite", false);
}

TEST(SuspectValues, NanFromPadding) {
    const Operand x = operand("x", {64, 50}, 11);
    Numbers got(64, kUnknown);
    Compared made = compared({64, 1}, got, row_sums(x, 1));
    made.inputs = {x};
    first_is(made, "nan", "padding", false);
}

TEST(SuspectValues, StaleAndNeverWritten) {
    const Numbers expected = normal(96 * 96, 12), before = normal(96 * 96, 13);
    Numbers stale = expected, empty = expected;
    for (size_t i = 0; i < expected.size(); ++i) {
        if (i / 96 < 64 || i % 96 < 64) continue;
        stale[i] = before[i];
        empty[i] = 0;
    }
    Compared made = compared({96, 96}, stale, expected);
    made.before = {{"the call before", {96, 96}, before}};
    const Diagnosis found = first_is(made, "stale", "is what the call before had there");
    EXPECT_NE(found.where.find("tile 8"), std::string::npos) << found.where;
    first_is(compared({96, 96}, empty, expected), "zeros", "exactly zero", false);
}

TEST(SuspectValues, AFloat32ResultThroughBfloat16) {
    const Operand x = operand("x", {32, 64}, 14);
    Numbers expected, got;
    for (const double value : x.values)
        expected.push_back(std::exp(value)), got.push_back(to_bf16_truncated(std::exp(value)));
    first_is(compared({32, 64}, got, expected, false), "sixteen_bits", "8 significant bits");
}

TEST(SuspectValues, InputPassedOn) {
    const Operand x = operand("x", {64, 64}, 15);
    Numbers expected;
    for (const double value : x.values) expected.push_back(value * 0.5 * (1 + std::erf(value / std::sqrt(2.0))));
    Compared made = compared({64, 64}, x.values, expected);
    made.inputs = {x};
    first_is(made, "unchanged", "is x as it came");
}

TEST(SuspectValues, WholeNumbersWrapRound) {
    Numbers expected, got;
    for (size_t i = 0; i < 32 * 32; ++i) {
        expected.push_back(static_cast<double>(i * 97));
        got.push_back(static_cast<double>(i * 97 % 65536));
    }
    Compared made = compared({32, 32}, {}, expected);
    made.got = got;
    made.allowed.assign(expected.size(), 0);
    made.whole_numbers = true;
    first_is(made, "saturation", "wrapped round at 16 bits");
}

// ---- where --------------------------------------------------------------------------------------------------------

namespace {

// Garbage where `inside` says so.
Compared spoiled(std::vector<uint32_t> shape, uint64_t seed,
                 const std::function<bool(size_t row, size_t column)>& inside) {
    const Numbers expected = normal(count_of(shape), seed), other = normal(count_of(shape), seed + 1000, 0.3, 1.7);
    Numbers got = expected;
    for (size_t i = 0; i < got.size(); ++i) {
        if (inside(i / shape.back(), i % shape.back())) got[i] = other[i];
    }
    return compared(std::move(shape), got, expected);
}

size_t tile_of(size_t row, size_t column, size_t across) { return row / 32 * across + column / 32; }

std::vector<TileShare> four_cores(size_t tiles) {
    std::vector<TileShare> shares;
    for (size_t core = 0; core < 4; ++core)
        shares.push_back({"(" + std::to_string(core) + ",0)", core * tiles / 4, tiles / 4});
    return shares;
}

}  // namespace

TEST(SuspectPlaces, LastColumnsAndRows) {
    first_is(spoiled({64, 50}, 20, [](size_t, size_t column) { return column >= 46; }), "last_columns",
             "columns 46 to 49", false);
    first_is(spoiled({50, 64}, 21, [](size_t row, size_t) { return row >= 45; }), "last_rows", "rows 45 to 49", false);
}

TEST(SuspectPlaces, EveryFourthTile) {
    first_is(spoiled({96, 224}, 22, [](size_t row, size_t column) { return tile_of(row, column, 7) % 4 == 1; }),
             "every_nth_tile", "every 4th tile, from tile 1", false);
}

TEST(SuspectPlaces, TilesOfOneCoreAndFirstTilesOfEach) {
    Compared one = spoiled({128, 128}, 23, [](size_t row, size_t column) { return tile_of(row, column, 4) / 4 == 2; });
    one.shares = four_cores(16);
    first_is(one, "core", "core (2,0)", false);
    Compared first =
        spoiled({160, 128}, 24, [](size_t row, size_t column) { return tile_of(row, column, 4) % 5 == 0; });
    first.shares = four_cores(20);
    first_is(first, "first_tile_of_core", "first tile of each core", false);
    Compared last = spoiled({160, 128}, 25, [](size_t row, size_t column) { return tile_of(row, column, 4) % 5 == 4; });
    last.shares = four_cores(20);
    first_is(last, "last_tile_of_core", "last tile of each core", false);
}

TEST(SuspectPlaces, TheTailOfTheWork) {
    first_is(spoiled({96, 224}, 26, [](size_t row, size_t column) { return tile_of(row, column, 7) >= 16; }),
             "last_tiles", "the last 5 of 21 tiles", false);
}

TEST(SuspectPlaces, TwoFaces) {
    first_is(spoiled({64, 64}, 27, [](size_t row, size_t) { return row % 32 >= 16; }), "faces", "faces 2, 3", false);
}

// ---- order --------------------------------------------------------------------------------------------------------

TEST(SuspectOrder, TransposedTiles) {
    const Numbers expected = normal(64 * 96, 30);
    Numbers got(expected.size());
    for (size_t row = 0; row < 64; ++row) {
        for (size_t column = 0; column < 96; ++column)
            got[row * 96 + column] = expected[(row / 32 * 32 + column % 32) * 96 + column / 32 * 32 + row % 32];
    }
    first_is(compared({64, 96}, got, expected), "transposed", "each tile is transposed");
}

TEST(SuspectOrder, FacesExchangedAndNotUntilized) {
    const Numbers expected = normal(32 * 64, 31);
    Numbers exchanged = expected, plain = expected;
    for (size_t row = 0; row < 32; ++row) {
        for (size_t column = 0; column < 64; ++column) {
            const size_t in = column % 32, base = column / 32 * 32;
            if (row < 16 && in >= 16) exchanged[row * 64 + column] = expected[(row + 16) * 64 + base + in - 16];
            if (row >= 16 && in < 16) exchanged[row * 64 + column] = expected[(row - 16) * 64 + base + in + 16];
            const size_t n = row * 32 + in, face = n / 256;
            plain[row * 64 + column] = expected[(face / 2 * 16 + n % 256 / 16) * 64 + base + face % 2 * 16 + n % 16];
        }
    }
    first_is(compared({32, 64}, exchanged, expected), "faces", "faces 1 and 2");
    first_is(compared({32, 64}, plain, expected), "faces", "not untilized");
}

TEST(SuspectOrder, TilesShifted) {
    const Numbers expected = normal(32 * 256, 32);
    Numbers got = expected;
    for (size_t row = 0; row < 32; ++row) {
        for (size_t column = 32; column < 256; ++column) got[row * 256 + column] = expected[row * 256 + column - 32];
    }
    first_is(compared({32, 256}, got, expected), "tile_order", "the tile before it is taken");
}

TEST(SuspectOrder, EveryCoreStartsAtTileZero) {
    const Numbers expected = normal(32 * 256, 33);
    Numbers got = expected;
    for (size_t row = 0; row < 32; ++row) {
        for (size_t column = 0; column < 256; ++column) got[row * 256 + column] = expected[row * 256 + column % 64];
    }
    Compared made = compared({32, 256}, got, expected);
    made.shares = four_cores(8);
    first_is(made, "core_start", "start index is not added");
}

TEST(SuspectOrder, RowsShifted) {
    const Numbers expected = normal(70 * 40, 34);
    Numbers got = expected;
    for (size_t row = 0; row + 3 < 70; ++row) {
        for (size_t column = 0; column < 40; ++column) got[row * 40 + column] = expected[(row + 3) * 40 + column];
    }
    Compared made = compared({70, 40}, got, expected);
    made.tiled = false;
    first_is(made, "shifted", "each row is the one 3 after it");
}

TEST(SuspectOrder, SumsThatGoOn) {
    const Numbers expected = normal(32 * 128, 35);
    Numbers got = expected;
    for (size_t row = 0; row < 32; ++row) {
        for (size_t column = 32; column < 128; ++column)
            got[row * 128 + column] = expected[row * 128 + column] + got[row * 128 + column - 32];
    }
    first_is(compared({32, 128}, got, expected), "accumulated", "not cleared");
}

// ---- recomputed -----------------------------------------------------------------------------------------------------

TEST(SuspectInputs, ExchangedOperands) {
    const Operand a = operand("a", {32, 64}, 40), b = operand("b", {32, 64}, 41);
    Numbers expected, got;
    for (size_t i = 0; i < a.values.size(); ++i)
        expected.push_back(a.values[i] - b.values[i]), got.push_back(b.values[i] - a.values[i]);
    Compared made = compared({32, 64}, got, expected);
    made.inputs = {a, b};
    made.recompute = [](const std::vector<Operand>& in, const auto&) {
        Operand out = in[0];
        for (size_t i = 0; i < out.values.size(); ++i) out.values[i] -= in[1].values[i];
        return out;
    };
    first_is(made, "exchanged", "a and b are exchanged");
}

namespace {

Operand sum_of_two(const std::vector<Operand>& in) {
    Operand out = in[0];
    const Numbers other = broadcast(in[1].values, in[1].shape, in[0].shape);
    for (size_t i = 0; i < out.values.size(); ++i) out.values[i] = other.empty() ? kUnknown : out.values[i] + other[i];
    return out;
}

}  // namespace

TEST(SuspectInputs, BroadcastAlongTheWrongDimension) {
    const Operand x = operand("x", {64, 64}, 42), y = operand("y", {1, 64}, 43);
    const Numbers expected = sum_of_two({x, y}).values;
    Numbers got = x.values;
    for (size_t i = 0; i < got.size(); ++i) {
        const size_t row = i / 64, column = i % 64;
        got[i] += row % 32 == 0 ? y.values[column / 32 * 32] : 0;  // column 0 of a tile that holds one row
    }
    Compared made = compared({64, 64}, got, expected);
    made.inputs = {x, y};
    made.recompute = [](const auto& in, const auto&) { return sum_of_two(in); };
    first_is(made, "broadcast", "y is broadcast as a column");
}

TEST(SuspectInputs, ABiasLeftOutAndOneThatStaysAtItsFirstTile) {
    const Operand x = operand("x", {64, 96}, 44), y = operand("bias", {1, 96}, 45);
    Compared made = compared({64, 96}, x.values, sum_of_two({x, y}).values);
    made.inputs = {{"w", {64, 96}, normal(64 * 96, 46)}, y};
    made.inputs[0] = x;
    made.recompute = [](const auto& in, const auto&) { return sum_of_two(in); };
    // As it came is the same as without its bias; both are said.
    const Diagnosis found = diagnose(made);
    EXPECT_NE(told(found).find("bias is left out"), std::string::npos) << told(found);
    Operand stuck = y;
    for (size_t i = 0; i < 96; ++i) stuck.values[i] = y.values[i % 32];
    made.got = sum_of_two({x, stuck}).values;
    first_is(made, "input_order", "of bias, tile 0 is taken every time");
}

TEST(SuspectSums, ATileTwiceAndATileLess) {
    const Operand x = operand("x", {64, 160}, 50, 0.4);
    for (const bool twice : {true, false}) {
        Operand other = x;
        for (size_t i = 0; i < other.values.size(); ++i) {
            if (i % 160 / 32 == (twice ? 0u : 4u)) other.values[i] *= twice ? 2 : 0;
        }
        Compared made = compared({64, 1}, row_sums(other, 1.0 / 160), row_sums(x, 1.0 / 160));
        made.inputs = {x};
        made.recompute = [](const auto& inputs, const auto&) { return means_of(inputs); };
        first_is(made, twice ? "tile_counted_twice" : "tile_left_out", twice ? "tile 0 of 5" : "tile 4 of 5");
    }
}

TEST(SuspectSums, ABlockOfAMatmulLeftOut) {
    const Operand a = operand("a", {64, 96}, 51), b = operand("b", {96, 32}, 52);
    const auto product = [](const Operand& left, const Operand& right) {
        Operand out{"", {left.shape[0], right.shape[1]}, {}};
        for (size_t m = 0; m < left.shape[0]; ++m) {
            for (size_t n = 0; n < right.shape[1]; ++n) {
                double total = 0;
                for (size_t k = 0; k < left.shape[1]; ++k)
                    total += left.values[m * left.shape[1] + k] * right.values[k * right.shape[1] + n];
                out.values.push_back(total);
            }
        }
        return out;
    };
    Operand less = a;
    for (size_t i = 0; i < less.values.size(); ++i) {
        if (i % 96 / 32 == 1) less.values[i] = 0;
    }
    Compared made = compared({64, 32}, product(less, b).values, product(a, b).values);
    made.inputs = {a, b};
    made.recompute = [&](const std::vector<Operand>& in, const auto&) {
        return in[0].shape[1] == in[1].shape[0] ? product(in[0], in[1]) : Operand{};
    };
    first_is(made, "tile_left_out", "tile 1 of 3 along the width of a");
}

TEST(SuspectSums, PaddingInASoftmaxAndInAMaximum) {
    const Operand x = operand("x", {64, 50}, 53, -2);
    Operand padded{"x", {64, 64}, {}};
    padded.values = each_row(x, [](Numbers row, Numbers& out) {
        row.resize(64, 0);
        out.insert(out.end(), row.begin(), row.end());
    });
    Numbers got;
    const Numbers whole = softmax_of(padded);
    for (size_t i = 0; i < whole.size(); ++i) {
        if (i % 64 < 50) got.push_back(whole[i]);
    }
    Compared made = compared({64, 50}, got, softmax_of(x));
    made.inputs = {x};
    made.recompute = [](const std::vector<Operand>& in, const auto&) {
        return Operand{"", in[0].shape, softmax_of(in[0])};
    };
    first_is(made, "padding", "the 14 padding columns of x are in it, as 0");
}

TEST(SuspectSums, ASoftmaxWhoseSumLacksATile) {
    const Operand x = operand("x", {32, 96}, 54);
    const Numbers expected = softmax_of(x);
    Numbers got = expected;
    for (size_t row = 0; row < 32; ++row) {
        double part = 0;
        for (size_t c = 64; c < 96; ++c) part += expected[row * 96 + c];
        for (size_t c = 0; c < 96; ++c) got[row * 96 + c] /= 1 - part;
    }
    first_is(compared({32, 96}, got, expected), "tile_left_out", "lacks tile 2 of 3");
}

TEST(SuspectSums, AnotherEpsilon) {
    const Operand x = operand("x", {64, 64}, 55, 0, 0.01);
    const auto norm = [](const Operand& in, double epsilon) {
        return each_row(in, [&](const Numbers& row, Numbers& out) {
            double squares = 0;
            for (const double value : row) squares += value * value;
            for (const double value : row)
                out.push_back(value / std::sqrt(squares / static_cast<double>(row.size()) + epsilon));
        });
    };
    Compared made = compared({64, 64}, norm(x, 1e-3), norm(x, 1e-6));
    made.inputs = {x};
    made.constants = {{"epsilon", 1e-6}};
    made.recompute = [&](const std::vector<Operand>& in, const std::vector<Constant>& constants) {
        return Operand{"", in[0].shape, norm(in[0], constants[0].value)};
    };
    first_is(made, "constant", "as if epsilon were 0.001 instead of 1e-06");
}

TEST(SuspectSums, SixteenBits) {
    Operand x = operand("x", {64, 4096}, 56, 1, 0.2);
    for (size_t i = 0; i < x.values.size(); ++i) x.values[i] *= 1 + static_cast<double>(i / 4096) / 16;
    const Numbers got = each_row(x, [](const Numbers& row, Numbers& out) {
        double total = 0;
        for (size_t tile = 0; tile < 128; ++tile) {
            double part = 0;
            for (size_t k = 0; k < 32; ++k) part += row[tile * 32 + k];
            total = to_bf16_truncated(total + part);
        }
        out.push_back(total);
    });
    Compared made = compared({64, 1}, got, row_sums(x, 1));
    made.inputs = {x};
    first_is(made, "sixteen_bits", "cut after every tile");
}

TEST(SuspectSums, AStatisticOfEachRow) {
    const Operand x = operand("x", {64, 64}, 57), factors = operand("f", {64}, 58, 1.5, 0.2);
    Numbers got = x.values;
    for (size_t i = 0; i < got.size(); ++i) got[i] *= factors.values[i / 64];
    first_is(compared({64, 64}, got, x.values), "row_ratio", "a quantity of the row", false);
}

// ---- nothing to say
// --------------------------------------------------------------------------------------------------

TEST(SuspectNobody, NoiseOfAnySize) {
    for (uint64_t seed = 1; seed <= 10; ++seed) {
        std::mt19937_64 random(seed);
        std::normal_distribution<double> draw;
        const std::vector<uint32_t> shapes[] = {{64, 64}, {50, 70}, {1, 2, 64, 96}, {64, 1}, {128, 32}};
        const std::vector<uint32_t>& shape = shapes[seed % 5];
        const Operand x = operand("x", shape, seed), y = operand("y", shape, seed + 500);
        const Numbers expected = sum_of_two({x, y}).values;
        for (const double size : {0.03, 0.1, 2.0}) {
            Numbers got = expected, relative = expected, sparse = expected;
            for (size_t i = 0; i < got.size(); ++i) {
                got[i] += size * draw(random);
                relative[i] *= 1 + size * draw(random);
                if (random() % 20 == 0) sparse[i] += size * draw(random);
            }
            for (const Numbers& result : {got, relative, sparse}) {
                Compared made = compared(shape, result, expected);
                made.inputs = {x, y};
                made.constants = {{"epsilon", 1e-5}};
                made.recompute = [](const auto& in, const auto&) { return sum_of_two(in); };
                nobody(made, ("noise of " + std::to_string(size) + ", seed " + std::to_string(seed)).c_str());
            }
        }
    }
}

TEST(SuspectNobody, AnUnrelatedResultAndARightOne) {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        const Operand x = operand("x", {64, 96}, seed);
        Compared made = compared({64, 1}, normal(64, seed + 99), row_sums(x, 1.0 / 10));
        made.inputs = {x};
        made.recompute = [](const std::vector<Operand>& in, const auto&) {
            Operand out = sums_of(in);
            for (double& value : out.values) value /= 10;
            return out;
        };
        nobody(made, "an unrelated result");
        made.got = made.expected;
        const Diagnosis right = diagnose(made);
        EXPECT_EQ(right.wrong, 0u);
        EXPECT_TRUE(right.suspects.empty());
    }
}

TEST(SuspectNobody, OneWrongElement) {
    Numbers expected = normal(64 * 64, 3), got = expected;
    got[777] += 5;
    nobody(compared({64, 64}, got, expected), "one element");
}
