// What stages 6 and 7 must refuse: kernels that are right for one tile-row only, kinds of calls that were not tried,
// bounds that promise nothing. The ops are folders, made from specs as the command makes them.
#include <unistd.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tilewright/device.hpp"
#include "workshop/gen/folder.hpp"
#include "workshop/load/load.hpp"
#include "workshop/plan/evaluate.hpp"
#include "workshop/plan/written.hpp"
#include "workshop/run/generated_op.hpp"
#include "workshop/stage/coverage.hpp"
#include "workshop/stage/mutation.hpp"
#include "workshop/stage/stages.hpp"

using namespace tilewright;
using namespace tilewright::workshop;
using testing::Contains;
using testing::HasSubstr;

namespace {

std::string stored_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

// A folder of an op from a formula; `domain` of x as TOML, or nothing.
class StagedOp {
public:
    StagedOp(const std::string& name, const std::string& formula, const std::string& domain = "")
        : folder_(std::filesystem::temp_directory_path() / fmt::format("tilewright_stage_{}_{}", name, ::getpid())) {
        std::filesystem::remove_all(folder_);
        std::string text = rows::spec_text(name, formula, {});
        if (!domain.empty()) text.replace(text.find("name = \"x\""), 10, "name = \"x\"\ndomain = " + domain);
        rows::write_folder(rows::make_plan(rows::parse_spec({"spec.toml", text})), folder_, true);
        op = load_folder(folder_);
    }
    ~StagedOp() { std::filesystem::remove_all(folder_); }

    void edit(const std::string& kernel, const std::string& from, const std::string& to) {
        const std::filesystem::path file = folder_ / "device/kernels" / kernel;
        std::string text = stored_text(file);
        ASSERT_NE(text.find(from), std::string::npos) << text;
        text.replace(text.find(from), from.size(), to);
        std::ofstream(file, std::ios::binary) << text;
    }

    const std::filesystem::path& folder() const { return folder_; }

    workshop::Op op = nullptr;

private:
    std::filesystem::path folder_;
};

std::vector<std::string> codes(const StageResult& result) {
    std::vector<std::string> all;
    for (const Failure& failure : result.failures) all.push_back(failure.code);
    return all;
}

}  // namespace

// One tile-row per core would not show it: `done` is 0 then.
TEST(Stage, AReaderThatForgetsWhereItIsIsRed) {
    StagedOp made("offset_op", "x + sum(x)");
    made.edit("dataflow/reader_offset_op.cpp", "first_stick + done", "first_stick");
    const auto device = open_device({});
    const StageResult result = run_stage(made.op, 7, *device);
    ASSERT_FALSE(result.passed);
    EXPECT_THAT(codes(result), Contains("TW2702"));
    EXPECT_THAT(result.failures.front().details, HasSubstr("step "));
    try {
        mutate_stages(made.folder(), *device);
        ADD_FAILURE() << "a wrong op has no mutants";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW4513");
    }
    made.edit("dataflow/reader_offset_op.cpp", "= first_stick;", "= first_stick + done;");
    const StageMutation mutation = mutate_stages(made.folder(), *device, {.most = 1, .seed = 5, .progress = {}});
    ASSERT_EQ(mutation.results.size(), 2u);
    for (const StageMutantResult& each : mutation.results)
        EXPECT_EQ(each.fate, StageFate::Red) << each.mutant.place << " " << each.mutant.change << ": " << each.why;
}

TEST(StageMutants, AreMistakesOfKernelsAndFormulas) {
    const rows::Spec spec =
        rows::parse_spec({"t.toml", rows::spec_text("made", "x * rsqrt(mean(square(x)) + eps)", {})});
    std::map<std::string, std::vector<std::string>> rules;
    for (const StageMutant& mutant : formula_mutants(spec)) rules[mutant.rule].push_back(mutant.change);
    EXPECT_THAT(rules["a sign"], Contains("x -> -x"));
    EXPECT_THAT(rules["parameter left out"], testing::ElementsAre("eps -> eps * 0"));
    EXPECT_THAT(rules["another reduction"], Contains("mean(square(x)) -> sum(square(x))"));
    EXPECT_THAT(rules["another operator"], Contains("mean(square(x)) + eps -> (mean(square(x))) - (eps)"));
    EXPECT_THAT(rules["dropped function"], Contains("square(x) -> x"));
    EXPECT_EQ(rules.count("swapped operands"), 0u) << "sums and products have no order";

    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("tilewright_stage_mutants_{}", ::getpid());
    std::filesystem::remove_all(folder);
    rows::write_folder(rows::make_plan(spec), folder, true);
    rules.clear();
    for (const StageMutant& mutant : kernel_mutants(folder / "device/kernels"))
        rules[mutant.rule].push_back(mutant.change);
    std::filesystem::remove_all(folder);
    EXPECT_THAT(rules["drop a term"], Contains("first_stick + done -> first_stick"));
    EXPECT_THAT(rules["another fold"], Contains("rows::Fold::Mean -> rows::Fold::Sum"));
    EXPECT_THAT(rules["tile 0"], Contains("place_of(tile) -> 0"));
    for (const char* rule : {"drop push", "drop wait", "loop bound - 1", "opposite condition", "argument + 1",
                             "another operation", "drop a call"})
        EXPECT_FALSE(rules[rule].empty()) << rule;
}

TEST(Stage, SaysWhatItCoversAndIsRedWhereItCannot) {
    StagedOp made("covered_op", "x - max(x)");
    const auto device = open_device({});
    const StageResult right = run_stage(made.op, 7, *device);
    for (const Failure& failure : right.failures) ADD_FAILURE() << failure.text();
    for (const char* what : {covers::kSeveralRows, covers::kUnequal, covers::kIdle, covers::kRowsOfBlocks,
                             covers::kStreaming, covers::kCutColumns, covers::kCutRows, covers::kAddresses,
                             "input in L1", "output in L1", "16-bit DST, float32", "result of another dtype"})
        EXPECT_THAT(right.covered(), Contains(what));

    // A program that is built anew at every call shows nothing about the second call of a cached one.
    OpDefinition forgetful = *made.op;
    forgetful.call = [call = made.op->call, turn = 0](const OpCall& arguments) mutable {
        OpCall other = arguments;
        static constexpr ttnn::MathFidelity kinds[] = {ttnn::MathFidelity::LoFi, ttnn::MathFidelity::HiFi2,
                                                       ttnn::MathFidelity::HiFi3, ttnn::MathFidelity::HiFi4};
        other.compute_kernel_config = ttnn::WormholeComputeKernelConfig{
            .math_fidelity = kinds[turn++ % 4],
            .math_approx_mode = false,
            .fp32_dest_acc_en = get_fp32_dest_acc_en(arguments.compute_kernel_config)};
        return call(other);
    };
    const StageResult red = run_stage(&forgetful, 7, *device);
    ASSERT_FALSE(red.passed);
    EXPECT_THAT(codes(red), testing::ElementsAre("TW2708"));
    EXPECT_EQ(red.failures.front().test, covers::kAddresses);
}

TEST(Stage, ABoundThatAllowsEverythingIsRed) {
    const auto device = open_device({});
    StagedOp anywhere("anywhere_op", "log(x - 1e6)");
    const StageResult red = run_stage(anywhere.op, 7, *device);
    ASSERT_FALSE(red.passed);
    EXPECT_THAT(codes(red), Contains("TW2707"));
    EXPECT_FALSE(red.nothing_promised().empty());
    // The same formula where the data makes sense of it; shapes are those that the op takes.
    StagedOp somewhere("somewhere_op", "log(x - 1e6)", "[2e6, 4e6]\nrank = 4\nwidth_multiple = 32");
    for (int stage = 2; stage <= kStages; ++stage) {
        const StageResult green = run_stage(somewhere.op, stage, *device);
        for (const Failure& failure : green.failures) ADD_FAILURE() << failure.text();
        EXPECT_THAT(green.covered(), testing::Not(Contains(covers::kCutColumns)));
    }
}

TEST(Stage, OptionalInputsComeInEverySubset) {
    OpDefinition op;
    op.inputs = {{.name = "x"}, {.name = "a", .optional = true}, {.name = "b", .optional = true}};
    EXPECT_EQ(optional_subsets(&op).size(), 4u);
    for (const char* name : {"c", "d"}) op.inputs.push_back({.name = name, .optional = true});
    EXPECT_EQ(optional_subsets(&op).size(), 10u);  // none, all, each alone, each missing
}

TEST(Stage, MadeUpDataKeepsToItsDomain) {
    for (const Domain& domain : {Domain{0, INFINITY, true}, Domain{-INFINITY, INFINITY, true}, Domain{0.1, 0.7, false},
                                 Domain{-3, -1, false}, Domain{-INFINITY, 2, false}}) {
        OpDefinition op;
        op.name = "made";
        op.inputs = {{.name = "x", .domain = domain}, {.name = "y", .domain = domain}};
        for (const Pattern pattern : all_patterns()) {
            for (const ttnn::DataType dtype : op.dtypes) {
                const OpData data = default_data(make_case(&op, {40, 70}, dtype, pattern));
                for (const float value : data.input) ASSERT_TRUE(domain.holds(value)) << value;
                for (const float value : data.other("y")) ASSERT_TRUE(domain.holds(value)) << value;
            }
        }
    }
}

TEST(Written, KnowsEveryFunctionOfFormulas) {
    const std::map<std::string, rows::Value> names = {{"x", {1, 2, {0.25, 0.5}}}};
    for (const std::string& name : rows::function_names()) {
        bool known = false;  // with one, two or three arguments
        for (const char* arguments : {"x", "x, 3", "x, 0.1, 0.4", "x > 0.3, x, 0"}) {
            try {
                known |= !rows::evaluate(fmt::format("{}({})", name, arguments), names).numbers.empty();
            } catch (const Error&) {
            }
        }
        EXPECT_TRUE(known) << name;
    }
}

// The mean of the row program starts from the first element: infinite less infinite is none.
TEST(Written, IsTheReferenceWhateverTheFormOfTheRowProgram) {
    const rows::Plan plan =
        rows::make_plan(rows::parse_spec({"t.toml", rows::spec_text("made", "1 / mean(1 / x)", {})}));
    rows::EvaluationInput input;
    input.rows = 2;
    input.width = 3;
    input.inputs = {{0, 2, 3, 1, 2, 4}};
    const rows::Evaluation result = rows::evaluate(plan, input);
    EXPECT_EQ(result.values[0], 0);
    EXPECT_TRUE(std::isinf(result.allowed[0]));
    EXPECT_DOUBLE_EQ(result.values[1], 3 / 1.75);
    EXPECT_LT(result.allowed[1], 1e-2);
}

TEST(Written, FunctionsThatRowProgramsMakeOfOthers) {
    const std::map<std::string, rows::Value> names = {{"x", {1, 3, {-2, 0, 4}}}, {"y", {1, 3, {1, 0, 0}}}};
    const auto made = [&](const char* formula) { return rows::evaluate(formula, names).numbers; };
    EXPECT_THAT(made("maximum(x, y)"), testing::ElementsAre(1, 0, 4));
    EXPECT_THAT(made("minimum(x, y)"), testing::ElementsAre(-2, 0, 0));
    EXPECT_THAT(made("logical_and(x, y)"), testing::ElementsAre(1, 0, 0));
    EXPECT_THAT(made("logical_or(x, y)"), testing::ElementsAre(1, 0, 1));
    EXPECT_THAT(made("logical_xor(x, y)"), testing::ElementsAre(0, 0, 1));
    EXPECT_THAT(made("lerp(x, y, 0.5)"), testing::ElementsAre(-0.5, 0, 2));
    EXPECT_THAT(made("logsigmoid(x)"), testing::ElementsAre(testing::DoubleEq(-2.1269280110429727),
                                                            testing::DoubleEq(-std::log(2.0)), testing::Lt(0)));
}

TEST(Written, RoundsAsPlainArithmeticDoes) {
    const std::map<std::string, rows::Value> names = {{"x", {1, 2, {1.0, 1.0 / 3}}}};
    using rows::Arithmetic;
    EXPECT_EQ(rows::evaluate("x + 1e-9", names, 0, Arithmetic::Float32).numbers[0], 1);
    EXPECT_EQ(rows::evaluate("x + 0.001", names, 0, Arithmetic::Bfloat16).numbers[0], 1);
    EXPECT_GT(rows::evaluate("x + 0.001", names, 0, Arithmetic::Float32).numbers[0], 1);
}

TEST(Compare, CountsWhatIsPromised) {
    OpDefinition op;
    op.inputs = {{.name = "x"}};
    const OpCase request = make_case(&op, {1, 4}, ttnn::DataType::FLOAT32);
    Reference reference;
    reference.values = {1, 1, NAN, 1};
    reference.allowed = {1e-6, 0.5, INFINITY, INFINITY};
    reference.scale = {1, 1, 1, 1};
    const Accuracy good = compare(request, reference, {1, 1.25, 7, NAN});
    EXPECT_TRUE(good.ok());
    EXPECT_EQ(good.promised, 1u);
    EXPECT_EQ(good.worst_ulp, 0);
    EXPECT_NEAR(good.unpromised_error, std::sqrt((0.0625 + 1) / 2), 1e-12);
    EXPECT_FALSE(compare(request, reference, {1.1F, 1, 1, 1}).ok());
    EXPECT_FALSE(compare(request, reference, {1, 2, 1, 1}).ok());
}
