// Formulas as they are written, nothing rearranged: rows of numbers, one number per row, one row for all, or one
// number. References and phases are evaluated by this, and not by the row program, whose forms they are to judge.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "workshop/spec/spec.hpp"

namespace tilewright::workshop::rows {

using Matrix = std::vector<double>;

struct Value {
    size_t rows = 1, columns = 1;
    Matrix numbers = {0};
    size_t matrices = 0;  // the right side of a product: so many matrices of `rows` each, one after the other
    bool absent = false;  // an optional input that is not given: its factor or summand is left out

    double at(size_t row, size_t column) const {
        return numbers[(rows == 1 ? 0 : row) * columns + (columns == 1 ? 0 : column)];
    }
};

// Double has sums in long double. The others round after every operation, and sums run in 32 lanes that are then added,
// as everybody's do.
enum class Arithmetic { Double, Float32, Bfloat16 };

// Throws TW4121 where the formula does not parse, or calls something that has no name here. `first_columns`: what
// reductions are over; 0: all columns. `wanted`: the line whose value is asked for, empty: the last one.
Value evaluate(const std::string& formula, const std::map<std::string, Value>& names, size_t first_columns = 0,
               Arithmetic arithmetic = Arithmetic::Double, const std::string& wanted = "");

struct EvaluationInput;
// The formula of a spec: every row's result, or that of one of its outputs.
Matrix evaluate_written(const Spec& spec, const EvaluationInput& input, Arithmetic arithmetic = Arithmetic::Double,
                        size_t output = 0);

}  // namespace tilewright::workshop::rows
