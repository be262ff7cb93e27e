// Sharded tensors: two-dimensional shards and shards of any rank, where they lie and what kernels are told of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tt-metalium/tensor_accessor_args.hpp"
#include "ttnn/device.hpp"
#include "ttnn/tensor/tensor_ops.hpp"
#include "ttnn/types.hpp"

using namespace ttnn;
using testing::HasSubstr;
using tt::tt_metal::ShardDistributionStrategy;

namespace {

CoreRangeSet grid(uint32_t columns, uint32_t rows) { return CoreRangeSet(CoreRange({0, 0}, {columns - 1, rows - 1})); }

MemoryConfig flat(TensorMemoryLayout layout, const CoreRangeSet& cores, std::array<uint32_t, 2> shape) {
    return MemoryConfig(layout, BufferType::L1, ShardSpec(cores, shape));
}
MemoryConfig nd(const Shape& shape, const CoreRangeSet& cores,
                ShardDistributionStrategy strategy = ShardDistributionStrategy::ROUND_ROBIN_1D) {
    return MemoryConfig(BufferType::L1, NdShardSpec{shape, cores, ShardOrientation::ROW_MAJOR, strategy});
}
TensorSpec sharded_spec(const Shape& shape, Layout layout, const MemoryConfig& memory) {
    return TensorSpec(shape, TensorLayout(DataType::BFLOAT16, PageConfig(layout), memory));
}

std::string sharding_refusal(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

class TtnnSharding : public testing::Test {
protected:
    void SetUp() override { device_ = open_mesh_device(0); }
    void TearDown() override { close_device(*device_); }
    std::shared_ptr<MeshDevice> device_;
};

}  // namespace

TEST_F(TtnnSharding, KernelsAreToldOfTheShards) {
    const Tensor tensor =
        create_device_tensor(sharded_spec(Shape({1, 1, 128, 64}), Layout::TILE,
                                          flat(TensorMemoryLayout::HEIGHT_SHARDED, grid(2, 1), {64, 64})),
                             device_.get());
    const auto words = tt::tt_metal::TensorAccessorArgs(*tensor.buffer()).get_compile_time_args();
    // Flags (sharded), page size, rank, banks, tensor and shard in pages (folded), two cores in one word.
    ASSERT_EQ(words.size(), 7u);
    EXPECT_EQ(words[0], 1u);
    EXPECT_EQ(words[1], 2048u);
    EXPECT_EQ(std::vector<uint32_t>(words.begin() + 2, words.begin() + 6), (std::vector<uint32_t>{1, 2, 8, 4}));
}

TEST_F(TtnnSharding, ShardsOfAnyRankGoRoundTheCores) {
    const Shape shape({4, 64, 96});
    std::vector<float> values(shape.volume());
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 251);
    for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
        for (const Shape& shard : {Shape({2, 32, 64}), Shape({1, 64, 32}), Shape({2, 64, 96})}) {
            const MemoryConfig memory = nd(shard, grid(3, 1));
            const Tensor host = Tensor::from_vector<float>(values, sharded_spec(shape, layout, memory));
            const Tensor there = host.to_device(device_.get());
            EXPECT_EQ(there.memory_config().nd_shard_spec(), memory.nd_shard_spec());
            EXPECT_EQ(there.cpu().to_vector<float>(), values) << fmt::format("{} {}", layout, shard);
        }
    }
}

TEST(TtnnShardSpecs, EachIsSaidAsTheOther) {
    const auto of = [](const Shape& shape, const MemoryConfig& memory) {
        return sharded_spec(shape, Layout::TILE, memory).memory_config();
    };
    const MemoryConfig height = of(Shape({2, 128, 64}), nd(Shape({1, 128, 64}), grid(2, 1)));
    EXPECT_EQ(height.memory_layout(), TensorMemoryLayout::HEIGHT_SHARDED);
    EXPECT_EQ(height.shard_spec()->shape, (std::array<uint32_t, 2>{128, 64}));
    EXPECT_TRUE(height.created_with_nd_shard_spec());
    EXPECT_EQ(of(Shape({64, 128}), nd(Shape({64, 64}), grid(2, 1))).memory_layout(), TensorMemoryLayout::WIDTH_SHARDED);
    EXPECT_EQ(of(Shape({128, 128}), nd(Shape({64, 64}), grid(2, 2))).memory_layout(),
              TensorMemoryLayout::BLOCK_SHARDED);
    // More shards than cores, and a cut through two dimensions.
    EXPECT_FALSE(of(Shape({1, 512, 64}), nd(Shape({1, 128, 64}), grid(2, 1))).shard_spec());
    EXPECT_FALSE(of(Shape({4, 128, 64}), nd(Shape({2, 64, 64}), grid(4, 1))).shard_spec());

    const MemoryConfig given = flat(TensorMemoryLayout::BLOCK_SHARDED, grid(2, 2), {64, 64});
    const MemoryConfig block = of(Shape({128, 128}), given);
    EXPECT_EQ(block, given);
    ASSERT_TRUE(block.nd_shard_spec());
    EXPECT_EQ(block.nd_shard_spec()->shard_distribution_strategy, ShardDistributionStrategy::GRID_2D);
}

TEST(TtnnShardSpecs, RowsArePaddedToWholeShards) {
    const TensorSpec rows =
        sharded_spec(Shape({4, 100}), Layout::ROW_MAJOR, flat(TensorMemoryLayout::WIDTH_SHARDED, grid(4, 1), {4, 32}));
    EXPECT_EQ(rows.padded_shape(), Shape({4, 128}));
    EXPECT_EQ(rows.compute_page_size_bytes(), 64u);
}

TEST(TtnnShardSpecs, ShardsThatDoNotFitAreRefused) {
    const auto refused = [](TensorMemoryLayout layout, std::array<uint32_t, 2> shape) {
        return sharding_refusal(
            [&] { sharded_spec(Shape({128, 128}), Layout::TILE, flat(layout, grid(2, 1), shape)); });
    };
    EXPECT_THAT(refused(TensorMemoryLayout::HEIGHT_SHARDED, {64, 64}), HasSubstr("must match physical width 128"));
    EXPECT_THAT(refused(TensorMemoryLayout::WIDTH_SHARDED, {64, 64}), HasSubstr("must match physical height 128"));
    EXPECT_THAT(refused(TensorMemoryLayout::HEIGHT_SHARDED, {32, 128}), HasSubstr("4 shards for 2 cores"));
    EXPECT_THAT(refused(TensorMemoryLayout::BLOCK_SHARDED, {64, 64}), HasSubstr("2 x 2 shards do not fit"));
    EXPECT_EQ(refused(TensorMemoryLayout::HEIGHT_SHARDED, {64, 128}), "");
}

TEST(TtnnBlockFloat, TilesOfAnySizeKeepTheirValues) {
    for (const auto& [height, width] : {std::pair{16u, 32u}, {32u, 16u}, {16u, 16u}, {32u, 32u}}) {
        for (const DataType dtype : {DataType::BFLOAT8_B, DataType::BFLOAT4_B}) {
            const TensorSpec small(
                Shape({64, 64}),
                TensorLayout(dtype, PageConfig(Layout::TILE, tt::tt_metal::Tile({height, width})), DRAM_MEMORY_CONFIG));
            std::vector<float> values(64 * 64);
            for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(1u << (i / 16 % 7));
            EXPECT_EQ(Tensor::from_vector<float>(values, small).to_vector<float>(), values) << height << "x" << width;
        }
    }
}
