// Whatever values of a spec are called, the kernels and host code made from it compile: a hundred ordinary names, each
// as an input, as a parameter and as an intermediate value.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>

#include "base/error.hpp"
#include "tilewright/device.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/run/direct.hpp"

using namespace tilewright;
using namespace tilewright::workshop::rows;

namespace {

const std::vector<std::string>& ordinary_names() {
    static const std::vector<std::string> names = {
        "mask",       "result",  "rows",     "shape",      "output",  "config",       "width",         "count",
        "bits",       "tile",    "block",    "free",       "slot",    "sticks",       "target",        "stick",
        "grid",       "cores",   "device",   "data",       "value",   "index",        "name",          "type",
        "size",       "input",   "tensor",   "tensors",    "args",    "row",          "column",        "scaler",
        "page",       "buffer",  "source",   "done",       "first",   "last",         "begin",         "end",
        "len",        "list",    "dict",     "range",      "id",      "kind",         "plan",          "request",
        "room",       "add",     "sub",      "mul",        "refined", "streaming",    "blocks",        "block_tiles",
        "attributes", "program", "kernel",   "call",       "options", "weights",      "scale",         "shift",
        "offset",     "length",  "height",   "batch",      "tail",    "tail_columns", "width_tiles",   "first_stick",
        "all_sticks", "cb",      "cb_mask",  "own",        "own_x",   "make_result",  "load",          "send",
        "part",       "part_of", "x_sticks", "x_bytes",    "x_args",  "has",          "given",         "parameters",
        "math",       "struct_", "path",     "number",     "torch",   "formula",      "reference",     "alpha",
        "beta_value", "depth",   "tiles",    "lines_stay", "group",   "own_cb",       "result_sticks", "column_mask"};
    return names;
}

std::string input(const std::string& name, const char* more) {
    return fmt::format("\n[[inputs]]\nname = \"{}\"\n{}", name, more);
}

// Compiles the kernels and follows the program, without data.
void expect_kernels(const std::string& text) {
    const auto device = open_device({});
    try {
        const Plan plan = make_plan(parse_spec({"names.toml", text}));
        DirectCall call;
        call.shape = {32, 48};
        prove(plan, call, *device);
    } catch (const Error& error) {
        ADD_FAILURE() << error.what() << "\n" << text;
    }
}

}  // namespace

TEST(Names, OfInputs) {
    const auto& names = ordinary_names();
    ASSERT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    EXPECT_GE(names.size(), 100u);
    // A core has 32 CBs: so many at a time.
    for (size_t first = 0; first < names.size(); first += 17) {
        std::string formula = "x - mean(x)", inputs = input("x", "");
        for (size_t i = first; i < std::min(first + 17, names.size()); ++i) {
            const bool block = i % 17 == 0, column = i % 17 == 1, optional = i % 3 == 0 && !block;
            inputs += input(names[i], column     ? "shape = \"column\"\n"
                                      : block    ? ""
                                      : optional ? "shape = \"row\"\noptional = true\n"
                                                 : "shape = \"row\"\n");
            formula = fmt::format("({}) {} {}", formula, i % 2 ? "*" : "+", names[i]);
        }
        expect_kernels(fmt::format("name = \"named\"\nformula = \"{}\"\n{}", formula, inputs));
    }
}

TEST(Names, OfParameters) {
    const auto& names = ordinary_names();
    for (size_t first = 0; first < names.size(); first += 60) {
        std::string formula = "mean(x) * x", parameters;
        for (size_t i = first; i < std::min(first + 60, names.size()); ++i) {
            parameters += fmt::format("\n[[parameters]]\nname = \"{}\"\ndefault = 0.5\n", names[i]);
            formula = fmt::format("({}) + {}", formula, names[i]);
        }
        expect_kernels(fmt::format("name = \"named\"\nformula = \"{}\"\n{}{}", formula, input("x", ""), parameters));
    }
}

TEST(Names, OfIntermediateValues) {
    // Every fifth is a reduction, which has a CB of its own.
    const auto& names = ordinary_names();
    for (size_t first = 0; first < names.size(); first += 60) {
        std::string lines, sum = "x";
        for (size_t i = first; i < std::min(first + 60, names.size()); ++i) {
            lines += i % 5 == 0 ? fmt::format("{} = max(x * {})\n", names[i], i + 2)
                                : fmt::format("{} = x * {}\n", names[i], i + 2);
            sum = fmt::format("{} + {}", sum, names[i]);
        }
        expect_kernels(fmt::format("name = \"named\"\nformula = \"\"\"\n{}{}\"\"\"\n{}", lines, sum, input("x", "")));
    }
}

TEST(Names, KeywordsAreRefusedByName) {
    for (const char* name : {"from", "for", "class", "lambda", "double", "dtype", "memory_config", "template"}) {
        try {
            parse_spec(
                {"names.toml", fmt::format("name = \"named\"\nformula = \"{0} * 2\"\n{1}", name, input(name, ""))});
            ADD_FAILURE() << name << " was accepted";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), "TW4103") << name;
            EXPECT_NE(error.finding().message.find(name), std::string::npos);
        }
    }
}
