// Which values an input is promised to have. Data that stages, sweeps and random programs make up keeps to it.
#pragma once

#include <limits>
#include <optional>
#include <string>

namespace tilewright::workshop {

// Integers of a dtype, as far as float32 has neighbours of their kind.
struct WholeRange {
    double low, high;
};
std::optional<WholeRange> whole_range(const std::string& dtype);  // none: a dtype of other numbers

struct Domain {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool without_zero = false;

    bool any() const { return !without_zero && low == -high && high == std::numeric_limits<double>::infinity(); }
    bool holds(double value) const { return value >= low && value <= high && !(without_zero && value == 0); }
    // A number of the domain that has something of `value`: itself where it is one; its size where only positive ones
    // are; a number of an interval by how far it is along -8 to 8.
    double fitted(double value) const;
    // The same as a whole number within a range; where that has no negative ones, their size.
    double whole(double value, const WholeRange& range) const;
};

}  // namespace tilewright::workshop
