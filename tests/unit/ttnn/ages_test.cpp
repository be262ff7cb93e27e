// Host code of both ages of the API: a tensor's buffer as pointer and as reference, names that only one of them has.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tt-metalium/distributed.hpp"
#include "tt-metalium/experimental/realtime_profiler.hpp"
#include "tt-metalium/host_api.hpp"
#include "ttnn/device.hpp"
#include "ttnn/tensor/tensor.hpp"

using namespace ttnn;
using namespace tt::tt_metal;

namespace {

TEST(Ages, TheBufferOfATensor) {
    auto device = open_mesh_device(0);
    const TensorSpec spec(Shape({1, 16}),
                          TensorLayout(DataType::UINT32, PageConfig(Layout::ROW_MAJOR), DRAM_MEMORY_CONFIG));
    const Tensor tensor = Tensor::from_vector<uint32_t>(std::vector<uint32_t>(16, 7), spec, device.get());
    // Spring: a shared pointer, kept and handed on.
    std::shared_ptr<distributed::MeshBuffer> kept = tensor.mesh_buffer();
    auto handle = tensor.mesh_buffer();
    EXPECT_EQ(handle->address(), kept->address());
    EXPECT_EQ(handle->get_reference_buffer(), tensor.buffer());
    std::vector<uint32_t> read;
    distributed::EnqueueReadMeshBuffer(device->mesh_command_queue(), read, handle, true);
    EXPECT_EQ(read.front(), 7u);
    // Summer: the buffer itself.
    const distributed::MeshBuffer& buffer = tensor.mesh_buffer();
    const auto& same = tensor.mesh_buffer();
    EXPECT_EQ(buffer.address(), kept->address());
    EXPECT_EQ(same.address(), kept->address());
    EXPECT_EQ(tensor.mesh_buffer().device_local_size(), kept->device_local_size());
    EXPECT_EQ(tensor.mesh_buffer().get_backing_buffer(), tensor.buffer());
}

TEST(Ages, EnumsAreFormattedByTheHeadersThatHaveThem) {
    EXPECT_EQ(fmt::format("{}", MathFidelity::HiFi4), "MathFidelity::HiFi4");
    EXPECT_EQ(fmt::format("{}", BufferType::DRAM), "BufferType::DRAM");
    EXPECT_EQ(fmt::format("{}", DataType::BFLOAT16), "DataType::BFLOAT16");
    EXPECT_EQ(fmt::format("{}", tt::DataFormat::Float16_b), "Float16_b");
}

TEST(Ages, OneCardHasNoLinksAndNoRealtimeProfiler) {
    auto device = open_mesh_device(0);
    EXPECT_TRUE(device->get_active_ethernet_cores(true).empty());
    EXPECT_FALSE(device->is_active_ethernet_core({0, 0}));
    EXPECT_FALSE(experimental::IsProgramRealtimeProfilerActive());
    bool called = false;
    const auto callback = experimental::RegisterProgramRealtimeProfilerCallback(
        [&](const experimental::ProgramRealtimeRecordBatch&) { called = true; });
    experimental::UnregisterProgramRealtimeProfilerCallback(callback);
    EXPECT_FALSE(called);
}

}  // namespace
