// Programs that hang: each must get its verdict, at the marked line, in both modes; each twin must finish with nothing
// to report.
#include "faulty.hpp"

namespace tilewright::testing {

std::vector<Faulty> page_hangs();
std::vector<Faulty> capacity_hangs();
std::vector<Faulty> compute_hangs();
std::vector<Faulty> signal_hangs();

namespace {
using ::testing::HasSubstr;

class Hang : public ::testing::TestWithParam<Faulty> {
protected:
    static void expect_verdict(engine::RunOptions options) {
        auto card = open_card();
        TestProgram program;
        GetParam().wrong(program, *card);
        std::string kernel;
        const uint32_t line = marked_line(program, kernel);
        try {
            const engine::RunResult result = engine::run(*card, program, options);
            FAIL() << "finished; findings:\n" << all_text(result.findings);
        } catch (const engine::HangError& error) {
            const std::string text = error.what();
            EXPECT_EQ(error.code(), GetParam().code) << text;
            EXPECT_THAT(error.finding().message, HasSubstr(GetParam().says)) << text;
            EXPECT_THAT(text, HasSubstr(GetParam().also));
            if (!GetParam().thread.empty()) {
                EXPECT_EQ(error.finding().place.thread, GetParam().thread) << text;
            }
            if (line != 0) {
                const Frame* at = error.finding().place.line();
                ASSERT_NE(at, nullptr) << text;
                EXPECT_EQ(at->file, kernel + ".cpp") << text;
                EXPECT_EQ(at->line, line) << text;
            }
            EXPECT_FALSE(error.finding().fix.empty()) << text;
            EXPECT_EQ(error.exit_status(), Exit::Hang);
        } catch (const Error& error) {
            FAIL() << "another error:\n" << error.what();
        }
    }
};

TEST_P(Hang, VerdictInStrictMode) { expect_verdict(strict()); }

TEST_P(Hang, SameVerdictInFastMode) {
    if (!GetParam().strict_only) expect_verdict(fast());
}

TEST_P(Hang, TwinGivesNothing) {
    auto card = open_card();
    TestProgram program;
    GetParam().right(program, *card);
    try {
        const engine::RunResult result = engine::run(*card, program, strict());
        EXPECT_TRUE(result.findings.empty()) << all_text(result.findings);
    } catch (const Error& error) {
        FAIL() << error.what();
    }
}

std::string name_of(const ::testing::TestParamInfo<Faulty>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Pages, Hang, ::testing::ValuesIn(page_hangs()), name_of);
INSTANTIATE_TEST_SUITE_P(Capacity, Hang, ::testing::ValuesIn(capacity_hangs()), name_of);
INSTANTIATE_TEST_SUITE_P(Compute, Hang, ::testing::ValuesIn(compute_hangs()), name_of);
INSTANTIATE_TEST_SUITE_P(Signals, Hang, ::testing::ValuesIn(signal_hangs()), name_of);

}  // namespace
}  // namespace tilewright::testing
