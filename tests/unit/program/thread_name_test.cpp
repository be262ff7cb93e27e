// Names of kernel threads: the processor is always said, the role only where host, kernel or file give one.
#include "program/thread_name.hpp"

#include <gtest/gtest.h>

namespace tilewright::program {
namespace {

KernelDescriptor moving(DataMovementProcessor processor, const std::string& file) {
    KernelDescriptor kernel;
    kernel.source.text = file;
    kernel.cores = {{{0, 0}, {1, 0}}};
    kernel.config = DataMovementConfig{processor, 0, false};
    return kernel;
}

TEST(ThreadName, FollowsTheFileAndNotTheProcessor) {
    EXPECT_EQ(thread_name(moving(DataMovementProcessor::RiscV0, "a/reader_unary.cpp"), TW_BRISC), "BRISC reader");
    EXPECT_EQ(thread_name(moving(DataMovementProcessor::RiscV1, "a/unary_writer.cpp"), TW_NCRISC), "NCRISC writer");
    EXPECT_EQ(thread_name(moving(DataMovementProcessor::RiscV0, "a/move_pages.cpp"), TW_BRISC), "BRISC move_pages");
    EXPECT_EQ(thread_name(moving(DataMovementProcessor::RiscV0, "reader_writer.cpp"), TW_BRISC), "BRISC reader_writer");
}

TEST(ThreadName, TheHostsWordCountsMost) {
    KernelDescriptor kernel = moving(DataMovementProcessor::RiscV0, "a/reader_unary.cpp");
    kernel.name = "sticks";
    EXPECT_EQ(thread_name(kernel, TW_BRISC), "BRISC sticks");
    kernel.role = "writer";
    EXPECT_EQ(thread_name(kernel, TW_BRISC), "BRISC writer");
}

TEST(ThreadName, SaysNothingThatIsNotKnown) {
    KernelDescriptor kernel = moving(DataMovementProcessor::RiscV1, "void kernel_main() { reader(); }");
    kernel.source.is_path = false;
    EXPECT_EQ(thread_name(kernel, TW_NCRISC), "NCRISC");
    kernel.config = ComputeConfig{};
    EXPECT_EQ(thread_name(kernel, TW_MATH), "MATH");
    EXPECT_EQ(thread_name(kernel, TW_FUSED), "compute");
}

TEST(ThreadName, IsFoundByCoreAndProcessor) {
    ProgramDescriptor program;
    program.kernels = {moving(DataMovementProcessor::RiscV0, "reader.cpp"),
                       moving(DataMovementProcessor::RiscV1, "writer.cpp")};
    program.kernels.push_back(program.kernels.front());
    program.kernels[2].source.text = "sender.cpp";
    program.kernels[2].cores = {{{2, 0}, {2, 0}}};
    EXPECT_EQ(thread_name(program, {1, 0}, TW_BRISC), "BRISC reader");
    EXPECT_EQ(thread_name(program, {1, 0}, TW_NCRISC), "NCRISC writer");
    EXPECT_EQ(thread_name(program, {2, 0}, TW_BRISC), "BRISC sender");
    EXPECT_EQ(thread_name(program, {2, 0}, TW_NCRISC), "NCRISC");
    EXPECT_EQ(thread_name(program, {2, 0}, TW_PACK), "PACK");
}

}  // namespace
}  // namespace tilewright::program
