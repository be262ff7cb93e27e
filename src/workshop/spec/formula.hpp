// The formula of a spec as a tree: what was written, with positions, before names and shapes mean anything.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workshop/spec/source.hpp"

namespace tilewright::workshop::rows {

struct Expression {
    enum class Kind { Number, Name, Call, Operator };
    Kind kind = Kind::Number;
    Position position;
    double number = 0;
    std::string text;  // the name, the function, or the operator; "-" with one argument is the sign
    std::vector<std::unique_ptr<Expression>> arguments;
    struct Keyword {
        std::string name;
        Position position;
        std::vector<std::unique_ptr<Expression>> values;  // one, or those of a list in parentheses
    };
    std::vector<Keyword> keywords;  // of a call: f(x, dim=-1), f(x, dims=(1, 2))
};

// name = expression; the last one is the result, and its name may be left out.
struct Assignment {
    std::string name;
    Position position;
    std::unique_ptr<Expression> value;
};

// Assignments are separated by line ends or semicolons. `begin` is the offset of the formula in the source, so that
// positions are those of the file. `limited`: names and the number of operations have the limits of specs.
std::vector<Assignment> parse_formula(const Source& source, size_t begin, const std::string& formula,
                                      bool limited = true);

// Constants reach the card as float32: zero, or from 1.17549e-38 to 3.40282e+38 in size.
bool fits_float32(double value);
std::string float32_range();

// Text that parses to the same tree, with as few parentheses as possible; keywords are left out.
std::string to_text(const Expression& expression);

}  // namespace tilewright::workshop::rows
