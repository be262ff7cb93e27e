// Each rule of the mutation bench makes the mistake it is named for, the table knows a cause for every rule, and fixes
// are judged by the bytes that the program left before the mistake was made.
#include "doctor/mutants.hpp"

#include <regex>

#include "doctor/mutate.hpp"
#include "doctor/mutation_causes.hpp"
#include "hangs/faulty.hpp"

namespace tilewright::testing {
namespace {

using doctor::Fate;
using doctor::FixFate;
using doctor::Mutant;
using doctor::MutantResult;
using ::testing::HasSubstr;

std::vector<Mutant> of_rule(const ProgramDescriptor& program, const std::string& rule,
                            const std::set<uint64_t>& addresses = {}) {
    std::vector<Mutant> mutants = doctor::make_mutants(program, {}, addresses);
    std::erase_if(mutants, [&](const Mutant& mutant) { return mutant.rule != rule; });
    return mutants;
}

std::string text_of(const Mutant& mutant) { return mutant.program.kernels[0].source.text; }

TestProgram signals() {
    TestProgram program;
    program.cb(0, 4, 2048);
    program.semaphores.push_back({3, kCore00, 0});
    program.reader(
        dm("  const uint32_t count = get_arg_val<uint32_t>(1);\n  constexpr uint32_t blocks = "
           "get_compile_time_arg_val(0);\n"
           "  auto* word = reinterpret_cast<volatile uint32_t*>(get_semaphore(3));\n"
           "  noc_semaphore_wait(word, count);\n  noc_semaphore_set(word, 0);\n"
           "  noc_semaphore_inc(get_noc_addr(1, 2, get_semaphore(3)), 1);\n"
           "  noc_async_write_multicast(0, get_noc_multicast_addr(1, 2, 3, 4, 0), 32, count);\n"
           "  Semaphore<> ready(3);\n  ready.wait(blocks);\n  ready.set(1);\n"));
    program.kernels[0].runtime_args[{0, 0}] = {0x1000, 5, 7};
    program.kernels[0].compile_time_args = {2};
    return program;
}

TEST(Mutants, SemaphoresAreDroppedRaisedAndNotSetBack) {
    const TestProgram program = signals();
    const auto waits = of_rule(program, "drop semaphore wait");
    ASSERT_EQ(waits.size(), 2u);
    EXPECT_THAT(text_of(waits[0]), Not(HasSubstr("noc_semaphore_wait")));
    EXPECT_THAT(text_of(waits[1]), Not(HasSubstr("ready.wait")));
    const auto raised = of_rule(program, "semaphore wait + 1");
    ASSERT_EQ(raised.size(), 2u);
    EXPECT_THAT(text_of(raised[0]), HasSubstr("noc_semaphore_wait(word, (count) + 1)"));
    EXPECT_THAT(text_of(raised[1]), HasSubstr("ready.wait((blocks) + 1)"));
    const auto reset = of_rule(program, "drop semaphore reset");
    ASSERT_EQ(reset.size(), 1u);
    EXPECT_THAT(text_of(reset[0]), Not(HasSubstr("noc_semaphore_set(")));
    const auto set = of_rule(program, "drop semaphore set");
    ASSERT_EQ(set.size(), 1u);
    EXPECT_THAT(text_of(set[0]), Not(HasSubstr("ready.set")));
    ASSERT_EQ(of_rule(program, "drop semaphore inc").size(), 1u);
    EXPECT_THAT(text_of(of_rule(program, "semaphore inc + 1").at(0)), HasSubstr("get_semaphore(3)), (1) + 1)"));
    const auto initial = of_rule(program, "semaphore value + 1");
    ASSERT_EQ(initial.size(), 1u);
    EXPECT_EQ(initial[0].semaphore, 3);
    EXPECT_EQ(initial[0].program.semaphores[0].initial_value, 1u);
}

TEST(Mutants, MulticastsCountOthersAndTurnRound) {
    const TestProgram program = signals();
    EXPECT_THAT(text_of(of_rule(program, "multicast receivers + 1").at(0)), HasSubstr("32, (count) + 1)"));
    EXPECT_THAT(text_of(of_rule(program, "multicast receivers - 1").at(0)), HasSubstr("32, (count) - 1)"));
    EXPECT_THAT(text_of(of_rule(program, "swap multicast corners").at(0)),
                HasSubstr("get_noc_multicast_addr(3, 4, 1, 2, 0)"));
}

TEST(Mutants, ArgumentsAreOffByOneSwappedOrAnotherTensors) {
    const TestProgram program = signals();
    const LogicalCore core{0, 0};
    const std::set<uint64_t> addresses = {0x1000};
    const auto more = of_rule(program, "runtime arg + 1", addresses);
    ASSERT_EQ(more.size(), 2u);  // not the address
    EXPECT_EQ(more[0].program.kernels[0].runtime_args.at(core), (std::vector<uint32_t>{0x1000, 6, 7}));
    EXPECT_EQ(more[0].core, core);
    EXPECT_THAT(more[0].change, HasSubstr("runtime arg 1 (count)"));
    EXPECT_EQ(of_rule(program, "runtime arg - 1", addresses).at(1).program.kernels[0].runtime_args.at(core)[2], 6u);
    const auto swapped = of_rule(program, "swap runtime args", addresses);
    ASSERT_EQ(swapped.size(), 2u);
    EXPECT_EQ(swapped[1].program.kernels[0].runtime_args.at(core), (std::vector<uint32_t>{0x1000, 7, 5}));
    EXPECT_EQ(of_rule(program, "compile-time arg + 1").at(0).program.kernels[0].compile_time_args[0], 3u);
    EXPECT_TRUE(of_rule(program, "another tensor's address", addresses).empty());  // there is only one
    const auto other = of_rule(program, "another tensor's address", {0x1000, 7});
    ASSERT_EQ(other.size(), 2u);
    EXPECT_EQ(other[0].program.kernels[0].runtime_args.at(core)[0], 7u);
}

TEST(Mutants, FormatsChangeWithTheirPagesAndWithout) {
    TestProgram program = signals();
    program.compute("void kernel_main() {}\n");
    const auto kept = of_rule(program, "CB format"), adapted = of_rule(program, "CB format and page size");
    ASSERT_EQ(kept.size(), 1u);
    ASSERT_EQ(adapted.size(), 1u);
    EXPECT_EQ(kept[0].program.cbs[0].formats[0].format, tile::DataFormat::Float32);
    EXPECT_EQ(kept[0].program.cbs[0].formats[0].page_bytes, 2048u);
    EXPECT_EQ(adapted[0].program.cbs[0].formats[0].page_bytes, 4096u);
    EXPECT_EQ(adapted[0].program.cbs[0].total_bytes, 4u * 4096);
    const auto wide = of_rule(program, "flip fp32 DST");
    ASSERT_EQ(wide.size(), 1u);
    EXPECT_TRUE(std::get<ComputeConfig>(wide[0].program.kernels[1].config).fp32_dest_acc_en);
}

TEST(Mutants, TwoAtOnceAreInDifferentKernels) {
    TestProgram program = signals();
    program.writer(dm("  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n"));
    const Mutant wait = of_rule(program, "drop wait").at(0), inc = of_rule(program, "drop semaphore inc").at(0);
    const auto pair = doctor::both(wait, inc);
    ASSERT_TRUE(pair);
    EXPECT_THAT(pair->program.kernels[0].source.text, Not(HasSubstr("noc_semaphore_inc")));
    EXPECT_THAT(pair->program.kernels[1].source.text, Not(HasSubstr("cb_wait_front")));
    EXPECT_FALSE(doctor::both(wait, of_rule(program, "drop pop").at(0)));
}

TEST(Mutants, EveryRuleHasACauseThatIsNotEverything) {
    TestProgram program = signals();
    program.writer(
        dm("  for (uint32_t i = 0; i < 2; ++i) {\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n    "
           "cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n  }\n  noc_async_read_barrier();\n"));
    program.compute("void kernel_main() { tile_init(); reconfig(); constexpr uint32_t cb_a = 0, cb_b = 1; }\n");
    std::set<std::string> rules;
    for (const Mutant& mutant : doctor::make_mutants(program, {}, {0x1000, 7})) rules.insert(mutant.rule);
    EXPECT_EQ(rules.size(), 34u);
    for (const std::string& rule : rules) {
        ASSERT_NE(doctor::causes_of(rule), nullptr) << rule;
        EXPECT_FALSE(doctor::causes_of(rule)->contains("TW1000")) << rule;  // "it hangs" is no cause
        EXPECT_FALSE(doctor::causes_of(rule)->contains("TW2702")) << rule;
    }
}

TEST(Mutants, ACauseIsOneOfItsRuleAndOfItsBuffer) {
    Mutant mutant;
    mutant.rule = "drop push";
    Finding finding;
    finding.code = "TW1002";
    finding.cb = 2;
    EXPECT_TRUE(doctor::tells_cause({finding}, mutant, {2}));
    EXPECT_FALSE(doctor::tells_cause({finding}, mutant, {3}));
    finding.code = "TW1006";
    EXPECT_FALSE(doctor::tells_cause({finding}, mutant, {2}));
    mutant.rule = "semaphore value + 1";
    mutant.semaphore = 1;
    finding.message = "waits until semaphore 1 is 2";
    EXPECT_TRUE(doctor::tells_cause({finding}, mutant, {}));
    finding.message = "waits until semaphore 0 is 2";
    EXPECT_FALSE(doctor::tells_cause({finding}, mutant, {}));
}

// Pages from one tensor to another through c_0; the reader's loop shows no bound that could be changed.
struct Copy {
    std::shared_ptr<card::Card> card = open_card();
    card::Buffer in, out;
    TestProgram program;
    Copy(uint32_t read, uint32_t written, uint32_t pages)
        : in(card, {.bytes = 6 * 2048, .page_bytes = 2048}), out(card, {.bytes = pages * 2048, .page_bytes = 2048}) {
        std::vector<uint8_t> bytes(6 * 2048);
        for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i / 2048 + 1);
        in.write(bytes);
        program.cb(0, 2);
        const std::string gen =
            "  const InterleavedAddrGen<true> at = {.bank_base_address = get_arg_val<uint32_t>(0), "
            ".page_size = 2048};\n";
        program
            .reader(dm(gen + "  uint32_t page = 0;\n  while (page < " + std::to_string(read) +
                       ") {\n    cb_reserve_back(0, 1);\n    noc_async_read(get_noc_addr(page++, at), "
                       "get_write_ptr(0), 2048);\n    noc_async_read_barrier();\n    cb_push_back(0, 1);\n  }\n"))
            .runtime_args[{0, 0}] = {static_cast<uint32_t>(in.address())};
        program
            .writer(dm(gen +
                       "  const uint32_t count = get_arg_val<uint32_t>(1);\n  for (uint32_t i = 0; i < count; ++i) {\n"
                       "    cb_wait_front(0, 1);\n    noc_async_write(get_read_ptr(0), get_noc_addr(i, at), 2048);\n"
                       "    noc_async_write_barrier();\n    cb_pop_front(0, 1);\n  }\n"))
            .runtime_args[{0, 0}] = {static_cast<uint32_t>(out.address()), written};
    }
    Finding hang() {
        try {
            engine::run(*card, program, strict());
        } catch (const engine::HangError& error) {
            return error.finding();
        }
        return {};
    }
};

TEST(Fixes, DoingLessIsNoFixWhereATensorIsLeftIncomplete) {
    const Finding of_six = Copy(5, 6, 6).hang();
    EXPECT_EQ(of_six.code, "TW1002");
    EXPECT_FALSE(of_six.fix_proven) << of_six.to_text();
    EXPECT_THAT(of_six.proof, HasSubstr("never writes 1 of the 6 pages of"));
    const Finding of_five = Copy(5, 6, 5).hang();
    EXPECT_TRUE(of_five.fix_proven) << of_five.to_text();
    EXPECT_THAT(of_five.fix, HasSubstr("pass 5 instead of 6"));
}

// The reader reads all six pages and the writer takes five: who is wrong? To read less is not proven.
TEST(Fixes, ReadingLessIsNoFixWhereTheConsumerMayBeWrong) {
    Copy copy(6, 5, 5);
    auto& reader = copy.program.kernels[0];
    reader.source.text =
        std::regex_replace(reader.source.text, std::regex("page < 6"), "page < get_arg_val<uint32_t>(1)");
    reader.runtime_args[{0, 0}].push_back(6);
    const engine::RunResult result = engine::run(*copy.card, copy.program, strict());
    ASSERT_FALSE(result.findings.empty());
    for (const Finding& finding : result.findings) {
        EXPECT_THAT(finding.fix_proven ? finding.fix : "", ::testing::Not(HasSubstr("pass 5 instead of 6")))
            << finding.to_text();
    }
}

TEST(Mutate, FixesAreJudgedByTheBytesOfTheRightProgram) {
    Copy copy(6, 6, 6);
    const doctor::MutationReport report = doctor::mutate(*copy.card, copy.program, strict());
    bool more = false, barrier = false;
    for (const MutantResult& result : report.results) {
        EXPECT_NE(result.fix, FixFate::Wrong) << result.words() << ": " << result.fix_words;
        more |= result.rule == "runtime arg + 1" && result.fix == FixFate::Right;
        barrier |= result.rule == "drop barrier" && result.fix == FixFate::Right;
        if (result.rule == "drop push") {
            EXPECT_TRUE(result.fate == Fate::Detected && result.placed && result.cause) << result.message;
        }
    }
    EXPECT_TRUE(more);
    EXPECT_TRUE(barrier);
    const doctor::MutationCounts all = report.totals();
    EXPECT_GT(all.fix_right, 3u);
    EXPECT_EQ(all.fix_wrong, 0u);
    EXPECT_THAT(report.to_markdown(), HasSubstr("| fix right | fix wrong | missed | equivalent |"));
}

TEST(Mutate, ASampleAndItsPairsComeFromTheSeed) {
    Copy copy(6, 6, 6);
    const auto drawn = [&](uint64_t seed) {
        std::string text;
        doctor::MutationChoice choice{.most = 8, .pairs = 3, .seed = seed, .fixes = false};
        for (const MutantResult& result : doctor::mutate(*copy.card, copy.program, strict(), choice).results)
            text += result.rule + result.change + "\n";
        return text;
    };
    const std::string once = drawn(5);
    EXPECT_EQ(once, drawn(5));
    EXPECT_NE(once, drawn(6));
    EXPECT_THAT(once, HasSubstr("two at once"));
}

}  // namespace
}  // namespace tilewright::testing
