// What holds for the time of any program: nothing is lost, nothing depends on chance, a better machine is not slower,
// and timing changes no result.
#include <fstream>
#include <regex>

#include "clock/recording.hpp"
#include "clock/tape.hpp"
#include "clock/tape_file.hpp"
#include "clock/verdict.hpp"
#include "engine/hang.hpp"
#include "metal/device_impl.hpp"
#include "ops/common/seed_ops.hpp"
#include "tilewright/device.hpp"
#include "unit/clock/tapes.hpp"
#include "workshop/op/op_case.hpp"

namespace tilewright::clock {
namespace {

using ::testing::HasSubstr;

workshop::OpCase make_request(const std::string& op, std::vector<uint32_t> shape, uint32_t columns) {
    workshop::OpCase request = workshop::make_case(ops::seed_op(op), std::move(shape));
    request.core_grid = CoreCoord{columns, 1};
    return request;
}

// An op's program on a device of its own, recorded.
struct Recorded {
    explicit Recorded(const std::string& op, uint32_t host_threads = 0) {
        DeviceOptions options;
        options.run.host_threads = host_threads;
        device = open_device(options);
        const workshop::OpCase request = make_request(op, {1, 1, 128, 128}, 2);
        const workshop::OpData data = workshop::make_data(request);
        call.emplace(workshop::make_call(request, data, *device));
        described = workshop::describe(request.op, *call);
        recording = std::make_unique<Recording>(*device->impl().card, described->program, options.run);
    }
    std::shared_ptr<MeshDevice> device;
    std::optional<workshop::OpCall> call;
    std::optional<workshop::Described> described;
    std::unique_ptr<Recording> recording;
};

class TimedOp : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Shipped, TimedOp, ::testing::Values("variance_w_rm", "centralize_w_rm"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(TimedOp, EveryCycleIsWorkOrAWait) {
    const Recorded op(GetParam());
    const Timing timing = op.recording->time();
    ASSERT_EQ(timing.threads.size(), 10u);
    for (const ThreadTime& thread : timing.threads) {
        const uint64_t sum = thread.begin + thread.busy + thread.waited();
        const double allowed = 2.0 + static_cast<double>(thread.waits.size());  // each is rounded
        EXPECT_NEAR(static_cast<double>(sum), static_cast<double>(thread.end), allowed)
            << thread.core.str() << " " << thread.name;
        EXPECT_LE(thread.end, timing.cycles);
        EXPECT_LE(thread.scalar, thread.busy + 1);
        if (thread.processor < TW_UNPACK) continue;
        uint64_t unit = thread.unit_busy;
        for (const Waited& wait : thread.unit_waits) unit += wait.cycles;
        EXPECT_GT(thread.unit_busy, 0u) << thread.name;
        EXPECT_LE(unit, thread.end - thread.begin + 2) << thread.name;
    }
    EXPECT_FALSE(timing.guessed_order);
}

void expect_same(const Timing& one, const Timing& two) {
    EXPECT_EQ(one.cycles, two.cycles);
    ASSERT_EQ(one.threads.size(), two.threads.size());
    for (size_t i = 0; i < one.threads.size(); ++i) {
        EXPECT_EQ(one.threads[i].name, two.threads[i].name);
        EXPECT_EQ(one.threads[i].begin, two.threads[i].begin);
        EXPECT_EQ(one.threads[i].end, two.threads[i].end);
        EXPECT_EQ(one.threads[i].busy, two.threads[i].busy);
        EXPECT_EQ(one.threads[i].unit_busy, two.threads[i].unit_busy);
    }
}

TEST_P(TimedOp, TheTimeIsAFunctionOfTheProgram) {
    const Recorded one(GetParam(), 1), two(GetParam(), 2);
    const Timing first = one.recording->time();
    expect_same(first, one.recording->time());
    expect_same(first, two.recording->time());
}

TEST_P(TimedOp, ABetterMachineIsNotSlower) {
    const Recorded op(GetParam());
    const auto before = static_cast<double>(op.recording->time().cycles);
    const auto expect_no_slower = [&](const char* what, const Change& change) {
        EXPECT_LE(static_cast<double>(op.recording->time(change).cycles), 1.01 * before) << what;
    };
    Change dram, noc, latency, room;
    dram.dram_rate = 2;
    noc.noc_rate = 2;
    latency.latency = 0.5;
    for (const auto& [cb, pages] : op.recording->tape().cores[0].cb_pages) room.cb_pages[cb] = 2 * pages;
    expect_no_slower("DRAM twice as fast", dram);
    expect_no_slower("networks twice as fast", noc);
    expect_no_slower("half the latency", latency);
    expect_no_slower("CBs twice as large", room);
    Change slow;
    slow.latency = 4;
    EXPECT_GT(static_cast<double>(op.recording->time(slow).cycles), before);
}

TEST_P(TimedOp, ItsResultIsThatOfAnyRun) {
    const workshop::OpCase request = make_request(GetParam(), {1, 1, 64, 128}, 2);
    const auto bits = [&](engine::Mode mode, bool timed) {
        DeviceOptions options;
        options.run.mode = mode;
        options.run.timed = timed;
        const auto device = open_device(options);
        workshop::CaseResult result = workshop::run_case(request, *device);
        EXPECT_TRUE(result.ok());
        EXPECT_EQ(device->impl().profiler.last() != nullptr, timed);
        return std::move(result.bits);
    };
    const std::vector<uint8_t> timed = bits(engine::Mode::Fast, true);
    EXPECT_EQ(timed, bits(engine::Mode::Fast, false));
    EXPECT_EQ(timed, bits(engine::Mode::Strict, false));
}

TEST_P(TimedOp, ATapeOnDiskGivesTheSameTime) {
    const Recorded op(GetParam());
    const std::string path = ::testing::TempDir() + "/tilewright_" + GetParam() + ".tape";
    save_tape(op.recording->tape(), path);
    const LoadedTape loaded = load_tape(path);
    const Figures figures(loaded.card->arch());
    expect_same(op.recording->time(), Simulation(*loaded.tape, figures).run());
    std::remove(path.c_str());
}

TEST(TapeFile, ADamagedTapeIsRefused) {
    const auto refusal = [](const std::string& path) {
        try {
            load_tape(path);
        } catch (const Error& error) {
            return error.code() + " " + error.finding().message;
        }
        return std::string("accepted");
    };
    HandTape hand;
    add(hand.thread(0, TW_BRISC), Op::Delay, 0, 10);
    const std::string path = ::testing::TempDir() + "/tilewright_damaged.tape";
    save_tape(hand.tape, path);
    EXPECT_EQ(refusal(path), "accepted");
    std::ifstream in(path, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    std::ofstream(path, std::ios::binary) << whole.substr(0, whole.size() - 5);
    EXPECT_EQ(refusal(path), "TW3903 " + path + " is not a tape of this version");
    std::ofstream(path, std::ios::binary) << "notes" << whole.substr(5);
    EXPECT_THAT(refusal(path), HasSubstr("TW3903"));
    std::remove(path.c_str());
    EXPECT_THAT(refusal(path), HasSubstr("TW3903"));
    EXPECT_THROW(save_tape(hand.tape, "/no/such/folder/x.tape"), Error);
}

TEST(TimedRun, AMachineWithoutFiguresIsRefused) {
    const card::Arch pebble = card::load_arch(TILEWRIGHT_SOURCE_DIR "/tests/data/machines/pebble.toml");
    try {
        const Figures figures(pebble);
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3902");
        EXPECT_THAT(error.finding().message, HasSubstr("pebble has no [timing] figures"));
        EXPECT_EQ(error.exit_status(), Exit::Environment);
    }
}

TEST(TimedRun, AMissingFigureIsNamed) {
    card::Arch arch = card::find_arch("wormhole_b0");
    arch.timing.erase("dram.turn_cycles");
    try {
        const Figures figures(arch);
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3902");
        EXPECT_THAT(error.finding().message, HasSubstr("timing.dram.turn_cycles is missing"));
    }
}

TEST(TimedRun, AHangIsExplainedAsAlways) {
    const auto said = [](bool timed) {
        auto card = testing::open_card();
        testing::TestProgram program;
        program.cb(0, 2);
        program.reader(
            "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() { cb_reserve_back(0, 1); cb_push_back(0, 1); "
            "}\n");
        program.writer("#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n  cb_wait_front(0, 2);\n}\n");
        engine::RunOptions options = testing::fast();
        options.timed = timed;
        // Calls are made from other lines of our own headers.
        return std::regex_replace(testing::outcome(*card, program, options), std::regex(R"(cb\.h:\d+)"), "cb.h");
    };
    EXPECT_THAT(said(true), HasSubstr("TW1002"));
    EXPECT_EQ(said(true), said(false));
}

}  // namespace
}  // namespace tilewright::clock
