// Two cores read a tile each, send it to the other, and write what they received: a swap without DRAM in between.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

#include "compare.hpp"
#include "example.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_tile_exchange(distributed::MeshDevice& device) {
    constexpr uint32_t tile_bytes = sizeof(bfloat16) * tt::constants::TILE_HW;
    const CoreRange cores({0, 0}, {1, 0});

    auto& queue = device.mesh_command_queue();
    const distributed::DeviceLocalBufferConfig tiles{.page_size = tile_bytes, .buffer_type = BufferType::DRAM};
    const distributed::ReplicatedBufferConfig size{.size = 2 * tile_bytes};
    auto input = distributed::MeshBuffer::create(size, tiles, &device);
    auto output = distributed::MeshBuffer::create(size, tiles, &device);
    const std::vector<bfloat16> sent = random_values(2 * tt::constants::TILE_HW, -8.0f, 8.0f, 13);
    distributed::EnqueueWriteMeshBuffer(queue, input, sent);

    Program program = CreateProgram();
    // c_0 holds a core's own tile, c_1 the one it receives: same address on both cores.
    for (tt::CBIndex index : {tt::CBIndex::c_0, tt::CBIndex::c_1}) {
        CreateCircularBuffer(
            program, cores,
            CircularBufferConfig(tile_bytes, {{index, tt::DataFormat::Float16_b}}).set_page_size(index, tile_bytes));
    }
    const uint32_t ready = CreateSemaphore(program, cores, 0);    // the peer has space for my tile
    const uint32_t arrived = CreateSemaphore(program, cores, 0);  // the peer's tile is here

    std::vector<uint32_t> compile_args;
    TensorAccessorArgs(*input).append_to(compile_args);
    TensorAccessorArgs(*output).append_to(compile_args);
    auto kernel =
        CreateKernel(program, "examples/tile_exchange/kernels/swap.cpp", cores, ReaderDataMovementConfig(compile_args));
    for (const CoreCoord& core : cores) {
        const CoreCoord peer = device.worker_core_from_logical_core({1 - core.x, core.y});
        SetRuntimeArgs(program, kernel, core,
                       {static_cast<uint32_t>(input->address()), static_cast<uint32_t>(output->address()),
                        static_cast<uint32_t>(core.x), static_cast<uint32_t>(peer.x), static_cast<uint32_t>(peer.y),
                        ready, arrived});
    }

    const distributed::MeshCoordinateRange everywhere(device.shape());
    distributed::MeshWorkload workload;
    workload.add_program(everywhere, std::move(program));

    auto compare_result = [=, &queue]() mutable {
        std::vector<bfloat16> received;
        distributed::EnqueueReadMeshBuffer(queue, received, output, true);
        std::vector<bfloat16> expected(sent.begin() + tt::constants::TILE_HW, sent.end());
        expected.insert(expected.end(), sent.begin(), sent.begin() + tt::constants::TILE_HW);
        return Outcome{received == expected, 2, 2, "tiles swapped, bytes equal"};
    };
    return {std::move(workload), {input, output}, compare_result};
}

}  // namespace tilewright::examples
