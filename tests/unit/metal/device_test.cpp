// Devices, buffers and the words of tensor accessors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/system_mesh.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "unit/metal/refusal.hpp"

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using testing::HasSubstr;

namespace {

std::vector<uint32_t> counting(size_t count) {
    std::vector<uint32_t> values(count);
    std::iota(values.begin(), values.end(), 0u);
    return values;
}

// An environment variable for the time of a test.
struct Setting {
    Setting(const char* name, const char* value) : name(name) { setenv(name, value, 1); }
    ~Setting() { unsetenv(name); }
    const char* name;
};

}  // namespace

TEST(MetalDevice, OneDeviceAsAMesh) {
    auto device = MeshDevice::create_unit_mesh(0);
    EXPECT_EQ(device->num_devices(), 1u);
    EXPECT_EQ(device->compute_with_storage_grid_size(), CoreCoord(8, 8));
    EXPECT_EQ(device->arch(), tt::ARCH::WORMHOLE_B0);
    EXPECT_EQ(device->allocator()->get_alignment(BufferType::DRAM), 32u);
    EXPECT_EQ(device->allocator()->get_num_banks(BufferType::L1), 64u);
    EXPECT_EQ(SystemMesh::instance().shape(), MeshShape(1, 1));
    // Rectangles stay rectangles.
    const CoreCoord a = device->worker_core_from_logical_core({0, 0}),
                    b = device->worker_core_from_logical_core({7, 7});
    EXPECT_EQ(device->worker_core_from_logical_core({7, 0}), CoreCoord(b.x, a.y));
    EXPECT_TRUE(device->close());
    EXPECT_TRUE(device->close());
    EXPECT_THAT(refusal([&] { Finish(device->mesh_command_queue()); }), HasSubstr("closed"));
}

TEST(MetalDevice, WhatIsNotThereIsRefused) {
    EXPECT_THAT(refusal([] { MeshDevice::create(MeshDeviceConfig(MeshShape(2, 4))); }),
                HasSubstr("has 8 devices; this machine has one"));
    EXPECT_THAT(refusal([] { MeshDevice::create_unit_mesh(3); }), HasSubstr("TW3217: device 3 does not exist"));
    auto device = MeshDevice::create(MeshDeviceConfig(MeshShape(1, 1)));
    EXPECT_THAT(refusal([&] { device->mesh_command_queue(1); }), HasSubstr("1 command queue"));
}

TEST(MetalDevice, ArchitectureFromTheEnvironment) {
    const Setting setting("ARCH_NAME", "blackhole");
    auto device = MeshDevice::create_unit_mesh(0);
    EXPECT_EQ(device->arch(), tt::ARCH::BLACKHOLE);
    EXPECT_EQ(device->allocator()->get_alignment(BufferType::DRAM), 64u);
}

TEST(MetalBuffer, InterleavedPagesGoRoundTheBanks) {
    auto device = MeshDevice::create_unit_mesh(0);
    auto& queue = device->mesh_command_queue();
    auto buffer = MeshBuffer::create(ReplicatedBufferConfig{.size = 30 * 100},
                                     DeviceLocalBufferConfig{.page_size = 100}, device.get());
    EXPECT_EQ(buffer->get_backing_buffer()->aligned_page_size(), 128u);
    EXPECT_EQ(buffer->num_pages(), 30u);
    const auto sent = counting(750);
    EnqueueWriteMeshBuffer(queue, buffer, sent);
    std::vector<uint32_t> received;
    EnqueueReadMeshBuffer(queue, received, buffer);
    EXPECT_EQ(received, sent);
    // Page 13 is the second page of bank 1.
    std::vector<uint32_t> page;
    detail::ReadFromDeviceDRAMChannel(device.get(), 1, static_cast<uint32_t>(buffer->address()) + 128, 100, page);
    EXPECT_EQ(page, std::vector<uint32_t>(sent.begin() + 13 * 25, sent.begin() + 14 * 25));
    EXPECT_THAT(refusal([&] { EnqueueWriteMeshBuffer(queue, buffer, counting(10)); }),
                HasSubstr("TW3004: EnqueueWriteMeshBuffer: the buffer takes"));
}

TEST(MetalBuffer, FreedBuffersAreNotRead) {
    auto device = MeshDevice::create_unit_mesh(0);
    auto& queue = device->mesh_command_queue();
    auto buffer =
        MeshBuffer::create(ReplicatedBufferConfig{.size = 64}, DeviceLocalBufferConfig{.page_size = 64}, device.get());
    auto other =
        MeshBuffer::create(ReplicatedBufferConfig{.size = 64}, DeviceLocalBufferConfig{.page_size = 64}, device.get());
    buffer->deallocate();
    std::vector<uint32_t> received;
    EXPECT_THAT(refusal([&] { EnqueueReadMeshBuffer(queue, received, buffer); }), HasSubstr("has been freed"));
    EXPECT_THAT(refusal([&] { buffer->get_backing_buffer()->address(); }), HasSubstr("has been freed"));
    device->close();
    EXPECT_FALSE(other->is_allocated());
    EXPECT_THAT(refusal([&] {
                    MeshBuffer::create(ReplicatedBufferConfig{.size = 64}, DeviceLocalBufferConfig{.page_size = 64},
                                       device.get());
                }),
                HasSubstr("closed"));
}

TEST(MetalBuffer, OutOfMemory) {
    auto device = MeshDevice::create_unit_mesh(0);
    const auto allocate = [&] {
        return MeshBuffer::create(ReplicatedBufferConfig{.size = 64ull * 1024 * 1024},
                                  DeviceLocalBufferConfig{.page_size = 1024, .buffer_type = BufferType::L1},
                                  device.get());
    };
    auto first = allocate();
    EXPECT_THAT(refusal(allocate), HasSubstr("Out of Memory: "));
    EXPECT_GT(device->allocator()->get_statistics(BufferType::L1).total_allocated_bytes, 1024u * 1024u - 1);
}

TEST(MetalBuffer, BlockShards) {
    auto device = MeshDevice::create_unit_mesh(0);
    auto& queue = device->mesh_command_queue();
    // 4x6 pages of 64 bytes in shards of 2x3 on 2x2 cores.
    const ShardSpecBuffer spec(CoreRangeSet(CoreRange({1, 1}, {2, 2})), {2, 48}, ShardOrientation::ROW_MAJOR, {1, 16},
                               {4, 6});
    const DeviceLocalBufferConfig local{.page_size = 64,
                                        .buffer_type = BufferType::L1,
                                        .sharding_args = BufferShardingArgs(spec, TensorMemoryLayout::BLOCK_SHARDED)};
    auto buffer = MeshBuffer::create(ReplicatedBufferConfig{.size = 24 * 64}, local, device.get());
    const auto sent = counting(24 * 16);
    EnqueueWriteMeshBuffer(queue, buffer, sent);
    std::vector<uint32_t> received;
    EnqueueReadMeshBuffer(queue, received, buffer);
    EXPECT_EQ(received, sent);
    // Page (2,3) opens the fourth shard, on core (2,2).
    std::vector<uint32_t> page;
    detail::ReadFromDeviceL1(device.get(), {2, 2}, static_cast<uint32_t>(buffer->address()), 64, page);
    EXPECT_EQ(page[0], (2u * 6u + 3u) * 16u);
    std::vector<uint32_t> shard;
    detail::ReadShard(*buffer->get_backing_buffer(), shard, 1);
    EXPECT_EQ(shard[0], 3u * 16u);
    EXPECT_EQ(shard[3 * 16], (6u + 3u) * 16u);
    EXPECT_EQ(buffer->get_backing_buffer()->aligned_size_per_bank(), 6u * 64u);
}

TEST(MetalAccessorArgs, WordsOfBothEras) {
    auto device = MeshDevice::create_unit_mesh(0);
    auto buffer = MeshBuffer::create(ReplicatedBufferConfig{.size = 100}, DeviceLocalBufferConfig{.page_size = 100},
                                     device.get());
    EXPECT_EQ(TensorAccessorArgs(*buffer).get_compile_time_args(), (std::vector<uint32_t>{2, 128}));
    EXPECT_EQ(TensorAccessorArgs().get_compile_time_args(), (std::vector<uint32_t>{0, 0}));
    const Setting setting("TILEWRIGHT_ERA", "202601");
    EXPECT_EQ(TensorAccessorArgs(*buffer).get_compile_time_args(), (std::vector<uint32_t>{2}));
    EXPECT_EQ(TensorAccessorArgs().get_compile_time_args(), (std::vector<uint32_t>{0}));
}

TEST(MetalAccessorArgs, ShardedWords) {
    auto device = MeshDevice::create_unit_mesh(0);
    const BufferDistributionSpec spec(Shape({4, 6}), Shape({2, 3}), CoreRangeSet(CoreRange({0, 0}, {2, 0})),
                                      ShardOrientation::ROW_MAJOR);
    EXPECT_EQ(spec.num_shards(), 4u);
    EXPECT_EQ(spec.max_num_shards_per_core(), 2u);
    auto buffer = Buffer::create(device.get(), 24 * 64, 64, BufferType::L1, BufferShardingArgs(spec));
    const CoreCoord a = device->worker_core_from_logical_core({0, 0}),
                    b = device->worker_core_from_logical_core({1, 0}),
                    c = device->worker_core_from_logical_core({2, 0});
    const auto word = [](CoreCoord low, CoreCoord high) {
        return static_cast<uint32_t>(high.x << 24 | high.y << 16 | low.x << 8 | low.y);
    };
    EXPECT_EQ(TensorAccessorArgs(*buffer).get_compile_time_args(),
              (std::vector<uint32_t>{1, 64, 2, 3, 4, 6, 2, 3, word(a, b), word(c, {0, 0})}));
    using tensor_accessor::ArgConfig;
    std::vector<uint32_t> compile_time, runtime;
    TensorAccessorArgs(*buffer, ArgConfig::RuntimeTensorShape | ArgConfig::RuntimeBankCoords)
        .append_to(compile_time, runtime);
    EXPECT_EQ(compile_time, (std::vector<uint32_t>{1 + 16 + 64, 64, 2, 3, 2, 3}));
    EXPECT_EQ(runtime, (std::vector<uint32_t>{4, 6, word(a, b), word(c, {0, 0})}));
    EXPECT_THAT(refusal([&] { TensorAccessorArgs(*buffer, ArgConfig::RuntimeNumBanks); }),
                testing::AllOf(HasSubstr("TW3216"), HasSubstr("bank_coords")));
}
