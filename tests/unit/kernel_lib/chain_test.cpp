// Element-wise chains: lifecycles, operand kinds, blocks, DST elements, sums in DST and in L1, and the short calls.
#include "helper_test.hpp"

namespace tilewright::testing {
namespace {

std::vector<Tile> chain_tiles(uint32_t count, uint32_t seed) {
    std::vector<Tile> tiles;
    for (uint32_t i = 0; i < count; ++i) tiles.push_back(pattern(i + seed, 4));
    return tiles;
}

// The July lifecycles of a 2 x 3 walk in blocks of 2: both operands, the output, and what stays behind.
struct Lives {
    const char *a, *a_kind;
    uint64_t a_popped;
    const char *b, *b_kind;
    uint64_t b_popped;
    const char* out;
};

TEST(Chain, LifecyclesCountTheirPages) {
    const auto a = chain_tiles(6, 0), b = chain_tiles(3, 7);
    for (const Lives& lives : {Lives{"Streaming", "Scalar", 6, "Bulk", "Row", 3, "Streaming"},
                               Lives{"Chunked", "Block", 6, "HeldBulk", "Row", 0, "Chunked"},
                               Lives{"Pipelined", "Block", 6, "Bulk", "Row", 3, "Bulk"},
                               Lives{"BulkDrain", "Scalar", 6, "Bulk", "Row", 3, "BulkReservePerTile"},
                               Lives{"HeldCumulative", "Block", 0, "DeferredPop", "Row", 3, "OuterStream"}}) {
        SCOPED_TRACE(std::string(lives.a) + " and " + lives.b + " to " + lives.out);
        const bool waited = std::string(lives.b) == "DeferredPop";
        const auto got = run_helper(
            {.includes = "eltwise_convenience.hpp",
             .body = std::string(waited ? "cb_wait_front(1, 3);" : "") +
                     "ckl::mul<0, 1, 16, ckl::BroadcastDim::Row, ckl::InputLifecycle::" + lives.a +
                     ", ckl::InputLifecycle::" + lives.b + ", ckl::OutputLifecycle::" + lives.out +
                     ", ckl::BinaryDataFormatReconfig::Input, ckl::PackTileReconfig::Output, ckl::OperandKind::" +
                     lives.a_kind + ", ckl::OperandKind::" + lives.b_kind + ">(ckl::EltwiseShape::grid(2, 3, 2));",
             .feeds = {{1, b}, {0, a}},
             .cbs = {{0, 6}, {1, 3}, {16, 6}},
             .out_tiles = 6,
             .ledger = {{0, {6, lives.a_popped}}, {1, {3, lives.b_popped}}, {16, {6, 6}}}});
        for (uint32_t t = 0; t < 6; ++t) {
            expect_tile(got[t], [&](uint32_t r, uint32_t c) { return a[t][r * 32 + c] * b[t % 3][c]; });
        }
    }
}

TEST(Chain, SeveralElementsShareASection) {
    const auto a = chain_tiles(5, 0), b = chain_tiles(5, 3);
    const auto got =
        run_helper({.includes = "eltwise_chain.hpp\neltwise_scalar.hpp\neltwise_binary_sfpu.hpp\neltwise_optional.hpp",
                    .body = R"(using ckl::Dst;
    ckl::eltwise_chain(ckl::EltwiseShape::tiles(5, 3), ckl::CopyTile<0>{}, ckl::CopyTile<1, Dst::D1>{},
        ckl::MulUnary<>{0x40000000},
        ckl::OptionalChainElement<false, ckl::MulUnary<>>{0}, ckl::AddBinary<>{}, ckl::AddUnary<>{0x3f800000},
        ckl::PackTile<16>{});)",
                    .feeds = {{0, {a[0]}},
                              {1, {b[0]}},
                              {0, {a[1]}},
                              {1, {b[1]}},
                              {0, {a[2]}},
                              {1, {b[2]}},
                              {0, {a[3]}},
                              {1, {b[3]}},
                              {0, {a[4]}},
                              {1, {b[4]}}},
                    .cbs = {{0, 3}, {1, 3}, {16, 2}},
                    .out_tiles = 5,
                    .ledger = {{0, {5, 5}}, {1, {5, 5}}, {16, {5, 5}}}});
    for (uint32_t t = 0; t < 5; ++t) {
        expect_tile(got[t], [&](uint32_t r, uint32_t c) { return 2 * a[t][r * 32 + c] + b[t][r * 32 + c] + 1; });
    }
}

TEST(Chain, DestReuseAndBroadcastIntoDst) {
    const auto a = chain_tiles(2, 0), b = chain_tiles(2, 5);
    const auto got = run_helper({.includes = "eltwise_chain.hpp",
                                 .body = R"(ckl::eltwise_chain(ckl::EltwiseShape::tiles(2),
        ckl::UnaryBcast<ckl::BroadcastDim::Col, 0>{},
        ckl::DestReuseBinary<1, ckl::BinaryFpuOp::Sub, ckl::DestReuseType::DEST_TO_SRCA>{}, ckl::PackTile<16>{});)",
                                 .feeds = {{0, a}, {1, b}},
                                 .cbs = {{0, 2}, {1, 2}, {16, 1}},
                                 .out_tiles = 2,
                                 .ledger = {{0, {2, 2}}, {1, {2, 2}}}});
    for (uint32_t t = 0; t < 2; ++t) {
        expect_tile(got[t], [&](uint32_t r, uint32_t c) { return a[t][r * 32] - b[t][r * 32 + c]; });
    }
}

TEST(Chain, RowSumsOfSquaresStayInDst) {
    const auto a = chain_tiles(6, 0);
    const auto got = run_helper({.includes = "eltwise/api/convenience.hpp",
                                 .body = R"(ckl::sum_of_squares<ckl::input(0, ckl::WaitPolicy::Upfront,
        ckl::PopPolicy::AtEnd, ckl::OperandKind::Block),
        ckl::row_output(16)>(ckl::IterationShape::grid(2, 3).block_size(2));)",
                                 .feeds = {{0, a}},
                                 .cbs = {{0, 6}, {1, 1}, {16, 1}},
                                 .out_tiles = 2,
                                 .ledger = {{0, {6, 6}}, {16, {2, 2}}}});
    for (uint32_t t = 0; t < 2; ++t) {
        expect_tile(got[t], [&](uint32_t r, uint32_t c) {
            float sum = 0;
            for (uint32_t k = 0; k < 3; ++k) sum += a[t * 3 + k][r * 32 + c] * a[t * 3 + k][r * 32 + c];
            return sum;
        });
    }
}

TEST(Chain, TilesAddUpInOnePage) {
    const auto a = chain_tiles(4, 0);
    const auto got = run_helper({.includes = "eltwise_convenience.hpp",
                                 .body = R"(constexpr auto sum = ckl::output(16, ckl::ReservePolicy::OneUpfront,
        ckl::PushPolicy::OneAtEnd,
        ckl::DataFormatReconfig::Enabled, ckl::PackRelu::Disabled, ckl::L1Accumulation::Enabled);
    ckl::copy<ckl::input(0), sum>(ckl::IterationShape::tiles(4).block_size(2));)",
                                 .feeds = {{0, a}},
                                 .cbs = {{0, 2}, {1, 1}, {16, 1}},
                                 .ledger = {{0, {4, 4}}, {16, {1, 1}}}});
    expect_tile(got[0], [&](uint32_t r, uint32_t c) {
        float sum = 0;
        for (const Tile& tile : a) sum += tile[r * 32 + c];
        return sum;
    });
}

}  // namespace
}  // namespace tilewright::testing
