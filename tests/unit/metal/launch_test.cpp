// Programs that run: repeated launches, changed arguments, traces, memory clashes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "metal/program_impl.hpp"
#include "unit/metal/refusal.hpp"

using namespace tt;
using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using testing::HasSubstr;

namespace {

// Adds its second argument to the word its first points to.
const char* add_kernel = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_val<uint32_t>(0));
    *word = *word + get_arg_val<uint32_t>(1) + get_common_arg_val<uint32_t>(0);
}
)";

struct Counter {
    std::shared_ptr<MeshDevice> device = MeshDevice::create_unit_mesh(0);
    std::shared_ptr<Buffer> word;  // in L1 of the core

    Counter() {
        const std::array<uint32_t, 2> single{1, 1};
        const ShardSpecBuffer spec(ShardSpec(CoreRangeSet(CoreRange(core)), single), single, single);
        word = Buffer::create(device.get(), 4, 4, BufferType::L1,
                              BufferShardingArgs(spec, TensorMemoryLayout::HEIGHT_SHARDED));
        set(0);
    }
    void set(uint32_t value) { tt::tt_metal::detail::WriteToBuffer(*word, std::vector<uint32_t>{value}); }
    uint32_t get() {
        std::vector<uint32_t> value;
        tt::tt_metal::detail::ReadFromBuffer(*word, value);
        return value.at(0);
    }
    Program program(uint32_t amount) {
        Program result = CreateProgram();
        const auto kernel = CreateKernelFromString(result, add_kernel, core, ReaderDataMovementConfig());
        SetRuntimeArgs(result, kernel, core, {word->address(), amount});
        SetCommonRuntimeArgs(result, kernel, {100});
        return result;
    }
};

}  // namespace

TEST(MetalLaunch, ArgumentsChangeBetweenLaunches) {
    Counter counter;
    auto& queue = counter.device->mesh_command_queue();
    MeshWorkload workload;
    const MeshCoordinateRange all(counter.device->shape());
    workload.add_program(all, counter.program(1));
    EnqueueMeshWorkload(queue, workload, false);
    EXPECT_EQ(counter.get(), 101u);
    Program& program = workload.get_programs().at(all);
    const auto prepared = program.impl().prepared;
    GetRuntimeArgs(program, 0, core)[1] = 5;
    GetCommonRuntimeArgs(program, 0)[0] = 0;
    EnqueueMeshWorkload(queue, workload, true);
    EXPECT_EQ(counter.get(), 106u);
    EXPECT_EQ(program.impl().prepared, prepared);  // nothing was built again
}

TEST(MetalLaunch, WithoutQueues) {
    Counter counter;
    Program program = counter.program(2);
    tt::tt_metal::detail::CompileProgram(counter.device.get(), program);
    tt::tt_metal::detail::LaunchProgram(counter.device.get(), program);
    EXPECT_EQ(counter.get(), 102u);
}

TEST(MetalLaunch, TracesReplayWithRecordedArguments) {
    Counter counter;
    auto& queue = counter.device->mesh_command_queue();
    MeshWorkload one, ten;
    const MeshCoordinateRange all(counter.device->shape());
    one.add_program(all, counter.program(1));
    ten.add_program(all, counter.program(10));
    const MeshTraceId trace = counter.device->begin_mesh_trace(queue);
    EnqueueMeshWorkload(queue, one, false);
    EnqueueMeshWorkload(queue, ten, false);
    counter.device->end_mesh_trace(queue, trace);
    EXPECT_EQ(counter.get(), 0u);  // recorded, not run
    GetRuntimeArgs(one.get_programs().at(all), 0, core)[1] = 999;
    counter.device->replay_mesh_trace(queue, trace, false);
    EXPECT_EQ(counter.get(), 211u);
    counter.device->replay_mesh_trace(queue, trace, true);
    EXPECT_EQ(counter.get(), 422u);
    counter.device->release_mesh_trace(trace);
    EXPECT_THROW(counter.device->replay_mesh_trace(queue, trace, true), std::runtime_error);
}

TEST(MetalLaunch, CircularBuffersMustFitL1) {
    Counter counter;
    const auto launch = [&](uint32_t bytes) -> std::string {
        Program program = counter.program(1);
        CreateCircularBuffer(program, core,
                             CircularBufferConfig(bytes, {{CBIndex::c_0, DataFormat::UInt32}}).set_page_size(0, 64));
        try {
            tt::tt_metal::detail::LaunchProgram(counter.device.get(), program);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(launch(1024 * 1024), "");
    EXPECT_THAT(launch(1500 * 1024 - 1500 * 1024 % 64), HasSubstr("beyond max L1 size"));
    EXPECT_THAT(launch(1393472), HasSubstr("clash with L1 buffers"));
}

TEST(MetalLaunch, ABufferThatComesLaterIsInTheWay) {
    Counter counter;
    Program program = counter.program(1);
    CreateCircularBuffer(program, core,
                         CircularBufferConfig(1024 * 1024, {{CBIndex::c_0, DataFormat::UInt32}}).set_page_size(0, 64));
    tt::tt_metal::detail::LaunchProgram(counter.device.get(), program);
    auto large = Buffer::create(counter.device.get(), 64 * 512 * 1024, 1024, BufferType::L1);
    EXPECT_THROW(tt::tt_metal::detail::LaunchProgram(counter.device.get(), program), std::runtime_error);
    DeallocateBuffer(*large);
    tt::tt_metal::detail::LaunchProgram(counter.device.get(), program);
    EXPECT_EQ(counter.get(), 202u);
}

TEST(MetalLaunch, GlobalSemaphores) {
    Counter counter;
    const CoreRangeSet cores(CoreRange({0, 0}, {1, 1}));
    GlobalSemaphore semaphore = CreateGlobalSemaphore(*counter.device, cores, 3);
    std::vector<uint32_t> value;
    tt::tt_metal::detail::ReadFromDeviceL1(counter.device.get(), {1, 1}, static_cast<uint32_t>(semaphore.address()), 4,
                                           value);
    EXPECT_EQ(value, std::vector<uint32_t>{3});
    semaphore.reset_semaphore_value(8);
    tt::tt_metal::detail::ReadFromDeviceL1(counter.device.get(), {0, 1}, static_cast<uint32_t>(semaphore.address()), 4,
                                           value);
    EXPECT_EQ(value, std::vector<uint32_t>{8});
}
