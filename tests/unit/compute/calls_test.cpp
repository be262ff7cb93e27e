// The compute calls one by one, made as a kernel makes them, on both arithmetics. Values are small integers, exact in
// every format, so that the expected results are too.
#include "driver.hpp"

namespace tilewright::testing {
namespace {

using tile::DataFormat;

float ramp(uint32_t row, uint32_t column) {
    return static_cast<float>(static_cast<int>((row * 7 + column * 3) % 17) - 8);
}
float weights(uint32_t row, uint32_t column) {
    return static_cast<float>(static_cast<int>((row * 5 + column) % 7) - 3);
}

TEST_P(ComputeTest, CopiedTileIsPackedUnchanged) {
    cb(0, 2);
    cb(16, 2);
    start();
    fill(0, 0, ramp);
    fill(0, 1, weights);
    unary_op_init_common(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 2);
    cb_reserve_back(16, 2);
    tile_regs_acquire();
    copy_tile(0, 1, 0);
    copy_tile(0, 0, 1);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    pack_tile(1, 16);
    tile_regs_release();
    cb_pop_front(0, 2);
    cb_push_back(16, 2);
    EXPECT_EQ(0, std::memcmp(page(0, 1), page(16, 0), 2048));
    EXPECT_EQ(0, std::memcmp(page(0, 0), page(16, 1), 2048));
    EXPECT_EQ(2u, core_.cbs[0].popped);
    EXPECT_EQ(2u, core_.cbs[16].pushed);
    EXPECT_EQ(page(0) - core_.l1(), 16 * fiber_.views[0].fifo_rd_ptr) << "the read pointer wraps at the end";
}

TEST_P(ComputeTest, OutOfOrderPackGoesToItsIndexAndLeavesTheRunningOffset) {
    cb(0, 1);
    cb(16, 4);
    start();
    fill(0, 0, ramp);
    std::memset(page(16), 0, 4 * 2048);
    unary_op_init_common(0, 16);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile<true>(0, 16, 3);
    pack_tile(0, 16, 2);  // in order: the index is ignored
    tile_regs_release();
    EXPECT_EQ(0, std::memcmp(page(0), page(16, 3), 2048));
    EXPECT_EQ(0, std::memcmp(page(0), page(16, 0), 2048));
    EXPECT_EQ(0.0f, at(16, 2, 1, 1));
}

TEST_P(ComputeTest, AddAndSubOverwriteButMulAccumulates) {
    cb(0, 1);
    cb(1, 1);
    cb(16, 3);
    start();
    fill(0, 0, ramp);
    fill(1, 0, weights);
    compute_kernel_hw_startup(0, 1, 16);
    tile_regs_acquire();
    add_tiles_init(0, 1);
    add_tiles(0, 1, 0, 0, 0);
    add_tiles(0, 1, 0, 0, 0);
    sub_tiles_init(0, 1);
    sub_tiles(0, 1, 0, 0, 1);
    mul_tiles_init(0, 1);
    mul_tiles(0, 1, 0, 0, 2);
    mul_tiles(0, 1, 0, 0, 2);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile_block(0, 16, 3);
    tile_regs_release();
    for (uint32_t row : {0u, 5u, 31u}) {
        for (uint32_t column : {0u, 15u, 16u, 31u}) {
            const float a = ramp(row, column), b = weights(row, column);
            EXPECT_EQ(a + b, at(16, 0, row, column));
            EXPECT_EQ(a - b, at(16, 1, row, column));
            EXPECT_EQ(2 * a * b, at(16, 2, row, column));
        }
    }
}

TEST_P(ComputeTest, AccToDestAdds) {
    cb(0, 1);
    cb(16, 1);
    start();
    fill(0, 0, ramp);
    compute_kernel_hw_startup(0, 0, 16);
    tile_regs_acquire();
    add_tiles_init(0, 0, true);
    add_tiles(0, 0, 0, 0, 0);
    add_tiles(0, 0, 0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    EXPECT_EQ(4 * ramp(3, 20), at(16, 0, 3, 20));
}

TEST_P(ComputeTest, ReleasedSectionStartsFromZero) {
    cb(0, 1);
    cb(16, 4);
    start();
    fill(0, 0, ramp);
    compute_kernel_hw_startup(0, 0, 16);
    mul_tiles_init(0, 0);
    for (uint32_t round = 0; round < 4; ++round) {  // both sections, twice
        tile_regs_acquire();
        mul_tiles(0, 0, 0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        EXPECT_EQ(ramp(9, 9) * ramp(9, 9), at(16, round, 9, 9));
    }
}

TEST_P(ComputeTest, BroadcastsTakeColumnRowOrElementOfTheSecondOperand) {
    cb(0, 1);
    cb(1, 1);
    cb(16, 4);
    start();
    fill(0, 0, ramp);
    fill(1, 0, weights);
    compute_kernel_hw_startup(0, 1, 16);
    tile_regs_acquire();
    sub_bcast_cols_init_short(0, 1);
    sub_tiles_bcast_cols(0, 1, 0, 0, 0);
    add_bcast_rows_init(0, 1);
    add_tiles_bcast_rows(0, 1, 0, 0, 1);
    mul_tiles_bcast_scalar_init_short(0, 1);
    mul_tiles_bcast_scalar(0, 1, 0, 0, 2);
    unary_bcast_init<BroadcastType::COL>(1);
    unary_bcast<BroadcastType::COL>(1, 0, 3);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile_block(0, 16, 4);
    tile_regs_release();
    for (uint32_t row : {0u, 17u}) {
        for (uint32_t column : {1u, 30u}) {
            EXPECT_EQ(ramp(row, column) - weights(row, 0), at(16, 0, row, column));
            EXPECT_EQ(ramp(row, column) + weights(0, column), at(16, 1, row, column));
            EXPECT_EQ(ramp(row, column) * weights(0, 0), at(16, 2, row, column));
        }
    }
}

TEST_P(ComputeTest, DestReuseReplacesDst) {
    cb(0, 1);
    cb(1, 1);
    cb(16, 3);
    start();
    fill(0, 0, ramp);
    fill(1, 0, weights);
    compute_kernel_hw_startup(0, 1, 16);
    tile_regs_acquire();
    copy_tile_init(0);
    for (uint32_t slot = 0; slot < 3; ++slot) copy_tile(0, 0, slot);
    binary_dest_reuse_tiles_init<EltwiseBinaryType::ELWSUB, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(1);
    binary_dest_reuse_tiles<EltwiseBinaryType::ELWSUB, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(1, 0, 0);
    sub_reuse_dest_init<EltwiseBinaryReuseDestType::DEST_TO_SRCB>(1);
    sub_reuse_dest_tiles<EltwiseBinaryReuseDestType::DEST_TO_SRCB>(1, 0, 1);
    mul_reuse_dest_init<EltwiseBinaryReuseDestType::DEST_TO_SRCA>(1);
    mul_reuse_dest_tiles<EltwiseBinaryReuseDestType::DEST_TO_SRCA>(1, 0, 2);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile_block(0, 16, 3);
    tile_regs_release();
    const float a = ramp(4, 25), b = weights(4, 25);
    EXPECT_EQ(a - b, at(16, 0, 4, 25));
    EXPECT_EQ(b - a, at(16, 1, 4, 25));
    EXPECT_EQ(a * b, at(16, 2, 4, 25));
}

TEST_P(ComputeTest, RowSumIsMaskedUntilUninit) {
    cb(0, 2);
    cb(2, 1);
    cb(16, 2);
    start();
    fill(0, 0, [](uint32_t row, uint32_t) { return row % 4; });
    fill(0, 1, [](uint32_t, uint32_t) { return 1; });
    fill(2, 0, [](uint32_t row, uint32_t) { return row % 16 == 0 ? 0.5f : 0.0f; });
    compute_kernel_hw_startup(0, 2, 16);
    reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 2, 16);
    tile_regs_acquire();
    reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 2, 0, 0, 0);
    reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 2, 1, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    reduce_uninit();
    for (uint32_t row = 0; row < 32; ++row) EXPECT_EQ(16.0f * (row % 4) + 16.0f, at(16, 0, row, 0));
    EXPECT_EQ(0.0f, at(16, 0, 3, 1));
    copy_tile_init(0);
    tile_regs_acquire();
    copy_tile(0, 1, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    EXPECT_EQ(1.0f, at(16, 1, 20, 20)) << "the mask is gone";
}

TEST_P(ComputeTest, MaxStartsFromMinusInfinity) {
    cb(0, 1);
    cb(2, 1);
    cb(16, 1);
    start();
    fill(0, 0, [](uint32_t row, uint32_t column) { return -1.0f - static_cast<float>((row + column) % 9); });
    fill(2, 0, [](uint32_t, uint32_t) { return 1; });
    compute_kernel_hw_startup(0, 2, 16);
    reduce_init<PoolType::MAX, ReduceDim::REDUCE_COL>(0, 2, 16);
    tile_regs_acquire();
    reduce_tile<PoolType::MAX, ReduceDim::REDUCE_COL>(0, 2, 0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    reduce_uninit();
    for (uint32_t column = 0; column < 32; ++column) EXPECT_EQ(-1.0f, at(16, 0, 0, column));
}

TEST_P(ComputeTest, MatmulBlockMultipliesTiles) {
    cb(0, 4);  // 2 x 2 tiles
    cb(1, 4);
    cb(16, 4);
    program::ComputeConfig config;
    config.fp32_dest_acc_en = true;
    setup_.dst_fp32 = true;
    start();
    for (uint32_t i = 0; i < 4; ++i) {
        fill(0, i, [&](uint32_t row, uint32_t column) { return (row + column + i) % 3; });
        fill(1, i, [&](uint32_t row, uint32_t column) { return static_cast<int>((row * 2 + column + i) % 3) - 1; });
    }
    mm_block_init(0, 1, 16, 0, 2, 2, 2);
    tile_regs_acquire();
    for (uint32_t k = 0; k < 2; ++k) matmul_block(0, 1, k, k * 2, 0, 0, 2, 2, 2);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile_block(0, 16, 4);
    tile_regs_release();
    for (uint32_t tile = 0; tile < 4; ++tile) {
        const uint32_t row = 3, column = 29;
        float expected = 0;
        for (uint32_t k = 0; k < 64; ++k) {
            expected += at(0, tile / 2 * 2 + k / 32, row, k % 32) * at(1, k / 32 * 2 + tile % 2, k % 32, column);
        }
        EXPECT_EQ(expected, at(16, tile, row, column));
    }
}

TEST_P(ComputeTest, MatmulTransposesIn1) {
    cb(0, 1);
    cb(1, 1);
    cb(16, 1);
    start();
    fill(0, 0, [](uint32_t row, uint32_t column) { return row == column; });
    fill(1, 0, weights);
    mm_init(0, 1, 16, 1);
    tile_regs_acquire();
    matmul_tiles(0, 1, 0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    for (uint32_t row : {0u, 16u, 31u}) EXPECT_EQ(weights(11, row), at(16, 0, row, 11));
}

TEST_P(ComputeTest, TransposeTile) {
    cb(0, 1);
    cb(16, 1);
    start();
    fill(0, 0, ramp);
    transpose_wh_init(0, 16);
    tile_regs_acquire();
    transpose_wh_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    for (uint32_t row = 0; row < 32; ++row) EXPECT_EQ(ramp(21, row), at(16, 0, row, 21));
}

TEST_P(ComputeTest, TilizeAndPackUntilizeAreInverse) {
    constexpr uint32_t width = 3;
    cb(0, width);
    cb(1, width);
    cb(16, width);
    start();
    for (uint32_t i = 0; i < 32 * 32 * width; ++i) {
        const uint16_t bits = to_bf16(static_cast<float>(i % 251));
        std::memcpy(page(0) + 2 * i, &bits, 2);
    }
    compute_kernel_hw_startup(0, 1);
    tilize_init(0, width, 1);
    tilize_block(0, width, 1);
    tilize_uninit(0, 1);
    EXPECT_EQ(static_cast<float>((5 * 96 + 2 * 32 + 7) % 251), at(1, 2, 5, 7));
    pack_untilize_init<width>(1, 16);
    pack_untilize_block<width>(1, 1, 16);
    pack_untilize_uninit(16);
    EXPECT_EQ(0, std::memcmp(page(0), page(16), width * 2048));
    std::memset(page(16), 0, width * 2048);
    untilize_init(1);
    untilize_block(1, width, 16);
    untilize_uninit(1);
    EXPECT_EQ(0, std::memcmp(page(0), page(16), width * 2048)) << "the unpacker's way gives the same rows";
}

TEST_P(ComputeTest, PackUntilizeWritesItsColumnBlockOfWideRows) {
    cb(0, 2);
    cb(16, 4);
    start();
    fill(0, 0, ramp);
    fill(0, 1, weights);
    std::memset(page(16), 0, 4 * 2048);
    compute_kernel_hw_startup(0, 16);
    pack_untilize_init<2, 4>(0, 16);
    pack_untilize_block<2, 4>(0, 1, 16, 1);
    pack_untilize_uninit(16);
    uint16_t bits;
    std::memcpy(&bits, page(16) + 2 * (6 * 128 + 64 + 32 + 5), 2);
    EXPECT_EQ(weights(6, 5), from_bf16(bits));
    std::memcpy(&bits, page(16) + 2 * (6 * 128 + 5), 2);
    EXPECT_EQ(0, bits) << "the other half of the row is somebody else's";
}

TEST_P(ComputeTest, PackerAccumulatesInL1AndAppliesRelu) {
    cb(0, 1);
    cb(16, 2);
    start();
    fill(0, 0, ramp);
    unary_op_init_common(0, 16);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile<true>(0, 16, 0);
    pack_reconfig_l1_acc(1);
    pack_tile<true>(0, 16, 0);
    pack_reconfig_l1_acc(0);
    pack_relu_config(ReluConfig::zero());
    pack_tile<true>(0, 16, 1);
    pack_relu_config(ReluConfig::none());
    tile_regs_release();
    for (uint32_t column = 0; column < 32; ++column) {
        EXPECT_EQ(2 * ramp(2, column), at(16, 0, 2, column));
        EXPECT_EQ(std::max(0.0f, ramp(2, column)), at(16, 1, 2, column));
    }
}

TEST_P(ComputeTest, SmallTilesStayInTheirBytes) {
    cb(0, 1, DataFormat::Float16_b, 16, 32);
    cb(16, 2, DataFormat::Float16_b, 16, 32);
    start();
    for (uint32_t i = 0; i < 512; ++i) {
        const uint16_t bits = to_bf16(static_cast<float>(i % 100));
        std::memcpy(page(0) + 2 * i, &bits, 2);
    }
    std::memset(page(16), 0xAB, 2048);
    unary_op_init_common(0, 16);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    EXPECT_EQ(0, std::memcmp(page(0), page(16), 1024));
    EXPECT_EQ(0xAB, *page(16, 1));
}

TEST_P(ComputeTest, Float32IsKeptWhenUnpackedToDst) {
    program::ComputeConfig config;
    config.fp32_dest_acc_en = true;
    config.unpack_to_dest_fp32 = {true};
    setup_.dst_fp32 = true;
    cb(0, 1, DataFormat::Float32, 32, 32, config);
    cb(16, 1, DataFormat::Float32, 32, 32, config);
    start();
    for (uint32_t i = 0; i < 1024; ++i) {
        const float value = 1.0f + static_cast<float>(i) * 0x1p-20f;
        std::memcpy(page(0) + 4 * i, &value, 4);
    }
    unary_op_init_common(0, 16);
    tile_regs_acquire();
    copy_tile(0, 0, 3);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(3, 16);
    tile_regs_release();
    EXPECT_EQ(0, std::memcmp(page(0), page(16), 4096));
}

TEST_P(ComputeTest, ConfiguredFormatDecidesNotTheBuffer) {
    cb(0, 1);
    cb(1, 1, DataFormat::Float32);
    cb(16, 1);
    start();
    fill(0, 0, ramp);
    std::memset(page(1), 0, 4096);
    const float value = 3.0f;
    std::memcpy(page(1), &value, 4);
    unary_op_init_common(0, 16);  // bf16, but the tile read is float32
    tile_regs_acquire();
    copy_tile(1, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    EXPECT_EQ(0.0f, at(16, 0, 0, 0)) << "the low half of the float32";
    EXPECT_EQ(3.0f, at(16, 0, 0, 1)) << "the high half of the float32";
}

TEST_P(ComputeTest, WaitBeforeCommitInOneThread) {
    cb(0, 1);
    cb(16, 3);
    start();
    fill(0, 0, ramp);
    unary_op_init_common(0, 16);
    for (uint32_t round = 0; round < 3; ++round) {
        acquire_dst();
        copy_tile(0, 0, 0);
        pack_tile(0, 16);
        release_dst();
        EXPECT_EQ(0, std::memcmp(page(0), page(16, round), 2048));
    }
}

INSTANTIATE_TEST_SUITE_P(Numerics, ComputeTest, ::testing::Values(tile::Numerics::Float, tile::Numerics::Card),
                         [](const auto& info) { return info.param == tile::Numerics::Float ? "Float" : "Card"; });

}  // namespace
}  // namespace tilewright::testing
