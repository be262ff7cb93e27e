// What an op is: its inputs, parameters and mathematics, read from a TOML file. Everything a spec says is checked here
// or in plan/lower.cpp, and every refusal points at its place in the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workshop/spec/dims.hpp"
#include "workshop/spec/domain.hpp"
#include "workshop/spec/formula.hpp"
#include "workshop/spec/operands.hpp"
#include "workshop/spec/plan_choice.hpp"
#include "workshop/spec/source.hpp"

namespace tilewright::workshop::rows {

// What an input is to the rows of the formula. Rows: values of its own for them. Row: one row for all. Column: one
// value per row.
enum class InputShape { Rows, Row, Column };

// int32, uint32, uint16.
bool is_integer(const std::string& dtype);

struct SpecInput {
    std::string name;
    InputShape shape = InputShape::Rows;
    Dims dims = kAllDims;  // along which its values differ; its tensor has the size 1 along the others
    MatrixSide operand;    // of a product: then it is no row, and dims are those of its matrices
    std::vector<std::string> dtypes = {"bfloat16", "float32"};
    bool tile = false;  // tile layout; row-major without
    bool optional = false;
    uint32_t least_rank = 2, most_rank = 0;  // most 0: any
    uint32_t width_multiple = 1;
    Domain domain;  // of its values
    std::string doc;
    Position position;

    // Kernels make float32 numbers of its elements where the formula uses them. Such an input has one dtype.
    bool integer() const { return is_integer(dtypes.front()); }
};

// Of an input that has integers, whole numbers of its domain near 0 for random data: the least one, and the one after
// the largest.
std::pair<long, long> whole_numbers(const SpecInput& input);

struct SpecParameter {
    std::string name;
    bool integer = false;
    bool condition = false;  // true or false, which formulas take as 1 or 0
    double value = 0;        // the default
    std::optional<double> least, most, above, below;
    std::string doc;
    Position position;

    std::string range() const;  // "> 0", "-1 to 1", "" without bounds
    const char* python_type() const { return condition ? "bool" : integer ? "int" : "float"; }
    const char* cpp_type() const { return condition ? "bool" : integer ? "int32_t" : "float"; }
    // The default as Python or C++ writes it.
    std::string default_text(bool python) const;
};

// left @ right: inputs.
struct SpecProduct {
    size_t left = 0, right = 0;
};

// A plan for calls of one shape, as the card's clock has found it.
struct SpecPlan {
    std::vector<uint32_t> shape;  // of the rows
    std::string plan;             // "tiles-resident,block=8,depth=2"
    double ns = 0;
    std::vector<std::string> others;  // the next ones, with their times
    Position position;
};

struct Spec {
    Source source;
    std::string name, category = "normalization", doc;
    std::string formula;
    size_t formula_begin = 0;  // offset in the source
    std::vector<SpecInput> inputs;
    std::vector<SpecParameter> parameters;
    // Without both the bound derived from the phases is what a result is held to.
    std::optional<double> rtol, atol;
    std::vector<std::string> outputs;  // values of the formula, where there are several results; else empty
    std::vector<Position> output_positions;
    bool output_tile = false;  // layout of the result: that of the first input, unless the spec says otherwise
    std::map<std::string, uint32_t> cb_indices;  // by the name of the value a CB holds
    std::map<std::string, Position> cb_positions;
    std::optional<std::pair<uint32_t, uint32_t>> grid;
    PlanChoice plan = PlanChoice::Automatic;
    std::vector<std::vector<uint32_t>> shapes;  // that it is meant for: `new` asks the clock for their plans
    std::vector<SpecPlan> plans;
    Dims reduced = kW;  // what reductions go along: a row is what they fold
    // Rows are no sticks, or an input repeats along other dimensions than a row or a column does: kernels gather rows
    // tile by tile.
    bool gathered = false;
    std::vector<SpecProduct> products;  // that are values of the formula
    std::optional<size_t> last;         // the right side of result @ right
    size_t sizes = 0;                   // beside those of the rows: of left sides in their order, then of the result

    bool has_operands() const { return sizes != 0; }
    const SpecInput* find_input(const std::string& wanted) const;
    // Some tensor is in tile layout, so that every matrix begins with a tile-row of its own.
    bool in_matrices() const;
    // Some input has integers, which the unpacker takes to a 32-bit DST only.
    bool needs_wide_dst() const;
    const SpecInput& first_rows() const;  // the input whose shape, device and memory the result takes
};

Spec parse_spec(const Source& source);
Spec read_spec(const std::filesystem::path& file);

// What is said about the free names of a formula, beside what their names say.
struct Declared {
    std::vector<std::string> inputs = {};  // of the shape of the rows
    std::vector<std::string> row_inputs = {}, column_inputs = {}, optional_inputs = {};
    std::vector<std::string> parameters = {};  // "alpha=0.5"
};

// A spec for the impatient: inputs and parameters are the free names of the formula. eps and epsilon are parameters
// (1e-5); gamma, beta, weight and bias are row inputs; right sides of products that begin with w are one matrix for
// all; everything else has the shape of the rows. A name that is one letter away from another that means something is
// refused unless it is declared (TW4112), and so is what is declared and not used (TW4116).
std::string spec_text(const std::string& name, const std::string& formula, const Declared& declared);

const std::vector<std::string>& function_names();

}  // namespace tilewright::workshop::rows
