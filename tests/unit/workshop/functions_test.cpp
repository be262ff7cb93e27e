// Every function of formulas, run in strict mode and compared with its float64 definition; the table against the
// table of the SFPU and the documents.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "tilewright/device.hpp"
#include "workshop/run/direct.hpp"

using namespace tilewright;
using namespace tilewright::workshop::rows;

namespace {

// Where a function has a value: from ... to.
std::pair<float, float> domain(Op op) {
    switch (op) {
        case Op::Sqrt:
        case Op::Rsqrt:
        case Op::Recip:
        case Op::Log:
        case Op::Log2:
        case Op::Log10:
        case Op::Log1p:
        case Op::Digamma: return {0.1f, 6.0f};
        case Op::Asin:
        case Op::Acos:
        case Op::Atanh:
        case Op::Erfinv: return {-0.95f, 0.95f};
        case Op::Tan: return {-1.4f, 1.4f};
        case Op::Acosh: return {1.1f, 9.0f};
        default: return {-4.0f, 4.0f};
    }
}

std::string call_of(const Function& f) {
    std::string text = fmt::format("{}(x{}", f.name, f.tiles == 2 ? ", z" : "");
    if (f.op == Op::PowerOfNumber) return "power(1.75, x)";
    if (f.op == Op::PowerOfTwo) return "power(abs(x) + 0.5, z)";
    if (f.op == Op::Neg) return "(-x)";
    if (f.op == Op::Xlogy) return "xlogy(x, abs(z) + 0.25)";
    if (f.op == Op::Fmod || f.op == Op::Remainder) return fmt::format("{}(x, abs(z) + 1.5)", f.name);
    for (size_t i = 0; i < f.numbers.size(); ++i) {
        text += f.op == Op::Round ? ", 1" : i == 0 ? ", alpha" : ", 2.5";
    }
    return text + ")";
}

}  // namespace

TEST(Functions, GiveWhatTheyAreDefinedAs) {
    // Several in one op, each with a parameter that takes it in: one set of kernels for them all.
    std::map<std::pair<float, float>, std::vector<const Function*>> groups;
    for (const Function& f : functions()) groups[domain(f.op)].push_back(&f);
    DeviceOptions strict;
    strict.run.mode = engine::Mode::Strict;
    const auto device = open_device(strict);
    size_t tried = 0;
    for (const auto& [range, members] : groups) {
        for (size_t first = 0; first < members.size(); first += 8) {
            const size_t count = std::min<size_t>(8, members.size() - first);
            std::string formula = "z * 0 + alpha * 0",
                        parameters = "\n[[parameters]]\nname = \"alpha\"\ndefault = 0.75\n";
            for (size_t i = 0; i < count; ++i) {
                formula += fmt::format(" + where(x == x, {}, x) * p{}", call_of(*members[first + i]), i);
                parameters += fmt::format("\n[[parameters]]\nname = \"p{}\"\ndefault = 0\n", i);
            }
            const Plan plan = make_plan(parse_spec(
                {"functions.toml", fmt::format("name = \"functions\"\nformula = \"{}\"\n\n[[inputs]]\nname = \"x\"\n\n"
                                               "[[inputs]]\nname = \"z\"\n{}",
                                               formula, parameters)}));
            for (size_t chosen = 0; chosen < count; ++chosen) {
                const Function& f = *members[first + chosen];
                DirectCall call;
                call.shape = {33, 40};
                call.float32 = {true, true};
                call.output_float32 = true;
                call.parameters.assign(count + 1, 0);
                call.parameters[0] = 0.75f;
                call.parameters[1 + chosen] = 1;
                std::mt19937 random(static_cast<unsigned>(chosen));
                std::uniform_real_distribution<float> x(range.first, range.second), z(-3, 3);
                call.data.assign(2, {});
                for (int i = 0; i < 33 * 40; ++i) {
                    call.data[0].push_back(i == 0 && range.first < 0 ? 0.0f : x(random));
                    call.data[1].push_back(z(random));
                }
                const DirectResult result = run_direct(plan, call, *device);
                EXPECT_TRUE(result.match.ok()) << f.name << ": element " << result.match.worst_index << " is off by "
                                               << result.match.worst_of_allowed << " of what is allowed";
                EXPECT_LE(result.match.without_bound, 33u * 40 / 20) << f.name;
                for (const Finding& finding : result.findings) ADD_FAILURE() << f.name << ": " << finding.to_text();
                ++tried;
            }
        }
    }
    EXPECT_EQ(tried, functions().size());
}

TEST(Functions, AreCallsOfTheHeadersThatTheyName) {
    // The card's table says which header declares a call.
    std::map<std::string, std::string> headers;
    const std::filesystem::path folder = shipped_folder("kernel_api") / "tw" / "sfpu";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);) {
            if (line.rfind("TW_", 0) != 0) continue;
            std::istringstream parts(line.substr(line.find('(') + 1));
            std::string op, call, header;
            std::getline(parts, op, ',');
            std::getline(parts >> std::ws, call, ',');
            std::getline(parts >> std::ws, header, ',');
            headers[call] = header;
        }
    }
    for (const Function& f : functions()) {
        if (f.op == Op::Square) continue;  // a product
        ASSERT_TRUE(headers.count(f.call)) << f.call;
        const std::string named = f.header;
        EXPECT_EQ(named.substr(named.rfind('/') + 1), headers[f.call]) << f.name;
    }
}

TEST(Functions, StandInTheDocument) {
    std::ifstream file(shipped_folder("docs") / "workshop.md");
    std::stringstream text;
    text << file.rdbuf();
    const std::string document = text.str();
    for (const std::string& name : function_names()) {
        EXPECT_NE(document.find("`" + name), std::string::npos) << name << " is missing in docs/workshop.md";
    }
}

TEST(Functions, HaveTheirDefaultsWhereNumbersAreLeftOut) {
    EXPECT_DOUBLE_EQ(value_of(Op::Elu, -1), std::expm1(-1.0));
    EXPECT_DOUBLE_EQ(value_of(Op::LeakyRelu, -2), -0.02);
    DeviceOptions strict;
    strict.run.mode = engine::Mode::Strict;
    const auto device = open_device(strict);
    const Plan plan = make_plan(parse_spec(
        {"defaults.toml",
         "name = \"defaults\"\nformula = \"elu(x) + 2 * softplus(x, 2) + 4 * hardtanh(x) + 8 * leaky_relu(x)\"\n\n"
         "[[inputs]]\nname = \"x\"\n"}));
    DirectCall call;
    call.float32 = {true};
    call.output_float32 = true;
    const DirectResult result = run_direct(plan, call, *device);
    EXPECT_TRUE(result.match.ok()) << "off by " << result.match.worst_of_allowed << " of what is allowed";
}

TEST(Functions, FoldConstantsAndRefuseWhatIsNoNumber) {
    const auto plan = [](const std::string& formula, const std::string& more = "") {
        return make_plan(parse_spec(
            {"f.toml", fmt::format("name = \"f\"\nformula = \"{}\"\n\n[[inputs]]\nname = \"x\"\n{}", formula, more)}));
    };
    const auto code = [&](const std::string& formula, const std::string& more = "") -> std::string {
        try {
            plan(formula, more);
        } catch (const Error& error) {
            return error.code();
        }
        return "accepted";
    };
    const std::string alpha = "\n[[parameters]]\nname = \"alpha\"\ndefault = 0.5\n";
    EXPECT_EQ(plan("x * elu(-1, 2)").program.nodes.size(), 3u);
    EXPECT_EQ(code("x * erfinv(2)"), "TW4117");
    EXPECT_EQ(code("x * log10(0)"), "TW4117");
    EXPECT_EQ(code("elu(x, x)"), "TW4114");
    EXPECT_EQ(code("round(x, alpha)", alpha), "TW4114");
    EXPECT_EQ(code("x * softplus(alpha)", alpha), "TW4114");
    EXPECT_EQ(code("x * erf(alpha)", alpha), "accepted");
    EXPECT_EQ(code("clamp(x, mean(x), 1)"), "accepted");
    EXPECT_EQ(code("clamp(x, 1)"), "TW4113");
    EXPECT_EQ(code("x * threshold", "\n[[parameters]]\nname = \"threshold\"\ndefault = 0.5\n"), "accepted");
    EXPECT_EQ(code("threshold(x, 0, threshold)", "\n[[parameters]]\nname = \"threshold\"\ndefault = 0.5\n"), "TW4118");
}
