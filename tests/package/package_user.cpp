// Doubles a page of integers in a kernel given as text. Exit status 0 when the result is right.
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

using namespace tt;
using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using namespace tt::constants;
using namespace std;

static const char* kernel_source = R"(
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto buffer = TensorAccessor(args, get_arg_val<uint32_t>(0), 256);
    const uint32_t l1 = get_write_ptr(tt::CBIndex::c_0);
    cb_reserve_back(tt::CBIndex::c_0, 1);
    noc_async_read_page(0, buffer, l1);
    noc_async_read_barrier();
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
    for (uint32_t i = 0; i < 64; ++i) words[i] = 2 * words[i];
    noc_async_write_page(0, buffer, l1);
    noc_async_write_barrier();
}
)";

int main() {
    auto device = MeshDevice::create_unit_mesh(0);
    auto& queue = device->mesh_command_queue();
    auto buffer = MeshBuffer::create(ReplicatedBufferConfig{.size = 256}, DeviceLocalBufferConfig{.page_size = 256},
                                     device.get());
    vector<uint32_t> words(64);
    for (uint32_t i = 0; i < 64; ++i) words[i] = i;
    EnqueueWriteMeshBuffer(queue, buffer, words);

    constexpr CoreCoord core = {0, 0};
    Program program = CreateProgram();
    CreateCircularBuffer(
        program, core,
        CircularBufferConfig(256, {{CBIndex::c_0, DataFormat::UInt32}}).set_page_size(CBIndex::c_0, 256));
    vector<uint32_t> compile_args;
    TensorAccessorArgs(*buffer).append_to(compile_args);
    auto kernel = CreateKernelFromString(program, kernel_source, core, ReaderDataMovementConfig(compile_args));
    SetRuntimeArgs(program, kernel, core, {buffer->address()});
    MeshWorkload workload;
    workload.add_program(MeshCoordinateRange(device->shape()), std::move(program));
    EnqueueMeshWorkload(queue, workload, false);
    Finish(queue);

    vector<uint32_t> result;
    EnqueueReadMeshBuffer(queue, result, buffer, true);
    bool right = result.size() == 64;
    for (uint32_t i = 0; right && i < 64; ++i) right = result[i] == 2 * i;
    right &= device->close();
    fmt::print("package_user: {}\n", right ? "passed" : "FAILED");
    return right ? 0 : 1;
}
