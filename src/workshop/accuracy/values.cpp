// Walking the tree of a formula.
#include "workshop/accuracy/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "workshop/plan/functions.hpp"
#include "workshop/spec/formula.hpp"

namespace tilewright::workshop::accuracy {

namespace {

using rows::Expression;

class Walk {
public:
    Walk(const std::string& formula, const std::map<std::string, Value>& names, size_t first_columns)
        : formula_(formula), names_(names), first_columns_(first_columns) {}

    Value value(const Expression& e) const {
        if (e.kind == Expression::Kind::Number) return {1, 1, {e.number}};
        if (e.kind == Expression::Kind::Name) {
            const auto found = names_.find(e.text);
            if (found == names_.end()) refuse(fmt::format("\"{}\" has no value there", e.text));
            return found->second;
        }
        std::vector<Value> given;
        for (const auto& argument : e.arguments) given.push_back(value(*argument));
        if (given.size() == 1) return of_one(e.text, given[0]);
        const rows::Function* function = rows::find_function(e.text);
        if (function != nullptr && given.size() > function->tiles &&
            given.size() <= function->tiles + rows::kMostNumbers)
            return with_numbers(*function, given);
        if (given.size() == 2) {
            const auto op = rows::binary_op(e.text);
            if (!op) refuse(fmt::format("there is no \"{}\" of two values", e.text));
            return elementwise({&given[0], &given[1]},
                               [&](const double* v) { return rows::value_of(*op, v[0], v[1]); });
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

    Value of_one(const std::string& name, const Value& given) const {
        if (const auto op = rows::unary_op(name))
            return elementwise({&given}, [&](const double* v) { return rows::value_of(*op, v[0]); });
        if (name == "-") return elementwise({&given}, [](const double* v) { return -v[0]; });
        if (name == "var" || name == "std") {
            const Value mean = reduce("mean", given);
            const Value off =
                elementwise({&given, &mean}, [](const double* v) { return (v[0] - v[1]) * (v[0] - v[1]); });
            const Value variance = reduce("mean", off);
            return name == "var" ? variance : elementwise({&variance}, [](const double* v) { return std::sqrt(v[0]); });
        }
        return reduce(name, given);
    }

    // A function of tiles, then numbers.
    Value with_numbers(const rows::Function& function, const std::vector<Value>& given) const {
        double numbers[rows::kMostNumbers] = {};
        for (size_t i = function.tiles; i < given.size(); ++i) numbers[i - function.tiles] = given[i].at(0, 0);
        std::vector<const Value*> tiles;
        for (size_t i = 0; i < function.tiles; ++i) tiles.push_back(&given[i]);
        return elementwise(
            tiles, [&](const double* v) { return function.value(v[0], function.tiles > 1 ? v[1] : 0, numbers); });
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
            for (size_t i = 1; i < columns; ++i) {
                const double v = given.at(row, i);
                result = !extreme ? result + v : name == "max" ? std::max(result, v) : std::min(result, v);
            }
            made.numbers[row] = name == "mean" ? result / static_cast<double>(columns) : result;
        }
        return made;
    }

    template <typename F>
    Value elementwise(const std::vector<const Value*>& given, F&& what) const {
        Value made;
        for (const Value* one : given) {
            made.rows = std::max(made.rows, one->rows);
            made.columns = std::max(made.columns, one->columns);
        }
        made.numbers.resize(made.rows * made.columns);
        double v[3] = {};
        for (size_t row = 0; row < made.rows; ++row) {
            for (size_t column = 0; column < made.columns; ++column) {
                for (size_t i = 0; i < given.size(); ++i) v[i] = given[i]->at(row, column);
                made.numbers[row * made.columns + column] = what(v);
            }
        }
        return made;
    }

    const std::string& formula_;
    const std::map<std::string, Value>& names_;
    size_t first_columns_;
};

}  // namespace

Value evaluate(const std::string& formula, const std::map<std::string, Value>& names, size_t first_columns) {
    const auto parsed = rows::parse_formula({"phase", formula}, 0, formula, false);
    std::map<std::string, Value> lines;  // what the lines before the last one give names to
    const std::map<std::string, Value>* known = &names;
    if (parsed.size() > 1) {
        lines = names;
        known = &lines;
    }
    const Walk walk(formula, *known, first_columns);
    for (size_t i = 0; i + 1 < parsed.size(); ++i) lines[parsed[i].name] = walk.value(*parsed[i].value);
    return walk.value(*parsed.back().value);
}

}  // namespace tilewright::workshop::accuracy
