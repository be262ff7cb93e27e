// The table of functions, and the special functions that the standard library has not.
#include "workshop/plan/functions.hpp"

#include <cmath>
#include <cstdlib>
#include <sstream>

namespace tilewright::workshop::rows {

namespace {

// The inverse of erf: a start that is near, then Newton steps on erf or, far out, on erfc.
double erfinv(double y) {
    if (!(std::fabs(y) < 1)) return std::fabs(y) == 1 ? std::copysign(INFINITY, y) : NAN;
    const double w = std::log1p(-y * y), k = 2 / (3.141592653589793 * 0.147) + w / 2;
    double x = std::copysign(std::sqrt(std::sqrt(k * k - w / 0.147) - k), y);
    for (int step = 0; step < 4; ++step) {
        const double off = y > 0.5 ? (1 - y) - std::erfc(x) : y < -0.5 ? std::erfc(-x) - (1 + y) : std::erf(x) - y;
        x -= off * 0.886226925452758 * std::exp(x * x);
    }
    return x;
}

// Modified, of the first kind; the library's ends in an exception where float32 has long overflown.
double bessel(double order, double x) { return x > 200 ? INFINITY : std::cyl_bessel_i(order, x); }

// The derivative of log(gamma(x)): reflected below 0, raised above 8, then the asymptotic series.
double digamma(double x) {
    if (x <= 0 && x == std::floor(x)) return NAN;
    if (x < 0) return digamma(1 - x) - 3.141592653589793 / std::tan(3.141592653589793 * x);
    double sum = 0;
    for (; x < 8; x += 1) sum -= 1 / x;
    const double s = 1 / (x * x);
    return sum + std::log(x) - 0.5 / x -
           s * (1.0 / 12 - s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132 - s * 691.0 / 32760)))));
}

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) parts.push_back(part.substr(part.find_first_not_of(' ')));
    return parts;
}

std::vector<Number> numbers_of(const std::string& text) {
    std::vector<Number> numbers;
    for (const std::string& part : parts_of(text)) {
        const size_t equals = part.find(" = ");
        Number number{part.substr(0, equals)};
        number.has_default = equals != std::string::npos;
        if (number.has_default) number.value = std::strtod(part.c_str() + equals + 3, nullptr);
        numbers.push_back(number);
    }
    return numbers;
}

// "name<arguments>"
std::pair<std::string, std::string> call_of(const std::string& text) {
    const size_t open = std::min(text.find('<'), text.size());
    return {text.substr(0, open), text.substr(open)};
}

Function made(Op op, const char* name, size_t tiles, const char* numbers, const char* call, const char* init,
              const char* words, const char* header, double roundings, Course course, const char* source,
              const char* torch, double (*value)(double, double, const double*)) {
    Function function;
    function.op = op;
    function.name = name;
    function.tiles = tiles;
    function.numbers = numbers_of(numbers);
    std::tie(function.call, function.arguments) = call_of(call);
    std::tie(function.init, function.init_arguments) = call_of(*init != 0 ? init : call);
    function.words = parts_of(words);
    function.header = header;
    function.roundings = roundings;
    function.course = course;
    function.source = source;
    function.torch = torch;
    function.value = value;
    return function;
}

}  // namespace

size_t Function::least_numbers() const {
    size_t count = 0;
    for (const Number& number : numbers) count += number.has_default ? 0 : 1;
    return count;
}

std::array<double, kMostNumbers> Function::defaults() const {
    std::array<double, kMostNumbers> values = {};
    for (size_t i = 0; i < numbers.size(); ++i) values[i] = numbers[i].value;
    return values;
}

const std::vector<Function>& functions() {
    static const std::vector<Function> all = [] {
        std::vector<Function> table;
#define FUNCTION(tiles, Name, text, numbers, call, init, words, header, roundings, course, source, torch, ...)         \
    table.push_back(made(Op::Name, text, tiles, numbers, call, init, words, header, roundings, Course::course, source, \
                         torch, [](double x, double y, const double* n) {                                              \
                             [[maybe_unused]] const double a = n[0], b = n[1];                                         \
                             (void)y;                                                                                  \
                             return static_cast<double>(__VA_ARGS__);                                                  \
                         }));
#define ONE(...) FUNCTION(1, __VA_ARGS__)
#define TWO(...) FUNCTION(2, __VA_ARGS__)
#include "workshop/plan/functions.def"
#undef ONE
#undef TWO
#undef FUNCTION
        return table;
    }();
    return all;
}

const Function* find_function(Op op) {
    static const std::vector<const Function*> by_op = [] {
        std::vector<const Function*> all(static_cast<size_t>(Op::FirstOf) + 1, nullptr);
        for (const Function& function : functions()) all[static_cast<size_t>(function.op)] = &function;
        return all;
    }();
    return by_op[static_cast<size_t>(op)];
}

const Function* find_function(const std::string& name) {
    for (const Function& function : functions()) {
        const bool chosen = function.op == Op::PowerOfNumber || function.op == Op::PowerOfTwo;
        if (name == function.name && !chosen) return &function;
    }
    return nullptr;
}

std::vector<Word> words_of(const RowProgram& program, const Node& node) {
    const Function& function = *find_function(node.op);
    const auto number = [&](const std::string& name) {
        size_t place = function.tiles;
        for (const Number& one : function.numbers) {
            if (one.name == name) return node.arguments[place];
            ++place;
        }
        return -1;
    };
    std::vector<Word> words;
    size_t reciprocal = function.tiles + function.numbers.size();
    for (const std::string& word : function.words) {
        if (word.rfind("1/", 0) == 0) {
            words.push_back({node.arguments[reciprocal++]});
        } else if (word.rfind("int ", 0) == 0) {
            words.push_back({-1, std::to_string(static_cast<long>(program[number(word.substr(4))].constant))});
        } else if (const int named = number(word); named >= 0) {
            words.push_back({named});
        } else {
            words.push_back({-1, "rows::bits(" + word + (word.find('.') == word.npos ? ".0f)" : "f)")});
        }
    }
    return words;
}

}  // namespace tilewright::workshop::rows
