// Walking the tree of a formula.
#include "workshop/plan/written.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/error.hpp"
#include "workshop/plan/evaluate.hpp"
#include "workshop/plan/functions.hpp"
#include "workshop/plan/row_program.hpp"
#include "workshop/spec/formula.hpp"

namespace tilewright::workshop::rows {

namespace {

using OfTwo = double(double, double);

class Walk {
public:
    Walk(const std::string& formula, const std::map<std::string, Value>& names, size_t first_columns,
         Arithmetic arithmetic)
        : formula_(formula), names_(names), first_columns_(first_columns), arithmetic_(arithmetic) {}

    Value value(const Expression& e) const {
        if (e.kind == Expression::Kind::Number) return {1, 1, {rounded(e.number)}};
        if (e.kind == Expression::Kind::Name) {
            const auto found = names_.find(e.text);
            if (found == names_.end()) refuse(fmt::format("\"{}\" has no value there", e.text));
            return found->second;
        }
        std::vector<Value> given;
        for (const auto& argument : e.arguments) given.push_back(value(*argument));
        if (e.text == "@") return product(given[0], given[1]);
        if (e.text == "^T") return transposed(given[0]);
        if (given.size() == 2 && given[1].absent) return given[0];
        if (given.size() == 2 && given[0].absent) return given[1];
        if (given.size() == 1) return of_one(e.text, given[0]);
        const rows::Function* function = rows::find_function(e.text);
        if (function != nullptr && given.size() > function->tiles &&
            given.size() <= function->tiles + rows::kMostNumbers)
            return with_numbers(*function, given);
        if (given.size() == 2) {
            if (OfTwo* const form = form_of_two(e.text))
                return elementwise({&given[0], &given[1]}, [&](const double* v) { return form(v[0], v[1]); });
            const auto op = binary_op(e.text);
            if (!op) refuse(fmt::format("there is no \"{}\" of two values", e.text));
            return elementwise({&given[0], &given[1]}, [&](const double* v) { return value_of(*op, v[0], v[1]); });
        }
        if (given.size() == 3 && e.text == "lerp") {
            return elementwise({&given[0], &given[1], &given[2]},
                               [](const double* v) { return v[0] + v[2] * (v[1] - v[0]); });
        }
        if (given.size() == 3 && e.text == "where") {
            return elementwise({&given[0], &given[1], &given[2]},
                               [](const double* v) { return v[0] != 0 ? v[1] : v[2]; });
        }
        refuse(fmt::format("there is no \"{}\" of {} values", e.text, given.size()));
    }

private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw Error("TW4121", fmt::format("phase \"{}\": {}", formula_, why),
                    "a phase names inputs, parameters and phases before it", Exit::Usage);
    }

    double rounded(double v) const {
        if (arithmetic_ == Arithmetic::Double) return v;
        const auto narrow = static_cast<float>(v);
        if (arithmetic_ == Arithmetic::Float32 || !std::isfinite(narrow)) return narrow;
        // Half a unit up, ties to even.
        const auto bits = std::bit_cast<uint32_t>(narrow);
        return std::bit_cast<float>((bits + 0x7FFFu + (bits >> 16 & 1u)) & 0xFFFF0000u);
    }

    // Functions that row programs make of others.
    static OfTwo* form_of_two(const std::string& name) {
        static const std::map<std::string, OfTwo*> forms = {
            {"maximum", [](double a, double b) { return std::max(a, b); }},
            {"minimum", [](double a, double b) { return std::min(a, b); }},
            {"logical_and", [](double a, double b) { return a != 0 && b != 0 ? 1.0 : 0.0; }},
            {"logical_or", [](double a, double b) { return a != 0 || b != 0 ? 1.0 : 0.0; }},
            {"logical_xor", [](double a, double b) { return (a != 0) != (b != 0) ? 1.0 : 0.0; }}};
        const auto found = forms.find(name);
        return found == forms.end() ? nullptr : found->second;
    }

    Value of_one(const std::string& name, const Value& given) const {
        if (name == "logsigmoid") {
            return elementwise(
                {&given}, [](const double* v) { return std::min(v[0], 0.0) - std::log1p(std::exp(-std::fabs(v[0]))); });
        }
        if (const auto op = unary_op(name))
            return elementwise({&given}, [&](const double* v) { return value_of(*op, v[0]); });
        if (name == "-") return elementwise({&given}, [](const double* v) { return -v[0]; });
        if (name == "var" || name == "std") {
            const Value mean = reduce("mean", given);
            const Value off = elementwise({&given, &mean}, [](const double* v) { return v[0] - v[1]; });
            const Value squares = elementwise({&off}, [](const double* v) { return v[0] * v[0]; });
            const Value variance = reduce("mean", squares);
            return name == "var" ? variance : elementwise({&variance}, [](const double* v) { return std::sqrt(v[0]); });
        }
        if (name == "softmax") {
            const Value most = reduce("max", given);
            const Value powers = elementwise({&given, &most}, [](const double* v) { return std::exp(v[0] - v[1]); });
            const Value sum = reduce("sum", powers);
            return elementwise({&powers, &sum}, [](const double* v) { return v[0] / v[1]; });
        }
        return reduce(name, given);
    }

    static Value transposed(const Value& given) {
        Value made = given;
        std::swap(made.rows, made.columns);
        const size_t count = std::max<size_t>(given.matrices, 1);
        for (size_t m = 0; m < count; ++m) {
            const size_t begin = m * given.rows * given.columns;
            for (size_t row = 0; row < given.rows; ++row) {
                for (size_t column = 0; column < given.columns; ++column)
                    made.numbers[begin + column * given.rows + row] =
                        given.numbers[begin + row * given.columns + column];
            }
        }
        return made;
    }
    // Rows of the left side are those of all matrices of the right one, in turn, or of the only one.
    Value product(const Value& left, const Value& right) const {
        const size_t inner = right.rows, each = left.rows / std::max<size_t>(right.matrices, 1);
        Value made{left.rows, right.columns, Matrix(left.rows * right.columns)};
        std::vector<long double> sums(right.columns);
        for (size_t row = 0; row < left.rows; ++row) {
            const double* matrix = right.numbers.data() + row / each * inner * right.columns;
            std::fill(sums.begin(), sums.end(), 0);
            for (size_t k = 0; k < inner; ++k) {
                const double factor = left.at(row, k);
                for (size_t i = 0; i < right.columns; ++i) {
                    const double term = factor * matrix[k * right.columns + i];
                    sums[i] = arithmetic_ == Arithmetic::Double ? sums[i] + term
                                                                : rounded(static_cast<double>(sums[i]) + rounded(term));
                }
            }
            for (size_t i = 0; i < right.columns; ++i)
                made.numbers[row * right.columns + i] = static_cast<double>(sums[i]);
        }
        return made;
    }

    // A function of tiles, then numbers, which may differ from row to row: clamp(x, 0, mean(x)).
    Value with_numbers(const rows::Function& function, const std::vector<Value>& given) const {
        std::vector<const Value*> all;
        for (const Value& one : given) all.push_back(&one);
        const auto defaults = function.defaults();
        return elementwise(all, [&](const double* v) {
            auto numbers = defaults;
            for (size_t i = function.tiles; i < given.size(); ++i) numbers[i - function.tiles] = v[i];
            return function.value(v[0], function.tiles > 1 ? v[1] : 0, numbers.data());
        });
    }

    Value reduce(const std::string& name, const Value& given) const {
        const bool extreme = name == "max" || name == "min";
        if (!extreme && name != "mean" && name != "sum" && name != "first")
            refuse(fmt::format("there is no \"{}\" of one value", name));
        const size_t columns = name == "first"       ? 1
                               : first_columns_ == 0 ? given.columns
                                                     : std::min(first_columns_, given.columns);
        Value made{given.rows, 1, Matrix(given.rows)};
        for (size_t row = 0; row < given.rows; ++row) {
            double result = given.at(row, 0);
            for (size_t i = 1; i < columns && extreme; ++i) {
                const double v = given.at(row, i);
                result = name == "max" ? std::max(result, v) : std::min(result, v);
            }
            if (!extreme && name != "first") result = sum(given, row, columns);
            made.numbers[row] = name == "mean" ? rounded(result / static_cast<double>(columns)) : result;
        }
        return made;
    }

    double sum(const Value& given, size_t row, size_t columns) const {
        if (arithmetic_ == Arithmetic::Double) {
            long double sum = 0;
            for (size_t i = 0; i < columns; ++i) sum += given.at(row, i);
            return static_cast<double>(sum);
        }
        std::array<double, 32> lanes{};
        for (size_t i = 0; i < columns; ++i) lanes[i % 32] = rounded(lanes[i % 32] + given.at(row, i));
        double sum = 0;
        for (const double lane : lanes) sum = rounded(sum + lane);
        return sum;
    }

    template <typename F>
    Value elementwise(const std::vector<const Value*>& given, F&& what) const {
        Value made;
        for (const Value* one : given) {
            made.rows = std::max(made.rows, one->rows);
            made.columns = std::max(made.columns, one->columns);
        }
        made.numbers.resize(made.rows * made.columns);
        double v[2 + kMostNumbers] = {};
        for (size_t row = 0; row < made.rows; ++row) {
            for (size_t column = 0; column < made.columns; ++column) {
                for (size_t i = 0; i < given.size(); ++i) v[i] = given[i]->at(row, column);
                made.numbers[row * made.columns + column] = rounded(what(v));
            }
        }
        return made;
    }

    const std::string& formula_;
    const std::map<std::string, Value>& names_;
    size_t first_columns_;
    Arithmetic arithmetic_;
};

}  // namespace

Value evaluate(const std::string& formula, const std::map<std::string, Value>& names, size_t first_columns,
               Arithmetic arithmetic, const std::string& wanted) {
    const auto parsed = parse_formula({"phase", formula}, 0, formula, false);
    std::map<std::string, Value> lines;  // what the lines before the last one give names to
    const std::map<std::string, Value>* known = &names;
    if (parsed.size() > 1) {
        lines = names;
        known = &lines;
    }
    const Walk walk(formula, *known, first_columns, arithmetic);
    for (size_t i = 0; i + 1 < parsed.size(); ++i) {
        lines[parsed[i].name] = walk.value(*parsed[i].value);
        if (!wanted.empty() && parsed[i].name == wanted) return lines[parsed[i].name];
    }
    return walk.value(*parsed.back().value);
}

Matrix evaluate_written(const Spec& spec, const EvaluationInput& input, Arithmetic arithmetic, size_t output) {
    std::map<std::string, Value> names;
    for (size_t i = 0; i < spec.inputs.size(); ++i) {
        const SpecInput& one = spec.inputs[i];
        Value& value = names[one.name];
        value.absent = input.inputs[i].empty();
        if (value.absent) continue;
        value.rows = one.shape == InputShape::Row ? 1 : input.rows;
        value.columns = one.shape == InputShape::Column ? 1 : input.width;
        if (one.operand.is()) {
            const std::vector<uint32_t> shape = one.operand.shape(input.shape, input.sizes);
            value.columns = shape.back();
            value.rows = one.operand.side == MatrixSide::Side::Left ? input.rows : shape[shape.size() - 2];
            value.matrices = input.inputs[i].size() / (value.rows * value.columns);
        }
        value.numbers.assign(input.inputs[i].begin(), input.inputs[i].end());
    }
    for (size_t i = 0; i < spec.parameters.size(); ++i)
        names[spec.parameters[i].name] = {1, 1, {static_cast<double>(input.parameters[i])}};
    return evaluate(spec.formula, names, 0, arithmetic, spec.outputs.empty() ? "" : spec.outputs[output]).numbers;
}

}  // namespace tilewright::workshop::rows
