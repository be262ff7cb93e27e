// What pictures are made of: a figure with its tools, lanes (a label and a plot that is as wide as there is room), and
// marks in them. Plots are stretched in x only, so that labels, which are text beside them, keep their size.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tilewright::report {

inline constexpr double kPlotWidth = 1000, kPlotHeight = 16;  // of a plot's own coordinates

std::string coordinate(double value);  // two decimals at most
std::string share(double part);        // "12 %", "0.4 %"
std::string microseconds(double us);   // "12.3 us"
std::string bytes_text(uint64_t bytes);

// Boxes of one kind in a lane, as one path: M x y h w v h h -w z for each. `entries` has a word for each box, from
// which the script makes its text.
class Marks {
public:
    // `kind`: class of the path, from style.cpp. `more`: further attributes of it.
    explicit Marks(std::string kind, std::string more = "") : kind_(std::move(kind)), more_(std::move(more)) {}
    // From the bottom, `part` of the plot high.
    void add(double x, double width, double part, const std::string& entry);
    bool empty() const { return entries_.empty(); }
    // `fill`: of the path, where it is no colour.
    std::string text(const std::string& fill = "") const;

private:
    std::string kind_, more_, path_, entries_;
};

struct Lane {
    std::string label;          // HTML
    std::string said;           // for who cannot see it
    std::string inside;         // of the plot
    std::string kind = "plot";  // or "fixed": it does not zoom
};
std::string lane(const Lane& lane);

struct Figure {
    std::string id, kind;       // kind: "time", "map", "items"
    std::string caption;        // HTML
    std::string attributes;     // further ones
    std::string body;           // HTML
    nlohmann::json names = {};  // for the script: texts by number
    bool zooms = true;
};
std::string figure(const Figure& figure);

// Hatching, by its id; defined inside any plot of the same figure, because it follows that figure's zoom.
std::string hatch(const std::string& id, const char* line_class);

// Numbers at round distances from `begin` to `end`, about `count` of them.
std::vector<double> round_numbers(double begin, double end, int count);

}  // namespace tilewright::report
