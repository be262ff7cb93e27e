// Programs that hang: each must get its verdict, at the marked line, in both modes; each twin must finish with nothing
// to report.
#include "doctor/prove.hpp"
#include "faulty.hpp"

namespace tilewright::testing {

std::vector<Faulty> page_hangs();
std::vector<Faulty> capacity_hangs();
std::vector<Faulty> compute_hangs();
std::vector<Faulty> signal_hangs();
std::vector<Faulty> proven_hangs();
std::vector<Faulty> handshake_hangs();
std::vector<Faulty> section_hangs();
std::vector<Faulty> count_hangs();
std::vector<Faulty> other_hangs();

namespace {
using ::testing::HasSubstr;

// What is proven must not depend on what else the machine does.
const bool kPatient = [] {
    doctor::seconds_for_trials = 120;
    return true;
}();

class Hang : public ::testing::TestWithParam<Faulty> {
protected:
    // A fix is either proven or not printed as one; the last line says which.
    static void expect_fix(const Finding& finding) {
        const std::string text = finding.to_text();
        EXPECT_FALSE(finding.proof.empty()) << text;
        EXPECT_EQ(text.find("  fix    proven: ") != std::string::npos, finding.fix_proven) << text;
        EXPECT_THAT(text.substr(text.rfind("\n", text.size() - 2) + 1), ::testing::StartsWith("  proof  ")) << text;
        if (GetParam().fix == "nothing") {
            EXPECT_FALSE(finding.fix_proven) << text;
        } else if (!GetParam().fix.empty()) {
            EXPECT_TRUE(finding.fix_proven) << text;
            EXPECT_THAT(finding.fix, HasSubstr(GetParam().fix)) << text;
        }
    }
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
            expect_fix(error.finding());
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
INSTANTIATE_TEST_SUITE_P(Proven, Hang, ::testing::ValuesIn(proven_hangs()), name_of);
INSTANTIATE_TEST_SUITE_P(Handshakes, Hang, ::testing::ValuesIn(handshake_hangs()), name_of);
INSTANTIATE_TEST_SUITE_P(Sections, Hang, ::testing::ValuesIn(section_hangs()), name_of);
INSTANTIATE_TEST_SUITE_P(Counts, Hang, ::testing::ValuesIn(count_hangs()), name_of);
INSTANTIATE_TEST_SUITE_P(OtherWords, Hang, ::testing::ValuesIn(other_hangs()), name_of);
INSTANTIATE_TEST_SUITE_P(Signals, Hang, ::testing::ValuesIn(signal_hangs()), name_of);

}  // namespace
}  // namespace tilewright::testing
