// Row programs as text.
#include "workshop/plan/row_program.hpp"

#include <fmt/format.h>

namespace tilewright::workshop::rows {

const char* shape_name(Shape shape) {
    switch (shape) {
        case Shape::Scalar: return "a scalar";
        case Shape::Row: return "[1,W]";
        case Shape::Column: return "[rows,1]";
        default: return "[rows,W]";
    }
}

const char* op_name(Op op) {
    static constexpr const char* names[] = {
        "input", "parameter", "constant", "neg",  "square", "abs",     "sqrt",       "rsqrt",   "recip",
        "exp",   "log",       "relu",     "gelu", "silu",   "sigmoid", "tanh",       "add",     "sub",
        "mul",   "div",       "power",    "min",  "max",    "less",    "less_equal", "greater", "greater_equal",
        "equal", "not_equal", "where",    "sum",  "mean",   "max",     "min",        "first"};
    return names[static_cast<size_t>(op)];
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

std::string text_of(const RowProgram& program, int index, bool top, int least) {
    const Node& node = program[index];
    if (node.op == Op::Constant) return fmt::format("{:g}", node.constant);
    if (!node.name.empty() && (!top || is_leaf(node.op))) return node.name;
    const char* sign = symbol(node.op);
    if (*sign != 0) {
        const int own = precedence(node.op);
        const std::string text = text_of(program, node.arguments[0], false, own) + " " + sign + " " +
                                 text_of(program, node.arguments[1], false, own + 1);
        return own < least ? "(" + text + ")" : text;
    }
    std::string text = node.op == Op::Neg ? "-" : std::string(op_name(node.op)) + "(";
    if (node.op == Op::Neg) return text + text_of(program, node.arguments[0], false, 3);
    for (size_t i = 0; i < node.arguments.size(); ++i) {
        text += (i ? ", " : "") + text_of(program, node.arguments[i], false, 0);
    }
    return text + ")";
}

}  // namespace

std::string formula_of(const RowProgram& program, int node) { return text_of(program, node, true, 0); }

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
                            node.guard == kAlways    ? ""
                            : node.guard == kRefined ? "    (float32 results)"
                                                     : "    (if there is one)");
    }
    return text + fmt::format("  result: {}\n", label(output));
}

}  // namespace tilewright::workshop::rows
