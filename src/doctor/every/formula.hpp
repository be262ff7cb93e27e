// Counts as formulas of arguments: sums of products of arguments, and of arguments divided by a number and rounded up
// or down, or bounded by one. Found from points where the count is known; exact on every one of them, or not found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilewright::doctor {

struct Atom {
    enum class Kind : uint8_t { Plain, AtMost, Down, Up } kind = Kind::Plain;
    uint32_t variable = 0;
    uint32_t by = 1;  // what it is divided by, or is at most
    auto operator<=>(const Atom&) const = default;

    int64_t at(const std::vector<int64_t>& values) const;
};

using Product = std::vector<Atom>;

struct Formula {
    struct Term {
        int64_t times = 1;
        Product product;
    };
    std::vector<Term> terms;
    int64_t rest = 0;

    bool is_number() const { return terms.empty(); }
    int64_t at(const std::vector<int64_t>& values) const;
    // "rows * ceil(sticks / 32) + 1"; names by variable.
    std::string text(const std::vector<std::string>& names) const;
    std::vector<uint32_t> variables() const;  // each once, in order
};

// Values of all variables, and the count there.
struct Point {
    std::vector<int64_t> values;
    int64_t count = 0;
};

// The simplest formula that gives every count; none: there is no such, or there are too few points to tell. A variable
// whose value never changes is in no formula.
std::optional<Formula> fit(const std::vector<Point>& points, uint32_t terms_most = 2);

// Equal for all values, as far as some thousand points of any size tell. Both over the same variables.
bool same_everywhere(const Formula& a, const Formula& b, size_t variables);

}  // namespace tilewright::doctor
