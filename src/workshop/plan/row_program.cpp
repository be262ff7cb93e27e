// Row programs as text, and the values of their operations.
#include "workshop/plan/row_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "workshop/plan/functions.hpp"

namespace tilewright::workshop::rows {

const char* shape_name(Shape shape) {
    switch (shape) {
        case Shape::Scalar: return "a scalar";
        case Shape::Row: return "[1,W]";
        case Shape::Column: return "[rows,1]";
        case Shape::Matrix: return "a matrix";
        default: return "[rows,W]";
    }
}

const char* op_name(Op op) {
    if (const Function* function = find_function(op)) return function->name;
    switch (op) {
        case Op::Input: return "input";
        case Op::Product: return "matmul";
        case Op::Parameter: return "parameter";
        case Op::Constant: return "constant";
        case Op::Add: return "add";
        case Op::Sub: return "sub";
        case Op::Mul: return "mul";
        case Op::Div: return "div";
        case Op::Power: return "power";
        case Op::Less: return "less";
        case Op::LessEqual: return "less_equal";
        case Op::Greater: return "greater";
        case Op::GreaterEqual: return "greater_equal";
        case Op::Equal: return "equal";
        case Op::NotEqual: return "not_equal";
        case Op::Where: return "where";
        case Op::SumOf: return "sum";
        case Op::MeanOf: return "mean";
        case Op::FirstOf: return "first";
        case Op::Max:
        case Op::MaxOf: return "max";
        default: return "min";
    }
}

std::optional<Op> unary_op(const std::string& text) {
    const Function* function = find_function(text);
    return function == nullptr || function->tiles != 1 ? std::nullopt : std::optional(function->op);
}

std::optional<Op> binary_op(const std::string& text) {
    static const std::map<std::string, Op> ops = {
        {"+", Op::Add},        {"-", Op::Sub},     {"*", Op::Mul},           {"/", Op::Div},    {"<", Op::Less},
        {"<=", Op::LessEqual}, {">", Op::Greater}, {">=", Op::GreaterEqual}, {"==", Op::Equal}, {"!=", Op::NotEqual},
        {"power", Op::Power},  {"**", Op::Power},  {"^", Op::Power},         {"min", Op::Min},  {"max", Op::Max}};
    if (const auto found = ops.find(text); found != ops.end()) return found->second;
    const Function* function = find_function(text);
    return function == nullptr || function->tiles != 2 ? std::nullopt : std::optional(function->op);
}

double value_of(Op op, double a, double b, const double* numbers) {
    if (const Function* function = find_function(op)) {
        return function->value(a, b, numbers != nullptr ? numbers : function->defaults().data());
    }
    switch (op) {
        case Op::Add: return a + b;
        case Op::Sub: return a - b;
        case Op::Mul: return a * b;
        case Op::Div: return a / b;
        case Op::Power: return std::pow(a, b);
        case Op::Min: return std::min(a, b);
        case Op::Max: return std::max(a, b);
        case Op::Less: return a < b;
        case Op::LessEqual: return a <= b;
        case Op::Greater: return a > b;
        case Op::GreaterEqual: return a >= b;
        case Op::Equal: return a == b;
        case Op::NotEqual: return a != b;
        default: throw InternalError("no value for this operation");
    }
}

std::vector<int> written_arguments(const Node& node) {
    const Function* function = find_function(node.op);
    if (function == nullptr) return node.arguments;
    const auto end = node.arguments.begin() + static_cast<ptrdiff_t>(function->tiles + function->numbers.size());
    std::vector<int> written(node.arguments.begin(), end);
    if (node.op == Op::PowerOfNumber) std::swap(written[0], written[1]);
    return written;
}

namespace {

int precedence(Op op) {
    if (op == Op::Add || op == Op::Sub) return 1;
    if (op == Op::Mul || op == Op::Div) return 2;
    return is_comparison(op) ? 0 : 4;
}
const char* symbol(Op op) {
    switch (op) {
        case Op::Add: return "+";
        case Op::Sub: return "-";
        case Op::Mul: return "*";
        case Op::Div: return "/";
        case Op::Less: return "<";
        case Op::LessEqual: return "<=";
        case Op::Greater: return ">";
        case Op::GreaterEqual: return ">=";
        case Op::Equal: return "==";
        case Op::NotEqual: return "!=";
        default: return "";
    }
}

// Letters of each node's text, about. What is shared counts as often as it is used, so this may be very many.
std::vector<size_t> text_sizes(const RowProgram& program) {
    constexpr size_t most = size_t{1} << 30;
    std::vector<size_t> sizes;
    for (const Node& node : program.nodes) {
        size_t size = 8;
        if (!node.name.empty()) {
            size = node.name.size();
        } else {
            for (const int argument : node.arguments)
                size = std::min(most, size + sizes[static_cast<size_t>(argument)]);
        }
        sizes.push_back(size);
    }
    return sizes;
}
constexpr size_t kMostLetters = 4000;  // of a value without a name; a longer one goes by its number, as in to_text()

std::string text_of(const RowProgram& program, const std::vector<size_t>& sizes, int index, bool top, int least) {
    const Node& node = program[index];
    if (node.op == Op::Constant) return fmt::format("{:g}", node.constant);
    if (node.op == Op::Product && (top || node.name.empty())) {
        return program[node.arguments[0]].name + " @ " + program[node.arguments[1]].name +
               (node.transposed ? "^T" : "");
    }
    if (!node.name.empty() && (!top || is_leaf(node.op))) return node.name;
    if (!top && sizes[static_cast<size_t>(index)] > kMostLetters) return fmt::format("%{}", index);
    const char* sign = symbol(node.op);
    if (*sign != 0) {
        const int own = precedence(node.op);
        const std::string text = text_of(program, sizes, node.arguments[0], false, own) + " " + sign + " " +
                                 text_of(program, sizes, node.arguments[1], false, own + 1);
        return own < least ? "(" + text + ")" : text;
    }
    if (node.op == Op::MeanOf && node.arguments.size() == 2) {
        const std::string text = text_of(program, sizes, node.arguments[1], false, 1) + " + mean(" +
                                 text_of(program, sizes, node.arguments[0], false, 0) + ")";
        return least > 1 ? "(" + text + ")" : text;
    }
    std::string text = node.op == Op::Neg ? "-" : std::string(op_name(node.op)) + "(";
    if (node.op == Op::Neg) return text + text_of(program, sizes, node.arguments[0], false, 3);
    for (const int argument : written_arguments(node)) {
        text += (text.back() == '(' ? "" : ", ") + text_of(program, sizes, argument, false, 0);
    }
    return text + ")";
}

}  // namespace

void drop_dead(RowProgram& program) {
    std::vector<bool> live(program.nodes.size(), false);
    for (const int output : program.outputs) live[static_cast<size_t>(output)] = true;
    if (program.last >= 0) live[static_cast<size_t>(program.last)] = true;
    for (size_t i = program.nodes.size(); i-- > 0;) {
        if (!live[i]) continue;
        for (const int argument : program.nodes[i].arguments) live[static_cast<size_t>(argument)] = true;
    }
    std::vector<int> mapped(program.nodes.size(), -1);
    std::vector<Node> nodes;
    for (size_t i = 0; i < program.nodes.size(); ++i) {
        if (!live[i]) continue;
        Node node = program.nodes[i];
        for (int& argument : node.arguments) argument = mapped[static_cast<size_t>(argument)];
        mapped[i] = static_cast<int>(nodes.size());
        nodes.push_back(std::move(node));
    }
    for (int& output : program.outputs) output = mapped[static_cast<size_t>(output)];
    program.output = program.outputs.front();
    if (program.last >= 0) program.last = mapped[static_cast<size_t>(program.last)];
    program.nodes = std::move(nodes);
}

std::string formula_of(const RowProgram& program, int node) {
    return text_of(program, text_sizes(program), node, true, 0);
}

std::string RowProgram::to_text() const {
    std::string text;
    const auto label = [&](int i) {
        const Node& node = (*this)[i];
        if (node.op == Op::Constant) return fmt::format("{:g}", node.constant);
        return node.name.empty() ? fmt::format("%{}", i) : node.name;
    };
    for (size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        if (node.op == Op::Constant) continue;
        std::string parts;
        for (const int argument : node.arguments) parts += " " + label(argument);
        text += fmt::format("  {:<16} {:<9} {}{}{}\n", label(static_cast<int>(i)), shape_name(node.shape),
                            op_name(node.op), parts,
                            node.anchor              ? "    (float32 results: of the first tiles)"
                            : node.guard == kAlways  ? ""
                            : node.guard == kRefined ? "    (float32 results)"
                                                     : "    (if there is one)");
    }
    std::string results;
    for (const int one : outputs) results += (results.empty() ? "" : ", ") + label(one);
    return text + fmt::format("  result{}: {}\n", outputs.size() > 1 ? "s" : "", results);
}

}  // namespace tilewright::workshop::rows
