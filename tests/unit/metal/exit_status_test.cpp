// How a host program ends that has findings and goes on as if nothing had been.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>

#include "tilewright/device.hpp"

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

namespace {

// Runs one program in strict mode and ends; `pushes` without reserves are findings of severity error.
[[noreturn]] void host(bool faulty, int status, bool judged_elsewhere = false) {
    tilewright::set_findings_exit(!judged_elsewhere);
    tilewright::DeviceOptions options;
    options.run.mode = tilewright::engine::Mode::Strict;
    const auto device = tilewright::open_device(options);
    const CoreCoord core{0, 0};
    Program program = CreateProgram();
    CreateCircularBuffer(program, core,
                         CircularBufferConfig(64, {{0, tt::DataFormat::Float16_b}}).set_page_size(0, 64));
    CreateKernelFromString(program,
                           std::string("#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n") +
                               (faulty ? "" : "  cb_reserve_back(0, 1);\n") +
                               "  cb_push_back(0, 1);\n  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n}\n",
                           core, ReaderDataMovementConfig());
    MeshWorkload workload;
    workload.add_program(MeshCoordinateRange(device->shape()), std::move(program));
    EnqueueMeshWorkload(device->mesh_command_queue(), workload, false);
    device->close();
    std::exit(status);
}

using testing::ExitedWithCode;

class ExitStatus : public testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(ExitStatus, FindingsMakeItOne) {
    EXPECT_EXIT(host(true, 0), ExitedWithCode(1), "1 finding of severity error: exit status 1");
    EXPECT_EXIT(host(false, 0), ExitedWithCode(0), "");
}

TEST_F(ExitStatus, WhatFailedAlreadyStaysAsItIs) { EXPECT_EXIT(host(true, 5), ExitedWithCode(5), ""); }

TEST_F(ExitStatus, CanBeTurnedOff) {
    EXPECT_EXIT(host(true, 0, true), ExitedWithCode(0), "");
    EXPECT_EXIT(
        {
            ::setenv("TILEWRIGHT_FINDINGS_EXIT", "0", 1);
            host(true, 0);
        },
        ExitedWithCode(0), "");
}

}  // namespace
