// Building programs: what is refused, and what the next launch sees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <ttnn/operations/cb_utils.hpp>

#include "metal/program_impl.hpp"
#include "unit/metal/refusal.hpp"

using namespace tt;
using namespace tt::tt_metal;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

const char* empty_kernel = "void kernel_main() {}";

std::string info_of(const std::string& text) {
    const size_t at = text.find("info:\n");
    return at == std::string::npos ? text : text.substr(at + 6);
}

}  // namespace

TEST(MetalAssert, MessageShape) {
    const std::string text = refusal([] { TT_FATAL(1 + 1 == 3, "given {}", 2); });
    EXPECT_THAT(text, StartsWith("TT_FATAL @ "));
    EXPECT_THAT(text, HasSubstr("program_test.cpp:"));
    EXPECT_THAT(text, HasSubstr(": 1 + 1 == 3\ninfo:\ngiven 2\nbacktrace:\n"));
    EXPECT_THAT(refusal([] { TT_THROW("no"); }), HasSubstr("TT_THROW @ "));
}

TEST(MetalCbConfig, Checks) {
    EXPECT_THAT(
        refusal([] { CircularBufferConfig(100, {{CBIndex::c_0, DataFormat::Float16_b}}).set_page_size(0, 64); }),
        HasSubstr("TW3202: CB index 0: 100 bytes are no whole number of pages of 64 bytes"));
    EXPECT_THAT(
        refusal([] { CircularBufferConfig(128, {{CBIndex::c_0, DataFormat::Float16_b}}).set_page_size(1, 64); }),
        HasSubstr("TW3201: set_page_size: CB index 1 is not in this config"));
    EXPECT_THAT(refusal([] { CircularBufferConfig(128, {{40, DataFormat::Float16_b}}); }),
                HasSubstr("TW3201: CB index 40 was given; a core has 32 CBs"));
    CircularBufferConfig config(256);
    config.index(3).set_data_format(DataFormat::Float32).set_page_size(64);
    EXPECT_EQ(*config.page_sizes()[3], 64u);
    Program program = CreateProgram();
    EXPECT_THAT(
        refusal([&] { CreateCircularBuffer(program, core, CircularBufferConfig(128, {{2, DataFormat::Float32}})); }),
        HasSubstr("index 2 has no page size"));
}

TEST(MetalProgram, CbsOfOneIndexMustNotShareACore) {
    Program program = CreateProgram();
    const CoreRange cores({0, 0}, {1, 0});
    auto [index, handle] = create_cb(CBIndex::c_4, program, cores, 2048, 2, DataFormat::Float16_b);
    EXPECT_EQ(index, 4u);
    EXPECT_EQ(GetCircularBufferConfig(program, handle).total_size(), 4096u);
    EXPECT_THAT(
        refusal([&] { create_cb(CBIndex::c_4, program, CoreRange({1, 0}, {2, 0}), 2048, 2, DataFormat::Float16_b); }),
        HasSubstr("TW3208: CreateCircularBuffer: a CB with index 4 is there already"));
    const uint32_t pair[] = {5, 6};
    create_cb(pair, program, cores, 64, 4, DataFormat::UInt32);
    EXPECT_EQ(calculate_total_cb_size(program), 4096u + 256u);
    UpdateCircularBufferTotalSize(program, handle, 8192);
    EXPECT_EQ(program.impl().descriptor.cbs[0].total_bytes, 8192u);
    EXPECT_EQ(program.impl().descriptor.cbs[1].formats.size(), 2u);
}

TEST(MetalProgram, KernelsPerCore) {
    Program program = CreateProgram();
    CreateKernelFromString(program, empty_kernel, core,
                           DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC_0});
    EXPECT_THAT(info_of(refusal([&] {
                    CreateKernelFromString(
                        program, empty_kernel, core,
                        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC_0});
                })),
                StartsWith("TW3210"));
    EXPECT_THAT(refusal([&] {
                    CreateKernelFromString(
                        program, empty_kernel, core,
                        DataMovementConfig{.processor = DataMovementProcessor::RISCV_0, .noc = NOC_1});
                }),
                HasSubstr("RISCV_0"));
    EXPECT_EQ(CreateKernelFromString(program, empty_kernel, CoreRange({1, 0}, {2, 0}), ReaderDataMovementConfig()), 1u);
    EXPECT_EQ(CreateKernelFromString(program, empty_kernel, CoreRange({1, 0}, {2, 0}), WriterDataMovementConfig()), 2u);
    EXPECT_EQ(CreateKernelFromString(program, empty_kernel, core, ComputeConfig{}), 3u);
    const auto& reader = std::get<tilewright::program::DataMovementConfig>(program.impl().descriptor.kernels[1].config);
    EXPECT_EQ(program.impl().descriptor.kernels[1].role, "reader");
    EXPECT_EQ(reader.processor, tilewright::program::DataMovementProcessor::RiscV1);
    EXPECT_EQ(reader.noc, 0u);
}

TEST(MetalProgram, MissingKernelFile) {
    Program program = CreateProgram();
    const std::string text =
        refusal([&] { CreateKernel(program, "no/such/kernel.cpp", core, ReaderDataMovementConfig()); });
    EXPECT_THAT(text, HasSubstr("TW3100: kernel file no/such/kernel.cpp doesn't exist"));
}

TEST(MetalProgram, SemaphoresTakeTheSmallestFreeId) {
    Program program = CreateProgram();
    const CoreRange left({0, 0}, {1, 1}), right({2, 0}, {3, 1});
    EXPECT_EQ(CreateSemaphore(program, left, 0), 0u);
    EXPECT_EQ(CreateSemaphore(program, right, 0), 0u);
    EXPECT_EQ(CreateSemaphore(program, CoreRange({0, 0}, {3, 0}), 5), 1u);
    for (uint32_t i = 2; i < 16; ++i) EXPECT_EQ(CreateSemaphore(program, left, i), i);
    EXPECT_THAT(refusal([&] { CreateSemaphore(program, left, 0); }), HasSubstr("has all of its 16 semaphores already"));
}

TEST(MetalProgram, RuntimeArgumentsAreLive) {
    Program program = CreateProgram();
    const CoreRange cores({1, 1}, {2, 2});
    const auto kernel = CreateKernelFromString(program, empty_kernel, cores, ReaderDataMovementConfig());
    SetRuntimeArgs(program, kernel, cores, {1, 2, 3});
    RuntimeArgsData& args = GetRuntimeArgs(program, kernel, {2, 1});
    ASSERT_EQ(args.size(), 3u);
    args[1] = 77;
    EXPECT_EQ(GetRuntimeArgs(program, kernel)[2][1].at(1), 77u);
    for (int i = 0; i < 8; ++i)
        CreateKernelFromString(program, empty_kernel, CoreCoord(3 + i % 5, 3 + i / 5), ComputeConfig{});
    args[0] = 11;  // still valid after kernels were added
    const auto& stored = program.impl().descriptor.kernels[kernel].runtime_args;
    EXPECT_EQ(stored.at({2, 1}), (std::vector<uint32_t>{11, 77, 3}));
    EXPECT_EQ(stored.at({1, 1}), (std::vector<uint32_t>{1, 2, 3}));
    EXPECT_THAT(refusal([&] { SetRuntimeArgs(program, kernel, CoreCoord(1, 1), {1, 2}); }),
                HasSubstr("was given 3 words before and 2 now"));
    EXPECT_THAT(refusal([&] { SetRuntimeArgs(program, kernel, CoreCoord(0, 0), {1}); }),
                HasSubstr("does not run; place the kernel there"));
    SetRuntimeArgs(program, kernel, CoreCoord(0, 0), std::vector<uint32_t>{});  // says nothing
    EXPECT_FALSE(stored.contains({0, 0}));
    EXPECT_THROW(args.at(3), std::out_of_range);
    EXPECT_THAT(refusal([&] { SetRuntimeArgs(program, kernel, CoreCoord(2, 2), std::vector<uint32_t>(342, 0)); }),
                HasSubstr("341"));
    SetCommonRuntimeArgs(program, kernel, {9, 8});
    GetCommonRuntimeArgs(program, kernel)[0] = 5;
    EXPECT_EQ(program.impl().descriptor.kernels[kernel].common_runtime_args, (std::vector<uint32_t>{5, 8}));
}

TEST(MetalProgram, FromADescriptor) {
    ProgramDescriptor descriptor;
    CBDescriptor cb{.total_size = 4096, .core_ranges = CoreRangeSet(CoreRange(core))};
    cb.format_descriptors.push_back({.buffer_index = 16, .data_format = DataFormat::Float16_b, .page_size = 2048});
    descriptor.cbs.push_back(cb);
    KernelDescriptor kernel{
        .kernel_source = empty_kernel,
        .source_type = KernelDescriptor::SourceType::SOURCE_CODE,
        .core_ranges = CoreRangeSet(CoreRange(core)),
        .compile_time_args = {4, 5},
        .config = ComputeConfigDescriptor{.math_fidelity = MathFidelity::LoFi, .fp32_dest_acc_en = true}};
    kernel.emplace_runtime_args(core, {1u, 2u});
    descriptor.kernels.push_back(kernel);
    descriptor.semaphores.push_back({.id = 3, .core_ranges = CoreRangeSet(CoreRange(core)), .initial_value = 7});

    Program program(descriptor);
    const auto& built = program.impl().descriptor;
    ASSERT_EQ(built.kernels.size(), 1u);
    EXPECT_EQ(built.kernels[0].compile_time_args, (std::vector<uint32_t>{4, 5}));
    EXPECT_EQ(built.kernels[0].opt_level, 3);
    EXPECT_TRUE(std::get<tilewright::program::ComputeConfig>(built.kernels[0].config).fp32_dest_acc_en);
    EXPECT_EQ(built.semaphores[0].id, 3u);
    EXPECT_EQ(built.cbs[0].formats[0].page_bytes, 2048u);

    const size_t before = std::hash<ProgramDescriptor>{}(descriptor);
    descriptor.kernels[0].runtime_args[0].second = {8, 9};
    EXPECT_EQ(std::hash<ProgramDescriptor>{}(descriptor), before);
    apply_descriptor_runtime_args(program, descriptor);
    EXPECT_EQ(built.kernels[0].runtime_args.at({0, 0}), (std::vector<uint32_t>{8, 9}));
    descriptor.kernels[0].compile_time_args[0] = 6;
    EXPECT_NE(std::hash<ProgramDescriptor>{}(descriptor), before);
}
