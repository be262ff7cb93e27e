// The words, letters and functions that formulas have not, each with what says the same.
#include "workshop/spec/hints.hpp"

#include <cctype>
#include <map>

namespace tilewright::workshop::rows {

namespace {

using Table = std::map<std::string, const char*>;

std::optional<std::string> look_up(const Table& table, const std::string& word) {
    const auto found = table.find(word);
    return found == table.end() ? std::nullopt : std::optional<std::string>(found->second);
}

}  // namespace

std::optional<std::string> instead_of_word(const std::string& word) {
    static const Table words = {{"and", "write a * b of two conditions"},
                                {"or", "write max(a, b) of two conditions"},
                                {"not", "write x == 0"},
                                {"if", "write where(condition, value, otherwise)"},
                                {"else", "write where(condition, value, otherwise)"},
                                {"for", "formulas have no loops: every value is that of all elements"},
                                {"lambda", "give the value a name: a = ...; y = ... a ..."},
                                {"return", "the last line is the result"},
                                {"in", "write comparisons, e.g. (x > a) * (x < b)"}};
    return look_up(words, word);
}

std::optional<std::string> instead_of_letter(const std::string& letter) {
    static const Table letters = {
        {"%", "write remainder(a, b), or fmod(a, b)"},
        {"&", "write a * b of two conditions"},
        {"|", "write max(a, b) of two conditions, abs(x) of a number"},
        {"~", "write x == 0"},
        {"!", "write x == 0, or a != b"},
        {"[", "values have no indices: every formula is for all elements"},
        {"]", "values have no indices: every formula is for all elements"},
        {"?", "write where(condition, value, otherwise)"},
        {":", "write name = value"},
        {"^", "write power(x, 3), or square(x); k^T is k transposed"},
        {"**", "write power(x, 3), or square(x)"},
        {"#", "comments stand in the spec, outside of the formula"}};
    return look_up(letters, letter);
}

std::optional<std::string> instead_of_number(const std::string& word) {
    static const Table numbers = {
        {"nan", "NaN is no number that a formula can have; give a number"},
        {"inf", "infinity is no number that a formula can have; give a large one, e.g. 3e38"},
        {"infinity", "infinity is no number that a formula can have; give a large one, e.g. 3e38"},
        {"pi", "write 3.14159265358979"},
        {"true", "conditions are 1 and 0"},
        {"false", "conditions are 1 and 0"},
        {"none", "every value is there; optional inputs are declared"}};
    std::string small = word;
    for (char& letter : small) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return look_up(numbers, small);
}

std::optional<std::string> instead_of_function(const std::string& name) {
    static const Table functions = {
        {"log_softmax", "write d = x - max(x); d - log(sum(exp(d)))"},
        {"layer_norm", "write (x - mean(x)) * rsqrt(var(x) + eps) * gamma + beta"},
        {"layernorm", "write (x - mean(x)) * rsqrt(var(x) + eps) * gamma + beta"},
        {"rms_norm", "write x * rsqrt(mean(square(x)) + eps) * gamma"},
        {"normalize", "write x * rsqrt(sum(square(x)) + eps)"},
        {"matmul", "write x @ w; the right side may be transposed, q @ k^T"},
        {"linear", "write x @ w^T + b"},
        {"transpose", "write q @ k^T: the right side of a product may be transposed"},
        {"dot", "write sum(a * b), which is along W"},
        {"norm", "write sqrt(sum(square(x)))"},
        {"prod", "formulas have no products of all elements; exp(sum(log(x))) is one of positive ones"},
        {"cumsum", "formulas have no running sums"},
        {"argmax", "formulas have no positions of elements"},
        {"argmin", "formulas have no positions of elements"},
        {"sort", "formulas have no order of elements"},
        {"topk", "formulas have no order of elements"},
        {"transpose", "formulas leave every element in its place"},
        {"reshape", "formulas leave every element in its place"},
        {"dropout", "formulas have no random numbers"},
        {"rand", "formulas have no random numbers"},
        {"lgamma", "the card has no such function of one value; it is made of several calls"},
        {"polygamma", "formulas have digamma(x) only"},
        {"sub", "write a - b"},
        {"add", "write a + b"},
        {"mul", "write a * b"},
        {"div", "write a / b"}};
    return look_up(functions, name);
}

}  // namespace tilewright::workshop::rows
