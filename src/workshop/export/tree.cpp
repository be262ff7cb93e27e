// What stands around the host code of an exported op: build lists, its pytest, and the page that says how to use it.
#include <fmt/format.h>

#include "base/error.hpp"
#include "workshop/export/cpp_names.hpp"
#include "workshop/gen/folder.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/gen/text.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::exported {

std::string op_path(const std::string& op, Form form) {
    return (form == Form::Cpp ? "ttnn/cpp/ttnn/operations/" : "ttnn/ttnn/operations/") + op;
}

namespace {

constexpr const char* kSources = R"text(# Source files for ttnn_op_@op@.

set(TTNN_OP_@OP@_API_HEADERS @op@.hpp)

set(TTNN_OP_@OP@_SRCS
    @op@.cpp
    device/@op@_device_operation.cpp
    device/@op@_plan.cpp
    device/@op@_program_factory.cpp
)

set(TTNN_OP_@OP@_NANOBIND_SRCS @op@_nanobind.cpp)
)text";

constexpr const char* kCmake = R"text(include(sources.cmake)

add_library(ttnn_op_@op@ ${LIB_TYPE})
add_library(TTNN::Ops::@Type@ ALIAS ttnn_op_@op@)

tt_reuse_precompile_headers(ttnn_op_@op@ TTNN::PCHFull)
TT_ENABLE_UNITY_BUILD(ttnn_op_@op@)

file(GLOB_RECURSE kernels device/kernels/*)

target_sources(
    ttnn_op_@op@
    PUBLIC
        FILE_SET api
        TYPE HEADERS
        BASE_DIRS ${FixmeOpAPIDir}
        FILES ${TTNN_OP_@OP@_API_HEADERS}
        FILE_SET kernels
        TYPE HEADERS
        BASE_DIRS ${CMAKE_CURRENT_SOURCE_DIR}
        FILES ${kernels}
    PRIVATE
        ${TTNN_OP_@OP@_SRCS}
)

target_link_libraries(ttnn_op_@op@ PRIVATE TT::Metalium PUBLIC TTNN::Core)

install(
    TARGETS
        ttnn_op_@op@
    FILE_SET
    kernels
        DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/tt-metalium/@path@
        COMPONENT ttnn-runtime
)

install(TARGETS ttnn_op_@op@ FILE_SET api COMPONENT ttnn-dev LIBRARY COMPONENT tar)

if(TARGET ttnn)
    target_sources(ttnn PRIVATE ${TTNN_OP_@OP@_NANOBIND_SRCS})
endif()
)text";

constexpr const char* kReadmeCpp = R"text(# @op@

@doc@

```
@formula_text@
```

| part | where |
|---|---|
| the call | `@op@.hpp`, `@op@.cpp`, Python: `@op@_nanobind.cpp` |
| validation, output, hash | `device/@op@_device_operation.cpp` |
| circular buffers by shape and free L1 | `device/@op@_plan.cpp` |
| work split, kernels, arguments | `device/@op@_program_factory.cpp` |
| kernels | `device/kernels/` |
| test | `tests/ttnn/unit_tests/operations/@op@/test_@op@.py` |

## Build

@wiring@

```sh
./build_metal.sh
pytest tests/ttnn/unit_tests/operations/@op@/test_@op@.py
```
)text";

constexpr const char* kWiring = R"text(Two files of the tree name its ops:

- `ttnn/cpp/ttnn/operations/CMakeLists.txt`: `add_subdirectory(@op@)`; `TTNN::Ops::@Type@` in the list of
  `target_link_libraries(ttnn_op_operations_shared ...)` and `$<TARGET_OBJECTS:TTNN::Ops::@Type@>` in the list of
  `target_sources(ttnn_op_operations_shared ...)`
- `ttnn/cpp/ttnn-nanobind/__init__.cpp`: `#include "ttnn/operations/@op@/@op@_nanobind.hpp"`, and beside the other ops

```cpp
auto m_@op@ = mod.def_submodule("@op@", "@op@ operations");
@op@::bind_@op@_operation(m_@op@);
```
)text";

constexpr const char* kReadmePython = R"text(# @op@

@doc@

```
@formula_text@
```

`@op@.py` allocates the result and runs the program that `@op@_program_descriptor.py` describes, on the kernels in
`kernels/`. Nothing is built: a tree that has `ttnn.generic_op` runs it as it is.

```python
from ttnn.operations.@op@ import @op@
```

```sh
pytest tests/ttnn/unit_tests/operations/@op@/test_@op@.py
```
)text";

constexpr const char* kTest = R"text(# SPDX-License-Identifier: Apache-2.0

@reference@


SHAPES = ([32, 32], [1, 1, 1, 1], [2, 33, 100], [1, 2, 64, 96], [3, 40, 1056], [1, 1, 8192, 64])


def random_rows(device, shape, dtype, layout=ttnn.ROW_MAJOR_LAYOUT):
    return ttnn.from_torch(torch.randn(shape), dtype=dtype, layout=layout, device=device)


@random_integers@
def tensors(device, shape, dtype):
    """Every input of the op."""
    return {
        @inputs@
    }


def check(result, expected, dtype):
    """One value per row is held against the largest of all rows, others against the largest of their row."""
    got = ttnn.to_torch(result).double()@column@
    assert got.shape == expected.shape
    largest = expected.abs().nan_to_num(0, 0, 0)
    largest = (largest.amax(-1, keepdim=True) if expected.shape[-1] > 1 else largest.amax()).clamp(min=1e-30)
    rtol, atol = @tolerances@
    torch.testing.assert_close(got / largest, expected / largest, rtol=rtol, atol=atol, equal_nan=True)


@pytest.mark.parametrize("dtype", (ttnn.bfloat16, ttnn.float32))
@pytest.mark.parametrize("shape", SHAPES)
def test_@op@(device, shape, dtype):
    """Against the formula in float64; the second call takes the program from the cache."""
    torch.manual_seed(42)
    for _ in range(2):
        arguments = tensors(device, shape, dtype)
        expected = formula(**{name: ttnn.to_torch(tensor) for name, tensor in arguments.items()})
        @compare@
@optional_test@
)text";

constexpr const char* kRandomIntegers =
    R"text(def random_integers(device, shape, low, end, dtype, layout=ttnn.ROW_MAJOR_LAYOUT):
    values = torch.randint(low, end, tuple(shape), dtype=torch.int32)
    return ttnn.from_torch(values, dtype=dtype, layout=layout, device=device)


)text";
constexpr const char* kCompareOne = R"text(check(@callee@(**arguments), expected, dtype)
)text";
constexpr const char* kCompareSeveral = R"text(results = @callee@(**arguments)
assert len(results) == len(expected)
for result, wanted in zip(results, expected):
    check(result, wanted, dtype)
)text";

constexpr const char* kOptionalTest = R"text(

def test_@op@_without_optional_inputs(device):
    torch.manual_seed(42)
    arguments = tensors(device, [2, 33, 100], ttnn.bfloat16)
    for name in (@optional_names@,):
        del arguments[name]
    assert ttnn.to_torch(@callee@(**arguments)@of_first@)@optional_shape@
)text";

// The sizes of `shape` along some dimensions, 1 along the others.
std::string of_dims(Dims dims) {
    std::string letters;
    for (const auto& [dim, letter] : {std::pair{kN, 'N'}, std::pair{kC, 'C'}, std::pair{kH, 'H'}, std::pair{kW, 'W'}}) {
        if ((dims & dim) != 0) letters += letter;
    }
    return fmt::format("[s if d in \"{}\" else 1 for s, d in zip(shape, \"NNNNNCHW\"[-len(shape) :])]", letters);
}

}  // namespace

Files build_files(const Gaps& gaps) {
    return {{"CMakeLists.txt", filled(kCmake, gaps)}, {"sources.cmake", filled(kSources, gaps)}};
}

std::string readme(const ExportRequest& request) {
    const rows::Spec& spec = request.plan.spec;
    Gaps gaps = common_gaps(request);
    gaps["doc"] = rows::markdown_text(spec.doc.empty() ? spec.formula : spec.doc);
    gaps["formula_text"] = spec.formula;
    gaps["wiring"] = filled(kWiring, gaps);
    return filled(request.form == Form::Cpp ? kReadmeCpp : kReadmePython, gaps);
}

std::string pytest_file(const ExportRequest& request) {
    const rows::Spec& spec = request.plan.spec;
    Gaps gaps = common_gaps(request);
    std::vector<std::string> inputs, optional;
    for (const rows::SpecInput& input : spec.inputs) {
        const std::string shape = input.operand.is()                     ? rows::side_shape(input.operand)
                                  : input.dims == kAllDims               ? "shape"
                                  : spec.gathered                        ? of_dims(input.dims)
                                  : input.shape == rows::InputShape::Row ? "[shape[-1]]"
                                                                         : "[*shape[:-1], 1]";
        const std::string dtype = input.dtypes.size() == 1 ? "ttnn." + input.dtypes[0] : "dtype";
        if (input.optional) optional.push_back("\"" + input.name + "\"");
        if (input.integer()) {
            const auto [low, end] = rows::whole_numbers(input);
            inputs.push_back(fmt::format("\"{}\": random_integers(device, {}, {}, {}, ttnn.{}{})", input.name, shape,
                                         low, end, input.dtypes[0], input.tile ? ", ttnn.TILE_LAYOUT" : ""));
            continue;
        }
        inputs.push_back(fmt::format("\"{}\": random_rows(device, {}, {}{})", input.name, shape, dtype,
                                     input.tile ? ", ttnn.TILE_LAYOUT" : ""));
    }
    // The matrix unit reads float32 as TF32, and aligns what it adds.
    gaps["tolerances"] =
        spec.has_operands() ? "(2**-7, 2**-8)" : "(2**-7, 2**-12) if dtype == ttnn.bfloat16 else (2**-10, 2**-14)";
    gaps["inputs"] = lines_of(inputs, ",");
    gaps["random_integers"] = spec.needs_wide_dst() ? kRandomIntegers : "";
    const bool cpp = request.form == Form::Cpp;
    gaps["callee"] = (cpp ? "ttnn." : "") + spec.name;
    // The Python form gives the padded stick.
    const bool padded = request.plan.column_result && (request.plan.program.reduced & kW) != 0;
    const bool several = request.plan.results.size() > 1;
    gaps["of_first"] = several ? "[0]" : "";
    gaps["compare"] = filled(several ? kCompareSeveral : kCompareOne, gaps);
    gaps["column"] =
        several ? "[..., : expected.shape[-1]].reshape(expected.shape)"
                : std::string(!cpp && padded ? "[..., :1]" : "") + (spec.gathered ? ".reshape(expected.shape)" : "");
    gaps["optional_shape"] =
        request.plan.column_result && spec.gathered ? ".numel() > 0" : ".shape[:-1] == torch.Size([2, 33])";
    gaps["optional_names"] = fmt::format("{}", fmt::join(optional, ", "));
    gaps["optional_test"] = optional.empty() ? "" : filled(kOptionalTest, gaps);
    // The reference is a module of its own in generated folders; here it is the beginning of the test.
    std::string reference = rows::torch_reference(request.plan);
    const std::string imports = "\n\nimport torch as _torch\n";
    const size_t at = reference.find(imports);
    if (at == std::string::npos) throw InternalError("export: the reference imports torch in another way");
    reference.replace(at, imports.size(),
                      "\n\nimport pytest\nimport torch\nimport torch as _torch\nimport ttnn\n" +
                          (cpp ? "" : fmt::format("from ttnn.operations.{0} import {0}\n", spec.name)));
    gaps["reference"] = reference;
    return filled(kTest, gaps);
}

Files exported_files(const ExportRequest& request) {
    const std::string& op = request.plan.spec.name;
    const bool cpp = request.form == Form::Cpp;
    const std::string folder = op_path(op, request.form) + "/";
    Files files;
    for (auto& [name, text] : cpp ? cpp_host_files(request) : python_host_files(request)) {
        files[folder + name] = text;
    }
    const std::string kernels = folder + (cpp ? "device/kernels/" : "kernels/");
    Files sources = request.kernels.empty() ? rows::kernel_files(request.plan) : request.kernels;
    for (auto& [name, text] : sources) files[kernels + name] = "// SPDX-License-Identifier: Apache-2.0\n\n" + text;
    files[folder + "README.md"] = readme(request);
    files[fmt::format("tests/ttnn/unit_tests/operations/{0}/test_{0}.py", op)] = pytest_file(request);
    return files;
}

}  // namespace tilewright::workshop::exported
