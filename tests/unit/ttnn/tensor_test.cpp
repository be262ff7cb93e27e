// Tensors: shapes, padding, layouts, dtypes, memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ttnn/device.hpp"
#include "ttnn/tensor/tensor_ops.hpp"
#include "ttnn/types.hpp"

using namespace ttnn;
using testing::HasSubstr;

namespace {

TensorSpec spec(const Shape& shape, DataType dtype, Layout layout, const MemoryConfig& memory = DRAM_MEMORY_CONFIG) {
    return TensorSpec(shape, TensorLayout(dtype, PageConfig(layout), memory));
}

std::vector<float> counting(size_t count) {
    std::vector<float> values(count);
    for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 200) - 50;
    return values;
}

std::string error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(TtnnShape, IndexesFromTheEnd) {
    const Shape shape({64, 100});
    EXPECT_EQ(shape[-1], 100u);
    EXPECT_EQ(shape[-4], 1u);  // dimensions that are not there count as one
    EXPECT_EQ(shape.rank(), 2u);
    EXPECT_EQ(shape.volume(), 6400u);
}

TEST(TtnnSpec, TilesArePaddedRowsAreNot) {
    const TensorSpec tiled = spec(Shape({2, 33, 65}), DataType::BFLOAT16, Layout::TILE);
    EXPECT_EQ(tiled.padded_shape(), Shape({2, 64, 96}));
    EXPECT_EQ(tiled.compute_page_size_bytes(), 2048u);
    EXPECT_EQ(tiled.compute_packed_buffer_size_bytes(), 2u * 64 * 96 * 2);
    const TensorSpec rows = spec(Shape({2, 33, 65}), DataType::FLOAT32, Layout::ROW_MAJOR);
    EXPECT_EQ(rows.padded_shape(), Shape({2, 33, 65}));
    EXPECT_EQ(rows.compute_page_size_bytes(), 65u * 4);
}

TEST(TtnnSpec, FromPaddedShape) {
    const TensorLayout layout = TensorLayout::fromPaddedShape(DataType::BFLOAT16, PageConfig(Layout::ROW_MAJOR),
                                                              MemoryConfig(), Shape({2, 5, 1}), Shape({2, 5, 32}));
    const TensorSpec made(Shape({2, 5, 1}), layout);
    EXPECT_EQ(made.padded_shape(), Shape({2, 5, 32}));
    EXPECT_EQ(made.compute_page_size_bytes(), 64u);
    EXPECT_THAT(error_of([] {
                    TensorLayout::fromPaddedShape(DataType::BFLOAT16, PageConfig(Layout::ROW_MAJOR), MemoryConfig(),
                                                  Shape({4, 1, 1}), Shape({8, 1, 1}));
                }),
                HasSubstr("only the last two dimensions"));
}

TEST(TtnnTensor, ValuesSurviveEveryLayoutAndDtype) {
    const std::vector<float> values = counting(2 * 33 * 65);
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32, DataType::INT32}) {
        for (const Layout layout : {Layout::ROW_MAJOR, Layout::TILE}) {
            const auto made = Tensor::from_vector<float>(values, spec(Shape({2, 33, 65}), dtype, layout));
            EXPECT_EQ(made.to_vector<float>(), values);
            EXPECT_EQ(made.storage_type(), StorageType::HOST);
        }
    }
    const auto blocks = Tensor::from_vector<float>(std::vector<float>(32 * 32, 2.0f),
                                                   spec(Shape({32, 32}), DataType::BFLOAT8_B, Layout::TILE));
    EXPECT_EQ(blocks.host_bytes().size(), 1088u);
    EXPECT_EQ(blocks.to_vector<float>(), std::vector<float>(32 * 32, 2.0f));
}

TEST(TtnnTensor, PaddingGetsItsValue) {
    const auto made = Tensor::from_vector<float>({1, 2, 3}, spec(Shape({1, 3}), DataType::FLOAT32, Layout::TILE),
                                                 nullptr, std::nullopt, 9.0f);
    const auto* words = reinterpret_cast<const float*>(made.host_bytes().data());
    EXPECT_EQ(words[2], 3.0f);
    EXPECT_EQ(words[3], 9.0f);
    EXPECT_EQ(words[16], 9.0f);  // second row of the first face
}

TEST(TtnnTensor, ToTheDeviceAndBack) {
    const auto device = open_mesh_device(0);
    const std::vector<float> values = counting(70 * 40);
    const MemoryConfig sharded(TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                               ShardSpec(CoreRangeSet(CoreRange({0, 0}, {0, 1})), {35, 40}));
    for (const MemoryConfig& memory : {DRAM_MEMORY_CONFIG, L1_MEMORY_CONFIG, sharded}) {
        const auto made = Tensor::from_vector<float>(
            values, spec(Shape({70, 40}), DataType::BFLOAT16, Layout::ROW_MAJOR, memory), device.get());
        EXPECT_EQ(made.storage_type(), StorageType::DEVICE);
        EXPECT_EQ(made.device(), device.get());
        EXPECT_EQ(made.memory_config(), memory);
        EXPECT_EQ(made.to_vector<float>(), values);
    }
}

TEST(TtnnTensor, ErrorsSayWhatIsWrong) {
    const TensorSpec rows = spec(Shape({2, 3}), DataType::BFLOAT16, Layout::ROW_MAJOR);
    EXPECT_THAT(error_of([&] { Tensor::from_vector<float>({1, 2}, rows); }), HasSubstr("2 elements given for shape"));
    EXPECT_THAT(error_of([&] { Tensor::from_vector<uint32_t>({1, 2, 3, 4, 5, 6}, rows); }), HasSubstr("UINT32"));
    EXPECT_THAT(error_of([&] { (void)Tensor().dtype(); }), HasSubstr("empty tensor"));
    EXPECT_THAT(error_of([&] { (void)allocate_tensor_on_host(rows).buffer(); }), HasSubstr("to_device"));
    EXPECT_THAT(error_of([&] { spec(Shape({2, 3}), DataType::BFLOAT8_B, Layout::ROW_MAJOR); }),
                HasSubstr("tiles only"));
    const auto device = open_mesh_device(0);
    Tensor freed = allocate_tensor_on_host(rows).to_device(device.get());
    freed.deallocate();
    EXPECT_FALSE(freed.is_allocated());
    EXPECT_THAT(error_of([&] { freed.buffer(); }), HasSubstr("freed"));
}

TEST(TtnnTensor, LayoutAndDtypeOnTheHost) {
    const std::vector<float> values = counting(33 * 40);
    const auto rows = Tensor::from_vector<float>(values, spec(Shape({33, 40}), DataType::BFLOAT16, Layout::ROW_MAJOR));
    EXPECT_EQ(rows.to_layout(Layout::TILE).padded_shape(), Shape({64, 64}));
    EXPECT_EQ(rows.to_layout(Layout::TILE).to_vector<float>(), values);
    EXPECT_EQ(tt::tt_metal::to_dtype(rows, DataType::FLOAT32).to_vector<float>(), values);
    EXPECT_EQ(rows.reshape(Shape({40, 33})).to_vector<float>(), values);
}
