// Traces: what of a run they show, what ended what, and how a program that hangs ends in one.
#include <fstream>

#include "clock/recording.hpp"
#include "clock/trace.hpp"
#include "metal/device_impl.hpp"
#include "ops/common/seed_ops.hpp"
#include "tilewright/device.hpp"
#include "unit/clock/tapes.hpp"
#include "unit/clock/trace_reader.hpp"
#include "workshop/op/op_case.hpp"

namespace tilewright::clock {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class TraceFile : public ::testing::Test {
protected:
    TraceFile() {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        options.file = ::testing::TempDir() + "/tilewright_" + test->name() + ".pftrace";
    }
    ~TraceFile() override { std::remove(options.file.c_str()); }

    // variance_w_rm of 64 rows on two cores, traced as it runs.
    TraceReader run_variance() const {
        workshop::OpCase request = workshop::make_case(ops::seed_op("variance_w_rm"), {1, 1, 64, 128});
        request.core_grid = CoreCoord{2, 1};
        DeviceOptions device_options;
        device_options.run.timed = true;
        device_options.run.trace = options;
        const auto device = open_device(device_options);
        EXPECT_TRUE(workshop::run_case(request, *device).ok());
        return TraceReader(options.file);
    }
    engine::TraceOptions options;
};

TEST_F(TraceFile, ShowsCallsWaitsUnitsAndCounters) {
    const TraceReader trace = run_variance();
    for (const char* core : {"core (0,0)", "core (1,0)"}) {
        const std::string at = core;
        EXPECT_FALSE(trace.find(at + ": NCRISC", "noc_async_read").empty());
        EXPECT_FALSE(trace.find(at + ": NCRISC", "cb_reserve_back(c_").empty());
        EXPECT_FALSE(trace.find(at + ": BRISC", "cb_wait_front(c_").empty());
        EXPECT_FALSE(trace.find(at + ": BRISC", "wait: pages of c_").empty());
        EXPECT_FALSE(trace.find(at + ": UNPACK", "cb_wait_front(c_").empty());
        EXPECT_FALSE(trace.find(at + ": UNPACK unit", "unpack").empty() &&
                     trace.find(at + ": UNPACK unit", "tilize").empty());
        EXPECT_FALSE(trace.find(at + ": MATH unit", "").empty());
        EXPECT_FALSE(trace.find(at + ": PACK unit", "pack").empty());
        EXPECT_FALSE(trace.find(at + ": phases in", " = ").empty());
    }
    for (const ReadSlice& slice : trace.slices) {
        EXPECT_GE(slice.end, static_cast<int64_t>(slice.begin)) << slice.track << " " << slice.name;
    }
    bool pages = false, flying = false, bank = false;
    for (const auto& [name, values] : trace.counters) {
        pages |= name.find("pages in ") != std::string::npos;
        flying |= name.find("bytes in flight") != std::string::npos;
        bank |= name.find("DRAM bank") != std::string::npos;
        for (const int64_t value : values) EXPECT_GE(value, 0) << name;
        if (name.find("pages in") == std::string::npos) {
            EXPECT_EQ(values.back(), 0) << name;
        }
    }
    EXPECT_TRUE(pages && flying && bank);
}

TEST_F(TraceFile, WaitsLieInTheirCalls) {
    const TraceReader trace = run_variance();
    size_t waits = 0;
    for (const ReadSlice& slice : trace.slices) {
        if (slice.track.find("unit") != std::string::npos || slice.name.rfind("wait: ", 0) != 0) continue;
        ++waits;
        EXPECT_GE(slice.depth, 1u) << slice.name;  // in its kernel, mostly in a call
        EXPECT_GT(slice.end, static_cast<int64_t>(slice.begin));
    }
    EXPECT_GT(waits, 10u);
}

TEST_F(TraceFile, ArrowsSayWhatEndedAWait) {
    const TraceReader trace = run_variance();
    size_t pushes = 0, reads = 0;
    for (const ReadSlice& slice : trace.slices) {
        for (const uint64_t flow : slice.arrives) {
            const ReadSlice* from = trace.source_of(flow);
            ASSERT_NE(from, nullptr) << slice.name;
            EXPECT_LE(static_cast<int64_t>(from->begin), slice.end);
            if (slice.name.rfind("wait: pages of c_", 0) == 0) {
                const std::string cb = slice.name.substr(slice.name.rfind('c'));
                EXPECT_THAT(from->name, HasSubstr("cb_push_back(" + cb + ","));
                ++pushes;
            } else if (slice.name == "wait: its reads on NoC 0" || slice.name == "wait: its reads on NoC 1") {
                EXPECT_THAT(from->name, HasSubstr("noc_async_read"));
                ++reads;
            }
        }
    }
    EXPECT_GT(pushes, 0u);
    EXPECT_GT(reads, 0u);
}

TEST_F(TraceFile, OnlyTheCoresAskedFor) {
    options.cores = engine::parse_trace_cores("test", "1,0");
    const TraceReader trace = run_variance();
    EXPECT_TRUE(trace.find("core (0,0)", "").empty());
    EXPECT_FALSE(trace.find("core (1,0)", "").empty());
}

TEST_F(TraceFile, OnlyTheTimeAskedFor) {
    const size_t all = run_variance().slices.size();
    options.file += ".window";
    engine::parse_trace_window("test", "2:4", options);
    const TraceReader trace = run_variance();
    EXPECT_LT(trace.slices.size(), all / 2);
    for (const ReadSlice& slice : trace.slices) {
        EXPECT_GE(slice.end, 2000) << slice.name;
        EXPECT_LE(slice.begin, 4000u) << slice.name;
    }
}

TEST_F(TraceFile, ACapIsSaidInTheTrace) {
    options.most = 100;
    const TraceReader trace = run_variance();
    EXPECT_LT(trace.slices.size(), 120u);
    ASSERT_EQ(trace.find("note", "not complete").size(), 1u);
    EXPECT_THAT(trace.find("note", "not complete")[0]->name, HasSubstr("--trace-cores"));
}

TEST_F(TraceFile, ProgramsOfAProcessFollowEachOther) {
    const TraceReader once = run_variance();
    const TraceReader twice = run_variance();
    EXPECT_EQ(twice.slices.size(), 2 * once.slices.size());
    int64_t end = 0;
    for (const ReadSlice& slice : once.slices) end = std::max(end, slice.end);
    EXPECT_GT(static_cast<int64_t>(twice.slices.back().begin), end);
}

TEST_F(TraceFile, AHangEndsInWaitsThatNeverEnd) {
    auto card = testing::open_card();
    testing::TestProgram program;
    program.cb(0, 2);
    program.semaphores.push_back({0, testing::kCore00, 0});
    program.reader(
        "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n"
        "  cb_reserve_back(0, 1);\n  cb_push_back(0, 1);\n"
        "  noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0)), 1);\n}\n");
    program.writer(
        "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n"
        "  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n  cb_wait_front(0, 1);\n}\n");
    engine::RunOptions run = testing::fast();
    run.timed = true;
    run.trace = options;
    EXPECT_THAT(testing::outcome(*card, program, run), HasSubstr("TW1"));

    const TraceReader trace(options.file);
    ASSERT_EQ(trace.find("NCRISC", "wait: semaphore 0, never ends").size(), 1u);
    ASSERT_EQ(trace.find("BRISC", "wait: pages of c_0, never ends").size(), 1u);
    EXPECT_EQ(trace.find("NCRISC", "never ends")[0]->end, -1);
    EXPECT_EQ(trace.find("BRISC", "cb_pop_front(c_0, 1)").size(), 1u);
    const auto waits = trace.find("BRISC", "cb_wait_front(c_0, 1)");
    ASSERT_EQ(waits.size(), 2u);
    EXPECT_GE(waits[0]->end, 0);
    EXPECT_EQ(waits[1]->end, -1);  // the call itself does not end either
}

TEST_F(TraceFile, ALoopThatPollsForEverIsShown) {
    auto card = testing::open_card();
    testing::TestProgram program;
    program.semaphores.push_back({0, testing::kCore00, 0});
    program.reader(
        "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n"
        "  auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));\n"
        "  while (*word != 1) { invalidate_l1_cache(); }\n}\n");
    engine::RunOptions run = testing::fast();
    run.timed = true;
    run.trace = options;
    EXPECT_THAT(testing::outcome(*card, program, run), HasSubstr("TW1"));
    EXPECT_EQ(TraceReader(options.file).find("NCRISC", "never ends").size(), 1u);
}

TEST_F(TraceFile, WithoutAFileThereIsNone) {
    HandTape hand;
    EXPECT_EQ(engine::RunOptions().trace.file, "");
    options.file = "/no/such/folder/x.pftrace";
    Trace trace(hand.tape, hand.figures, options);
    try {
        trace.write();
        FAIL() << "written";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3904");
        EXPECT_THAT(error.finding().message, HasSubstr("/no/such/folder/x.pftrace cannot be written"));
    }
}

TEST(TraceOptions, WhatMakesNoSenseIsRefused) {
    const auto refusal = [](const auto& action) {
        try {
            action();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), "TW3904");
            return error.finding().message;
        }
        return std::string("accepted");
    };
    for (const char* text : {"0", "0,0-", "1,0-0,0", "a,b", "0,0x"}) {
        EXPECT_THAT(refusal([&] { engine::parse_trace_cores("--trace-cores", text); }), HasSubstr("names no cores"))
            << text;
    }
    EXPECT_EQ(to_string(engine::parse_trace_cores("", "0,0-1,2 3,3")), "(0,0)-(1,2), (3,3)");
    engine::TraceOptions options;
    for (const char* text : {"5", "7:3", "a:b", "-1:2"}) {
        EXPECT_THAT(refusal([&] { engine::parse_trace_window("--trace-window", text, options); }),
                    HasSubstr("is no stretch of time"))
            << text;
    }
    engine::parse_trace_window("", "1.5:", options);
    EXPECT_EQ(options.begin_us, 1.5);
    EXPECT_EQ(options.end_us, 0);
    engine::parse_trace_window("", ":8", options);
    EXPECT_EQ(options.end_us, 8);
}

}  // namespace
}  // namespace tilewright::clock
