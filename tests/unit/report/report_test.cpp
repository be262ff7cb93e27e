// Documents from made-up records, compared with files; breadcrumbs; kernel sources; names of failures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/run.hpp"
#include "report/kernel_text.hpp"
#include "report/op_report.hpp"
#include "report/text.hpp"
#include "unit/report/xml.hpp"
#include "workshop/stage/stubs.hpp"

namespace tilewright::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using workshop::Classification;
using workshop::StageResult;

const std::filesystem::path kGolden = std::filesystem::path(TILEWRIGHT_TEST_DIR) / "unit" / "report" / "golden";

// TILEWRIGHT_UPDATE_GOLDENS=1 writes the files anew; the difference is for a person to read.
void expect_golden(const std::string& name, const std::string& text) {
    const std::filesystem::path file = kGolden / name;
    if (std::getenv("TILEWRIGHT_UPDATE_GOLDENS") != nullptr) std::ofstream(file) << text;
    EXPECT_EQ(text, read_text(file.string())) << name;
}

std::filesystem::path fresh_folder(const std::string& name) {
    const auto folder = std::filesystem::temp_directory_path() / ("tilewright_report_" + name);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder;
}

workshop::OpPlan sample_plan() {
    workshop::OpPlan plan;
    plan.op = "scale_rows";
    plan.rows = {64, 64, 2, 1, 1};
    plan.l1_bytes = 1'000'000;
    const auto cb = [&](uint32_t index, const char* holds, uint32_t pages, const char* producer, const char* consumer,
                        bool persistent = false) {
        plan.cbs.push_back(
            {index, holds, tt::DataFormat::Float16_b, workshop::PagesOf::Block, producer, consumer, persistent});
        plan.cbs.back().pages = pages;
    };
    cb(0, "input sticks", 4, "reader", "compute: tilize");
    cb(2, "factor", 1, "reader", "compute: scale", true);
    cb(24, "tiled", 2, "compute: tilize", "compute: scale");
    cb(16, "output sticks", 4, "compute: untilize", "writer");
    return plan;
}

workshop::Measured sample_run() {
    workshop::Measured run;
    run.text = "scale_rows 64x64 bfloat16 normal seed 1";
    run.cores = 2;
    run.l1_begin = 0x10000;
    run.l1_end = 0x100000;
    run.l1_used_bytes = 22528;
    workshop::MeasuredCb in{{0, "input sticks", "Float16_b", 2048, 4, 2, /*peak_pages=*/4, /*used=*/true},
                            0x10000,
                            {"NCRISC reader", 4, 2, {"reader.cpp:9"}},
                            {"UNPACK", 4, 2, {"compute.cpp:7"}},
                            {"UNPACK", 4, 2, {"compute.cpp:8"}},
                            /*mean_pages=*/1.5};
    workshop::MeasuredCb factor{
        {2, "factor", "Float16_b", 2048, 1, 2, /*peak_pages=*/1, /*used=*/true, /*balanced=*/false},
        0x12000,
        {"NCRISC reader", 1, 1, {}},
        {"UNPACK", 1, 1, {}},
        {"", 0, 0, {}},
        /*mean_pages=*/1.0,
        /*persistent=*/true};
    workshop::MeasuredCb out{
        {16, "output | sticks", "Float16_b", 2048, 4, 2, /*peak_pages=*/4, /*used=*/true, /*balanced=*/false},
        0x13000,
        {"PACK", 4, 2, {}},
        {"BRISC writer", 4, 2, {}},
        {"BRISC writer", 3, 2, {}},
        /*mean_pages=*/2.0};
    run.cbs = {in, factor, out};
    program::KernelDescriptor reader;
    reader.name = "reader.cpp";
    reader.config = program::DataMovementConfig{program::DataMovementProcessor::RiscV1, 0, false};
    reader.compile_time_args = {128, 4};
    reader.runtime_args[{0, 0}] = {1, 2, 3};
    run.program.kernels = {reader};
    return run;
}

OpReport sample_report() {
    OpReport report;
    report.op = "scale_rows";
    report.mathematics = "x * factor";
    report.card = "wormhole_b0 with 64 cores";
    report.command = "tilewright stage my_ops/scale_rows";
    report.started = "2026-01-02T03:04:05Z";
    report.files = {"device/kernels/compute/scale_rows_compute.cpp", "scale_rows.hpp", "scale_rows_entry.cpp"};
    const auto stage = [](int number) {
        StageResult result;
        result.stage = number;
        result.name = workshop::stage_name(number);
        result.checks = 10;
        result.seconds = 0.0125;
        return result;
    };
    StageResult factory = stage(5);
    factory.plan = sample_plan();
    factory.most_cores = 2;
    factory.cases = {{"scale_rows 64x64", "64x64", "bfloat16", "normal", "resident"}};
    factory.most_cb_bytes = 22528;
    StageResult kernels = stage(6);
    kernels.stubs = {{"stub_reader.cpp", "// reader\n"}};
    kernels.measured = {sample_run()};
    StageResult values = stage(7);
    values.expected_red = workshop::Failure{
        Classification::NumericalMismatch, "first case, stub kernels", "element 0 is 0, expected 2", "", "", ""};
    values.worst_ulp = 0.5;
    values.worst_norm_error = 0.00123;
    values.cases = {{"scale_rows 32x32",
                     "32x32",
                     "bfloat16",
                     "normal",
                     "resident",
                     true,
                     true,
                     0.5,
                     1e-3,
                     0.25,
                     1,
                     22528,
                     0.001,
                     1,
                     {"idle cores", "bfloat16"}},
                    {"scale_rows 33x65",
                     "33x65",
                     "bfloat16",
                     "tiny",
                     "resident",
                     false,
                     true,
                     9,
                     0.5,
                     12,
                     2,
                     22528,
                     0.001,
                     0.25,
                     {"W no multiple of 32", "bfloat16"}}};
    values.fail({Classification::NumericalMismatch, "scale_rows 33x65", "element 7 is <3>, expected 2", "",
                 "look at the mask", ""});
    report.stages = {stage(1), factory, kernels, values};
    report.before = {std::nullopt, std::nullopt,
                     Cycle{"2026-01-01T00:00:00Z", 6, false, false, "hang_cb_deadlock", "writer waits"}, std::nullopt};
    report.cycles = {{"2026-01-01T00:00:00Z", 6, false, false, "hang_cb_deadlock", "CB deadlock: writer waits"},
                     {"2026-01-02T03:04:06Z", 6, true, false, "pass", ""},
                     {"2026-01-02T03:04:07Z", 7, false, true, "numerical_mismatch", "stub kernels"},
                     {"2026-01-02T03:04:07Z", 7, false, false, "numerical_mismatch", "element 7 is <3>, expected 2"}};
    return report;
}

TEST(Documents, AreAsTheFilesSay) {
    const OpReport report = sample_report();
    expect_golden("implementation_report.md", implementation_report(report));
    expect_golden("execution_log.md", execution_log(report));
    expect_golden("cb_sync.md", cb_sync_markdown(report));
    const nlohmann::json sync = cb_sync_json(report);
    EXPECT_EQ(sync["all_balanced"], false);
    EXPECT_EQ(sync["cases"][0]["cbs"][1]["ok"], true) << "a persistent CB is not popped";
    EXPECT_EQ(sync["cases"][0]["cbs"][2]["ok"], false);
}

TEST(Documents, HtmlIsOnePage) {
    const std::string page = html_report(sample_report());
    for (const char* needle : {"http", " src=", "@import", "url(\""}) EXPECT_THAT(page, Not(HasSubstr(needle)));
    const auto tree = parse_xml(page);
    EXPECT_EQ(tree->all("tw-picture").size(), 1u);  // the L1 that was measured; nothing was timed
    EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
    EXPECT_THAT(page, HasSubstr("element 7 is &lt;3&gt;"));
    EXPECT_THAT(page, HasSubstr("NOT BALANCED"));
    EXPECT_THAT(page, HasSubstr("aria-label=\"L1 map, the part with CBs"));
    EXPECT_THAT(page, HasSubstr("aria-label=\"error per case\""));
    EXPECT_THAT(page, HasSubstr("<li>idle cores</li>"));
    EXPECT_THAT(page, HasSubstr("<li>scale_rows 33x65: of 75 % of its elements</li>"));
}

TEST(Breadcrumbs, KeepTheRedThatWasBeforeTheGreen) {
    const auto file = fresh_folder("journal") / "breadcrumbs.jsonl";
    StageResult result;
    result.stage = 6;
    result.name = workshop::stage_name(6);
    {
        Journal journal(file);
        EXPECT_EQ(journal.last_before(6), nullptr);
        result.fail({Classification::HangCbDeadlock, "32x32", "writer waits for page 3", "", "push it", "TW1002"});
        journal_stage(journal, result);
    }
    std::ofstream(file, std::ios::app) << "not JSON\n";
    result.failures.clear();
    result.passed = true;
    Journal journal(file);
    ASSERT_NE(journal.last_before(6), nullptr);
    EXPECT_FALSE(journal.last_before(6)->green);
    EXPECT_EQ(journal.last_before(6)->classification, "hang_cb_deadlock");
    journal_stage(journal, result);
    ASSERT_EQ(journal.cycles().size(), 2u);
    EXPECT_TRUE(journal.cycles()[1].green);
    const nlohmann::json last = nlohmann::json::parse(journal.lines().back());
    EXPECT_EQ(last["event"], "tdd_cycle");
    EXPECT_EQ(last["before"], "RED");
    EXPECT_EQ(last["phase"], "GREEN");
    EXPECT_TRUE(last.contains("red_since"));
    const std::string all = read_text(file.string());
    EXPECT_THAT(all, HasSubstr("hang_detected"));
    EXPECT_THAT(all, HasSubstr("not JSON"));  // nothing is thrown away
}

TEST(Breadcrumbs, LinesThatSomebodyEditedAreReadAsFarAsTheyGo) {
    const auto file = fresh_folder("journal") / "breadcrumbs.jsonl";
    std::ofstream(file) << R"({"event": 5})" << "\n"
                        << R"({"event": "tdd_cycle", "stage": 1e300, "phase": ["GREEN"], "ts": null})" << "\n"
                        << R"({"event": "tdd_cycle", "stage": 4294967295999, "phase": "GREEN"})" << "\n";
    const Journal journal(file);
    ASSERT_EQ(journal.cycles().size(), 2u);
    EXPECT_EQ(journal.cycles()[0].stage, 0);
    EXPECT_FALSE(journal.cycles()[0].green);
    EXPECT_TRUE(journal.cycles()[1].green);
}

TEST(Breadcrumbs, AFolderThatCannotBeWrittenIsAnError) {
    try {
        Journal("/proc/no/such/breadcrumbs.jsonl");
        FAIL() << "it can be written";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3310");
        EXPECT_EQ(error.exit_status(), Exit::Environment);
    }
}

TEST(Failures, AreCalledByTheFieldsWords) {
    const auto kind = [](const char* code, Exit exit = Exit::Finding) {
        return workshop::classify(Error(code, "message", "fix", exit), "test").kind;
    };
    EXPECT_EQ(kind("TW1001"), Classification::HangCbDeadlock);
    EXPECT_EQ(kind("TW1005"), Classification::HangCbDeadlock);
    EXPECT_EQ(kind("TW1006"), Classification::HangUnknown);
    EXPECT_EQ(kind("TW1007"), Classification::HangNocError);
    EXPECT_EQ(kind("TW1008"), Classification::HangUnknown);
    EXPECT_EQ(kind("TW2501"), Classification::WatcherAssert);
    EXPECT_EQ(kind("TW2103"), Classification::RuntimeError);
    EXPECT_EQ(kind("TW3100"), Classification::SetupError);
    EXPECT_EQ(kind("TW3101"), Classification::CompilationError);
    EXPECT_EQ(kind("TW3102", Exit::Environment), Classification::SetupError);
    EXPECT_EQ(kind("TW3301"), Classification::CompilationError);
    EXPECT_EQ(kind("TW3300"), Classification::SetupError);
    const auto failure = workshop::classify(std::runtime_error("TT_FATAL\ninfo:\nrank must be 2\nbacktrace:\n x"), "t");
    EXPECT_EQ(failure.summary, "rank must be 2");
    EXPECT_EQ(failure.exit_status(), Exit::Finding);
    workshop::Failure hang;
    hang.kind = Classification::HangNocError;
    EXPECT_EQ(hang.exit_status(), Exit::Hang);
}

TEST(KernelText, NamesArgumentsAndCalls) {
    const KernelText text = read_kernel(R"(// Reads sticks.
// And more.
#include "x.hpp"
void kernel_main() {
    constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);
    constexpr bool last = get_compile_time_arg_val(2) != 0;  // get_compile_time_arg_val(9)
    constexpr auto source_args = TensorAccessorArgs<3>();
    uint32_t i = 0;
    const uint32_t address = get_arg_val<uint32_t>(i++);
    const uint32_t first = get_arg_val<uint32_t>(i++);
    const uint32_t shared = get_common_arg_val<uint32_t>(1);
    cb_reserve_back(0, 1);
    dataflow_kernel_lib::read_sticks<0>(address);
    cb_push_back(0, 1);
    cb_reserve_back(0, 1);
}
)");
    EXPECT_EQ(text.first_comment, "Reads sticks. And more.");
    const std::map<uint32_t, std::string> compile_time = {
        {0, "stick_bytes"}, {2, "last"}, {3, "source_args (TensorAccessorArgs)"}};
    EXPECT_EQ(text.compile_time, compile_time);
    EXPECT_EQ(text.runtime, (std::map<uint32_t, std::string>{{0, "address"}, {1, "first"}}));
    EXPECT_EQ(text.common, (std::map<uint32_t, std::string>{{1, "shared"}}));
    EXPECT_EQ(text.helpers, std::vector<std::string>{"dataflow_kernel_lib::read_sticks"});
    EXPECT_EQ(text.raw_calls, (std::vector<std::string>{"cb_reserve_back", "cb_push_back"}));
}

TEST(Stubs, FollowThePlan) {
    const workshop::StubSources stubs = workshop::stub_sources(sample_plan());
    expect_golden("stub_compute.cpp.txt", stubs.compute);
    EXPECT_THAT(stubs.reader, HasSubstr("cb_push_back(2, pages_2)"));
    EXPECT_THAT(stubs.reader, Not(HasSubstr("cb_pop_front")));
    EXPECT_THAT(stubs.writer, HasSubstr("cb_pop_front(16, pages_16)"));
    EXPECT_THAT(stubs.compute, Not(HasSubstr("cb_pop_front(2,")));
}

}  // namespace
}  // namespace tilewright::report
