// softplus(x) = log(exp(x) + 1): three SFPU operations on a tile that stays in the registers.
#include <cmath>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

#include "compare.hpp"
#include "example.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_sfpu_chain(distributed::MeshDevice& device) {
    constexpr uint32_t num_tiles = 8;
    constexpr uint32_t tile_bytes = sizeof(bfloat16) * tt::constants::TILE_HW;
    constexpr CoreCoord core = {0, 0};

    auto& queue = device.mesh_command_queue();
    const distributed::DeviceLocalBufferConfig tiles{.page_size = tile_bytes, .buffer_type = BufferType::DRAM};
    const distributed::ReplicatedBufferConfig size{.size = num_tiles * tile_bytes};
    auto input = distributed::MeshBuffer::create(size, tiles, &device);
    auto ones =
        distributed::MeshBuffer::create(distributed::ReplicatedBufferConfig{.size = tile_bytes}, tiles, &device);
    auto output = distributed::MeshBuffer::create(size, tiles, &device);

    const size_t count = num_tiles * tt::constants::TILE_HW;
    const std::vector<bfloat16> values = random_values(count, -2.0f, 2.0f, 4);
    distributed::EnqueueWriteMeshBuffer(queue, input, values);
    distributed::EnqueueWriteMeshBuffer(queue, ones, std::vector<bfloat16>(tt::constants::TILE_HW, bfloat16(1.0f)));

    Program program = CreateProgram();
    const auto make_cb = [&](tt::CBIndex index, uint32_t pages) {
        CreateCircularBuffer(program, core,
                             CircularBufferConfig(pages * tile_bytes, {{index, tt::DataFormat::Float16_b}})
                                 .set_page_size(index, tile_bytes));
    };
    make_cb(tt::CBIndex::c_0, 2);
    make_cb(tt::CBIndex::c_1, 1);
    make_cb(tt::CBIndex::c_16, 2);

    std::vector<uint32_t> reader_args, writer_args;
    TensorAccessorArgs(*input).append_to(reader_args);
    TensorAccessorArgs(*ones).append_to(reader_args);
    TensorAccessorArgs(*output).append_to(writer_args);
    auto reader = CreateKernel(program, "examples/sfpu_chain/kernels/read_with_ones.cpp", core,
                               ReaderDataMovementConfig(reader_args));
    auto writer = CreateKernel(program, "examples/eltwise_binary/kernels/write_tiles.cpp", core,
                               WriterDataMovementConfig(writer_args));
    auto compute = CreateKernel(program, "examples/sfpu_chain/kernels/softplus.cpp", core,
                                ComputeConfig{.math_fidelity = MathFidelity::HiFi4, .math_approx_mode = false});
    const auto address = [](const auto& buffer) { return static_cast<uint32_t>(buffer->address()); };
    SetRuntimeArgs(program, reader, core, {address(input), address(ones), num_tiles});
    SetRuntimeArgs(program, writer, core, {address(output), 0, num_tiles});
    SetRuntimeArgs(program, compute, core, {num_tiles});

    const distributed::MeshCoordinateRange everywhere(device.shape());
    distributed::MeshWorkload workload;
    workload.add_program(everywhere, std::move(program));

    auto compare_result = [=, &queue]() mutable {
        std::vector<bfloat16> result;
        distributed::EnqueueReadMeshBuffer(queue, result, output, true);
        std::vector<float> expected(count);
        for (size_t i = 0; i < count; ++i) expected[i] = std::log1p(std::exp(static_cast<float>(values[i])));
        const Comparison comparison = compare(result, expected, 2e-2, 2e-2);
        return Outcome{comparison.ok, 1, num_tiles, comparison.text};
    };
    return {std::move(workload), {input, ones, output}, compare_result};
}

}  // namespace tilewright::examples
