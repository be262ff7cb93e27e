// Programs with one mistake each: strict mode must report it with its code at the marked line; the twin gives nothing.
#include "engine/prepare.hpp"
#include "misuse.hpp"

namespace tilewright::testing {

std::vector<Misuse> cb_misuse();
std::vector<Misuse> noc_misuse();
std::vector<Misuse> memory_misuse();
std::vector<Misuse> compute_misuse();
std::vector<Misuse> address_misuse();
std::vector<Misuse> race_misuse();
std::vector<Misuse> own_copy_misuse();

namespace {
using ::testing::HasSubstr;

// Everything a strict run has to say, whether it finishes or not.
std::vector<Finding> findings_of(Bench& bench, const ProgramDescriptor& program) {
    try {
        return engine::run(*bench.card, program, strict()).findings;
    } catch (const engine::HangError& error) {
        std::vector<Finding> all = error.findings();
        all.push_back(error.finding());
        return all;
    } catch (const Error& error) {
        return {error.finding()};
    }
}

class MisuseTest : public ::testing::TestWithParam<Misuse> {};

TEST_P(MisuseTest, IsFound) {
    Bench bench;
    TestProgram program;
    GetParam().wrong(program, bench);
    const std::vector<Finding> findings = findings_of(bench, program);
    const auto found =
        std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.code == GetParam().code; });
    ASSERT_NE(found, findings.end()) << "no " << GetParam().code << " among:\n" << all_text(findings);
    EXPECT_THAT(found->message, HasSubstr(GetParam().says));
    if (!GetParam().thread.empty()) {
        EXPECT_EQ(found->place.thread, GetParam().thread);
    }
    std::string kernel;
    if (const uint32_t line = marked_line(program, kernel); line != 0) {
        const Frame* at = found->place.line();
        ASSERT_NE(at, nullptr) << found->to_text();
        EXPECT_EQ(at->file, kernel + ".cpp") << found->to_text();
        EXPECT_EQ(at->line, line) << found->to_text();
    }
    EXPECT_FALSE(found->why.empty() && found->fix.empty()) << found->to_text();
}

TEST_P(MisuseTest, TwinGivesNothing) {
    Bench bench;
    TestProgram program;
    GetParam().right(program, bench);
    const std::vector<Finding> findings = findings_of(bench, program);
    EXPECT_TRUE(findings.empty()) << all_text(findings);
}

// One mistake on eight cores, in other numbers on each: one finding, and it is luck which host thread comes to it
// first.
TEST(SeveralHostThreads, SayWhatOneSays) {
    const CoreRanges cores = {{{0, 0}, {3, 1}}};
    Bench bench;
    TestProgram program;
    program.cb(0, 16, 2048, cores);
    program.reader(dm("  cb_reserve_back(0, 10);\n  for (uint32_t i = 0; i < 10; ++i) cb_push_back(0, 1);\n"), cores);
    KernelDescriptor& writer =
        program.writer(dm("  cb_wait_front(0, get_arg_val<uint32_t>(0));\n  cb_pop_front(0, 9);\n" + kTake), cores);
    for (uint32_t x = 0; x < 4; ++x) {
        for (uint32_t y = 0; y < 2; ++y) writer.runtime_args[{x, y}] = {1 + x + 4 * y};
    }
    const auto said = [&](uint32_t threads) {
        return all_text(engine::run(*bench.card, program, strict(threads)).findings);
    };
    const std::string one = said(1);
    ASSERT_THAT(one, HasSubstr("TW2002"));
    for (int i = 0; i < 20; ++i) ASSERT_EQ(said(2), one);
}

// Races are judged by what orders the accesses, not by who came first.
class RaceTest : public ::testing::TestWithParam<Misuse> {
protected:
    static std::vector<Finding> launched(engine::PreparedProgram& prepared) {
        try {
            return engine::launch(prepared).findings;
        } catch (const engine::HangError& error) {
            std::vector<Finding> all = error.findings();
            all.push_back(error.finding());
            return all;
        }
    }
    static bool is_race(const Finding& finding) { return finding.code >= "TW2502" && finding.code <= "TW2508"; }
};

TEST_P(RaceTest, IsFoundUnderEverySeed) {
    Bench bench;
    TestProgram program;
    GetParam().wrong(program, bench);
    auto prepared = engine::prepare(*bench.card, program, strict());
    prepared->options.schedule = engine::Schedule::Random;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        prepared->options.seed = seed;
        const std::vector<Finding> findings = launched(*prepared);
        ASSERT_TRUE(std::any_of(findings.begin(), findings.end(), is_race)) << "seed " << seed << "\n"
                                                                            << all_text(findings);
    }
}

TEST_P(RaceTest, TwinGivesNothingUnderAnySeed) {
    Bench bench;
    TestProgram program;
    GetParam().right(program, bench);
    auto prepared = engine::prepare(*bench.card, program, strict());
    prepared->options.schedule = engine::Schedule::Random;
    for (uint64_t seed = 0; seed < 50; ++seed) {
        prepared->options.seed = seed;
        const std::vector<Finding> findings = launched(*prepared);
        ASSERT_TRUE(findings.empty()) << "seed " << seed << "\n" << all_text(findings);
    }
}

std::string name_of(const ::testing::TestParamInfo<Misuse>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Cb, MisuseTest, ::testing::ValuesIn(cb_misuse()), name_of);
INSTANTIATE_TEST_SUITE_P(Noc, MisuseTest, ::testing::ValuesIn(noc_misuse()), name_of);
INSTANTIATE_TEST_SUITE_P(Memory, MisuseTest, ::testing::ValuesIn(memory_misuse()), name_of);
INSTANTIATE_TEST_SUITE_P(Addresses, MisuseTest, ::testing::ValuesIn(address_misuse()), name_of);
INSTANTIATE_TEST_SUITE_P(Compute, MisuseTest, ::testing::ValuesIn(compute_misuse()), name_of);
INSTANTIATE_TEST_SUITE_P(Races, MisuseTest, ::testing::ValuesIn(race_misuse()), name_of);
INSTANTIATE_TEST_SUITE_P(Races, RaceTest, ::testing::ValuesIn(race_misuse()), name_of);
INSTANTIATE_TEST_SUITE_P(OwnCopies, MisuseTest, ::testing::ValuesIn(own_copy_misuse()), name_of);
INSTANTIATE_TEST_SUITE_P(OwnCopies, RaceTest, ::testing::ValuesIn(own_copy_misuse()), name_of);

}  // namespace
}  // namespace tilewright::testing
