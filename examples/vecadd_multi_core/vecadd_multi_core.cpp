// A vector addition on every core: the tiles are split, each core gets its own range as runtime arguments.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/work_split.hpp>

#include "compare.hpp"
#include "example.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_vecadd_multi_core(distributed::MeshDevice& device) {
    constexpr uint32_t num_tiles = 640;
    constexpr uint32_t tile_bytes = sizeof(bfloat16) * tt::constants::TILE_HW;

    auto& queue = device.mesh_command_queue();
    const distributed::DeviceLocalBufferConfig tiles{.page_size = tile_bytes, .buffer_type = BufferType::DRAM};
    const distributed::ReplicatedBufferConfig size{.size = num_tiles * tile_bytes};
    auto a = distributed::MeshBuffer::create(size, tiles, &device);
    auto b = distributed::MeshBuffer::create(size, tiles, &device);
    auto out = distributed::MeshBuffer::create(size, tiles, &device);

    const size_t count = num_tiles * tt::constants::TILE_HW;
    const std::vector<bfloat16> a_values = random_values(count, 0.0f, 10.0f, 5);
    const std::vector<bfloat16> b_values = random_values(count, 0.0f, 10.0f, 6);
    distributed::EnqueueWriteMeshBuffer(queue, a, a_values);
    distributed::EnqueueWriteMeshBuffer(queue, b, b_values);

    const CoreCoord grid = device.compute_with_storage_grid_size();
    const auto [num_cores, all_cores, group_1, group_2, tiles_1, tiles_2] = split_work_to_cores(grid, num_tiles);

    Program program = CreateProgram();
    for (tt::CBIndex index : {tt::CBIndex::c_0, tt::CBIndex::c_1, tt::CBIndex::c_16}) {
        CreateCircularBuffer(program, all_cores,
                             CircularBufferConfig(4 * tile_bytes, {{index, tt::DataFormat::Float16_b}})
                                 .set_page_size(index, tile_bytes));
    }
    std::vector<uint32_t> reader_args, writer_args;
    TensorAccessorArgs(*a).append_to(reader_args);
    TensorAccessorArgs(*b).append_to(reader_args);
    TensorAccessorArgs(*out).append_to(writer_args);
    auto reader = CreateKernel(program, "examples/eltwise_binary/kernels/read_two.cpp", all_cores,
                               ReaderDataMovementConfig(reader_args));
    auto writer = CreateKernel(program, "examples/eltwise_binary/kernels/write_tiles.cpp", all_cores,
                               WriterDataMovementConfig(writer_args));
    auto compute = CreateKernel(program, "examples/eltwise_binary/kernels/add_tiles.cpp", all_cores, ComputeConfig{});

    const auto address = [](const auto& buffer) { return static_cast<uint32_t>(buffer->address()); };
    uint32_t first = 0;
    for (const CoreCoord& core : corerange_to_cores(all_cores)) {
        const uint32_t mine = group_1.contains(core) ? tiles_1 : tiles_2;
        SetRuntimeArgs(program, reader, core, {address(a), address(b), first, mine});
        SetRuntimeArgs(program, writer, core, {address(out), first, mine});
        SetRuntimeArgs(program, compute, core, {mine});
        first += mine;
    }

    const distributed::MeshCoordinateRange everywhere(device.shape());
    distributed::MeshWorkload workload;
    workload.add_program(everywhere, std::move(program));

    auto compare_result = [=, &queue]() mutable {
        std::vector<bfloat16> result;
        distributed::EnqueueReadMeshBuffer(queue, result, out, true);
        std::vector<float> expected(count);
        for (size_t i = 0; i < count; ++i)
            expected[i] = static_cast<float>(a_values[i]) + static_cast<float>(b_values[i]);
        const Comparison comparison = compare(result, expected, 0.0, 1e-2);
        return Outcome{comparison.ok && first == num_tiles, num_cores, num_tiles, comparison.text};
    };
    return {std::move(workload), {a, b, out}, compare_result};
}

}  // namespace tilewright::examples
