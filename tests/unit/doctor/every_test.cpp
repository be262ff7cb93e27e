// Formulas of counts, and what holds of a program for every value of its arguments.
#include <nlohmann/json.hpp>

#include "doctor/every/for_every.hpp"
#include "doctor/every/formula.hpp"
#include "doctor/every/law.hpp"
#include "hangs/faulty.hpp"

namespace tilewright::testing {
namespace {

using doctor::Family;
using doctor::Formula;
using doctor::Point;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using State = doctor::EveryCb::State;

// Points with three variables each.
template <class Count>
std::vector<Point> points(Count count, std::initializer_list<int64_t> first = {1, 2, 3, 4, 5, 6, 7, 8, 9}) {
    std::vector<Point> all;
    for (const int64_t x : first) {
        for (const int64_t y : {1, 2, 5, 33}) all.push_back({{x, y, 40}, count(x, y)});
    }
    return all;
}

std::string formula_text(const std::vector<Point>& all) {
    const auto found = doctor::fit(all);
    return found ? found->text({"x", "y", "z"}) : "none";
}

TEST(Formulas, AreTheSimplestThatGiveEveryCount) {
    EXPECT_EQ(formula_text(points([](int64_t, int64_t) { return 7; })), "7");
    EXPECT_EQ(formula_text(points([](int64_t x, int64_t y) { return 2 * x * y; })), "2 * x * y");
    EXPECT_EQ(formula_text(points([](int64_t x, int64_t y) { return x * y + x; })), "x + x * y");
    EXPECT_EQ(formula_text(points([](int64_t x, int64_t) { return x - 1; })), "x - 1");
    EXPECT_EQ(formula_text(points([](int64_t x, int64_t y) { return x * ((y + 31) / 32); })), "x * ceil(y / 32)");
    EXPECT_EQ(formula_text(points([](int64_t x, int64_t) { return x / 4 * 4; })), "4 * floor(x / 4)");
    EXPECT_EQ(formula_text(points([](int64_t x, int64_t) { return std::min<int64_t>(x, 3); })), "min(x, 3)");
}

TEST(Formulas, AreNotMadeUp) {
    EXPECT_EQ(formula_text(points([](int64_t x, int64_t y) { return (x * x * 7 + y * 13) % 11; })), "none");
    // Two points say nothing about a third.
    EXPECT_EQ(formula_text({{{1, 1, 1}, 4}, {{2, 1, 1}, 8}}), "none");
    // The same values, two counts: something else decides.
    std::vector<Point> both = points([](int64_t x, int64_t) { return x; });
    both.push_back({both.front().values, 99});
    EXPECT_EQ(formula_text(both), "none");
}

TEST(Formulas, ASwitchHasAFormulaForEachOfItsValues) {
    std::vector<Point> all;
    for (int64_t x = 1; x < 10; ++x) {
        for (const int64_t flag : {0, 1}) all.push_back({{x, flag}, flag != 0 ? 3 * x : x * x + 1});
    }
    const auto law = doctor::find_law(all);
    ASSERT_TRUE(law.has_value());
    EXPECT_EQ(law->by, 1u);
    EXPECT_EQ(law->at({20, 1}), 60);
    EXPECT_EQ(law->at({20, 0}), 401);
    EXPECT_EQ(law->at({20, 2}), std::nullopt);
}

TEST(Formulas, AConditionIsTrueExactlyWhereItDoesNotHold) {
    const auto judged = [](auto holds) {
        std::vector<doctor::Judged> all;
        for (int64_t w = 1; w < 30; ++w) all.push_back({{{"Wt", w}, {"rows", w * 7 % 5}}, holds(w)});
        return doctor::condition(all);
    };
    EXPECT_EQ(judged([](int64_t w) { return w % 4 == 0; }), "Wt % 4 != 0");
    EXPECT_EQ(judged([](int64_t w) { return w <= 8; }), "Wt > 8");
    EXPECT_EQ(judged([](int64_t w) { return w != 7; }), "Wt = 7");
    EXPECT_EQ(judged([](int64_t) { return true; }), "");
    EXPECT_EQ(judged([](int64_t w) { return w * w % 7 < 3; }), "");
}

// A reader that makes `n` pages and a writer with this body, n being its argument, too.
void made_and_taken(TestProgram& program, const std::string& taken, uint32_t n, uint32_t depth = 8) {
    program.cb(0, depth).formats[0].name = "cb_in";
    program.reader(
        dm("  uint32_t n = get_arg_val<uint32_t>(0);\n  for (uint32_t i = 0; i < n; ++i) {\n    "
           "cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n  }\n"));
    program.writer(dm("  uint32_t n = get_arg_val<uint32_t>(0);\n" + taken));
    for (auto& kernel : program.kernels) kernel.runtime_args[{0, 0}] = {n};
}
const std::string kBlocks =
    "  for (uint32_t i = 0; i < n / 4; ++i) {\n    cb_wait_front(0, 4);\n    cb_pop_front(0, 4);\n  }\n";
const std::string kRest = "  if (n % 4 != 0) {\n    cb_wait_front(0, n % 4);\n    cb_pop_front(0, n % 4);\n  }\n";

doctor::EveryReport every(const TestProgram& program) {
    auto card = open_card();
    return doctor::check_every(*card, doctor::family_of(*card, program));
}

TEST(Every, BlocksThatDropTheRestAreNamedByTheirCondition) {
    TestProgram program;
    made_and_taken(program, kBlocks, 8);  // with 8 it is balanced
    const doctor::EveryReport report = every(program);
    ASSERT_EQ(report.cbs.size(), 1u);
    EXPECT_EQ(report.cbs[0].state, State::Fails);
    EXPECT_THAT(report.cbs[0].verdict, HasSubstr("balanced for every value of n, EXCEPT n % 4 != 0"));
    EXPECT_EQ(report.cbs[0].pushed, "n");
    EXPECT_EQ(report.cbs[0].popped, "4 * floor(n / 4)");
    EXPECT_THAT(report.cbs[0].popped_at, HasSubstr("BRISC writer writer.cpp:6"));
    ASSERT_EQ(report.findings().size(), 1u);
    EXPECT_EQ(report.findings()[0].code, "TW1011");
    EXPECT_THAT(report.findings()[0].to_text(), HasSubstr("pops 4 * floor(n / 4) pages: BRISC writer"));
}

TEST(Every, BlocksWithTheirRestHold) {
    TestProgram program;
    made_and_taken(program, kBlocks + kRest, 8);
    const doctor::EveryReport report = every(program);
    EXPECT_TRUE(report.holds()) << report.to_text();
    EXPECT_GE(report.verified, 3u);
    EXPECT_EQ(report.to_json()["cbs"][0]["state"], "holds");
}

TEST(Every, TwoNumbersThatTheHostKeepsTogetherAreAnEquation) {
    TestProgram program;
    made_and_taken(program, kBlocks, 8);
    program.kernels[1].source.text =
        dm("  uint32_t blocks = get_arg_val<uint32_t>(0);\n  for (uint32_t i = 0; i < blocks; ++i) {\n    "
           "cb_wait_front(0, 4);\n    cb_pop_front(0, 4);\n  }\n");
    program.kernels[1].runtime_args[{0, 0}] = {2};
    const doctor::EveryReport report = every(program);
    EXPECT_TRUE(report.holds()) << report.to_text();
    EXPECT_THAT(report.cbs[0].verdict, AllOf(HasSubstr("wherever n of "), HasSubstr("= 4 * blocks of ")));
}

TEST(Every, WhatFitsUpToASizeSaysSo) {
    TestProgram program;
    made_and_taken(program, "  cb_wait_front(0, n);\n  cb_pop_front(0, n);\n", 4);
    const doctor::EveryReport report = every(program);
    EXPECT_THAT(report.to_text(), HasSubstr("balanced for every value of n, as long as n <= 8"));
}

// Programs as an op makes them: the shape decides the arguments, and the CB has a fixed size.
Family of_widths(uint32_t depth) {
    Family family;
    family.every = "every width";
    const auto member = [depth](uint32_t width) {
        return [=]() -> std::optional<doctor::Member> {
            if (width > 60) return std::nullopt;
            TestProgram program;
            made_and_taken(program, "  cb_wait_front(0, n);\n  cb_pop_front(0, n);\n", width, depth);
            return doctor::Member{std::to_string(width), program, {{"Wt", width}}, nullptr};
        };
    };
    for (uint32_t width = 1; width <= 6; ++width) family.learn.push_back(member(width));
    for (uint32_t width = 7; width <= 8; ++width) family.verify.push_back(member(width));
    for (uint32_t width = 1; width <= 70; ++width) family.look.push_back(member(width));
    return family;
}

TEST(Every, ASizeThatWasNeverRunIsFoundAndConfirmed) {
    auto card = open_card();
    const doctor::EveryReport report = doctor::check_every(*card, of_widths(16));
    EXPECT_EQ(report.looked, 60u);
    EXPECT_EQ(report.refused, 10u);
    ASSERT_EQ(report.cbs.size(), 1u);
    EXPECT_THAT(report.cbs[0].verdict, HasSubstr("balanced for every width, EXCEPT Wt > 16"));
    EXPECT_THAT(report.cbs[0].verdict, HasSubstr("17 pages are waited for at once, and it has 16"));
    const doctor::EveryReport twin = doctor::check_every(*card, of_widths(64));
    EXPECT_FALSE(twin.fails()) << twin.to_text();
    EXPECT_THAT(twin.cbs[0].verdict, HasSubstr("it fits at every one that was looked at"));
}

// The formula that was learnt is not that of larger numbers: the run that was to confirm it shows so.
TEST(Every, AFormulaIsCorrectedByTheRunThatWasToConfirmIt) {
    auto card = open_card();
    Family family = of_widths(64);
    const auto change = [](doctor::MakeMember make) {
        return [make]() -> std::optional<doctor::Member> {
            auto member = make();
            // Both sides do twice as much from 10 on.
            if (member) {
                for (auto& kernel : member->program.kernels) {
                    const size_t at = kernel.source.text.find("get_arg_val<uint32_t>(0);");
                    kernel.source.text.insert(at + 25, "\n  if (n > 9) n = n + 2;");
                }
            }
            return member;
        };
    };
    for (auto* list : {&family.learn, &family.verify, &family.look}) {
        for (auto& make : *list) make = change(make);
    }
    const doctor::EveryReport report = doctor::check_every(*card, family);
    EXPECT_FALSE(report.fails()) << report.to_text();
}

TEST(Every, SeveralCoresAndKernelsEachAreComparedWithTheirOwn) {
    TestProgram program;
    program.cb(0, 4, 2048, {{{0, 0}, {1, 0}}});
    const std::string loop = "  uint32_t n = get_arg_val<uint32_t>(0);\n  for (uint32_t i = 0; i < n; ++i) {\n    ";
    for (uint32_t x = 0; x < 2; ++x) {
        const CoreRanges core = {{{x, 0}, {x, 0}}};
        program.reader(dm(loop + "cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n  }\n"), core);
        program.writer(dm(loop + "cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n  }\n"), core);
    }
    for (uint32_t i = 0; i < 4; ++i) program.kernels[i].runtime_args[{i / 2, 0}] = {3 + i / 2 * 2};
    const doctor::EveryReport report = every(program);
    EXPECT_TRUE(report.holds()) << report.to_text();
    EXPECT_THAT(report.cbs[0].verdict, Not(HasSubstr("wherever")));
}

}  // namespace
}  // namespace tilewright::testing
