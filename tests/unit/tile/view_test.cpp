// Passes over described tiles, and the SFPU calls that rows are made of: the vectorised version equals the definition
// on random tiles, specials included.
#include "tile/views/view.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <vector>

#include "alike_views.hpp"
#include "tile/sfpu/sfpu.hpp"

namespace tilewright::tile::test {
namespace {

bool is_nan(uint32_t word) { return (word & 0x7FFFFFFF) > 0x7F800000; }

struct ViewData {
    std::mt19937 random{7};
    uint32_t word() {
        switch (random() % 8) {
            case 0: return random();
            case 1: return random() % 2 ? 0x7F800000u : 0x80000000u;
            default: return std::bit_cast<uint32_t>(std::normal_distribution<float>()(random));
        }
    }
};

TEST(View, EverySequenceOfStepsEqualsTheDefinition) {
    ViewData data;
    std::vector<uint8_t> source(4096);
    for (int round = 0; round < 800; ++round) {
        TileView view;
        std::array<std::array<float, 32>, TileView::kSteps> lines;
        view.data = source.data();
        view.bf16 = round % 2 == 0;
        view.steps = data.random() % (TileView::kSteps + 1);
        for (uint32_t i = 0; i < 1024; ++i) {
            const uint32_t word = data.word();
            std::memcpy(source.data() + 4 * i, &word, 4);
        }
        for (uint32_t k = 0; k < view.steps; ++k) {
            view.step[k].op = static_cast<ViewStep::Op>(data.random() % 7);
            view.step[k].line = lines[k].data();
            for (float& value : lines[k]) value = std::bit_cast<float>(data.word());
        }
        if (round % 4 == 1) {  // those with a pass of their own
            using enum ViewStep::Op;
            static const std::vector<ViewStep::Op> kOften[] = {{},
                                                               {SubColumn},
                                                               {SubColumn, SubColumn},
                                                               {SubColumn, Square},
                                                               {SubColumn, SubColumn, Square},
                                                               {SubColumn, MulColumn, MulRow, AddRow},
                                                               {SubColumn, SubColumn, MulColumn, MulRow, AddRow}};
            const auto& often = kOften[data.random() % std::size(kOften)];
            view.steps = static_cast<uint32_t>(often.size());
            for (uint32_t k = 0; k < view.steps; ++k) {
                view.step[k] = {often[k], lines[k].data()};
                for (float& value : lines[k]) value = std::bit_cast<float>(data.word());
            }
        }
        std::vector<uint32_t> want(1024), got(1024);
        for (uint32_t& word : want) word = data.word();
        got = want;
        const bool add = round % 3 == 0;
        if (add) {
            const AlikeViews several(view, data.random);
            several.add_up(view_math(false), want.data());
            several.add_up(view_math(), got.data());
        } else {
            view_math(false).store(view, want.data());
            view_math().store(view, got.data());
        }
        for (uint32_t i = 0; i < 1024; ++i) {
            if (is_nan(want[i]) && is_nan(got[i])) continue;  // which payload survives is the host's business
            ASSERT_EQ(want[i], got[i]) << "round " << round << ", word " << i;
        }
    }
}

// Packed as a tile and as rows, in either format; lines read from views without steps.
TEST(View, PackedViewsAndLinesEqualTheDefinition) {
    ViewData data;
    std::vector<uint8_t> source(4096);
    for (int round = 0; round < 200; ++round) {
        for (uint32_t i = 0; i < 1024; ++i) {
            const uint32_t word = data.word();
            std::memcpy(source.data() + 4 * i, &word, 4);
        }
        TileView view;
        view.data = source.data();
        view.bf16 = round % 2 == 0;
        for (const bool column : {false, true}) {
            std::array<float, 32> want, got;
            view_math(false).read_line(view, column, want.data());
            view_math().read_line(view, column, got.data());
            ASSERT_EQ(0, std::memcmp(want.data(), got.data(), sizeof want));
        }
        std::array<float, 32> line;
        for (float& value : line) value = std::bit_cast<float>(data.word());
        view.steps = data.random() % 3;
        view.step[0] = {ViewStep::Op::SubColumn, line.data()};
        view.step[1] = {ViewStep::Op::MulRow, line.data()};
        for (const bool bf16 : {true, false}) {
            constexpr uint32_t kStride = 256;
            std::vector<uint8_t> want(32 * kStride), got(32 * kStride);
            const auto expect_same = [&] {
                for (size_t i = 0; i < want.size(); i += bf16 ? 2 : 4) {
                    uint32_t x = 0, y = 0;
                    std::memcpy(&x, want.data() + i, bf16 ? 2 : 4);
                    std::memcpy(&y, got.data() + i, bf16 ? 2 : 4);
                    if (!bf16 && is_nan(x) && is_nan(y)) continue;
                    if (bf16 && is_nan(x << 16) && is_nan(y << 16)) continue;
                    ASSERT_EQ(x, y) << "round " << round << ", byte " << i;
                }
            };
            view_math(false).pack(view, bf16, want.data());
            view_math().pack(view, bf16, got.data());
            expect_same();
            view_math(false).pack_rows(view, bf16, want.data(), kStride);
            view_math().pack_rows(view, bf16, got.data(), kStride);
            expect_same();
        }
    }
}

TEST(View, MovesEqualTheDefinitionOnEveryBf16) {
    std::vector<uint8_t> rows(64 * 2048);
    for (uint32_t i = 0; i < 65536; ++i) {
        const uint16_t half = static_cast<uint16_t>(i);
        std::memcpy(rows.data() + 2 * i, &half, 2);
    }
    for (const bool bf16 : {true, false}) {
        for (const bool card : {true, false}) {
            for (uint32_t block = 0; block < 32; ++block) {
                const uint8_t* from = rows.data() + block * 2048;
                std::vector<uint8_t> want(4096), got(4096), want_rows(4096), got_rows(4096);
                const uint8_t* lines[32];
                for (uint32_t row = 0; row < 32; ++row) lines[row] = from + (row * 7 % 32) * 64;
                want.resize(3 * 4096), got.resize(3 * 4096);
                view_math(false).rows_to_tiles(bf16, card, lines, block % 3 + 1, want.data(), 4096);
                view_math().rows_to_tiles(bf16, card, lines, block % 3 + 1, got.data(), 4096);
                ASSERT_EQ(want, got);
                view_math(false).tile_to_rows(bf16, card, from, want_rows.data(), bf16 ? 64 : 128);
                view_math().tile_to_rows(bf16, card, from, got_rows.data(), bf16 ? 64 : 128);
                ASSERT_EQ(want_rows, got_rows);
            }
        }
    }
}

// Broadcasts, sums and the operations with a loop of their own, in both arithmetics, on both kinds of DST.
TEST(View, SfpuCallsOfRowsEqualTheDefinition) {
    constexpr SfpuOp kBinary[] = {SfpuOp::BCAST_COL_ADD, SfpuOp::BCAST_COL_SUB, SfpuOp::BCAST_COL_MUL,
                                  SfpuOp::BCAST_ROW_ADD, SfpuOp::BCAST_ROW_SUB, SfpuOp::BCAST_ROW_MUL,
                                  SfpuOp::ADD,           SfpuOp::SUB,           SfpuOp::MUL};
    ViewData data;
    for (int round = 0; round < 40; ++round) {
        std::vector<uint32_t> a(1024), b(1024);
        const bool tame = round % 2 == 0;  // every other round without specials, which lead to the definition
        const auto word = [&] {
            return tame ? std::bit_cast<uint32_t>(std::normal_distribution<float>()(data.random)) : data.word();
        };
        for (uint32_t& x : a) x = word();
        for (uint32_t& x : b) x = word();
        for (const Numerics numerics : {Numerics::Float, Numerics::Card}) {
            for (const bool fp32 : {true, false}) {
                std::vector<uint32_t> in_a = a, in_b = b;
                if (!fp32) {
                    for (uint32_t& x : in_a) x &= 0xFFFF0000u;
                    for (uint32_t& x : in_b) x &= 0xFFFF0000u;
                }
                const auto expect_same = [&](const std::vector<uint32_t>& want, const std::vector<uint32_t>& got,
                                             SfpuOp op) {
                    for (uint32_t i = 0; i < 1024; ++i) {
                        if (is_nan(want[i]) && is_nan(got[i])) continue;
                        ASSERT_EQ(want[i], got[i]) << sfpu_name(op) << ", round " << round << ", word " << i;
                    }
                };
                for (const SfpuOp op : kBinary) {
                    const uint32_t p[2] = {0, 0};
                    std::vector<uint32_t> want(1024), got(1024);
                    sfpu_binary({numerics, fp32, false}, op, TW_VECTOR_RC, p, {}, in_a.data(), in_b.data(),
                                want.data());
                    sfpu_binary({numerics, fp32, true}, op, TW_VECTOR_RC, p, {}, in_a.data(), in_b.data(), got.data());
                    expect_same(want, got, op);
                }
                for (const uint32_t dim : {0u, 1u}) {
                    for (const uint32_t pool : {0u, 1u, 2u}) {
                        const uint32_t p[3] = {pool, dim, 0};
                        SfpuState state;
                        std::vector<uint32_t> want = in_a, got = in_a;
                        sfpu_unary({numerics, fp32, false}, SfpuOp::REDUCE, TW_VECTOR_RC, p, state, want.data());
                        sfpu_unary({numerics, fp32, true}, SfpuOp::REDUCE, TW_VECTOR_RC, p, state, got.data());
                        expect_same(want, got, SfpuOp::REDUCE);
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace tilewright::tile::test
