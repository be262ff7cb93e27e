// The shape of every tile operation: a reader fills circular buffers, a compute kernel works tile by tile, a writer
// empties the output.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

#include "compare.hpp"
#include "example.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_eltwise_binary(distributed::MeshDevice& device) {
    constexpr uint32_t num_tiles = 64;
    constexpr uint32_t tile_bytes = sizeof(bfloat16) * tt::constants::TILE_HW;
    constexpr CoreCoord core = {0, 0};

    auto& queue = device.mesh_command_queue();
    const distributed::DeviceLocalBufferConfig tiles{.page_size = tile_bytes, .buffer_type = BufferType::DRAM};
    const distributed::ReplicatedBufferConfig size{.size = num_tiles * tile_bytes};
    auto a = distributed::MeshBuffer::create(size, tiles, &device);
    auto b = distributed::MeshBuffer::create(size, tiles, &device);
    auto out = distributed::MeshBuffer::create(size, tiles, &device);

    const size_t count = num_tiles * tt::constants::TILE_HW;
    const std::vector<bfloat16> a_values = random_values(count, 0.0f, 1.0f, 1);
    const std::vector<bfloat16> b_values = random_values(count, -1.0f, 0.0f, 2);
    distributed::EnqueueWriteMeshBuffer(queue, a, a_values);
    distributed::EnqueueWriteMeshBuffer(queue, b, b_values);

    Program program = CreateProgram();
    // Two tiles each: one is filled while the other is worked on.
    for (tt::CBIndex index : {tt::CBIndex::c_0, tt::CBIndex::c_1, tt::CBIndex::c_16}) {
        CreateCircularBuffer(program, core,
                             CircularBufferConfig(2 * tile_bytes, {{index, tt::DataFormat::Float16_b}})
                                 .set_page_size(index, tile_bytes));
    }
    std::vector<uint32_t> reader_args, writer_args;
    TensorAccessorArgs(*a).append_to(reader_args);
    TensorAccessorArgs(*b).append_to(reader_args);
    TensorAccessorArgs(*out).append_to(writer_args);
    auto reader = CreateKernel(program, "examples/eltwise_binary/kernels/read_two.cpp", core,
                               ReaderDataMovementConfig(reader_args));
    auto writer = CreateKernel(program, "examples/eltwise_binary/kernels/write_tiles.cpp", core,
                               WriterDataMovementConfig(writer_args));
    auto compute = CreateKernel(program, "examples/eltwise_binary/kernels/add_tiles.cpp", core,
                                ComputeConfig{.math_fidelity = MathFidelity::HiFi4});
    const auto address = [](const auto& buffer) { return static_cast<uint32_t>(buffer->address()); };
    SetRuntimeArgs(program, reader, core, {address(a), address(b), 0, num_tiles});
    SetRuntimeArgs(program, writer, core, {address(out), 0, num_tiles});
    SetRuntimeArgs(program, compute, core, {num_tiles});

    const distributed::MeshCoordinateRange everywhere(device.shape());
    distributed::MeshWorkload workload;
    workload.add_program(everywhere, std::move(program));

    auto compare_result = [=, &queue]() mutable {
        std::vector<bfloat16> result;
        distributed::EnqueueReadMeshBuffer(queue, result, out, true);
        std::vector<float> expected(count);
        for (size_t i = 0; i < count; ++i)
            expected[i] = static_cast<float>(a_values[i]) + static_cast<float>(b_values[i]);
        const Comparison comparison = compare(result, expected, 1e-2, 0.0);
        return Outcome{comparison.ok, 1, num_tiles, comparison.text};
    };
    return {std::move(workload), {a, b, out}, compare_result};
}

}  // namespace tilewright::examples
