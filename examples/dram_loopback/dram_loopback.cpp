// DRAM -> L1 -> DRAM, page by page, on one core.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

#include "compare.hpp"
#include "example.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_dram_loopback(distributed::MeshDevice& device) {
    constexpr uint32_t num_pages = 50;
    constexpr uint32_t page_bytes = 2048;
    constexpr CoreCoord core = {0, 0};

    auto& queue = device.mesh_command_queue();

    const distributed::DeviceLocalBufferConfig pages{.page_size = page_bytes, .buffer_type = BufferType::DRAM};
    const distributed::DeviceLocalBufferConfig scratch{.page_size = page_bytes, .buffer_type = BufferType::L1};
    const distributed::ReplicatedBufferConfig size{.size = num_pages * page_bytes};
    auto input = distributed::MeshBuffer::create(size, pages, &device);
    auto output = distributed::MeshBuffer::create(size, pages, &device);
    auto l1 =
        distributed::MeshBuffer::create(distributed::ReplicatedBufferConfig{.size = page_bytes}, scratch, &device);

    const std::vector<bfloat16> sent = random_values(num_pages * page_bytes / sizeof(bfloat16), -100.0f, 100.0f, 1);
    distributed::EnqueueWriteMeshBuffer(queue, input, sent);

    Program program = CreateProgram();
    DataMovementConfig on_brisc{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default};
    TensorAccessorArgs(*input).append_to(on_brisc.compile_args);
    TensorAccessorArgs(*output).append_to(on_brisc.compile_args);
    const auto kernel = CreateKernel(program, "examples/dram_loopback/kernels/copy_pages.cpp", core, on_brisc);
    SetRuntimeArgs(program, kernel, core,
                   {static_cast<uint32_t>(l1->address()), static_cast<uint32_t>(input->address()),
                    static_cast<uint32_t>(output->address()), num_pages, page_bytes});

    const distributed::MeshCoordinateRange everywhere(device.shape());
    distributed::MeshWorkload workload;
    workload.add_program(everywhere, std::move(program));

    auto compare_result = [=, &queue]() mutable {
        std::vector<bfloat16> received;
        distributed::EnqueueReadMeshBuffer(queue, received, output, true);
        return Outcome{received == sent, 1, num_pages, "bytes equal"};
    };
    return {std::move(workload), {input, output, l1}, compare_result};
}

}  // namespace tilewright::examples
