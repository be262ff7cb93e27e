// What the host API refuses, by code: each call here is nearly right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/tilize_utils.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "ttnn/device.hpp"
#include "ttnn/tensor/tensor.hpp"

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using testing::HasSubstr;

namespace {

// The text of what `work` is refused with; empty: it is not.
template <typename Work>
std::string refusal(Work&& work) {
    try {
        work();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

std::shared_ptr<Buffer> interleaved(MeshDevice& device) {
    return Buffer::create(&device, 2048, 2048, BufferType::DRAM);
}

}  // namespace

TEST(Refusals, ShardsOfABufferThatHasNone) {
    const auto device = ttnn::open_mesh_device(0);
    const auto buffer = interleaved(*device);
    EXPECT_THAT(refusal([&] { buffer->shard_spec(); }), HasSubstr("TW3212"));
}

TEST(Refusals, AlignmentsTilesAndShardsOfNothing) {
    const auto aligned = [](uint32_t to) {
        return refusal(
            [&] { TensorLayout(DataType::BFLOAT16, PageConfig(Layout::ROW_MAJOR), MemoryConfig(), Alignment({to})); });
    };
    EXPECT_THAT(aligned(0), HasSubstr("TW3219"));
    EXPECT_EQ(aligned(8), "");
    const auto sharded = [](uint32_t width) {
        const MemoryConfig memory(TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                                  ShardSpec(CoreRangeSet(CoreRange({0, 0}, {0, 0})), {32, width}));
        return refusal([&] {
            TensorSpec(Shape({32, 64}), TensorLayout(DataType::BFLOAT16, PageConfig(Layout::ROW_MAJOR), memory));
        });
    };
    EXPECT_THAT(sharded(0), HasSubstr("TW3212"));
    EXPECT_EQ(sharded(64), "");
    const auto converted = [](uint32_t tile, uint32_t face) {
        return refusal([&] {
            const std::vector<uint16_t> values(32 * 32);
            convert_layout(ttsl::Span<const uint16_t>(values.data(), values.size()), PhysicalSize{32, 32},
                           TensorLayoutType::LIN_ROW_MAJOR, TensorLayoutType::TILED_NFACES, PhysicalSize{tile, 32},
                           PhysicalSize{16, face});
        });
    };
    EXPECT_THAT(converted(0, 16), HasSubstr("TW3004"));
    EXPECT_THAT(converted(32, 0), HasSubstr("TW3004"));
    EXPECT_EQ(converted(32, 16), "");
}

TEST(Refusals, MeshCoordinatesThatAreNotThere) {
    EXPECT_THAT(refusal([] { (void)MeshCoordinate(0, 0)[5]; }), HasSubstr("TW3213"));
    EXPECT_EQ(refusal([] { (void)MeshCoordinate(0, 0)[1]; }), "");
}

TEST(Refusals, SubDeviceManagersOutOfTurn) {
    const auto device = ttnn::open_mesh_device(0);
    EXPECT_THAT(refusal([&] { device->create_sub_device_manager(std::initializer_list<SubDevice>{}, 0); }),
                HasSubstr("TW3214"));
}

TEST(Refusals, HandlesOfAnotherProgram) {
    Program first = CreateProgram(), second = CreateProgram();
    const auto kernel =
        CreateKernelFromString(first, "void kernel_main() {}", CoreCoord{0, 0}, ReaderDataMovementConfig());
    EXPECT_EQ(refusal([&] { SetRuntimeArgs(first, kernel, CoreCoord{0, 0}, {1}); }), "");
    EXPECT_THAT(refusal([&] { SetRuntimeArgs(second, kernel, CoreCoord{0, 0}, {1}); }), HasSubstr("TW3215"));
}

TEST(Refusals, DimensionsThatAShapeHasNot) {
    const ttnn::Shape shape({32, 64});
    EXPECT_THAT(refusal([&] { (void)shape[7]; }), HasSubstr("TW3218"));
    EXPECT_EQ(refusal([&] { (void)shape[-2]; }), "");
}

TEST(Refusals, AHostTensorHasNoBuffer) {
    const ttnn::TensorSpec spec(
        ttnn::Shape({32, 32}),
        ttnn::TensorLayout(ttnn::DataType::FLOAT32, ttnn::PageConfig(ttnn::Layout::ROW_MAJOR), ttnn::MemoryConfig()));
    const auto tensor = ttnn::Tensor::from_vector<float>(std::vector<float>(1024), spec);
    EXPECT_THAT(refusal([&] { tensor.buffer(); }), HasSubstr("TW3219"));
}

TEST(Refusals, ShapesThatCannotBeCounted) {
    const auto spec = [](const Shape& shape, Layout layout) {
        return TensorSpec(shape, TensorLayout(DataType::BFLOAT16, PageConfig(layout), MemoryConfig{}));
    };
    const Shape wraps({65536, 65536, 65536, 65536}), wraps_to_four({65536, 65536, 65536, 65536, 4});
    EXPECT_THAT(refusal([&] { (void)wraps.volume(); }), HasSubstr("TW3220"));
    EXPECT_THAT(refusal([&] { (void)wraps_to_four.volume(); }), HasSubstr("TW3220"));
    EXPECT_THAT(refusal([&] { spec(wraps, Layout::ROW_MAJOR); }), HasSubstr("TW3220"));
    EXPECT_THAT(refusal([&] { spec(Shape({32, 4294967295}), Layout::TILE); }), HasSubstr("padded to a multiple of 32"));
    EXPECT_EQ(refusal([&] { spec(Shape({32, 4294967295}), Layout::ROW_MAJOR); }), "");
    EXPECT_EQ(Shape({65536, 65536, 65536, 65536, 0}).volume(), 0u);
    const auto device = ttnn::open_mesh_device(0);
    EXPECT_THAT(
        refusal([&] { create_device_tensor(spec(Shape({1u << 20, 1u << 20}), Layout::ROW_MAJOR), device.get()); }),
        HasSubstr("TW3001"));
    EXPECT_THAT(refusal([&] { allocate_tensor_on_host(spec(Shape({1u << 28, 1u << 28}), Layout::TILE), nullptr); }),
                HasSubstr("TW3007"));
}
