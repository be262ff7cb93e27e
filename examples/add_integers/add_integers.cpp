// Two integers from DRAM, added by a RISC-V core, written back.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>

#include "example.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_add_integers(distributed::MeshDevice& device) {
    constexpr CoreCoord core = {0, 0};
    auto& queue = device.mesh_command_queue();

    // Three words in DRAM, and 32 bytes of L1 for each on the way: a DRAM read wants 32-byte steps.
    const distributed::ReplicatedBufferConfig one_word{.size = sizeof(uint32_t)};
    const distributed::DeviceLocalBufferConfig in_dram{.page_size = sizeof(uint32_t), .buffer_type = BufferType::DRAM};
    auto a = distributed::MeshBuffer::create(one_word, in_dram, &device);
    auto b = distributed::MeshBuffer::create(one_word, in_dram, &device);
    auto sum = distributed::MeshBuffer::create(one_word, in_dram, &device);
    const distributed::DeviceLocalBufferConfig in_l1{.page_size = 64, .buffer_type = BufferType::L1};
    auto l1_a = distributed::MeshBuffer::create(distributed::ReplicatedBufferConfig{.size = 64}, in_l1, &device);
    auto l1_b = distributed::MeshBuffer::create(distributed::ReplicatedBufferConfig{.size = 64}, in_l1, &device);
    auto l1_sum = distributed::MeshBuffer::create(distributed::ReplicatedBufferConfig{.size = 64}, in_l1, &device);

    distributed::EnqueueWriteMeshBuffer(queue, a, std::vector<uint32_t>{14});
    distributed::EnqueueWriteMeshBuffer(queue, b, std::vector<uint32_t>{7});

    Program program = CreateProgram();
    const DataMovementConfig on_brisc{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default};
    const auto kernel = CreateKernel(program, "examples/add_integers/kernels/add.cpp", core, on_brisc);
    std::vector<uint32_t> args;
    for (const auto& buffer : {a, b, sum, l1_a, l1_b, l1_sum}) args.push_back(static_cast<uint32_t>(buffer->address()));
    SetRuntimeArgs(program, kernel, core, args);

    const distributed::MeshCoordinateRange everywhere(device.shape());
    distributed::MeshWorkload workload;
    workload.add_program(everywhere, std::move(program));

    auto compare_result = [=, &queue]() mutable {
        std::vector<uint32_t> result;
        distributed::EnqueueReadMeshBuffer(queue, result, sum, true);
        return Outcome{result == std::vector<uint32_t>{21}, 1, 1, fmt::format("14 + 7 = {}", result.at(0))};
    };
    return {std::move(workload), {a, b, sum, l1_a, l1_b, l1_sum}, compare_result};
}

}  // namespace tilewright::examples
