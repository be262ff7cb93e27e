// Formulas of phases in float64: rows of numbers, one number per row, one row for all, or one number.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tilewright::workshop::accuracy {

using Matrix = std::vector<double>;

struct Value {
    size_t rows = 1, columns = 1;
    Matrix numbers = {0};

    double at(size_t row, size_t column) const {
        return numbers[(rows == 1 ? 0 : row) * columns + (columns == 1 ? 0 : column)];
    }
};

// Throws TW4121 where the formula does not parse, or calls something that has no name here. `first_columns`: what
// reductions are over; 0: all columns.
Value evaluate(const std::string& formula, const std::map<std::string, Value>& names, size_t first_columns = 0);

}  // namespace tilewright::workshop::accuracy
