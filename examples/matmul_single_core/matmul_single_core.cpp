// A matrix product on one core: the reader brings a row of A's tiles and a column of B's for every output tile.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/tilize_utils.hpp>

#include "compare.hpp"
#include "example.hpp"
#include "matmul_reference.hpp"

using namespace tt::tt_metal;

namespace tilewright::examples {

Ready prepare_matmul_single_core(distributed::MeshDevice& device) {
    constexpr uint32_t m = 128, k = 160, n = 96;
    constexpr uint32_t mt = m / tt::constants::TILE_HEIGHT, kt = k / tt::constants::TILE_WIDTH,
                       nt = n / tt::constants::TILE_WIDTH;
    constexpr uint32_t tile_bytes = sizeof(bfloat16) * tt::constants::TILE_HW;
    constexpr CoreCoord core = {0, 0};

    auto& queue = device.mesh_command_queue();
    const auto make_buffer = [&](uint32_t tiles) {
        return distributed::MeshBuffer::create(distributed::ReplicatedBufferConfig{.size = tiles * tile_bytes},
                                               distributed::DeviceLocalBufferConfig{.page_size = tile_bytes}, &device);
    };
    auto a = make_buffer(mt * kt), b = make_buffer(kt * nt), out = make_buffer(mt * nt);

    // The device wants tiles of four faces; the host thinks in rows.
    const std::vector<bfloat16> a_values = random_values(m * k, -1.0f, 1.0f, 9);
    const std::vector<bfloat16> b_values = random_values(k * n, -1.0f, 1.0f, 10);
    distributed::EnqueueWriteMeshBuffer(queue, a, tilize_nfaces(a_values, m, k));
    distributed::EnqueueWriteMeshBuffer(queue, b, tilize_nfaces(b_values, k, n));

    Program program = CreateProgram();
    for (tt::CBIndex index : {tt::CBIndex::c_0, tt::CBIndex::c_1, tt::CBIndex::c_16}) {
        CreateCircularBuffer(program, core,
                             CircularBufferConfig(2 * tile_bytes, {{index, tt::DataFormat::Float16_b}})
                                 .set_page_size(index, tile_bytes));
    }
    std::vector<uint32_t> reader_args, writer_args;
    TensorAccessorArgs(*a).append_to(reader_args);
    TensorAccessorArgs(*b).append_to(reader_args);
    TensorAccessorArgs(*out).append_to(writer_args);
    auto reader = CreateKernel(program, "examples/matmul_single_core/kernels/read_operands.cpp", core,
                               ReaderDataMovementConfig(reader_args));
    auto writer = CreateKernel(program, "examples/eltwise_binary/kernels/write_tiles.cpp", core,
                               WriterDataMovementConfig(writer_args));
    auto compute = CreateKernel(program, "examples/matmul_single_core/kernels/multiply.cpp", core,
                                ComputeConfig{.math_fidelity = MathFidelity::HiFi4});
    const auto address = [](const auto& buffer) { return static_cast<uint32_t>(buffer->address()); };
    SetRuntimeArgs(program, reader, core, {address(a), address(b), kt, nt, 0, mt * nt});
    SetRuntimeArgs(program, writer, core, {address(out), 0, mt * nt});
    SetRuntimeArgs(program, compute, core, {mt * nt, kt});

    const distributed::MeshCoordinateRange everywhere(device.shape());
    distributed::MeshWorkload workload;
    workload.add_program(everywhere, std::move(program));

    auto compare_result = [=, &queue]() mutable {
        std::vector<bfloat16> tiles;
        distributed::EnqueueReadMeshBuffer(queue, tiles, out, true);
        const double pcc = correlation(untilize_nfaces(tiles, m, n), host_matmul(a_values, b_values, m, k, n));
        return Outcome{pcc > 0.999, 1, mt * nt, fmt::format("{}x{}x{}, correlation {:.5f}", m, k, n, pcc)};
    };
    return {std::move(workload), {a, b, out}, compare_result};
}

}  // namespace tilewright::examples
