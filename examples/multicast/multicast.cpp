// One core reads a tile and multicasts it to a row of cores; each receiver writes its copy to DRAM.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

#include "compare.hpp"
#include "example.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_multicast(distributed::MeshDevice& device) {
    constexpr uint32_t tile_bytes = sizeof(bfloat16) * tt::constants::TILE_HW;
    constexpr CoreCoord sender = {0, 0};
    const CoreRange receivers({1, 0}, {3, 1});
    const auto num_receivers = static_cast<uint32_t>(receivers.size());
    const CoreRangeSet all_cores(std::vector<CoreRange>{CoreRange(sender), receivers});

    auto& queue = device.mesh_command_queue();
    const distributed::DeviceLocalBufferConfig tiles{.page_size = tile_bytes, .buffer_type = BufferType::DRAM};
    auto input =
        distributed::MeshBuffer::create(distributed::ReplicatedBufferConfig{.size = tile_bytes}, tiles, &device);
    auto output = distributed::MeshBuffer::create(
        distributed::ReplicatedBufferConfig{.size = num_receivers * tile_bytes}, tiles, &device);
    const std::vector<bfloat16> sent = random_values(tt::constants::TILE_HW, -8.0f, 8.0f, 14);
    distributed::EnqueueWriteMeshBuffer(queue, input, sent);

    Program program = CreateProgram();
    CircularBufferConfig one_tile(tile_bytes, {{tt::CBIndex::c_0, tt::DataFormat::Float16_b}});
    CreateCircularBuffer(program, all_cores, one_tile.set_page_size(tt::CBIndex::c_0, tile_bytes));
    const uint32_t ready = CreateSemaphore(program, all_cores, 0);        // counts receivers, on the sender
    const uint32_t valid = CreateSemaphore(program, all_cores, INVALID);  // set on every receiver by the sender

    std::vector<uint32_t> sender_args, receiver_args;
    TensorAccessorArgs(*input).append_to(sender_args);
    TensorAccessorArgs(*output).append_to(receiver_args);
    auto send =
        CreateKernel(program, "examples/multicast/kernels/send.cpp", sender, ReaderDataMovementConfig(sender_args));
    auto receive = CreateKernel(program, "examples/multicast/kernels/receive.cpp", receivers,
                                ReaderDataMovementConfig(receiver_args));

    // Kernels address cores by NoC coordinates; a rectangle stays a rectangle.
    const CoreCoord from = device.worker_core_from_logical_core(sender);
    const CoreCoord first = device.worker_core_from_logical_core(receivers.start_coord);
    const CoreCoord last = device.worker_core_from_logical_core(receivers.end_coord);
    const auto word = [](size_t value) { return static_cast<uint32_t>(value); };
    SetRuntimeArgs(program, send, sender,
                   {word(input->address()), word(first.x), word(first.y), word(last.x), word(last.y), num_receivers,
                    ready, valid});
    uint32_t page = 0;
    for (const CoreCoord& core : receivers) {
        SetRuntimeArgs(program, receive, core,
                       {word(output->address()), page++, word(from.x), word(from.y), ready, valid});
    }

    const distributed::MeshCoordinateRange everywhere(device.shape());
    distributed::MeshWorkload workload;
    workload.add_program(everywhere, std::move(program));

    auto compare_result = [=, &queue]() mutable {
        std::vector<bfloat16> received;
        distributed::EnqueueReadMeshBuffer(queue, received, output, true);
        std::vector<bfloat16> expected;
        for (uint32_t i = 0; i < num_receivers; ++i) expected.insert(expected.end(), sent.begin(), sent.end());
        return Outcome{received == expected, num_receivers + 1, num_receivers,
                       fmt::format("{} copies, bytes equal", num_receivers)};
    };
    return {std::move(workload), {input, output}, compare_result};
}

}  // namespace tilewright::examples
