// A formula, or one for each value of an argument that switches between courses; and what relates the arguments of two
// kernels. Internal to src/doctor.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "doctor/every/formula.hpp"

namespace tilewright::doctor {

struct Law {
    std::optional<uint32_t> by;  // the variable that switches
    std::map<int64_t, Formula> parts;

    // Nothing: a value of the switch that was never seen.
    std::optional<int64_t> at(const std::vector<int64_t>& values) const;
    std::string text(const std::vector<std::string>& names) const;
    std::vector<uint32_t> variables() const;  // the switch included
};

// With other variables in the place of its own.
Law renamed(Law law, const std::vector<uint32_t>& to);

std::optional<Law> find_law(const std::vector<Point>& points);

// Variables of one kernel as atoms of another's, by position; none: nothing relates it.
using Relations = std::vector<std::optional<Atom>>;

// Both kernels' arguments in one program on one core.
struct Pair {
    std::vector<int64_t> of, with;
};
// A variable of `of` that is in every pair a variable of `with`, or one divided and rounded. Of several the one with
// the same name.
Relations relate(const std::vector<Pair>& pairs, const std::vector<std::string>& names_of,
                 const std::vector<std::string>& names_with);

// In terms of the other kernel; none where something is not related.
std::optional<Formula> in_terms(const Formula& formula, const Relations& relations);

enum class Compared : uint8_t { Same, Differs, Unknown };
// `a` over `variables` variables, `b` over others that `relations` lead to them.
Compared compare(const Law& a, const Law& b, const Relations& relations, size_t variables);
// `a` is nowhere above `b`, for all values from 1 on.
bool never_above(const Law& a, const Law& b, size_t variables);

// A point of which something holds or not, with the numbers that may decide it.
struct Judged {
    std::map<std::string, int64_t> numbers;
    bool holds = false;
};
// "Wt % 4 != 0", "rows > 8": the simplest condition that is true exactly where it does not hold; empty: none.
std::string condition(const std::vector<Judged>& points);

}  // namespace tilewright::doctor
