// The ways these ops failed when they were first built, built that way again: the verdict must name the cause.
#include "ops/common/tests/cases.hpp"

#include "engine/run.hpp"
#include "ops/variance_w_rm/device/variance_w_rm_device_operation.hpp"
#include "workshop/op/validate.hpp"
#include "tt-metalium/distributed.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"

using namespace tilewright;
using namespace tilewright::ops;
using namespace tilewright::workshop;
using namespace tilewright::ops::testing;
using namespace tt::tt_metal;
using tt::CBIndex;

namespace {

constexpr uint32_t kTiles = 2, kStickBytes = kTiles * 64, kTileBytes = 2048;

// One core, a row-major input of two tile-rows, three kernels given as text.
struct Original {
    explicit Original(Mode mode) : device(open(mode)) {}

    std::shared_ptr<ttnn::MeshDevice> device;
    ttnn::Tensor input = ttnn::Tensor::from_vector<float>(
        std::vector<float>(64 * 64, 1.0f),
        ttnn::TensorSpec(ttnn::Shape({64, 64}),
                         ttnn::TensorLayout(ttnn::DataType::BFLOAT16, ttnn::PageConfig(ttnn::Layout::ROW_MAJOR),
                                            ttnn::MemoryConfig())),
        device.get());
    ttnn::Tensor output = ttnn::create_device_tensor(input.tensor_spec(), device.get());
    Program program = CreateProgram();

    void cb(uint32_t index, uint32_t pages, uint32_t page_bytes) {
        CreateCircularBuffer(
            program, CoreCoord{0, 0},
            CircularBufferConfig(pages * page_bytes, {{static_cast<uint8_t>(index), tt::DataFormat::Float16_b}})
                .set_page_size(static_cast<uint8_t>(index), page_bytes));
    }
    // Runs it and returns the code of what ended it; empty when nothing did.
    std::string verdict(const std::string& reader, const std::string& compute, const std::string& writer) {
        std::vector<uint32_t> reader_args, writer_args;
        TensorAccessorArgs(*input.buffer()).append_to(reader_args);
        TensorAccessorArgs(*output.buffer()).append_to(writer_args);
        const CoreCoord core{0, 0};
        const auto read = CreateKernelFromString(program, reader, core, ReaderDataMovementConfig(reader_args));
        const auto write = CreateKernelFromString(program, writer, core, WriterDataMovementConfig(writer_args));
        CreateKernelFromString(program, compute, core, ComputeConfig{});
        SetRuntimeArgs(program, read, core, {input.buffer()->address()});
        SetRuntimeArgs(program, write, core, {output.buffer()->address()});
        distributed::MeshWorkload workload;
        workload.add_program(distributed::MeshCoordinateRange(device->shape()), std::move(program));
        try {
            distributed::EnqueueMeshWorkload(device->mesh_command_queue(), workload, true);
        } catch (const engine::HangError& hang) {
            return hang.finding().code;
        }
        return "";
    }
};

const char* read_tile_rows = R"(
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers_dataflow.hpp"
void kernel_main() {
    const auto source = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0));
    dataflow_kernel_lib::read_sticks_for_tilize<0>(source, 64, 128);
}
)";
const char* write_tile_rows = R"(
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers_dataflow.hpp"
void kernel_main() {
    const auto target = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0));
    dataflow_kernel_lib::write_sticks_after_untilize<16>(target, 64, 128);
}
)";
const char* tilize_untilize = R"(
#include "api/compute/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"
void kernel_main() {
    compute_kernel_hw_startup(0, 16);
    for (uint32_t row = 0; row < 2; ++row) {
        compute_kernel_lib::tilize<2, 0, 1>(1);
        compute_kernel_lib::untilize<2, 1, 16>(1);
    }
}
)";

}  // namespace

// c_0 and c_16 had a page per stick, 32 of them, while tilize and untilize count tiles.
TEST(Historical, LayernormPagedBySticks) {
    for (const Mode mode : {Mode::Fast, Mode::Strict}) {
        Original op(mode);
        op.cb(0, 32, kStickBytes);
        op.cb(1, kTiles, kTileBytes);
        op.cb(16, 32, kStickBytes);
        const char* reader = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const auto source = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0));
    for (uint32_t stick = 0; stick < 64; ++stick) {
        cb_reserve_back(0, 1);
        noc_async_read(source.get_noc_addr(stick), get_write_ptr(0), 128);
        noc_async_read_barrier();
        cb_push_back(0, 1);
    }
}
)";
        const char* writer = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const auto target = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0));
    for (uint32_t stick = 0; stick < 64; ++stick) {
        cb_wait_front(16, 1);
        noc_async_write(get_read_ptr(16), target.get_noc_addr(stick), 128);
        noc_async_write_barrier();
        cb_pop_front(16, 1);
    }
}
)";
        EXPECT_EQ(op.verdict(reader, tilize_untilize, writer), "TW1003");
    }
}

// The reduce took the tiles of c_1 that the subtraction still needed.
TEST(Historical, CentralizeInPhases) {
    for (const Mode mode : {Mode::Fast, Mode::Strict}) {
        Original op(mode);
        op.cb(0, 2 * kTiles, kTileBytes);
        for (const uint32_t index : {1u, 4u}) op.cb(index, kTiles, kTileBytes);
        op.cb(2, 1, kTileBytes);
        op.cb(3, 1, kTileBytes);
        op.cb(16, 2 * kTiles, kTileBytes);
        const std::string reader = std::string(R"(
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers_dataflow.hpp"
void kernel_main() {
    dataflow_kernel_lib::prepare_reduce_scaler<2>(1.0f / 64);
    const auto source = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0));
    dataflow_kernel_lib::read_sticks_for_tilize<0>(source, 64, 128);
}
)");
        const char* compute = R"(
#include "api/compute/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/binary_op_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"
namespace ckl = compute_kernel_lib;
void kernel_main() {
    compute_kernel_hw_startup(0, 2, 16);
    for (uint32_t row = 0; row < 2; ++row) {
        ckl::tilize<2, 0, 1>(1);
        ckl::reduce<PoolType::SUM, ReduceDim::REDUCE_ROW, 1, 2, 3>(ckl::ReduceInputBlockShape::row(2));
        ckl::sub<ckl::BroadcastDim::COL>(1, 3, 4, ckl::BinaryInputBlockShape::row(2));
        ckl::untilize<2, 4, 16>(1);
    }
}
)";
        EXPECT_EQ(op.verdict(reader, compute, write_tile_rows), "TW1004");
    }
}

// The pass-through that came after it: one tile at a time through an output of one page, and a writer that waits for a
// whole tile-row.
TEST(Historical, CentralizeOneTileAtATime) {
    for (const Mode mode : {Mode::Fast, Mode::Strict}) {
        Original op(mode);
        op.cb(0, kTiles, kTileBytes);
        op.cb(16, 1, kTileBytes);
        const char* compute = R"(
#include "api/compute/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/copy_tile_helpers.hpp"
void kernel_main() {
    compute_kernel_hw_startup(0, 16);
    compute_kernel_lib::copy_tiles(0, 16, 4);
}
)";
        EXPECT_EQ(op.verdict(read_tile_rows, compute, write_tile_rows), "TW1001");
    }
}

// The factory counted the tile-rows of one matrix: nothing hangs, but the other batches never get a result.
TEST(Historical, VarianceOfTheFirstBatchOnly) {
    using DeviceOp = ttnn::operations::variance_w_rm::VarianceWRmDeviceOperation;
    using Factory = ttnn::operations::variance_w_rm::program::VarianceWRmProgramFactory;
    const OpCase request = make_case(variance(), {3, 32, 64});
    const OpData data = make_data(request);
    const auto device = open();
    const ttnn::Tensor input = ttnn::Tensor::from_vector<float>(
        data.input,
        ttnn::TensorSpec(
            ttnn::Shape({3, 32, 64}),
            ttnn::TensorLayout(request.dtype, ttnn::PageConfig(ttnn::Layout::ROW_MAJOR), ttnn::MemoryConfig())),
        device.get());
    const DeviceOp::operation_attributes_t attributes{request.dtype, default_compute_config(input, std::nullopt),
                                                      CoreCoord{1, 1}, input.memory_config()};
    const DeviceOp::tensor_args_t args{input};
    for (const bool all : {false, true}) {
        ttnn::Tensor output = DeviceOp::create_output_tensors(attributes, args);
        auto made = Factory::create(attributes, args, output);
        if (!all) {
            const auto& ids = made.shared_variables;
            const CoreCoord core{0, 0};
            GetRuntimeArgs(made.program, ids.reader_kernel_id, core)[2] = 32;
            GetRuntimeArgs(made.program, ids.compute_kernel_id, core)[0] = 1;
            GetRuntimeArgs(made.program, ids.writer_kernel_id, core)[2] = 32;
        }
        distributed::MeshWorkload workload;
        workload.add_program(distributed::MeshCoordinateRange(device->shape()), std::move(made.program));
        distributed::EnqueueMeshWorkload(device->mesh_command_queue(), workload, true);
        const Accuracy accuracy = compare(request, make_reference(request, data), output.to_vector<float>());
        EXPECT_EQ(accuracy.ok(), all);
        output.deallocate();
    }
}
