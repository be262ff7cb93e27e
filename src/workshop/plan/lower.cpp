// From formula to row program: names, shapes and calls are checked; builder.hpp makes the nodes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "workshop/plan/builder.hpp"
#include "workshop/plan/functions.hpp"
#include "workshop/spec/hints.hpp"
#include "workshop/spec/limits.hpp"
#include "workshop/spec/products.hpp"
#include "workshop/spec/reduced.hpp"
#include "workshop/spec/reserved.hpp"

namespace tilewright::workshop::rows {

namespace {

// What is no function of the SFPU: reductions, choices, and what is made of others.
struct Form {
    const char* name;
    size_t least, most;  // arguments
};
constexpr Form kForms[] = {
    {"lerp", 3, 3},  {"logical_and", 2, 2}, {"logical_or", 2, 2}, {"logical_xor", 2, 2}, {"logsigmoid", 1, 1},
    {"max", 1, 2},   {"maximum", 2, 2},     {"mean", 1, 1},       {"min", 1, 2},         {"minimum", 2, 2},
    {"power", 2, 2}, {"softmax", 1, 1},     {"std", 1, 1},        {"sum", 1, 1},         {"var", 1, 1},
    {"where", 3, 3},
};

class Lowering : private Builder {
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
            if (called_.count(assignment.name)) {
                error(assignment.position, "TW4118",
                      fmt::format("\"{}\" is a function that the formula calls", assignment.name),
                      fmt::format("call it {}_value", assignment.name));
            }
            if (names_.count(assignment.name)) {
                error(assignment.position, "TW4118", fmt::format("\"{}\" has a value already", assignment.name),
                      "give the new value a name of its own");
            }
            const int value = lower(*assignment.value);
            if (!assignment.name.empty()) {
                if (!last || !spec_.outputs.empty()) unused_[assignment.name] = assignment.position;
                names_[assignment.name] = value;
                const Op op = program_[value].op;
                if (program_.nodes[value].name.empty() && (!is_leaf(op) || op == Op::Product)) {
                    program_.nodes[value].name = assignment.name;
                }
            }
            program_.output = value;
            result_position_ = assignment.value->position;
        }
        for (Node& node : program_.nodes) {
            if (node.op != Op::Product || !node.name.empty()) continue;
            node.name = fresh_name(program_[node.arguments[0]].name + "_" + program_[node.arguments[1]].name);
        }
        program_.outputs = {program_.output};
        if (!spec_.outputs.empty()) take_outputs();
        for (size_t i = 0; i < program_.outputs.size(); ++i) {
            const bool named = !spec_.outputs.empty();
            check_result(program_.outputs[i], named ? fmt::format("the output \"{}\"", spec_.outputs[i]) : "the result",
                         named ? spec_.output_positions[i] : result_position_);
        }
        check_unused();
        program_.reduced = spec_.reduced;
        program_.gathered = spec_.gathered;
        if (!program_.gathered) refine();
        drop_dead(program_);
        return std::move(program_);
    }

private:
    [[noreturn]] void error(Position at, const char* code, const std::string& message, const std::string& fix) {
        refuse(spec_.source, at, code, message, fix);
    }
    static bool is_function_name(const std::string& name) {
        const auto& functions = function_names();
        return std::find(functions.begin(), functions.end(), name) != functions.end();
    }
    void declare_input(size_t index) {
        const SpecInput& input = spec_.inputs[index];
        Node node;
        node.op = Op::Input;
        node.index = static_cast<int>(index);
        node.name = input.name;
        node.shape = input.operand.is()               ? Shape::Matrix
                     : input.shape == InputShape::Rows ? Shape::Block
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

    int lower(const Expression& e) { return check_scalar(e, lower_any(e)); }
    int lower_any(const Expression& e) {
        switch (e.kind) {
            case Expression::Kind::Number: return constant(e.number);
            case Expression::Kind::Name: return name(e);
            case Expression::Kind::Operator: {
                if (e.text == "@") return product(e);
                std::vector<int> values;
                for (const auto& argument : e.arguments) values.push_back(lower(*argument));
                if (values.size() == 1) not_optional(*e.arguments[0], values[0]);
                if (values.size() == 1) return unary(Op::Neg, values[0]);
                const int result = operation(e, binary_op(e.text).value(), values[0], values[1]);
                check_constants(e, values, result);
                return result;
            }
            default: return call(e);
        }
    }

    // Of two inputs, or of the result and one.
    int product(const Expression& e) {
        const auto side = side_of(*e.arguments[1]);
        const int right = names_.at(side->name);
        unused_.erase(side->name);
        if (spec_.inputs[static_cast<size_t>(program_[right].index)].operand.side == MatrixSide::Side::Last) {
            program_.last = right;
            const int left = lower(*e.arguments[0]);
            if (shape(left) != Shape::Block) {
                error(e.arguments[0]->position, "TW4127",
                      fmt::format("{} is {}, but what is multiplied with a matrix must have the rows in it",
                                  clipped(to_text(*e.arguments[0])), shape_name(shape(left))),
                      "multiply rows, e.g. (x - mean(x)) @ w");
            }
            return left;
        }
        Node node;
        node.op = Op::Product;
        node.shape = Shape::Block;
        node.transposed = side->transposed;
        node.arguments = {name(*e.arguments[0]), right};
        return add(node);
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
        const bool twice = n.op == Op::Square || n.op == Op::Silu || n.op == Op::Gelu;  // it stands twice in the source
        size_t sum = twice ? scalar_operations(n.arguments[0]) : 0;
        for (const int argument : n.arguments) sum += scalar_operations(argument);
        return scalar_operations_[node] = std::min(sum + 1, 2 * kMostOperations);
    }

    int name(const Expression& e) {
        const auto found = names_.find(e.text);
        if (found == names_.end()) {
            if (is_function_name(e.text)) {
                error(e.position, "TW4112", fmt::format("\"{}\" is a function, but here it has no arguments", e.text),
                      fmt::format("write {}(x)", e.text));
            }
            std::vector<std::string> known;
            for (const auto& [word, node] : names_) known.push_back(word);
            if (const auto number = instead_of_number(e.text)) {
                error(e.position, "TW4112", fmt::format("there is no value \"{}\"", e.text), *number);
            }
            error(e.position, "TW4112", fmt::format("there is no value \"{}\"", e.text),
                  suggestion(e.text, known, "values") + "; or declare it under [[inputs]] or [[parameters]]");
        }
        unused_.erase(e.text);
        return found->second;
    }

    int call(const Expression& e) {
        const Function* function = find_function(e.text);
        const Form* form = nullptr;
        for (const Form& candidate : kForms) {
            if (e.text == candidate.name) form = &candidate;
        }
        if (function == nullptr && form == nullptr) {
            error(e.position, "TW4112", fmt::format("there is no function \"{}\"", e.text),
                  instead_of_function(e.text).value_or(suggestion(e.text, function_names(), "functions")));
        }
        if (names_.count(e.text)) {
            error(e.position, "TW4118", fmt::format("\"{}\" is a function that is called, and a value", e.text),
                  fmt::format("call the value {}_value", e.text));
        }
        called_.insert(e.text);
        check_keywords(spec_.source, e);
        check_count(e, form != nullptr ? form->least : function->tiles + function->least_numbers(),
                    form != nullptr ? form->most : function->tiles + function->numbers.size());
        std::vector<int> values;
        for (const auto& argument : e.arguments) values.push_back(lower(*argument));
        if (form != nullptr && values.size() == 1 && e.text == "softmax") return softmax(e, values[0]);
        if (form != nullptr && values.size() == 1 && e.text != "logsigmoid") return reduce(e, values[0]);
        const int result = form != nullptr ? of_form(e, values) : of_function(e, *function, values);
        check_constants(e, values, result);
        return result;
    }
    void check_count(const Expression& e, size_t least, size_t most) {
        if (e.arguments.size() >= least && e.arguments.size() <= most) return;
        const std::string wanted = least == most       ? fmt::format("{}", least)
                                   : most == least + 1 ? fmt::format("{} or {}", least, most)
                                                       : fmt::format("{} to {}", least, most);
        error(e.position, "TW4113",
              fmt::format("{} takes {} argument{}, but here it has {}", e.text, wanted, wanted == "1" ? "" : "s",
                          e.arguments.size()),
              e.text == "where" ? "write where(condition, value, otherwise)"
                                : fmt::format("write {}({})", e.text,
                                              least == 3   ? "x, 0, 1"
                                              : least == 2 ? "x, 3"
                                                           : "x"));
    }

    int of_form(const Expression& e, const std::vector<int>& v) {
        if (e.text == "where") return where(e, v);
        if (e.text == "power") return power(e, v[0], v[1]);
        if (e.text == "max" || e.text == "maximum") return operation(e, Op::Max, v[0], v[1]);
        if (e.text == "min" || e.text == "minimum") return operation(e, Op::Min, v[0], v[1]);
        for (size_t i = 0; i < v.size(); ++i) not_optional(*e.arguments[i], v[i]);
        if (e.text == "lerp") return binary(Op::Add, v[0], binary(Op::Mul, v[2], binary(Op::Sub, v[1], v[0])));
        if (e.text == "logsigmoid") {
            return unary(Op::Neg, of_function(e, *find_function(Op::Softplus), {unary(Op::Neg, v[0])}));
        }
        // Conditions are 1 and 0.
        const int a = condition(e, 0, v), b = condition(e, 1, v);
        return binary(e.text == "logical_and" ? Op::Mul : e.text == "logical_or" ? Op::Max : Op::NotEqual, a, b);
    }
    int condition(const Expression& e, size_t place, const std::vector<int>& v) {
        if (shape(v[place]) == Shape::Scalar) {
            error(e.arguments[place]->position, "TW4114",
                  fmt::format("an argument of {} is the same for every element", e.text),
                  "compare values of rows, e.g. x > 0");
        }
        return is_comparison(program_[v[place]].op) ? v[place] : binary(Op::NotEqual, v[place], constant(0));
    }

    int of_function(const Expression& e, const Function& function, std::vector<int> v) {
        for (size_t i = 0; i < std::min(v.size(), e.arguments.size()); ++i) not_optional(*e.arguments[i], v[i]);
        for (size_t i = v.size(); i < function.tiles + function.numbers.size(); ++i) {
            v.push_back(constant(function.numbers[i - function.tiles].value));
        }
        for (size_t i = function.tiles; i < v.size(); ++i) {
            if (shape(v[i]) == Shape::Scalar) continue;
            if (function.op == Op::Clamp || function.op == Op::Hardtanh) {
                return binary(Op::Min, binary(Op::Max, v[0], v[1]), v[2]);
            }
            error(e.arguments[i]->position, "TW4114",
                  fmt::format("argument {} of {} is {}, but it must be a number or parameter", i + 1, e.text,
                              shape_name(shape(v[i]))),
                  "give a number, or make it a parameter");
        }
        if (folded(e, function, v)) return constant(folded_);
        Node node;
        node.op = function.op;
        node.shape = function.tiles == 2 ? joined(shape(v[0]), shape(v[1])) : shape(v[0]);
        if (node.shape == Shape::Scalar && (*function.source == 0 || !function.numbers.empty())) {
            error(e.position, "TW4114",
                  fmt::format("{} is a number that no generated host code computes", clipped(to_text(e))),
                  "make it a parameter of its own");
        }
        for (const std::string& word : function.words) {
            const bool whole = word.rfind("int ", 0) == 0;
            if (whole && (program_[v[function.tiles]].op != Op::Constant ||
                          program_[v[function.tiles]].constant != std::floor(program_[v[function.tiles]].constant))) {
                error(e.arguments.back()->position, "TW4114",
                      fmt::format("the last argument of {} must be a whole number that the formula names", e.text),
                      fmt::format("write e.g. {}(x, 2)", e.text));
            }
            if (word.rfind("1/", 0) == 0) v.push_back(unary(Op::Recip, v[function.tiles]));
        }
        node.arguments = std::move(v);
        return add(node);
    }
    // A function of constants is a constant.
    bool folded(const Expression& e, const Function& function, const std::vector<int>& v) {
        double numbers[2 + kMostNumbers] = {};
        for (size_t i = 0; i < v.size(); ++i) {
            if (program_[v[i]].op != Op::Constant) return false;
            numbers[i] = program_[v[i]].constant;
        }
        folded_ = function.value(numbers[0], numbers[1], numbers + function.tiles);
        // Overflow of exp(1000) is another matter than a place where there is no value.
        if (std::isnan(folded_) || (std::isinf(folded_) && std::fabs(numbers[0]) <= 1)) {
            error(e.arguments[0]->position, "TW4117", fmt::format("{}({:g}) has no value", e.text, numbers[0]),
                  "give a constant in the function's domain");
        }
        return true;
    }

    int where(const Expression& e, const std::vector<int>& v) {
        for (size_t i = 0; i < 3; ++i) not_optional(*e.arguments[i], v[i]);
        Node node;
        node.op = Op::Where;
        node.shape = joined(joined(shape(v[0]), shape(v[1])), shape(v[2]));
        if (program_[v[0]].op == Op::Constant) return program_[v[0]].constant != 0 ? v[1] : v[2];
        node.arguments = v;
        // The card chooses by the bits of the condition, to which -0 is not zero.
        if (!is_comparison(program_[v[0]].op)) node.arguments[0] = binary(Op::NotEqual, v[0], constant(0));
        return add(node);
    }

    int power(const Expression& e, int base, int exponent) {
        not_optional(*e.arguments[0], base);
        not_optional(*e.arguments[1], exponent);
        if (shape(exponent) != Shape::Scalar) {
            const Op op = shape(base) == Shape::Scalar ? Op::PowerOfNumber : Op::PowerOfTwo;
            Node node;
            node.op = op;
            node.shape = joined(shape(base), shape(exponent));
            node.arguments =
                op == Op::PowerOfNumber ? std::vector<int>{exponent, base} : std::vector<int>{base, exponent};
            return add(node);
        }
        if (is_constant(exponent, 2)) return unary(Op::Square, base);
        return binary(Op::Power, base, exponent);
    }

    // The stable form.
    int softmax(const Expression& e, int value) {
        check_reduced(e, value);
        const int shifted = unary(Op::Exp, binary(Op::Sub, value, named(reduction(Op::MaxOf, value), "max", value)));
        return binary(Op::Mul, shifted, unary(Op::Recip, named(reduction(Op::SumOf, shifted), "sum", shifted)));
    }
    int named(int reduced, const char* what, int value) {
        std::string& name = program_.nodes[static_cast<size_t>(reduced)].name;
        if (name.empty()) name = fresh_name(fmt::format("{}_{}", what, word_for(value)));
        return reduced;
    }

    void check_reduced(const Expression& e, int value) {
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
    }
    int reduce(const Expression& e, int value) {
        check_reduced(e, value);
        if (e.text == "mean") return mean(value, e.position);
        if (e.text == "var") return variance(value, e.position);
        if (e.text == "std") return unary(Op::Sqrt, variance(value, e.position));
        return named(reduction(e.text == "sum"   ? Op::SumOf
                               : e.text == "max" ? Op::MaxOf
                                                 : Op::MinOf,
                               value),
                     e.text.c_str(), value);
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

    // Values by name; each is a result of its own.
    void take_outputs() {
        program_.outputs.clear();
        for (size_t i = 0; i < spec_.outputs.size(); ++i) {
            const std::string& name = spec_.outputs[i];
            const auto found = names_.find(name);
            if (found == names_.end()) {
                std::vector<std::string> known;
                for (const auto& [word, node] : names_) known.push_back(word);
                error(spec_.output_positions[i], "TW4112",
                      fmt::format("the output \"{}\" is no value of the formula", name),
                      suggestion(name, known, "values"));
            }
            unused_.erase(name);
            if (program_.is_output(found->second)) {
                error(spec_.output_positions[i], "TW4118",
                      fmt::format("the output \"{}\" is the same value as one before it", name), "leave it out");
            }
            program_.outputs.push_back(found->second);
            program_.nodes[static_cast<size_t>(found->second)].name = name;
        }
        program_.output = program_.outputs.front();
    }

    void check_result(int output, const std::string& what, Position at) {
        const Node& result = program_[output];
        if (result.shape != Shape::Block && result.shape != Shape::Column) {
            error(at, "TW4114",
                  fmt::format("{} is {}, but it must have a value for every row", what, shape_name(result.shape)),
                  "use the rows, e.g. x");
        }
        if (result.op == Op::Input) {
            error(at, "TW4116", what + " is an input as it is, so there is nothing to compute",
                  spec_.outputs.empty() ? "give a formula, e.g. x - mean(x)" : "leave it out of outputs");
        }
    }
    void check_unused() {
        if (unused_.empty()) return;
        const auto& [name, at] = *std::min_element(unused_.begin(), unused_.end(), [](const auto& a, const auto& b) {
            return std::pair(a.second.line, a.second.column) < std::pair(b.second.line, b.second.column);
        });
        error(at, "TW4116", fmt::format("\"{}\" is not used by the formula", name),
              spec_.outputs.empty() || spec_.find_input(name) != nullptr
                  ? "use it, or remove it"
                  : "use it, name it among outputs, or remove it");
    }

    const Spec& spec_;
    std::map<std::string, int> names_;
    std::map<std::string, Position> unused_;
    std::map<int, size_t> scalar_operations_;
    std::set<std::string> called_;
    double folded_ = 0;
    Position result_position_;
};

}  // namespace

const std::vector<std::string>& function_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Form& form : kForms) all.emplace_back(form.name);
        for (const Function& function : functions()) {
            if (find_function(function.name) == &function) all.emplace_back(function.name);
        }
        std::sort(all.begin(), all.end());
        return all;
    }();
    return names;
}

RowProgram lower(const Spec& spec) { return Lowering(spec).run(); }

}  // namespace tilewright::workshop::rows
