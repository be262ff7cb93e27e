// Stage tests of a generated op, in C++ and in Python, and the reference the Python ones compare with.
#include <fmt/format.h>

#include <cctype>
#include <cstring>

#include "workshop/gen/folder.hpp"
#include "workshop/gen/integers.hpp"
#include "workshop/gen/text.hpp"
#include "workshop/plan/functions.hpp"
#include "workshop/spec/formula.hpp"

namespace tilewright::workshop::rows {

namespace {

constexpr const char* kGates[] = {"api_exists",      "validation",         "registration", "device_op",
                                  "program_factory", "kernel_compilation", "correctness"};

std::string stage_test(const Plan& plan) {
    const std::string type = pascal_case(plan.spec.name);
    Text cpp;
    cpp.comment(fmt::format("The seven stages of {}.", plan.spec.name));
    cpp.line("#include <gtest/gtest.h>").line();
    cpp.line("#include \"ttnn/device.hpp\"").line("#include \"workshop/stage/stages.hpp\"").line();
    cpp.line("using namespace tilewright::workshop;").line();
    cpp.line(fmt::format("class {}Stage : public ::testing::TestWithParam<int> {{}};", type)).line();
    cpp.open(fmt::format("TEST_P({}Stage, Passes) {{", type));
    cpp.line("const auto device = ttnn::open_mesh_device(0);");
    cpp.line(fmt::format("const Op op = find_op(\"{}\");", plan.spec.name));
    cpp.line("ASSERT_NE(op, nullptr);");
    cpp.line("const StageResult result = run_stage(op, GetParam(), *device);");
    cpp.line(
        "for (const Failure& failure : result.failures) ADD_FAILURE() << failure.text() << \"\\n\" << "
        "failure.details;");
    cpp.line("EXPECT_TRUE(result.passed);");
    cpp.close().line();
    cpp.line(fmt::format("INSTANTIATE_TEST_SUITE_P(All, {}Stage, ::testing::Range(1, 8));", type));
    return cpp.str();
}

// Makes ttnn.<op> callable where the op was not built into ttnn.
std::string conftest(const std::string& name) {
    return fmt::format(R"("""Lets the tests call ttnn.{0}: on the virtual card the folder is compiled and loaded."""

from pathlib import Path

import ttnn

if not hasattr(ttnn, "{0}"):
    import tilewright

    tilewright.load_op(Path(__file__).parents[1])
)",
                       name);
}

std::string torch_function(const Function& function) {
    std::string arguments = function.tiles == 2 ? "x, y" : "x", body = function.torch;
    for (const Number& number : function.numbers) {
        arguments += ", " + number.name + (number.has_default ? "=" + number_text(number.value) : "");
    }
    for (const auto& [from, to] : {std::pair("torch.", "_torch."), std::pair("number(", "_number(")}) {
        for (size_t at = body.find(from); at != std::string::npos; at = body.find(from, at + std::strlen(to))) {
            body.replace(at, std::strlen(from), to);
        }
    }
    return fmt::format(
        "def {}({}):{}\n    x{} = _number(x){}\n    return _number({})\n", function.name, arguments,
        std::string(function.name) == "abs" || std::string(function.name) == "round" ? "  # noqa: A001" : "",
        function.tiles == 2 ? ", y" : "", function.tiles == 2 ? ", _number(y)" : "", body);
}

// The functions of formulas that the formula uses, in torch. Values may have any name but one that begins with _.
// Reductions along other dimensions than the last have theirs in its place.
std::string torch_functions(const std::string& formula, const Plan& plan) {
    static constexpr struct {
        const char* name;
        const char* text;
    } kFunctions[] = {
        {"mean", "def mean(v):\n    return v.mean(-1, keepdim=True)\n"},
        {"sum", "def sum(v):  # noqa: A001\n    return v.sum(-1, keepdim=True)\n"},
        {"softmax",
         "def softmax(v):\n    powers = (v - v.amax(-1, keepdim=True)).exp()\n"
         "    return powers / powers.sum(-1, keepdim=True)\n"},
        {"var", "def var(v):\n    return v.var(-1, keepdim=True, correction=0)\n"},
        {"std", "def std(v):\n    return v.std(-1, keepdim=True, correction=0)\n"},
        {"max",
         "def max(a, b=None):  # noqa: A001\n    return a.amax(-1, keepdim=True) if b is None else "
         "_torch.maximum(_number(a), _number(b))\n"},
        {"min",
         "def min(a, b=None):  # noqa: A001\n    return a.amin(-1, keepdim=True) if b is None else "
         "_torch.minimum(_number(a), _number(b))\n"},
        {"where",
         "def where(condition, a, b):\n    return _torch.where(_number(condition) != 0, _number(a), _number(b))\n"},
        {"power", "def power(a, b):\n    return _torch.pow(_number(a), _number(b))\n"},
        {"maximum", "def maximum(a, b):\n    return _torch.maximum(_number(a), _number(b))\n"},
        {"minimum", "def minimum(a, b):\n    return _torch.minimum(_number(a), _number(b))\n"},
        {"lerp", "def lerp(a, b, w):\n    return a + w * (b - a)\n"},
        {"logsigmoid", "def logsigmoid(x):\n    return _torch.nn.functional.logsigmoid(_number(x))\n"},
        {"logical_and", "def logical_and(a, b):\n    return _number(_torch.logical_and(_number(a), _number(b)))\n"},
        {"logical_or", "def logical_or(a, b):\n    return _number(_torch.logical_or(_number(a), _number(b)))\n"},
        {"logical_xor", "def logical_xor(a, b):\n    return _number(_torch.logical_xor(_number(a), _number(b)))\n"},
    };
    const auto used = [&](const std::string& name) {
        for (size_t at = formula.find(name + "("); at != std::string::npos; at = formula.find(name + "(", at + 1)) {
            if (at == 0 || !(std::isalnum(static_cast<unsigned char>(formula[at - 1])) || formula[at - 1] == '_')) {
                return true;
            }
        }
        return false;
    };
    std::string text;
    for (const auto& function : kFunctions) {
        if (!used(function.name)) continue;
        std::string own = function.text;
        const std::string before = "(-1, keepdim",
                          after = fmt::format("({}, keepdim", dims_numbers(plan.program.reduced));
        for (size_t at = own.find(before); plan.gathered() && at != std::string::npos; at = own.find(before, at)) {
            own.replace(at, before.size(), after);
            at += after.size();
        }
        text += own + "\n\n";
    }
    for (const Function& function : functions()) {
        if (used(function.name) && find_function(function.name) == &function) text += torch_function(function) + "\n\n";
    }
    return text;
}

}  // namespace

std::string torch_reference(const Plan& plan) {
    const Spec& spec = plan.spec;
    std::string body, formula;
    for (const SpecInput& input : spec.inputs) {
        body += fmt::format("    {0} = {2}({0}){1}\n", input.name,
                            plan.gathered()                  ? ""
                            : input.shape == InputShape::Row ? ".reshape(-1)  # one row for all"
                                                             : "",
                            plan.gathered() ? "_four" : "_number");
    }
    const std::vector<Assignment> lines = parse_formula(spec.source, spec.formula_begin, spec.formula);
    for (size_t i = 0; i < lines.size(); ++i) {
        std::string value = to_text(*lines[i].value);
        for (size_t at = value.find("^T"); at != std::string::npos; at = value.find("^T")) value.replace(at, 2, ".mT");
        formula += value + "\n";
        const bool last = i + 1 == lines.size() && spec.outputs.empty();
        body += last ? "    return " + value + "\n" : fmt::format("    {} = {}\n", lines[i].name, value);
    }
    if (!spec.outputs.empty()) body += fmt::format("    return {}\n", fmt::join(spec.outputs, ", "));
    std::string arguments;
    for (const SpecInput& input : spec.inputs) arguments += (arguments.empty() ? "" : ", ") + input.name;
    for (const SpecParameter& p : spec.parameters) arguments += fmt::format(", {}={}", p.name, p.default_text(true));
    return fmt::format(
        "\"\"\"What {0} should give: the formula of its spec, in float64, on torch tensors.\"\"\"\n\nimport torch as "
        "_torch\n\n\n"
        "def _number(v):\n    \"\"\"A float64 tensor.\"\"\"\n    return _torch.as_tensor(v).double()\n\n\n"
        "{4}{1}def formula({2}):\n    \"\"\"With every input given.\"\"\"\n{3}",
        spec.name, torch_functions(formula, plan), arguments, body,
        !plan.gathered() ? ""
                         : "def _four(v):\n    \"\"\"[N, C, H, W], N being all before C.\"\"\"\n    v = _number(v)\n"
                           "    while v.dim() < 4:\n        v = v.unsqueeze(0)\n"
                           "    return v.reshape(-1, *v.shape[-3:])\n\n\n");
}

// What sides of products are in tests: sizes that end within a tile.
static uint32_t tested_size(size_t size) { return 50 + 20 * static_cast<uint32_t>(size); }

std::string side_shape(const MatrixSide& operand) {
    const uint32_t size = tested_size(operand.size);
    if (operand.side == MatrixSide::Side::Left) return fmt::format("[*shape[:-1], {}]", size);
    std::string down = std::to_string(size), across = "shape[-1]";
    if ((operand.side == MatrixSide::Side::Last) != operand.transposed) std::swap(down, across);
    return fmt::format("[{}{}, {}]", operand.one ? "" : "*shape[:-2], ", down, across);
}

namespace {

std::string letters_of(Dims dims) {
    std::string text;
    for (const auto& [dim, letter] : {std::pair{kN, 'N'}, std::pair{kC, 'C'}, std::pair{kH, 'H'}, std::pair{kW, 'W'}}) {
        if ((dims & dim) != 0) text += letter;
    }
    return text;
}

std::string common(const Plan& plan) {
    std::string required, optional;
    for (const SpecInput& input : plan.spec.inputs) {
        const std::string side = input.operand.is() ? side_shape(input.operand) : "";
        const std::string gathered = fmt::format("of_dims(shape, \"{}\")", letters_of(input.dims));
        const char* shape = input.operand.is()                  ? side.c_str()
                            : input.dims == kAllDims            ? "shape"
                            : plan.gathered()                   ? gathered.c_str()
                            : input.shape == InputShape::Column ? "[*shape[:-1], 1]"
                            : input.tile                        ? "[1, shape[-1]]"
                                                                : "[shape[-1]]";
        std::string& made = input.optional ? optional : required;
        const char* layout = input.tile ? ", ttnn.TILE_LAYOUT" : "";
        if (input.integer()) {
            const auto [low, end] = whole_numbers(input);
            made += fmt::format("    tensors[\"{}\"] = integers(device, {}, ttnn.{}, {}, {}{})\n", input.name, shape,
                                input.dtypes.front(), low, end, layout);
        } else {
            made += fmt::format("    tensors[\"{}\"] = rows(device, {}{})\n", input.name, shape, layout);
        }
    }
    std::string text = fmt::format(
        "\"\"\"What the stage tests of {0} share.\"\"\"\n\nimport torch\nimport ttnn\n\n\n"
        "def rows(device, shape, layout=None):\n    \"\"\"A bfloat16 tensor of random values.\"\"\"\n"
        "    layout = ttnn.ROW_MAJOR_LAYOUT if layout is None else layout\n"
        "    return ttnn.from_torch(torch.randn(shape), dtype=ttnn.bfloat16, layout=layout, device=device)\n\n\n"
        "{3}{2}def arguments(device, shape):\n    \"\"\"The required inputs.\"\"\"\n    tensors = {{}}\n{1}    return "
        "tensors\n",
        plan.spec.name, required,
        !plan.gathered() ? ""
                         : "def of_dims(shape, dims):\n    \"\"\"1 along the dimensions that are not named.\"\"\"\n"
                           "    letters = (\"N\" * len(shape) + \"CHW\")[-len(shape) :]\n"
                           "    return [size if letter in dims else 1 for size, letter in zip(shape, letters)]\n\n\n",
        random_integers(plan.spec));
    text += fmt::format(
        "\n\ndef all_arguments(device, shape):\n    \"\"\"The required inputs and the optional ones.\"\"\"\n"
        "    tensors = arguments(device, shape)\n{}    return tensors\n",
        optional);
    return text;
}

std::string validation_tests(const Spec& spec) {
    const SpecInput& first = spec.first_rows();
    if (first.integer()) {
        return fmt::format(
            "def test_wrong_rank(device):\n    arguments_ = arguments(device, [32, 32])\n"
            "    arguments_[\"{1}\"] = integers(device, [32], ttnn.{3}, 0, 2)\n"
            "    with pytest.raises(RuntimeError, match=\"rank\"):\n        ttnn.{0}(**arguments_)\n\n\n"
            "def test_wrong_layout(device):\n    arguments_ = arguments(device, [32, 32])\n"
            "    arguments_[\"{1}\"] = integers(device, [32, 32], ttnn.{3}, 0, 2, ttnn.{2}_LAYOUT)\n"
            "    with pytest.raises(RuntimeError, match=\"layout\"):\n        ttnn.{0}(**arguments_)\n\n\n"
            "def test_wrong_dtype(device):\n    arguments_ = arguments(device, [32, 32])\n"
            "    arguments_[\"{1}\"] = rows(device, [32, 32])\n"
            "    with pytest.raises(RuntimeError, match=\"dtype\"):\n        ttnn.{0}(**arguments_)\n",
            spec.name, first.name, first.tile ? "ROW_MAJOR" : "TILE", first.dtypes.front());
    }
    return fmt::format(
        "def test_wrong_rank(device):\n    arguments_ = arguments(device, [32, 32])\n"
        "    arguments_[\"{1}\"] = rows(device, [32])\n"
        "    with pytest.raises(RuntimeError, match=\"rank\"):\n        ttnn.{0}(**arguments_)\n\n\n"
        "def test_wrong_layout(device):\n    arguments_ = arguments(device, [32, 32])\n"
        "    arguments_[\"{1}\"] = rows(device, [32, 32], ttnn.{2}_LAYOUT)\n"
        "    with pytest.raises(RuntimeError, match=\"layout\"):\n        ttnn.{0}(**arguments_)\n",
        spec.name, spec.first_rows().name, spec.first_rows().tile ? "ROW_MAJOR" : "TILE");
}

// The bound of the C++ stage is derived from the phases, element by element; here one bfloat16 step and a little of
// the row's largest element have to do.
std::string correctness_of_several(const Plan& plan) {
    const Spec& spec = plan.spec;
    return fmt::format(
        "@pytest.mark.parametrize(\"shape\", ([32, 32], [1, 1, 1, 1], [2, 33, 100], [1, 2, 64, 96]))\n"
        "def test_correctness(device, shape):\n    \"\"\"Against the formula in float64.\"\"\"\n"
        "    torch.manual_seed(42)\n    arguments_ = all_arguments(device, shape)\n"
        "    all_expected = reference.formula(**{{name: ttnn.to_torch(tensor) for name, tensor in "
        "arguments_.items()}})\n"
        "    results = ttnn.{0}(**arguments_)\n    assert len(results) == len(all_expected) == {1}\n"
        "    for result, expected in zip(results, all_expected):\n"
        "        got = ttnn.to_torch(result).double().reshape(expected.shape)\n"
        "        largest = expected.abs().amax(-1, keepdim=True)\n"
        "        torch.testing.assert_close(got / largest, expected / largest, rtol={2}, atol={3}, "
        "equal_nan=True)\n\n\n"
        "def test_twin_gives_the_same(device):\n    \"\"\"The generic_op runs the same kernels, so "
        "not a bit may differ.\"\"\"\n    torch.manual_seed(42)\n"
        "    for make in (arguments, all_arguments):\n"
        "        arguments_ = make(device, [2, 33, 100])\n"
        "        for expected, got in zip(ttnn.{0}(**arguments_), twin(**arguments_), strict=True):\n"
        "            wanted = ttnn.to_torch(expected)\n"
        "            assert torch.equal(ttnn.to_torch(got)[..., : wanted.shape[-1]], wanted)\n",
        spec.name, plan.results.size(), spec.rtol ? number_text(*spec.rtol) : "2**-7",
        spec.atol ? number_text(*spec.atol) : "2**-12");
}

std::string correctness_tests(const Plan& plan) {
    if (plan.results.size() > 1) return correctness_of_several(plan);
    const Spec& spec = plan.spec;
    return fmt::format(
        "@pytest.mark.parametrize(\"shape\", ([32, 32], [1, 1, 1, 1], [2, 33, 100], [1, 2, 64, 96]))\n"
        "def test_correctness(device, shape):\n    \"\"\"Against the formula in float64.\"\"\"\n"
        "    torch.manual_seed(42)\n    arguments_ = all_arguments(device, shape)\n"
        "    expected = reference.formula(**{{name: ttnn.to_torch(tensor) for name, tensor in arguments_.items()}})\n"
        "    got = ttnn.to_torch(ttnn.{0}(**arguments_)).double(){3}\n"
        "    assert got.shape == expected.shape\n"
        "    largest = expected.abs().amax(-1, keepdim=True)\n"
        "    torch.testing.assert_close(got / largest, expected / largest, rtol={1}, atol={2}, equal_nan=True)\n\n\n"
        "def test_twin_gives_the_same(device):\n    \"\"\"The generic_op runs the same kernels, so "
        "not a bit may differ.\"\"\"\n    torch.manual_seed(42)\n"
        "    for make in (arguments, all_arguments):\n"
        "        arguments_ = make(device, [2, 33, 100])\n"
        "        expected = ttnn.to_torch(ttnn.{0}(**arguments_))\n"
        "        got = ttnn.to_torch(twin(**arguments_))[..., : expected.shape[-1]]\n"
        "        assert torch.equal(got, expected)\n",
        spec.name, spec.rtol ? number_text(*spec.rtol) : "2**-7",
        spec.atol             ? number_text(*spec.atol)
        : spec.has_operands() ? "2**-9"
                              : "2**-12",
        plan.gathered() ? ".reshape(expected.shape)" : "");
}

std::string python_stage(const Plan& plan, int stage) {
    const std::string& name = plan.spec.name;
    const char* gate = kGates[stage - 1];
    std::string imports = "import ttnn\n", body;
    switch (stage) {
        case 1: body = fmt::format("def test_api_exists():\n    assert callable(ttnn.{})\n", name); break;
        case 2:
            imports = fmt::format("import pytest\nimport ttnn\n\nfrom common import arguments, {}rows\n",
                                  plan.spec.first_rows().integer() ? "integers, " : "");
            body = validation_tests(plan.spec);
            break;
        case 7:
            imports = fmt::format(
                "import pathlib\nimport sys\n\nimport pytest\nimport torch\nimport ttnn\n\n"
                "import reference\nfrom common import all_arguments, arguments\n\n"
                "sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))\nfrom python import {} as twin  # noqa: "
                "E402\n",
                name);
            body = correctness_tests(plan);
            break;
        default:
            imports += plan.gathered() && plan.column_result ? "\nfrom common import arguments, of_dims\n"
                                                             : "\nfrom common import arguments\n";
            body = fmt::format(
                "def test_{1}(device):\n    for shape in ([32, 32], [2, 33, 100]):\n"
                "        result = ttnn.{0}(**arguments(device, shape)){3}\n"
                "        assert isinstance(result, ttnn.Tensor)\n"
                "        assert [*result.shape] == {2}\n",
                name, gate,
                plan.spec.last        ? fmt::format("[*shape[:-1], {}]", tested_size(plan.spec.sizes - 1))
                : !plan.column_result ? "shape"
                : plan.gathered()     ? fmt::format("of_dims(shape, \"{}\")", letters_of(plan.output_dims()))
                                      : "[*shape[:-1], 1]",
                plan.results.size() > 1 ? "[0]" : "");
    }
    return fmt::format("\"\"\"Stage {} of {}: {}.\"\"\"\n\n{}\n\n{}", stage, name, gate, imports, body);
}

}  // namespace

std::map<std::string, std::string> test_files(const Plan& plan) {
    const std::string& name = plan.spec.name;
    std::map<std::string, std::string> files;
    files[fmt::format("tests/{}_stage_test.cpp", name)] = stage_test(plan);
    files["test_dev/conftest.py"] = conftest(name);
    files["test_dev/common.py"] = common(plan);
    files["test_dev/reference.py"] = torch_reference(plan);
    for (int stage = 1; stage <= 7; ++stage) {
        files[fmt::format("test_dev/test_stage{}_{}.py", stage, kGates[stage - 1])] = python_stage(plan, stage);
    }
    return files;
}

}  // namespace tilewright::workshop::rows
