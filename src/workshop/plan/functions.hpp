// What is known of a function of formulas: functions.def as a table.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "workshop/plan/row_program.hpp"

namespace tilewright::workshop::rows {

// How much an error of the operands changes the result. Where nothing can be said the error is infinite.
enum class Course : uint8_t {
    Rising,     // monotone: as far as at the ends of the interval
    AboutZero,  // monotone on each side of 0
    Sloped,     // at most 1.2 for 1
    Root,       // from 0 on; what lies below counts as 0
    Positive,   // monotone above 0, nothing else
    Logarithm,  // the same, and exact to units of its argument's exponent near 1
    Pole,       // monotone on each side of 0, where it is infinite
    Tangent,    // poles at odd multiples of half pi
    Saw,        // jumps by 1 at whole numbers
    Jump,       // rising but for a jump
    // Of two operands.
    Angle,
    Product,
    Modulo,
    Corners,
    Near,
};

struct Number {
    std::string name;
    bool has_default = false;
    double value = 0;
};

inline constexpr size_t kMostNumbers = 2;

struct Function {
    Op op = Op::Constant;
    const char* name = "";
    size_t tiles = 1;
    std::vector<Number> numbers;
    std::string call, init, arguments;  // "erf", "erf", "<false>"
    std::string init_arguments;
    std::vector<std::string> words;
    const char* header = "";
    double roundings = 0;
    Course course = Course::Rising;
    const char* source = "";
    const char* torch = "";
    // x, y: the tiles; n: the numbers, two of them.
    double (*value)(double x, double y, const double* n) = nullptr;

    size_t least_numbers() const;  // without those that have defaults
    // What numbers are where a formula leaves them out; 0 for those that it cannot.
    std::array<double, kMostNumbers> defaults() const;
};

const std::vector<Function>& functions();
// nullptr: the operation is no function of the table.
const Function* find_function(Op op);
const Function* find_function(const std::string& name);  // as formulas call it

// The words of a call of this function, behind its slots: scalar nodes, or texts. A node's arguments are its tiles, the
// function's numbers, then the reciprocals among its words.
struct Word {
    int node = -1;
    std::string text = {};
};
std::vector<Word> words_of(const RowProgram& program, const Node& node);

}  // namespace tilewright::workshop::rows
