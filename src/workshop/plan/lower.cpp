// From formula to row program: names and shapes are checked, common subexpressions shared, careful forms chosen.
//
// Forms that are chosen, each with a note:
//   mean(e)   first + mean(e - first), first being the row's first element: a row of one value has exactly that mean,
//             and sums stay as small as the spread. Plain where e cannot be negative.
//   var(e)    mean(square(e - mean(e))): two passes; mean(e^2) - mean(e)^2 loses every digit of a small spread.
//   e - mean(e) for float32 results: the mean has two parts, an anchor, which is the mean of the row's first tiles, and
//             the mean of e - anchor, and both are subtracted, one after the other. Their sum is not a float32 number.
//   a / b with one b per row or for all: a * recip(b).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "workshop/plan/row_program.hpp"
#include "workshop/spec/limits.hpp"
#include "workshop/spec/reserved.hpp"

namespace tilewright::workshop::rows {

namespace {

struct Function {
    const char* name;
    size_t least, most;  // arguments
};
constexpr Function kFunctions[] = {
    {"abs", 1, 1},   {"exp", 1, 1},     {"gelu", 1, 1},  {"log", 1, 1},   {"max", 1, 2},
    {"mean", 1, 1},  {"min", 1, 2},     {"power", 2, 2}, {"recip", 1, 1}, {"relu", 1, 1},
    {"rsqrt", 1, 1}, {"sigmoid", 1, 1}, {"silu", 1, 1},  {"sqrt", 1, 1},  {"square", 1, 1},
    {"std", 1, 1},   {"sum", 1, 1},     {"tanh", 1, 1},  {"var", 1, 1},   {"where", 3, 3},
};

class Lowering {
public:
    explicit Lowering(const Spec& spec) : spec_(spec) {}

    RowProgram run() {
        const auto assignments = parse_formula(spec_.source, spec_.formula_begin, spec_.formula);
        for (size_t i = 0; i < spec_.inputs.size(); ++i) declare_input(i);
        for (size_t i = 0; i < spec_.parameters.size(); ++i) declare_parameter(i);
        for (size_t i = 0; i < assignments.size(); ++i) {
            const Assignment& assignment = assignments[i];
            const bool last = i + 1 == assignments.size();
            if (assignment.name.empty() && !last) {
                error(assignment.position, "TW4111", "this value has no name, so nothing can use it",
                      "write name = ... before it, or remove it");
            }
            if (is_reserved(assignment.name)) {
                error(assignment.position, "TW4103",
                      fmt::format("\"{}\" cannot be a name: it means something in generated C++ or Python",
                                  assignment.name),
                      fmt::format("call it {}_", assignment.name));
            }
            if (is_function(assignment.name)) {
                error(assignment.position, "TW4118", fmt::format("\"{}\" is the name of a function", assignment.name),
                      fmt::format("call it {}_value", assignment.name));
            }
            if (names_.count(assignment.name)) {
                error(assignment.position, "TW4118", fmt::format("\"{}\" has a value already", assignment.name),
                      "give the new value a name of its own");
            }
            const int value = lower(*assignment.value);
            if (!assignment.name.empty()) {
                if (!last) unused_[assignment.name] = assignment.position;
                names_[assignment.name] = value;
                if (program_.nodes[value].name.empty() && !is_leaf(program_[value].op)) {
                    program_.nodes[value].name = assignment.name;
                }
            }
            program_.output = value;
            result_position_ = assignment.value->position;
        }
        check_result();
        check_unused();
        refine();
        drop_dead();
        return std::move(program_);
    }

private:
    [[noreturn]] void error(Position at, const char* code, const std::string& message, const std::string& fix) {
        refuse(spec_.source, at, code, message, fix);
    }
    static bool is_function(const std::string& name) {
        const auto& functions = function_names();
        return std::find(functions.begin(), functions.end(), name) != functions.end();
    }
    Shape shape(int node) const { return program_[node].shape; }
    bool is_constant(int node, double value) const {
        return program_[node].op == Op::Constant && program_[node].constant == value;
    }

    void declare_input(size_t index) {
        const SpecInput& input = spec_.inputs[index];
        Node node;
        node.op = Op::Input;
        node.index = static_cast<int>(index);
        node.name = input.name;
        node.shape = input.shape == InputShape::Rows  ? Shape::Block
                     : input.shape == InputShape::Row ? Shape::Row
                                                      : Shape::Column;
        names_[input.name] = add(node);
        unused_[input.name] = input.position;
    }
    void declare_parameter(size_t index) {
        const SpecParameter& parameter = spec_.parameters[index];
        Node node;
        node.op = Op::Parameter;
        node.index = static_cast<int>(index);
        node.name = parameter.name;
        names_[parameter.name] = add(node);
        unused_[parameter.name] = parameter.position;
    }

    // One node for equal values.
    int add(Node node) {
        std::string key = fmt::format("{} {} {} {} {}", static_cast<int>(node.op), fmt::join(node.arguments, ","),
                                      node.constant, node.index, node.guard);
        const auto [found, fresh] = known_.emplace(key, static_cast<int>(program_.nodes.size()));
        if (fresh) program_.nodes.push_back(std::move(node));
        return found->second;
    }
    int constant(double value) {
        Node node;
        node.constant = value;
        return add(node);
    }
    int unary(Op op, int a) {
        if (program_[a].op == Op::Constant) return constant(value_of(op, program_[a].constant));
        Node node;
        node.op = op;
        node.shape = shape(a);
        node.arguments = {a};
        return add(node);
    }
    static Shape joined(Shape a, Shape b) {
        if (a == b || b == Shape::Scalar) return a;
        return a == Shape::Scalar ? b : Shape::Block;
    }
    int binary(Op op, int a, int b, int guard = kAlways) {
        if (program_[a].op == Op::Constant && program_[b].op == Op::Constant && !is_comparison(op)) {
            return constant(value_of(op, program_[a].constant, program_[b].constant));
        }
        Node node;
        node.op = op;
        node.shape = joined(shape(a), shape(b));
        node.arguments = {a, b};
        node.guard = guard;
        return add(node);
    }
    int reduction(Op op, int a) { return reduction(op, std::vector<int>{a}); }
    int reduction(Op op, std::vector<int> arguments) {
        Node node;
        node.op = op;
        node.shape = Shape::Column;
        node.arguments = std::move(arguments);
        return add(node);
    }

    // Asked once for each node: shared values may be reached in very many ways.
    bool never_negative(int node) {
        if (const auto known = never_negative_.find(node); known != never_negative_.end()) return known->second;
        return never_negative_[node] = is_never_negative(program_[node]);
    }
    bool is_never_negative(const Node& n) {
        switch (n.op) {
            case Op::Square:
            case Op::Abs:
            case Op::Sqrt:
            case Op::Exp:
            case Op::Relu:
            case Op::Sigmoid: return true;
            case Op::Constant: return n.constant >= 0;
            case Op::Add:
            case Op::Mul: return never_negative(n.arguments[0]) && never_negative(n.arguments[1]);
            default: return is_comparison(n.op);
        }
    }

    int mean(int value, Position at) {
        if (never_negative(value)) return reduction(Op::MeanOf, value);
        const int first = reduction(Op::FirstOf, value);
        const int result = reduction(Op::MeanOf, std::vector<int>{binary(Op::Sub, value, first), first});
        mean_of_[result] = value;
        if (program_.nodes[result].name.empty()) {
            program_.nodes[result].name = fresh_name(fmt::format("mean_{}", word_for(value)));
            note(at, fmt::format("mean({0}) is the row's first element plus the mean of the distances from it: exact "
                                 "for rows of one value, and sums stay as small as the spread",
                                 short_text(value)));
        }
        return result;
    }
    int centered(int value, Position at) { return binary(Op::Sub, value, mean(value, at)); }
    int variance(int value, Position at) {
        const int distance = centered(value, at);
        const int result = reduction(Op::MeanOf, unary(Op::Square, distance));
        if (program_.nodes[result].name.empty()) {
            program_.nodes[result].name = fresh_name(fmt::format("var_{}", word_for(value)));
            note(at, fmt::format("var({0}) takes two passes, mean((v - mean(v))^2): mean(v^2) - mean(v)^2 would lose "
                                 "every digit of a small spread",
                                 short_text(value)));
        }
        return result;
    }

    void note(Position at, const std::string& text) { program_.notes.push_back({at, text}); }

    std::string word_for(int node) const {
        const Node& n = program_[node];
        return n.name.empty() ? std::string(op_name(n.op)) : n.name;
    }
    std::string short_text(int node) const {
        const std::string text = formula_of(program_, node);
        return text.size() < 48 ? text : word_for(node);
    }
    std::string fresh_name(const std::string& wanted) {
        std::string name = wanted;
        for (int i = 2; !given_.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
        return name;
    }

    int lower(const Expression& e) { return check_scalar(e, lower_any(e)); }
    int lower_any(const Expression& e) {
        switch (e.kind) {
            case Expression::Kind::Number: return constant(e.number);
            case Expression::Kind::Name: return name(e);
            case Expression::Kind::Operator: {
                std::vector<int> values;
                for (const auto& argument : e.arguments) values.push_back(lower(*argument));
                if (values.size() == 1) return unary(Op::Neg, values[0]);
                const int result = operation(e, binary_op(e.text).value(), values[0], values[1]);
                check_constants(e, values, result);
                return result;
            }
            default: return call(e);
        }
    }

    // What is folded is folded in double; a constant that meets a value of the card must be one of float32.
    void check_constants(const Expression& e, const std::vector<int>& values, int result) {
        if (program_[result].op == Op::Constant) return;
        for (size_t i = 0; i < values.size(); ++i) {
            const Node& node = program_[values[i]];
            if (node.op != Op::Constant || fits_float32(node.constant)) continue;
            const std::string text = clipped(to_text(*e.arguments[i]));
            const std::string number = fmt::format("{:g}", node.constant);
            error(e.arguments[i]->position, "TW4125",
                  text == number ? fmt::format("{} is no float32 number; {}", text, float32_range())
                                 : fmt::format("{} is {}; {}", text, number, float32_range()),
                  "give a number within these bounds, or reorder the formula so that its constants are");
        }
    }

    // A number made from parameters is one expression of the host code: what is shared in it is written each time.
    int check_scalar(const Expression& e, int result) {
        if (scalar_operations(result) <= kMostOperations) return result;
        error(e.position, "TW4122",
              fmt::format("written out, this number takes more operations than there can be: {}", kMostOperations),
              "make a part of it a parameter of its own");
    }
    size_t scalar_operations(int node) {
        const Node& n = program_[node];
        if (n.shape != Shape::Scalar || is_leaf(n.op)) return 0;
        if (const auto known = scalar_operations_.find(node); known != scalar_operations_.end()) return known->second;
        size_t sum = n.op == Op::Square || n.op == Op::Silu || n.op == Op::Gelu ? scalar_operations(n.arguments[0]) : 0;
        for (const int argument : n.arguments) sum += scalar_operations(argument);
        return scalar_operations_[node] = std::min(sum + 1, 2 * kMostOperations);
    }

    int name(const Expression& e) {
        const auto found = names_.find(e.text);
        if (found == names_.end()) {
            if (is_function(e.text)) {
                error(e.position, "TW4112", fmt::format("\"{}\" is a function, but here it has no arguments", e.text),
                      fmt::format("write {}(x)", e.text));
            }
            std::vector<std::string> known;
            for (const auto& [word, node] : names_) known.push_back(word);
            error(e.position, "TW4112", fmt::format("there is no value \"{}\"", e.text),
                  suggestion(e.text, known, "values") + "; or declare it under [[inputs]] or [[parameters]]");
        }
        unused_.erase(e.text);
        return found->second;
    }

    int call(const Expression& e) {
        const Function* function = nullptr;
        for (const Function& candidate : kFunctions) {
            if (e.text == candidate.name) function = &candidate;
        }
        if (function == nullptr) {
            error(e.position, "TW4112", fmt::format("there is no function \"{}\"", e.text),
                  suggestion(e.text, function_names(), "functions"));
        }
        if (e.arguments.size() < function->least || e.arguments.size() > function->most) {
            const std::string wanted = function->least == function->most
                                           ? fmt::format("{}", function->least)
                                           : fmt::format("{} or {}", function->least, function->most);
            error(e.position, "TW4113",
                  fmt::format("{} takes {} argument{}, but here it has {}", e.text, wanted, wanted == "1" ? "" : "s",
                              e.arguments.size()),
                  e.text == "where" ? "write where(condition, value, otherwise)"
                                    : fmt::format("write {}({})", e.text, function->least == 2 ? "x, 3" : "x"));
        }
        std::vector<int> values;
        for (const auto& argument : e.arguments) values.push_back(lower(*argument));
        if (const auto simple = unary_op(e.text)) {
            check_domain(*e.arguments[0], *simple, values[0]);
            return unary(*simple, values[0]);
        }
        if (values.size() == 1) return reduce(e, values[0]);
        const int result = e.text == "where" ? where(e, values)
                           : e.text == "power"
                               ? power(e, values[0], values[1])
                               : operation(e, e.text == "max" ? Op::Max : Op::Min, values[0], values[1]);
        check_constants(e, values, result);
        return result;
    }

    void check_domain(const Expression& argument, Op op, int value) {
        if (program_[value].op != Op::Constant) return;
        const double v = program_[value].constant;
        const bool bad = ((op == Op::Sqrt || op == Op::Log || op == Op::Rsqrt) && v < 0) ||
                         ((op == Op::Rsqrt || op == Op::Log || op == Op::Recip) && v == 0);
        if (bad) {
            error(argument.position, "TW4117", fmt::format("{}({:g}) has no value", op_name(op), v),
                  "give a constant in the function's domain");
        }
    }

    int where(const Expression& e, const std::vector<int>& v) {
        for (size_t i = 0; i < 3; ++i) not_optional(*e.arguments[i], v[i]);
        Node node;
        node.op = Op::Where;
        node.shape = joined(joined(shape(v[0]), shape(v[1])), shape(v[2]));
        if (shape(v[0]) == Shape::Scalar) {
            error(e.arguments[0]->position, "TW4114", "the condition of where is the same for every element",
                  "compare values of rows, e.g. where(x > 0, x, 0)");
        }
        node.arguments = v;
        // The card chooses by the bits of the condition, to which -0 is not zero.
        if (!is_comparison(program_[v[0]].op)) node.arguments[0] = binary(Op::NotEqual, v[0], constant(0));
        return add(node);
    }

    int power(const Expression& e, int base, int exponent) {
        not_optional(*e.arguments[0], base);
        if (shape(exponent) != Shape::Scalar) {
            error(e.arguments[1]->position, "TW4114",
                  fmt::format("the exponent of power is {}, but it must be a number or parameter",
                              shape_name(shape(exponent))),
                  "powers of two values are exp(b * log(a))");
        }
        if (is_constant(exponent, 2)) return unary(Op::Square, base);
        return binary(Op::Power, base, exponent);
    }

    int reduce(const Expression& e, int value) {
        const Expression& argument = *e.arguments[0];
        not_optional(argument, value);
        if (shape(value) == Shape::Column) {
            error(argument.position, "TW4115",
                  fmt::format("{}({}) reduces what is one value per row already", e.text, to_text(argument)),
                  fmt::format("write {} alone", to_text(argument)));
        }
        if (shape(value) != Shape::Block) {
            error(argument.position, "TW4114",
                  fmt::format("{} reduces rows, but {} is {}", e.text, to_text(argument), shape_name(shape(value))),
                  "reduce a value that has the rows in it, e.g. sum(x * gamma)");
        }
        if (e.text == "mean") return mean(value, e.position);
        if (e.text == "var") return variance(value, e.position);
        if (e.text == "std") return unary(Op::Sqrt, variance(value, e.position));
        const int result = reduction(e.text == "sum" ? Op::SumOf : e.text == "max" ? Op::MaxOf : Op::MinOf, value);
        if (program_.nodes[result].name.empty()) {
            program_.nodes[result].name = fresh_name(fmt::format("{}_{}", e.text, word_for(value)));
        }
        return result;
    }

    int optional_input(int node) const {
        const Node& n = program_[node];
        return n.op == Op::Input && spec_.inputs[static_cast<size_t>(n.index)].optional ? n.index : kAlways;
    }
    void not_optional(const Expression& e, int node) {
        if (optional_input(node) == kAlways) return;
        error(e.position, "TW4120",
              fmt::format("{} is optional, but nothing says what its place is worth without it", to_text(e)),
              "use it as a factor or summand, x * gamma or x + beta, or make it required");
    }

    int operation(const Expression& e, Op op, int a, int b) {
        const Expression &left = *e.arguments[0], &right = *e.arguments[1];
        if (op == Op::Div && is_constant(b, 0)) {
            error(right.position, "TW4117", fmt::format("{} is divided by 0", to_text(left)),
                  "add a small constant to the divisor, or remove the division");
        }
        int guard = optional_input(b);
        if (guard == kAlways && optional_input(a) != kAlways && (op == Op::Add || op == Op::Mul)) {
            std::swap(a, b);
            guard = optional_input(b);
        } else {
            not_optional(left, a);
        }
        if (guard != kAlways) {
            if (op != Op::Add && op != Op::Sub && op != Op::Mul) {
                not_optional(right, b);
            }
            if (joined(shape(a), shape(b)) != shape(a)) {
                error(right.position, "TW4120",
                      fmt::format("without {} this value would be {} and with it {}", program_[b].name,
                                  shape_name(shape(a)), shape_name(joined(shape(a), shape(b)))),
                      "combine the optional input with a value that has the rows and columns already");
            }
        }
        if (op == Op::Div && guard == kAlways) return divide(e, a, b);
        if (op == Op::Sub) warn_difference(e, a, b);
        return binary(op, a, b, guard);
    }

    int divide(const Expression& e, int a, int b) {
        warn_softmax(e, a, b);
        if (shape(b) == Shape::Block || (shape(a) == shape(b) && shape(b) != Shape::Scalar)) {
            if (shape(a) == Shape::Block || shape(a) == shape(b)) return binary(Op::Div, a, b);
            return binary(Op::Mul, unary(Op::Recip, b), a);
        }
        if (shape(a) == Shape::Scalar && shape(b) != Shape::Scalar) return binary(Op::Mul, unary(Op::Recip, b), a);
        if (shape(b) == Shape::Scalar && shape(a) == Shape::Scalar) return binary(Op::Div, a, b);
        if (shape(b) == Shape::Column) {
            note(e.position,
                 fmt::format("division by {} multiplies by its reciprocal: one reciprocal per row", short_text(b)));
        }
        return binary(Op::Mul, a, unary(Op::Recip, b));
    }

    // exp(v) / sum(exp(v)) overflows where a softmax need not.
    void warn_softmax(const Expression& e, int a, int b) {
        const Node &top = program_[a], &bottom = program_[b];
        if (top.op != Op::Exp || bottom.op != Op::SumOf || bottom.arguments[0] != a) return;
        const Node& inside = program_[top.arguments[0]];
        const bool shifted = inside.op == Op::Sub && program_[inside.arguments[1]].op == Op::MaxOf;
        if (shifted) return;
        const std::string v = short_text(top.arguments[0]);
        program_.warnings.push_back(
            {e.position, fmt::format("exp({0}) overflows where {0} is above 88, and the quotient is then undefined; "
                                     "the stable form is exp({0} - max({0})) / sum(exp({0} - max({0}))). The formula "
                                     "is kept as it is",
                                     v)});
    }
    // mean(v^2) - mean(v)^2 cancels.
    void warn_difference(const Expression& e, int a, int b) {
        const Node &left = program_[a], &right = program_[b];
        if (left.op != Op::MeanOf || program_[left.arguments[0]].op != Op::Square || right.op != Op::Square) return;
        const int v = program_[left.arguments[0]].arguments[0];
        const auto found = mean_of_.find(right.arguments[0]);
        if (found == mean_of_.end() || found->second != v) return;
        program_.warnings.push_back(
            {e.position, fmt::format("this difference loses every digit where the mean is large and the spread small; "
                                     "the stable form is var({}). The formula is kept as it is",
                                     short_text(v))});
    }

    void check_result() {
        const Node& result = program_[program_.output];
        if (result.shape != Shape::Block && result.shape != Shape::Column) {
            error(result_position_, "TW4114",
                  fmt::format("the result is {}, but it must have a value for every row", shape_name(result.shape)),
                  "use the rows, e.g. x");
        }
        if (result.op == Op::Input) {
            error(result_position_, "TW4116", "the result is an input as it is, so there is nothing to compute",
                  "give a formula, e.g. x - mean(x)");
        }
    }
    void check_unused() {
        if (unused_.empty()) return;
        const auto& [name, at] = *std::min_element(unused_.begin(), unused_.end(), [](const auto& a, const auto& b) {
            return std::pair(a.second.line, a.second.column) < std::pair(b.second.line, b.second.column);
        });
        error(at, "TW4116", fmt::format("\"{}\" is not used by the formula", name), "use it, or remove it");
    }

    // Where v - mean(v) reaches the result other than through squares under a mean, the mean has two parts.
    void refine() {
        std::set<int> wanted;  // means
        for (size_t i = 0; i < program_.nodes.size(); ++i) {
            const Node& node = program_.nodes[i];
            if (is_distance(node) && reaches_result(static_cast<int>(i))) wanted.insert(node.arguments[1]);
        }
        if (wanted.empty()) return;
        const RowProgram old = std::move(program_);
        program_ = {};
        program_.notes = old.notes;
        program_.warnings = old.warnings;
        program_.has_refinement = true;
        known_.clear();
        std::vector<int> mapped;
        std::map<int, int> centered;  // old mean to v - mean
        for (size_t i = 0; i < old.nodes.size(); ++i) {
            const int at = static_cast<int>(i);
            Node node = old.nodes[i];
            if (is_distance(node) && wanted.count(node.arguments[1])) {
                const int value = centered.at(node.arguments[1]);
                if (program_[value].name.empty()) program_.nodes[static_cast<size_t>(value)].name = node.name;
                mapped.push_back(value);
                continue;
            }
            for (int& argument : node.arguments) argument = mapped[static_cast<size_t>(argument)];
            node.anchor = wanted.count(at) != 0;
            const int value = add(node);
            mapped.push_back(value);
            if (!node.anchor) continue;
            const int distance = binary(Op::Sub, mapped[static_cast<size_t>(mean_of_.at(at))], value);
            const int rest = reduction(Op::MeanOf, distance);
            program_.nodes[static_cast<size_t>(rest)].guard = kRefined;
            program_.nodes[static_cast<size_t>(rest)].name = fresh_name("rest_of_" + node.name);
            centered[at] = binary(Op::Sub, distance, rest, kRefined);
            mapped.back() = binary(Op::Add, value, rest, kRefined);  // for whoever uses the mean otherwise
        }
        program_.output = mapped[static_cast<size_t>(old.output)];
        note(
            {},
            "for float32 results the mean in v - mean(v) has two parts, the mean of the row's first tiles and the mean "
            "of the distances from it, which are subtracted one after the other: their sum is no float32 number; "
            "bfloat16 results cannot show it");
    }
    // v - mean(v)
    bool is_distance(const Node& node) const {
        if (node.op != Op::Sub) return false;
        const auto found = mean_of_.find(node.arguments[1]);
        return found != mean_of_.end() && found->second == node.arguments[0];
    }
    bool reaches_result(int node) const {
        if (program_.output == node) return true;
        for (size_t i = 0; i < program_.nodes.size(); ++i) {
            const Node& user = program_.nodes[i];
            if (std::find(user.arguments.begin(), user.arguments.end(), node) == user.arguments.end()) continue;
            if (user.op != Op::Square) return true;
            for (size_t k = 0; k < program_.nodes.size(); ++k) {
                const Node& second = program_.nodes[k];
                const bool uses = std::find(second.arguments.begin(), second.arguments.end(), static_cast<int>(i)) !=
                                  second.arguments.end();
                if (uses && second.op != Op::MeanOf && second.op != Op::SumOf) return true;
            }
            if (program_.output == static_cast<int>(i)) return true;
        }
        return false;
    }

    // Folding leaves constants and parts of them that nobody uses.
    void drop_dead() {
        std::vector<bool> live(program_.nodes.size(), false);
        live[static_cast<size_t>(program_.output)] = true;
        for (size_t i = program_.nodes.size(); i-- > 0;) {
            if (!live[i]) continue;
            for (const int argument : program_.nodes[i].arguments) live[static_cast<size_t>(argument)] = true;
        }
        std::vector<int> mapped(program_.nodes.size(), -1);
        std::vector<Node> nodes;
        for (size_t i = 0; i < program_.nodes.size(); ++i) {
            if (!live[i]) continue;
            Node node = program_.nodes[i];
            for (int& argument : node.arguments) argument = mapped[static_cast<size_t>(argument)];
            mapped[i] = static_cast<int>(nodes.size());
            nodes.push_back(std::move(node));
        }
        program_.output = mapped[static_cast<size_t>(program_.output)];
        program_.nodes = std::move(nodes);
    }

    const Spec& spec_;
    RowProgram program_;
    std::map<std::string, int> names_, known_;
    std::map<std::string, Position> unused_;
    std::map<int, int> mean_of_;
    std::map<int, bool> never_negative_;
    std::map<int, size_t> scalar_operations_;
    std::set<std::string> given_;
    Position result_position_;
};

}  // namespace

const std::vector<std::string>& function_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Function& function : kFunctions) all.emplace_back(function.name);
        return all;
    }();
    return names;
}

RowProgram lower(const Spec& spec) { return Lowering(spec).run(); }

}  // namespace tilewright::workshop::rows
