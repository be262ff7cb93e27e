// Programs asked for, options held by devices, results taken from them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include <nlohmann/json.hpp>

#include "program/describe.hpp"
#include "tilewright/device.hpp"
#include "unit/metal/refusal.hpp"

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using testing::HasSubstr;
namespace engine = tilewright::engine;

namespace {

// Counts its launches in L1 and leaves a page behind, which strict mode notices.
const char* leaves_a_page = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_val<uint32_t>(0));
    *word = *word + 1;
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
}
)";

struct Subject {
    explicit Subject(engine::Mode mode = engine::Mode::Fast) {
        tilewright::DeviceOptions options;
        options.run.mode = mode;
        device = tilewright::open_device(options);
        const ShardSpec one_word(CoreRangeSet(CoreRange(core)), {1, 1});
        const BufferShardingArgs on_the_core(ShardSpecBuffer(one_word, {1, 1}, {1, 1}),
                                             TensorMemoryLayout::HEIGHT_SHARDED);
        word = Buffer::create(device.get(), 4, 4, BufferType::L1, on_the_core);
        tt::tt_metal::detail::WriteToBuffer(*word, std::vector<uint32_t>{0});
        Program program = CreateProgram();
        CreateCircularBuffer(program, core,
                             CircularBufferConfig(64, {{0, tt::DataFormat::Float16_b}}).set_page_size(0, 64));
        const auto kernel = CreateKernelFromString(program, leaves_a_page, core, ReaderDataMovementConfig());
        SetRuntimeArgs(program, kernel, core, {word->address()});
        workload.add_program(MeshCoordinateRange(device->shape()), std::move(program));
    }
    Program& program() { return workload.get_programs().begin()->second; }
    void enqueue() { EnqueueMeshWorkload(device->mesh_command_queue(), workload, false); }
    uint32_t launches() const {
        std::vector<uint32_t> value;
        tt::tt_metal::detail::ReadFromBuffer(*word, value);
        return value.at(0);
    }

    std::shared_ptr<MeshDevice> device;
    std::shared_ptr<Buffer> word;
    MeshWorkload workload;
};

std::vector<std::string> codes(const engine::RunResult& result) {
    std::vector<std::string> list;
    for (const tilewright::Finding& finding : result.findings) list.push_back(finding.code);
    return list;
}

}  // namespace

TEST(Describe, NothingIsRun) {
    Subject subject;
    const auto programs = tilewright::describe(*subject.device, [&] {
        subject.enqueue();
        subject.enqueue();
    });
    ASSERT_EQ(programs.size(), 2u);
    EXPECT_EQ(subject.launches(), 0u);
    EXPECT_EQ(programs[0].kernels.size(), 1u);
    EXPECT_EQ(programs[0].kernels[0].runtime_args.begin()->second.at(0), subject.word->address());
    subject.enqueue();
    EXPECT_EQ(subject.launches(), 1u);
}

TEST(Describe, WorkThatThrowsLeavesTheDeviceAsItWas) {
    Subject subject;
    EXPECT_THROW(tilewright::describe(*subject.device, [] { throw std::runtime_error("no"); }), std::runtime_error);
    subject.enqueue();
    EXPECT_EQ(subject.launches(), 1u);
}

TEST(Describe, TwoDevicesDoNotSeeEachOther) {
    Subject asked, other;
    const auto programs = tilewright::describe(*asked.device, [&] { other.enqueue(); });
    EXPECT_TRUE(programs.empty());
    EXPECT_EQ(other.launches(), 1u);
}

TEST(Describe, AnotherCopyCanBeRun) {
    Subject subject;
    auto program = tilewright::describe(subject.program());
    program.cbs[0].total_bytes = 128;
    engine::RunOptions strict;
    strict.mode = engine::Mode::Strict;
    EXPECT_THAT(codes(tilewright::run(*subject.device, program, strict)), testing::Contains("TW2008"));
    EXPECT_EQ(subject.launches(), 1u);
    EXPECT_TRUE(codes(tilewright::take_results(*subject.device)).empty());  // it was not the device's own
}

TEST(Describe, WhatTheHostSaysIsInTheDescriptor) {
    Subject subject;
    tilewright::set_program_name(subject.program(), "counter");
    tilewright::set_cb_name(subject.program(), 0, "left over", /*persistent=*/true);
    tilewright::set_kernel_name(subject.program(), 0, "counting reader");
    tilewright::program::Phase phase;
    phase.name = "mean";
    phase.formula = "mean(x)";
    tilewright::set_phases(subject.program(), {phase});
    const auto json = tilewright::program::to_json(tilewright::describe(subject.program()));
    EXPECT_EQ(json["name"], "counter");
    EXPECT_EQ(json["cbs"][0]["formats"][0]["name"], "left over");
    EXPECT_EQ(json["cbs"][0]["persistent"], true);
    EXPECT_EQ(json["kernels"][0]["name"], "counting reader");
    EXPECT_EQ(json["phases"][0]["formula"], "mean(x)");
    // A page that stays is what a persistent CB is for.
    engine::RunOptions strict;
    strict.mode = engine::Mode::Strict;
    tilewright::set_run_options(*subject.device, strict);
    subject.enqueue();
    EXPECT_THAT(codes(tilewright::take_results(*subject.device)), testing::Not(testing::Contains("TW2008")));
    try {
        tilewright::set_cb_name(subject.program(), 7, "none");
        FAIL();
    } catch (const std::exception& error) {
        EXPECT_THAT(error.what(), HasSubstr("c_7"));
    }
}

TEST(RunOptions, HoldFromTheNextProgramOn) {
    Subject subject;
    subject.enqueue();
    EXPECT_TRUE(codes(tilewright::take_results(*subject.device)).empty());
    engine::RunOptions options = tilewright::run_options(*subject.device);
    options.mode = engine::Mode::Strict;
    tilewright::set_run_options(*subject.device, options);
    subject.enqueue();  // the same program, prepared before in the other mode
    EXPECT_THAT(codes(tilewright::take_results(*subject.device)), testing::Contains("TW2008"));
    options.mode = engine::Mode::Fast;
    tilewright::set_run_options(*subject.device, options);
    subject.enqueue();
    EXPECT_TRUE(codes(tilewright::take_results(*subject.device)).empty());
    EXPECT_EQ(subject.launches(), 3u);
}

TEST(RunOptions, AreTheDevicesOwn) {
    Subject fast, strict(engine::Mode::Strict);
    fast.enqueue();
    strict.enqueue();
    EXPECT_TRUE(codes(tilewright::take_results(*fast.device)).empty());
    EXPECT_THAT(codes(tilewright::take_results(*strict.device)), testing::Contains("TW2008"));
}

TEST(RunOptions, ResultsWaitUntilTheyAreTaken) {
    Subject subject(engine::Mode::Strict);
    subject.enqueue();
    subject.enqueue();
    const engine::RunResult both = tilewright::take_results(*subject.device);
    EXPECT_EQ(codes(both).size(), 2u);
    EXPECT_EQ(both.cores, 1u);
    EXPECT_TRUE(codes(tilewright::take_results(*subject.device)).empty());
}
