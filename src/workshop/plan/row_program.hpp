// Row programs: the mathematics of an op as a list of nodes in an order in which each can be evaluated. A value is a
// block (rows x W), a column (rows x 1), a row (1 x W) or a scalar; a node is elementwise with broadcasting, or a
// reduction. A row is along W, or along whatever dimensions the reductions of the formula go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workshop/spec/spec.hpp"

namespace tilewright::workshop::rows {

// Matrix: a side of a product, which nothing but the product takes.
enum class Shape : uint8_t { Scalar, Row, Column, Block, Matrix };
const char* shape_name(Shape shape);  // "a scalar", "[1,W]", "[rows,1]", "[rows,W]"

enum class Op : uint8_t {
    Input,
    Product,  // of two inputs, left and right; compute makes its tiles where another input's would be read
    Parameter,
    Constant,
// Functions of one tile, and of numbers: functions.def.
#define ONE(Name, ...) Name,
#define TWO(...)
#include "workshop/plan/functions.def"
#undef ONE
#undef TWO
    Add,
    Sub,
    Mul,
    Div,
    Power,
    Min,
    Max,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
#define ONE(...)
#define TWO(Name, ...) Name,
#include "workshop/plan/functions.def"
#undef ONE
#undef TWO
    Where,
    // Along W: the sum, the sum divided by W, extremes, and the first element. A mean with a second argument, a column,
    // is that column plus the mean of the first argument: the distances from it.
    SumOf,
    MeanOf,
    MaxOf,
    MinOf,
    FirstOf,
};
const char* op_name(Op op);
// The elementwise operation that a formula writes as `text`: "sqrt" of one value, "<=" or "max" of two.
std::optional<Op> unary_op(const std::string& text);
std::optional<Op> binary_op(const std::string& text);
// What an elementwise operation gives, in float64; comparisons give 1 or 0. `numbers`: of a function that has some.
double value_of(Op op, double a, double b = 0, const double* numbers = nullptr);
inline bool is_leaf(Op op) { return op <= Op::Constant; }
inline bool is_unary(Op op) { return op > Op::Constant && op < Op::Add; }
inline bool is_binary(Op op) { return op >= Op::Add && op < Op::Where; }
inline bool is_function(Op op) { return is_unary(op) || (op > Op::NotEqual && op < Op::Where); }
inline bool is_comparison(Op op) { return op >= Op::Less && op <= Op::NotEqual; }
inline bool is_reduction(Op op) { return op >= Op::SumOf; }

// When a node takes part. With the condition false its value is that of its first argument.
inline constexpr int kAlways = -1;   // no condition
inline constexpr int kRefined = -2;  // only where results are float32: means have two parts
// Other numbers: the optional input is there.

struct Node {
    Op op = Op::Constant;
    Shape shape = Shape::Scalar;
    std::vector<int> arguments;
    double constant = 0;
    int index = 0;  // of the input or parameter
    int guard = kAlways;
    bool anchor = false;  // a mean that is, where results are float32, one of the first tiles of a row only
    bool transposed = false;  // Product: its right side is
    std::string name;     // as the formula calls it, or made from its parts; for comments and tables
};

struct Note {
    Position position;
    std::string text;
};

struct RowProgram {
    std::vector<Node> nodes;
    int output = -1;              // the first result
    std::vector<int> outputs;     // all of them
    int last = -1;                // the result is the product of the output and this input
    bool has_refinement = false;  // some mean has two parts where results are float32
    Dims reduced = kW;            // what a row folds
    bool gathered = false;        // columns fill whole tiles: kernels need not spread them
    std::vector<Note> notes;      // forms that were chosen, and forms that the author might prefer
    std::vector<Note> warnings;   // the formula is fragile as it is

    bool is_output(int node) const { return std::find(outputs.begin(), outputs.end(), node) != outputs.end(); }
    const Node& operator[](int node) const { return nodes[static_cast<size_t>(node)]; }
    // name = op arguments, a line each.
    std::string to_text() const;
};

// Throws the errors of specs: unknown names, clashing shapes, unused inputs ...
RowProgram lower(const Spec& spec);

// Takes out what nobody uses: folding leaves constants and parts of them.
void drop_dead(RowProgram& program);

// The arguments as a formula writes them: without what was derived from them.
std::vector<int> written_arguments(const Node& node);

// The value as a formula of names.
std::string formula_of(const RowProgram& program, int node);

}  // namespace tilewright::workshop::rows
