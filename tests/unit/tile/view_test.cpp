// Passes over described tiles: the vectorised version equals the definition on random tiles, specials included.
#include "tile/view.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <random>
#include <vector>

namespace tilewright::tile::test {
namespace {

bool is_nan(uint32_t word) { return (word & 0x7FFFFFFF) > 0x7F800000; }

struct Data {
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
    Data data;
    std::vector<uint8_t> source(4096);
    for (int round = 0; round < 800; ++round) {
        TileView view;
        view.data = source.data();
        view.bf16 = round % 2 == 0;
        view.steps = data.random() % (TileView::kSteps + 1);
        for (uint32_t i = 0; i < 1024; ++i) {
            const uint32_t word = data.word();
            std::memcpy(source.data() + 4 * i, &word, 4);
        }
        for (uint32_t k = 0; k < view.steps; ++k) {
            view.step[k].op = static_cast<ViewStep::Op>(data.random() % 7);
            for (float& value : view.step[k].line) value = std::bit_cast<float>(data.word());
        }
        std::vector<uint32_t> want(1024), got(1024);
        for (uint32_t& word : want) word = data.word();
        got = want;
        const bool add = round % 3 == 0;
        (add ? view_math(false).add_to : view_math(false).store)(view, want.data());
        (add ? view_math().add_to : view_math().store)(view, got.data());
        for (uint32_t i = 0; i < 1024; ++i) {
            if (is_nan(want[i]) && is_nan(got[i])) continue;  // which payload survives is the host's business
            ASSERT_EQ(want[i], got[i]) << "round " << round << ", word " << i;
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
                view_math(false).rows_to_tile(bf16, card, from, 64, want.data());
                view_math().rows_to_tile(bf16, card, from, 64, got.data());
                ASSERT_EQ(want, got);
                view_math(false).tile_to_rows(bf16, card, from, want_rows.data(), bf16 ? 64 : 128);
                view_math().tile_to_rows(bf16, card, from, got_rows.data(), bf16 ? 64 : 128);
                ASSERT_EQ(want_rows, got_rows);
            }
        }
    }
}

}  // namespace
}  // namespace tilewright::tile::test
