// Host threads that share a device: buffers come and go, programs are launched, and every result is its own.
#include <gtest/gtest.h>

#include <thread>

#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "unit/metal/refusal.hpp"

namespace tilewright::metal_threads_test {
namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

// Writes the sum of the first buffer's words and its second argument into every word of the second buffer.
const char* sum_kernel = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 64};
    const InterleavedAddrGen<true> out = {.bank_base_address = get_arg_val<uint32_t>(1), .page_size = 64};
    cb_reserve_back(0, 1);
    const uint32_t at = get_write_ptr(0);
    volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at);
    noc_async_read(get_noc_addr(0, in), at, 64);
    noc_async_read_barrier();
    uint32_t sum = get_arg_val<uint32_t>(2);
    for (uint32_t i = 0; i < 16; ++i) sum += words[i];
    for (uint32_t i = 0; i < 16; ++i) words[i] = sum;
    noc_async_write(at, get_noc_addr(0, out), 64);
    noc_async_write_barrier();
}
)";

std::shared_ptr<Buffer> page(MeshDevice& device) { return Buffer::create(&device, 64, 64, BufferType::DRAM); }

uint32_t sum_on_device(MeshDevice& device, uint32_t value, uint32_t more) {
    const auto in = page(device), out = page(device);
    tt::tt_metal::detail::WriteToBuffer(*in, std::vector<uint32_t>(16, value));
    Program program = CreateProgram();
    CircularBufferConfig config(64, {{tt::CBIndex::c_0, tt::DataFormat::UInt32}});
    config.set_page_size(tt::CBIndex::c_0, 64);
    CreateCircularBuffer(program, core, config);
    const auto kernel = CreateKernelFromString(program, sum_kernel, core, ReaderDataMovementConfig());
    SetRuntimeArgs(program, kernel, core, {in->address(), out->address(), more});
    MeshWorkload workload;
    workload.add_program(MeshCoordinateRange(device.shape()), std::move(program));
    EnqueueMeshWorkload(device.mesh_command_queue(), workload, true);
    std::vector<uint32_t> words;
    tt::tt_metal::detail::ReadFromBuffer(*out, words);
    return words.at(7);
}

TEST(MetalThreads, OneDeviceForMany) {
    const auto device = MeshDevice::create_unit_mesh(0);
    std::vector<std::thread> threads;
    for (uint32_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&device, thread] {
            for (uint32_t turn = 0; turn < 25; ++turn) {
                ASSERT_EQ(sum_on_device(*device, thread + 1, turn), 16 * (thread + 1) + turn) << "thread " << thread;
                device->allocator()->get_statistics(BufferType::DRAM);
                device->lowest_occupied_compute_l1_address();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    device->close();
}

TEST(MetalThreads, ADeviceForEach) {
    std::vector<std::thread> threads;
    for (uint32_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([thread] {
            for (uint32_t turn = 0; turn < 4; ++turn) {
                IDevice* device = CreateDevice(0);
                EXPECT_EQ(sum_on_device(*dynamic_cast<MeshDevice*>(device), thread, turn), 16 * thread + turn);
                CloseDevice(device);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace tilewright::metal_threads_test
