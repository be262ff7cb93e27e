// How far a program is from the machine's limits: the least time of DRAM and of each unit as bars, and the roofline.
// Its x is how long a unit works for each ns that DRAM would need at its full rate, its y the part of the program's
// time that the unit works: no unit is above 100 %, and none is above the line on which DRAM works all the time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/pictures/draw.hpp"
#include "report/pictures/pictures.hpp"
#include "report/text.hpp"

namespace tilewright::report {

using clock::Roofline;

namespace {

constexpr double kLeft = 62, kTop = 24, kWidth = 400, kHeight = 220, kBottom = 46;  // of the chart

struct Unit {
    const char* name;
    double ns;
};

std::string bar(const std::string& what, double ns, double whole, const char* kind) {
    Marks mark(kind);
    mark.add(0, kPlotWidth * ns / whole, 1, "0");
    const std::string text =
        fmt::format("{}: {}, {} of the time it takes", what, microseconds(ns / 1000), share(ns / whole));
    return fmt::format(
        "<div class=\"tw-lane\" data-t=\"{0}\"><span class=\"tw-label\">{1} <small>{2}</small></span><svg "
        "class=\"tw-fixed\" "
        "viewBox=\"0 0 {3} {4}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{0}\">{5}</svg></div>\n",
        html_escape(text), html_escape(what), microseconds(ns / 1000), kPlotWidth, kPlotHeight, mark.text());
}

class Chart {
public:
    Chart(const Roofline& least, double ns, const std::vector<Unit>& units) : least_(least), ns_(ns), units_(units) {
        for (const Unit& unit : units) {
            x0_ = std::min(x0_, std::log10(unit.ns / least.dram_ns));
            x1_ = std::max(x1_, std::log10(unit.ns / least.dram_ns));
            y0_ = std::min(y0_, std::log10(unit.ns / ns));
        }
        x0_ = std::floor(x0_ - 0.2), x1_ = std::ceil(x1_ + 0.2), y0_ = std::floor(y0_ - 0.1);
    }

    std::string text() const {
        std::string text =
            fmt::format("<svg class=\"tw-chart\" viewBox=\"0 0 {:g} {:g}\" role=\"img\" aria-label=\"roofline\">\n",
                        kLeft + kWidth + 14, kTop + kHeight + kBottom);
        text += grid();
        // Its own roofs: DRAM at its full rate, the bank with most to do, the units.
        text += roof("tw-roof", 1, "roof of DRAM: all banks at their full rate");
        if (least_.bank_ns > 1.02 * least_.dram_ns)
            text += roof("tw-roof tw-dashed", least_.dram_ns / least_.bank_ns,
                         "roof of the DRAM bank with most to do: the traffic is uneven");
        text += fmt::format(
            "<g data-t=\"roof of the units: one works all the time\"><path class=\"tw-roof\" d=\"M{} {}H{}\"/></g>\n",
            coordinate(px(0)), coordinate(py(0)), coordinate(px(x1_)));
        const Unit* most = &units_.front();
        for (const Unit& unit : units_) most = unit.ns > most->ns ? &unit : most;
        for (const Unit& unit : units_) text += point(unit, &unit == most);
        return text + "</svg>\n";
    }

private:
    double px(double log_x) const { return kLeft + kWidth * (log_x - x0_) / (x1_ - x0_); }
    double py(double log_y) const { return kTop + kHeight * (y1_ - log_y) / (y1_ - y0_); }

    std::string grid() const {
        std::string text;
        for (double at = x0_; at <= x1_ + 0.5; ++at)
            text += fmt::format(
                "<path class=\"tw-grid-line\" d=\"M{0} {1:g}v{2:g}\"/><text x=\"{0}\" y=\"{3:g}\" "
                "text-anchor=\"middle\">{4:g}</text>\n",
                coordinate(px(at)), kTop, kHeight, kTop + kHeight + 16, std::pow(10, at));
        for (double at = y0_; at <= 0.5; ++at)
            text += fmt::format(
                "<path class=\"tw-grid-line\" d=\"M{0:g} {1}h{2:g}\"/><text x=\"{3:g}\" y=\"{4}\" "
                "text-anchor=\"end\">{5:g} %</text>\n",
                kLeft, coordinate(py(at)), kWidth, kLeft - 6, coordinate(py(at) + 5), 100 * std::pow(10, at));
        return text +
               fmt::format(
                   "<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"middle\">work of a unit for each ns of DRAM, ns</text>"
                   "<text x=\"{:g}\" y=\"{:g}\">a unit works: part of the time</text>\n",
                   kLeft + kWidth / 2, kTop + kHeight + 38, kLeft, kTop - 8);
    }

    // A line on which DRAM takes `part` of what it takes at its full rate: y = part * x, up to the roof of the units.
    std::string roof(const char* kind, double part, const char* what) const {
        const double shift = std::log10(part);
        const double left = std::max(x0_, y0_ - shift), right = std::min(x1_, -shift);
        return fmt::format("<g data-t=\"{}\"><path class=\"{}\" d=\"M{} {}L{} {}\"/></g>\n", what, kind,
                           coordinate(px(left)), coordinate(py(left + shift)), coordinate(px(right)),
                           coordinate(py(right + shift)));
    }

    std::string point(const Unit& unit, bool most) const {
        const double log_x = std::log10(unit.ns / least_.dram_ns), log_y = std::log10(unit.ns / ns_);
        const double x = px(log_x), y = py(log_y);
        const double roof =
            std::min(0.0, log_x + std::log10(least_.dram_ns / std::max(least_.dram_ns, least_.bank_ns)));
        std::string text = fmt::format(
            "{}: works {} of the time, {} ns for each ns of DRAM; {:.2g} times faster would be at the roof", unit.name,
            share(unit.ns / ns_), fmt::format("{:.2g}", unit.ns / least_.dram_ns), std::pow(10, roof - log_y));
        std::string drawn;
        if (most)
            drawn += fmt::format("<path class=\"tw-gap\" d=\"M{0} {1}V{2}\"/>", coordinate(x), coordinate(y),
                                 coordinate(py(roof)));
        drawn += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"6\"/>", most ? "tw-most" : "tw-point",
                             coordinate(x), coordinate(y));
        const bool left = x > kLeft + kWidth - 70;
        drawn += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>", coordinate(left ? x - 10 : x + 10),
                             coordinate(y + 5), left ? " text-anchor=\"end\"" : "", unit.name);
        return fmt::format("<g data-t=\"{}\">{}</g>\n", html_escape(text), drawn);
    }

    const Roofline& least_;
    double ns_;
    const std::vector<Unit>& units_;
    double x0_ = 0, x1_ = 0, y0_ = 0;  // powers of ten
    static constexpr double y1_ = 0.15;
};

}  // namespace

std::string roofline_picture(const std::string& id, const Roofline& least, double ns) {
    const double whole = std::max(1.0, ns);
    Figure picture;
    picture.id = id;
    picture.kind = "items";
    picture.zooms = true;
    picture.caption = fmt::format(
        "<b>At best {}</b> ({}), {} of the {} it takes. The point is the program; the lines are what the machine "
        "allows.",
        microseconds(least.best_ns() / 1000), least.limit(), share(least.best_ns() / whole), microseconds(ns / 1000));
    std::vector<Unit> units;
    for (const Unit& unit :
         {Unit{"UNPACK", least.unpack_ns}, Unit{"MATH", least.math_ns}, Unit{"PACK", least.pack_ns}}) {
        if (unit.ns > 0) units.push_back(unit);
    }
    std::string bars = bar("it takes", ns, whole, "tw-box");
    if (least.dram_ns > 0)
        bars += bar("DRAM", least.dram_ns, whole, "tw-call") + bar("one DRAM bank", least.bank_ns, whole, "tw-call");
    if (least.noc_ns > 0) bars += bar("NoC", least.noc_ns, whole, "tw-call");
    for (const Unit& unit : units) bars += bar(unit.name, unit.ns, whole, "tw-call");
    picture.body = "<div class=\"tw-lanes\">\n" + bars + "</div>\n";
    if (least.dram_ns <= 0 || units.empty()) {
        picture.body += fmt::format("<p>No roofline: {}.</p>\n",
                                    units.empty() ? "no unit worked" : "nothing came from DRAM or went there");
        picture.zooms = false;
    } else {
        picture.body +=
            "<div class=\"tw-scroll\"><div class=\"tw-zoom\">" + Chart(least, whole, units).text() + "</div></div>\n";
    }
    return figure(picture);
}

}  // namespace tilewright::report
