// A matrix product on the whole grid: output tiles are split over cores, which share the kernels of the one-core
// example. Two groups of cores may have a different number of tiles.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/tilize_utils.hpp>
#include <tt-metalium/work_split.hpp>

#include "compare.hpp"
#include "example.hpp"
#include "matmul_reference.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_matmul_multi_core(distributed::MeshDevice& device) {
    constexpr uint32_t m = 320, k = 192, n = 352;
    constexpr uint32_t mt = m / tt::constants::TILE_HEIGHT, kt = k / tt::constants::TILE_WIDTH,
                       nt = n / tt::constants::TILE_WIDTH;
    constexpr uint32_t tile_bytes = sizeof(bfloat16) * tt::constants::TILE_HW;

    auto& queue = device.mesh_command_queue();
    const auto make_buffer = [&](uint32_t tiles) {
        return distributed::MeshBuffer::create(distributed::ReplicatedBufferConfig{.size = tiles * tile_bytes},
                                               distributed::DeviceLocalBufferConfig{.page_size = tile_bytes}, &device);
    };
    auto a = make_buffer(mt * kt), b = make_buffer(kt * nt), out = make_buffer(mt * nt);
    const std::vector<bfloat16> a_values = random_values(m * k, -1.0f, 1.0f, 11);
    const std::vector<bfloat16> b_values = random_values(k * n, -1.0f, 1.0f, 12);
    distributed::EnqueueWriteMeshBuffer(queue, a, tilize_nfaces(a_values, m, k));
    distributed::EnqueueWriteMeshBuffer(queue, b, tilize_nfaces(b_values, k, n));

    const auto [num_cores, all_cores, group_1, group_2, tiles_1, tiles_2] =
        split_work_to_cores(device.compute_with_storage_grid_size(), mt * nt);

    Program program = CreateProgram();
    for (tt::CBIndex index : {tt::CBIndex::c_0, tt::CBIndex::c_1, tt::CBIndex::c_16}) {
        CreateCircularBuffer(program, all_cores,
                             CircularBufferConfig(2 * tile_bytes, {{index, tt::DataFormat::Float16_b}})
                                 .set_page_size(index, tile_bytes));
    }
    std::vector<uint32_t> reader_args, writer_args;
    TensorAccessorArgs(*a).append_to(reader_args);
    TensorAccessorArgs(*b).append_to(reader_args);
    TensorAccessorArgs(*out).append_to(writer_args);
    auto reader = CreateKernel(program, "examples/matmul_single_core/kernels/read_operands.cpp", all_cores,
                               ReaderDataMovementConfig(reader_args));
    auto writer = CreateKernel(program, "examples/eltwise_binary/kernels/write_tiles.cpp", all_cores,
                               WriterDataMovementConfig(writer_args));
    auto compute = CreateKernel(program, "examples/matmul_single_core/kernels/multiply.cpp", all_cores,
                                ComputeConfig{.math_fidelity = MathFidelity::HiFi4});
    const auto address = [](const auto& buffer) { return static_cast<uint32_t>(buffer->address()); };
    uint32_t first = 0;
    for (const auto& [group, tiles] : {std::pair(group_1, tiles_1), std::pair(group_2, tiles_2)}) {
        for (const CoreCoord& core : corerange_to_cores(group)) {
            SetRuntimeArgs(program, reader, core, {address(a), address(b), kt, nt, first, tiles});
            SetRuntimeArgs(program, writer, core, {address(out), first, tiles});
            SetRuntimeArgs(program, compute, core, {tiles, kt});
            first += tiles;
        }
    }

    const distributed::MeshCoordinateRange everywhere(device.shape());
    distributed::MeshWorkload workload;
    workload.add_program(everywhere, std::move(program));

    auto compare_result = [=, &queue]() mutable {
        std::vector<bfloat16> tiles;
        distributed::EnqueueReadMeshBuffer(queue, tiles, out, true);
        const double pcc = correlation(untilize_nfaces(tiles, m, n), host_matmul(a_values, b_values, m, k, n));
        return Outcome{pcc > 0.999 && first == mt * nt, num_cores, mt * nt,
                       fmt::format("{}x{}x{}, correlation {:.5f}", m, k, n, pcc)};
    };
    return {std::move(workload), {a, b, out}, compare_result};
}

}  // namespace tilewright::examples
