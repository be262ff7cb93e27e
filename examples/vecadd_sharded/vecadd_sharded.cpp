// Operands and result lie sharded in L1; circular buffers are placed on the shards, so only a compute kernel runs.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>

#include "compare.hpp"
#include "example.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_vecadd_sharded(distributed::MeshDevice& device) {
    constexpr uint32_t rows = 8, columns = 4;  // tiles
    constexpr uint32_t num_tiles = rows * columns;
    constexpr uint32_t tile_bytes = sizeof(bfloat16) * tt::constants::TILE_HW;
    const CoreRange cores({0, 0}, {3, 0});  // a height shard of two tile rows on each
    const uint32_t tiles_per_core = num_tiles / static_cast<uint32_t>(cores.size());

    auto& queue = device.mesh_command_queue();
    const std::array<uint32_t, 2> page = {tt::constants::TILE_HEIGHT, tt::constants::TILE_WIDTH};
    const ShardSpec rows_on_cores(CoreRangeSet(cores), {rows / 4 * page[0], columns * page[1]});
    const ShardSpecBuffer shards(rows_on_cores, page, {rows, columns});
    const distributed::DeviceLocalBufferConfig sharded{
        .page_size = tile_bytes,
        .buffer_type = BufferType::L1,
        .sharding_args = BufferShardingArgs(shards, TensorMemoryLayout::HEIGHT_SHARDED),
    };
    const distributed::ReplicatedBufferConfig size{.size = num_tiles * tile_bytes};
    auto a = distributed::MeshBuffer::create(size, sharded, &device);
    auto b = distributed::MeshBuffer::create(size, sharded, &device);
    auto out = distributed::MeshBuffer::create(size, sharded, &device);

    const size_t count = num_tiles * tt::constants::TILE_HW;
    const std::vector<bfloat16> a_values = random_values(count, 0.0f, 10.0f, 7);
    const std::vector<bfloat16> b_values = random_values(count, 0.0f, 10.0f, 8);
    distributed::EnqueueWriteMeshBuffer(queue, a, a_values);
    distributed::EnqueueWriteMeshBuffer(queue, b, b_values);

    Program program = CreateProgram();
    const auto place = [&](tt::CBIndex index, const std::shared_ptr<distributed::MeshBuffer>& buffer) {
        CreateCircularBuffer(program, cores,
                             CircularBufferConfig(tiles_per_core * tile_bytes, {{index, tt::DataFormat::Float16_b}})
                                 .set_page_size(index, tile_bytes)
                                 .set_globally_allocated_address(*buffer->get_backing_buffer()));
    };
    place(tt::CBIndex::c_0, a);
    place(tt::CBIndex::c_1, b);
    place(tt::CBIndex::c_16, out);
    auto compute = CreateKernel(program, "examples/vecadd_sharded/kernels/add_resident.cpp", cores, ComputeConfig{});
    SetRuntimeArgs(program, compute, cores, {tiles_per_core});
    // What lies in L1 already still has to be announced to the compute kernel.
    auto announce =
        CreateKernel(program, "examples/vecadd_sharded/kernels/announce.cpp", cores, ReaderDataMovementConfig());
    SetRuntimeArgs(program, announce, cores, {tiles_per_core});

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
        return Outcome{comparison.ok, static_cast<uint32_t>(cores.size()), num_tiles, comparison.text};
    };
    return {std::move(workload), {a, b, out}, compare_result};
}

}  // namespace tilewright::examples
