// Formulas as large as the limits allow, in the shapes that are hardest to plan: each is planned or refused with a
// code, and soon. Shared values are what makes a walk over the tree, instead of the graph, take for ever.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>

#include "base/error.hpp"
#include "workshop/gen/folder.hpp"
#include "workshop/plan/evaluate.hpp"
#include "workshop/plan/plan.hpp"
#include "workshop/spec/formula.hpp"
#include "workshop/spec/limits.hpp"

using namespace tilewright;
using namespace tilewright::workshop::rows;

namespace {

// "" when it can be planned, described, generated and evaluated, else the code.
std::string code_of(const std::string& formula, const std::vector<std::string>& parameters = {}) {
    try {
        const Plan plan = make_plan(parse_spec({"test.toml", spec_text("made", formula, {.parameters = parameters})}));
        Request request;
        request.shape = {64, 100};
        request.l1_bytes = 1300000;
        const workshop::OpPlan call = plan_call(plan, request);
        size_t letters = describe(plan, call).size();
        for (const auto& [name, text] : op_files(plan)) letters += text.size();
        for (const program::Phase& phase : call.phases) {
            letters += phase.formula.size();
            workshop::rows::parse_formula({"phase", phase.formula}, 0, phase.formula, false);
        }
        EXPECT_LT(letters, (size_t{2} << 20) + 50 * formula.size()) << formula.substr(0, 200);
        EvaluationInput input;
        input.rows = 1;
        input.width = 32;
        input.inputs = {std::vector<float>(32, 0.5f)};
        input.parameters.assign(parameters.size(), 0.5f);
        EXPECT_EQ(evaluate(plan, input).values.size() % 32, plan.column_result ? 1u : 0u);
    } catch (const Error& error) {
        return error.code();
    }
    return "";
}

std::string repeated(const std::string& text, size_t times) {
    std::string all;
    for (size_t i = 0; i < times; ++i) all += text;
    return all;
}

// a0 = first; a1 = next of a0; ...; the last as it is. "{0}" is the value before.
std::string chain(const std::string& first, const std::string& next, size_t lines) {
    std::string text = "a0 = " + first + ";";
    for (size_t i = 1; i < lines; ++i)
        text += fmt::format("a{} = {};", i, fmt::format(fmt::runtime(next), fmt::format("a{}", i - 1)));
    return text + fmt::format("exp(a{})", lines - 1);
}

}  // namespace

TEST(Limits, WhatIsJustWithinIsPlanned) {
    EXPECT_EQ(code_of(repeated("(", kMostNesting) + "x" + repeated(")", kMostNesting) + " + 1"), "");
    EXPECT_EQ(code_of(repeated("(", kMostNesting + 1) + "x" + repeated(")", kMostNesting + 1) + " + 1"), "TW4122");
    EXPECT_EQ(code_of("x" + repeated(" * x", kMostOperations)), "");
    EXPECT_EQ(code_of("x" + repeated(" * x", kMostOperations + 1)), "TW4122");
    const std::string name(kMostNameLetters, 'n');
    EXPECT_EQ(code_of(name + " = x * 2; exp(" + name + ") + 1"), "");
    EXPECT_EQ(code_of(name + "n = x * 2; exp(" + name + "n) + 1"), "TW4122");
    EXPECT_EQ(code_of("x * 3.4e38 + 1.2e-38"), "");
    EXPECT_EQ(code_of("x * (1e30 * 1e30 * 1e-40)"), "");
    EXPECT_EQ(code_of("x * 3.5e38"), "TW4125");
}

TEST(Limits, FarBeyondIsRefusedToo) {
    EXPECT_EQ(code_of(repeated("(", 100000) + "x" + repeated(")", 100000)), "TW4122");
    EXPECT_EQ(code_of("x" + repeated(" * x", 100000)), "TW4122");
    EXPECT_EQ(code_of("x" + repeated(" + 1", 10000)), "TW4122");
    EXPECT_EQ(code_of(repeated("-", 100000) + "x"), "TW4122");
    EXPECT_EQ(code_of(repeated("exp(", 100000)), "TW4122");
    EXPECT_EQ(code_of(repeated("+", 100000) + "x + 1"), "");
    EXPECT_EQ(code_of("(x" + repeated("\n", 100000) + ") + 1"), "");
}

TEST(Limits, SharedValuesDoNotMultiply) {
    for (const auto& [next, operations] :
         std::vector<std::pair<std::string, size_t>>{{"{0} + {0}", 1},
                                                     {"{0} * {0}", 1},
                                                     {"abs({0}) + abs({0})", 3},
                                                     {"max({0}, 0 - {0})", 2},
                                                     {"where({0} > 0, {0}, exp({0}))", 3},
                                                     {"exp({0}) / {0}", 2}}) {
        EXPECT_EQ(code_of(chain("x * 2", next, (kMostOperations - 2) / operations)), "") << next;
        // Each line is a phase with CBs of its own, of which a core has not as many.
        const std::string of_mean = "{0} - mean(" + next + ")";
        EXPECT_EQ(code_of(chain("x * 2", of_mean, 40)), "TW4121") << next;
        EXPECT_EQ(code_of(chain("x * 2", of_mean, 4)), "") << next;
    }
}

TEST(Limits, SharedNumbersAreWrittenOutOrRefused) {
    const auto of_parameter = [](const std::string& next, size_t lines) {
        const std::string text = chain("p * 2", next, lines);
        return code_of(text.substr(0, text.rfind("exp(")) + fmt::format("x * a{}", lines - 1), {"p=0.5"});
    };
    EXPECT_EQ(of_parameter("{0} + {0}", 6), "");
    EXPECT_EQ(of_parameter("{0} + {0}", 60), "TW4122");
    EXPECT_EQ(of_parameter("square({0})", 6), "");
    EXPECT_EQ(of_parameter("square({0})", 60), "TW4122");
    EXPECT_EQ(of_parameter("silu({0})", 60), "TW4122");
    EXPECT_EQ(of_parameter("abs({0})", 60), "");
}

TEST(Limits, FunctionsOfFunctionsArePlanned) {
    const std::set<std::string> reductions = {"max", "mean", "min", "std", "sum", "var"};
    for (const std::string& function : function_names()) {
        const Function* known = find_function(function);
        const bool of_one = known != nullptr ? known->tiles + known->least_numbers() == 1
                                             : reductions.count(function) || function == "logsigmoid";
        if (!of_one) continue;
        const std::string wanted = reductions.count(function) ? "TW4115" : "";  // they are columns already
        EXPECT_EQ(code_of(repeated(function + "(", 50) + "x + 1" + repeated(")", 50)), wanted) << function;
    }
}

TEST(Limits, ASpecWithoutEndIsRefused) {
    try {
        read_spec("/dev/zero");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW4122");
    }
}
