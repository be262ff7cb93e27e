// Whether a mistake, made on purpose, gives what the program gave. Internal to src/workshop/suspect.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "workshop/suspect/grid.hpp"
#include "workshop/suspect/suspect.hpp"

namespace tilewright::workshop {

// A prediction that says nothing about an element.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Where the wrong elements are, in words, and what may lead to that.
struct Region {
    std::string kind;   // empty: no place of its own
    std::string where;  // "in columns 32 to 49"
    std::string what;   // what that looks like
    double rank = 0;
    double share = 1;  // of all elements that lie there
};

class Judge {
public:
    explicit Judge(const Compared& compared);

    const Compared& seen;
    const Grid grid;
    std::vector<uint8_t> wrong;       // by element
    std::vector<size_t> wrong_at;     // indices
    std::vector<uint8_t> wrong_tile;  // by tile: an element of it is wrong
    double relative = 0;              // what is usually allowed, relative to the element
    double rms = 0;                   // of the expected elements that are finite
    bool varies = false;              // the expected values of wrong elements differ from each other
    Region region;                    // of the wrong elements
    std::vector<Suspect> suspects;

    bool all_wrong_are(const std::vector<double>& value) const;
    double tolerance(size_t index, double predicted) const;
    bool agrees(size_t index, double predicted) const;

    struct Idea {
        std::string kind, what, evidence = {};
        double rank = 0;
        std::vector<std::pair<std::string, double>> numbers = {};
        bool proves = true;    // agreeing is a proof; else it looks like it
        bool plain = false;    // the prediction may well be one value: no look at chance
        bool by_place = true;  // the mistake may be in the wrong tiles only
    };
    // Takes the idea up when its prediction agrees with the wrong elements and leaves the right ones right. True: it
    // explains (nearly) all of them.
    bool consider(Idea idea, const std::vector<double>& predicted);

private:
    struct Count {
        size_t explained = 0, harmed = 0, known = 0;
    };
    bool take_up(Idea idea, const std::vector<double>& predicted);
    Count count(const std::vector<double>& predicted) const;
    bool accounts_for(size_t index, double predicted) const;
    bool by_chance(const std::vector<double>& predicted, size_t explained) const;
    double scale_ = 1;  // of the tolerance, for the prediction at hand
};

// Each looks for mistakes of one family.
Region find_region(const Judge& judge);
void look_at_values(Judge& judge);      // zeros, stale, saturated, ratio, offset, sign, function
void look_at_lines(Judge& judge);       // a factor or an offset for each row, column or tile; sums that go on
void look_at_order(Judge& judge);       // transposed, exchanged, shifted, repeated
void look_at_inputs(Judge& judge);      // recomputed: operands exchanged, left out, broadcast, indexed wrongly
void look_at_reductions(Judge& judge);  // recomputed: tiles left out or counted twice, padding, 16 bits, constants

// A factor by the sizes that are there: "50/64, width over padded width". Empty: none of them.
struct RatioName {
    std::string text;
    double value = 0;
    double cost = 0;  // how far-fetched
};
std::vector<RatioName> ratio_names(const Judge& judge, double estimate);

// Rounded to the 8 significant bits of bfloat16.
double to_bf16(double value);
double to_bf16_truncated(double value);

// The middle one; reorders.
double median(std::vector<double>& values);
std::string number(double value);  // "0.78125", "1e-05"

}  // namespace tilewright::workshop
