// Described tiles in card arithmetic: passes equal the definition bit for bit, specials and subnormals included, and
// the definition equals the SFPU calls that the steps stand for.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <vector>

#include "alike_views.hpp"
#include "tile/sfpu/sfpu.hpp"
#include "tile/views/view.hpp"

namespace tilewright::tile::test {
namespace {

using Words = std::vector<uint32_t>;

struct CardView {
    std::mt19937 random{9};
    std::vector<uint8_t> source = std::vector<uint8_t>(4096);
    std::array<std::array<float, 32>, TileView::kSteps> lines;
    TileView view;

    uint32_t word() {
        switch (random() % 24) {
            case 0: return random();
            case 1: return random() % 2 ? 0x7F800000u : 0xFFC00000u;
            case 2: return random() & 0x807FFFFFu;                  // zeros and subnormals
            case 3: return (random() & 0x807FFFFFu) | 0x00800000u;  // the smallest normal numbers
            default: return std::bit_cast<uint32_t>(std::normal_distribution<float>()(random));
        }
    }
    Words tile() {
        Words words(1024);
        const bool tame = random() % 2;
        for (uint32_t& w : words)
            w = tame ? std::bit_cast<uint32_t>(std::normal_distribution<float>()(random)) : word();
        return words;
    }
    void make(int round) {
        const Words words = tile();
        view.data = source.data();
        view.bf16 = round % 2 == 0;
        view.through_source = view.bf16 && round % 4 == 0;
        for (uint32_t i = 0; i < 1024; ++i)
            std::memcpy(source.data() + (view.bf16 ? 2 : 4) * i,
                        reinterpret_cast<const uint8_t*>(&words[i]) + (view.bf16 ? 2 : 0), view.bf16 ? 2 : 4);
        using enum ViewStep::Op;
        static const std::vector<ViewStep::Op> kOften[] = {{},
                                                           {SubColumn},
                                                           {SubColumn, SubColumn},
                                                           {Square},
                                                           {SubColumn, Square},
                                                           {SubColumn, SubColumn, Square},
                                                           {MulColumn},
                                                           {MulColumn, MulRow, AddRow},
                                                           {SubColumn, MulColumn, MulRow, AddRow},
                                                           {SubColumn, SubColumn, MulColumn, MulRow, AddRow}};
        std::vector<ViewStep::Op> steps = kOften[random() % std::size(kOften)];
        if (round % 3 == 0) {
            steps.resize(random() % (TileView::kSteps + 1));
            for (auto& op : steps) op = static_cast<ViewStep::Op>(random() % 7);
        }
        view.steps = static_cast<uint32_t>(steps.size());
        for (uint32_t k = 0; k < view.steps; ++k) {
            view.step[k] = {steps[k], lines[k].data()};
            const bool tame = random() % 4;
            for (float& v : lines[k])
                v = tame ? std::normal_distribution<float>()(random) : std::bit_cast<float>(word());
        }
    }
};

TEST(CardViews, PassesEqualTheDefinition) {
    CardView made;
    for (int round = 0; round < 1200; ++round) {
        made.make(round);
        const Words old = made.tile();
        Words want = old, got = old;
        const bool add = round % 3 == 1;
        if (add) {
            const AlikeViews several(made.view, made.random);
            several.add_up(card_view_math(false), want.data());
            several.add_up(card_view_math(), got.data());
        } else {
            card_view_math(false).store(made.view, want.data());
            card_view_math().store(made.view, got.data());
        }
        for (uint32_t i = 0; i < 1024; ++i)
            ASSERT_EQ(got[i], want[i]) << "round " << round << " word " << i << std::hex;
        std::vector<uint8_t> packed_want(32 * 256, 0x5A), packed_got = packed_want;
        const bool bf16 = round % 5 < 3;
        if (round % 2) {
            card_view_math(false).pack(made.view, bf16, packed_want.data());
            card_view_math().pack(made.view, bf16, packed_got.data());
        } else {
            card_view_math(false).pack_rows(made.view, bf16, packed_want.data(), 256);
            card_view_math().pack_rows(made.view, bf16, packed_got.data(), 256);
        }
        ASSERT_EQ(packed_want, packed_got) << "round " << round;
    }
}

TEST(CardViews, StepsAreTheCallsTheyStandFor) {
    CardView made;
    const SfpuContext context{Numerics::Card, true, false};
    const SfpuState kept;
    const uint32_t p[2] = {0, 0};
    for (int round = 0; round < 200; ++round) {
        made.make(round);
        TileView plain = made.view;
        plain.steps = 0;
        Words calls(1024), got(1024);
        card_view_math(false).store(plain, calls.data());
        for (uint32_t k = 0; k < made.view.steps; ++k) {
            const ViewStep& step = made.view.step[k];
            const bool square = step.op == ViewStep::Op::Square, column = step.op <= ViewStep::Op::MulColumn;
            Words other(1024);
            for (uint32_t i = 0; i < 32; ++i)
                other[column ? i / 16 * 512 + i % 16 * 16 : i / 16 * 256 + i % 16] =
                    square ? 0 : std::bit_cast<uint32_t>(step.line[i]);
            const auto op = square ? SfpuOp::MUL
                                   : static_cast<SfpuOp>(static_cast<uint32_t>(SfpuOp::BCAST_COL_ADD) +
                                                         static_cast<uint32_t>(step.op));
            sfpu_binary(context, op, TW_VECTOR_RC, p, kept, calls.data(), square ? calls.data() : other.data(),
                        calls.data());
        }
        card_view_math().store(made.view, got.data());
        for (uint32_t i = 0; i < 1024; ++i) ASSERT_EQ(got[i], calls[i]) << "round " << round << " word " << i;
    }
}

}  // namespace
}  // namespace tilewright::tile::test
