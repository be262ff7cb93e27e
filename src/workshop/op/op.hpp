// An op as the workshop sees it: its name, what it takes, how to call it, its CB plan and its float64 reference. Every
// command that works on ops (run, sweep, stage, check, mutate, accuracy, analyse) works on what is registered here.
//
// An op says what it is in the function that its <op>_entry.cpp exports. Whoever lists ops (ops/common/seed_ops.cpp) or
// loads a folder (workshop/load) calls it and registers the answer:
//
//     extern "C" void tilewright_op_centralize_w_rm(tilewright::workshop::OpDefinition& op) {
//         op = {
//             .name = "centralize_w_rm",
//             .mathematics = "x - mean(x)",
//             .inputs = {{.name = "input_tensor"}},
//             .call = [](const OpCall& call) { return ttnn::centralize_w_rm(call.input(), call.memory_config); },
//             .plan = [](const OpCase& request, const PlanRoom& room) { return make_plan(...); },
//             .reference = [](const OpCase& request, const OpData& data) { return ...; },
//             .register_documentation = [] { ... },
//         };
//     }
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"
#include "workshop/op/row_program.hpp"
#include "workshop/spec/dims.hpp"
#include "workshop/spec/domain.hpp"
#include "workshop/spec/operands.hpp"

namespace tilewright::workshop {

struct OpCase;
struct OpData;
struct Reference;

// Data an op is tried on.
enum class Pattern {
    Normal,     // mean 0, deviation 1
    Uniform,    // -8 to 8
    Constant,   // every row one value
    Ramp,       // 0, 1, ... 31, 0, 1 ...
    LargeMean,  // 1000, spread 1
    Tiny,       // 1e-12
    Outlier,    // one huge element per row
};
const char* pattern_name(Pattern pattern);
std::vector<Pattern> all_patterns();

// The shape of a tensor argument, beside the [..., W] of the first one.
enum class InputShape : uint8_t {
    Rows,    // the same shape
    Row,     // [W], [1, W] or [1, 1, 1, W]: one row for all
    Column,  // [..., 1]: one value per row
};

struct OpInput {
    std::string name;  // as errors of the op call it
    InputShape shape = InputShape::Rows;
    bool optional = false;
    double mean = 0;       // of made-up values of inputs after the first
    double deviation = 1;  // of them
    Domain domain = {};    // what made-up values keep to
    bool tile = false;     // in tile layout
    Dims dims = kAllDims;  // Rows: along which it differs; it has the size 1 along the others
    MatrixSide operand = {};  // a side of a product of matrices
    std::optional<ttnn::DataType> integer = {};  // it has integers, of this dtype and no other

    // Beside rows of this shape; `row_rank`: of one row for all; `sizes`: those of sides of products.
    std::vector<uint32_t> shape_beside(const std::vector<uint32_t>& rows, uint32_t row_rank = 1,
                                       const std::vector<uint32_t>& sizes = {}) const;
    ttnn::Layout layout() const { return tile ? ttnn::Layout::TILE : ttnn::Layout::ROW_MAJOR; }
};

struct OpParameter {
    std::string name;
    double value = 0;           // by default
    std::vector<double> tries;  // values that sweeps draw from, besides the default
    std::vector<double> wrong;  // values that must be refused with an error that names the parameter
};

// What the op is called with. An op ignores what it has no argument for; OpDefinition says what that is.
struct OpCall {
    std::vector<std::optional<ttnn::Tensor>> tensors;  // as OpDefinition::inputs
    std::vector<double> parameters;                    // as OpDefinition::parameters
    std::optional<ttnn::MemoryConfig> memory_config;
    std::optional<ttnn::DeviceComputeKernelConfig> compute_kernel_config;
    std::optional<ttnn::DataType> dtype;
    std::optional<ttnn::CoreCoord> core_grid;
    RowMath math = RowMath::Sfpu;
    std::string plan;  // what plans are asked to be; empty: what the device asks

    const ttnn::Tensor& input(size_t index = 0) const { return *tensors.at(index); }
    std::optional<const ttnn::Tensor> optional_input(size_t index) const;
};

// One of several results.
struct OpResult {
    std::string name;
    bool reduces = false;  // it has the size 1 along what the op reduces
};

struct OpDefinition {
    std::string name;
    std::string mathematics;      // per row x of length W
    std::vector<OpInput> inputs;  // the first gives the rows
    std::vector<OpParameter> parameters = {};
    bool reduces = false;      // the output has the size 1 along what it reduces (the last dimension padded: 32)
    Dims reduced = kW;         // what that is; rows of data are along it
    bool gathered = false;     // rows are gathered tile by tile: they are no sticks
    bool tile_output = false;  // the output is in tile layout
    std::vector<ttnn::DataType> dtypes = {ttnn::DataType::BFLOAT16, ttnn::DataType::FLOAT32};
    std::vector<Pattern> patterns = all_patterns();
    // Whether calls have these arguments.
    bool has_dtype = true;
    bool has_core_grid = true;
    bool has_compute_kernel_config = true;
    bool has_math = false;
    bool takes_shards = false;  // inputs and results may be in shards
    bool needs_wide_dst = false;  // a 16-bit DST is refused
    bool has_plans = false;     // its plan heeds what is asked for (PlanRoom::ask)
    // Where its formula has products of matrices: how many sizes its tensors have beside those of the rows, and whether
    // the result is as wide as the last of them. The rows are those of the products then, not those of the first input.
    size_t sizes = 0;
    bool wide_as_last = false;
    // Shapes that it takes.
    uint32_t width_multiple = 1;
    uint32_t least_rank = 2, most_rank = 0;  // most 0: any

    std::function<ttnn::Tensor(const OpCall& call)> call;  // the first result
    // Where there are several results: all of them, and what they are. Values of a case are those of all, one result
    // after the other.
    std::function<std::vector<ttnn::Tensor>(const OpCall& call)> call_all = {};
    std::vector<OpResult> results = {};
    std::function<OpPlan(const OpCase& request, const PlanRoom& room)> plan;
    std::function<Reference(const OpCase& request, const OpData& data)> reference;
    std::function<void()> register_documentation;
    // The formula as it stands, in plain arithmetic: float32, or bfloat16 where DST has 16 bits. What a bound cannot
    // judge is held against it.
    std::function<std::vector<double>(const OpCase& request, const OpData& data)> plain = {};
    // Which step of the formula has no value within its error, where a bound promises nothing; may be empty.
    std::function<std::string(const OpCase& request, const OpData& data)> loses = {};
    std::function<OpData(const OpCase& request)> data = {};  // empty: default_data

    // Where the op's files lie; whoever loads a folder sets it. Empty: among the shipped ops.
    std::filesystem::path folder = {};

    size_t input_index(const std::string& input_name) const;  // throws when there is none
    bool in_matrices() const;  // some tensor is in tile layout: every matrix begins with a tile-row of its own
    // A shape that the op takes and that is as near to this one as that allows.
    std::vector<uint32_t> fitted(std::vector<uint32_t> shape) const;
    // Where rows are gathered: a shape with rows about as many and as long as those of this one along W.
    std::vector<uint32_t> turned(const std::vector<uint32_t>& shape) const;
};

// Ops are known by their address; the definition stays where it is until the process ends.
using Op = const OpDefinition*;

// A second op of the same name hides the first. It throws nothing, because entries of older folders call it from static
// initialisers: one without what every op has is not registered (nullptr), and registration_problems() says why.
Op register_op(OpDefinition definition);
std::vector<std::string> registration_problems();
Op find_op(const std::string& name);  // nullptr: there is none
std::vector<Op> all_ops();            // in the order of their names
// Ops registered so far, hidden ones included: what a folder registers is what comes after it was loaded.
std::vector<Op> registrations();
void set_folder(Op op, const std::filesystem::path& folder);

// Registers the documentation of all ops that are there; doing it twice changes nothing.
void register_documentation();

// A kernel of a registered op: <folder>/device/kernels/<file>. Of several ops of the name it is that whose call is
// being made, else the shipped one, else the latest.
std::string kernel_path(const std::string& op, const std::string& file);
// The folder that includes like "ops/common/kernels/row_math.hpp" start from.
std::vector<std::filesystem::path> kernel_includes();

}  // namespace tilewright::workshop
