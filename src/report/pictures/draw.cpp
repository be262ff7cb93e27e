// Figures, lanes and marks.
#include "report/pictures/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/text.hpp"

namespace tilewright::report {

std::string coordinate(double value) {
    std::string text = fmt::format("{:.2f}", std::max(0.0, value));
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string share(double part) { return fmt::format("{:.{}f} %", 100 * part, part > 0 && part < 0.0095 ? 1 : 0); }

std::string microseconds(double us) { return fmt::format("{:.{}f} us", us, us < 9.995 ? 2 : 1); }

std::string bytes_text(uint64_t bytes) {
    return bytes < 10240 ? number(bytes) + " B" : fmt::format("{:.0f} KiB", static_cast<double>(bytes) / 1024);
}

void Marks::add(double x, double width, double part, const std::string& entry) {
    const double height = kPlotHeight * std::clamp(part, 0.0, 1.0);
    const std::string w = coordinate(std::max(0.01, width)), h = coordinate(height);
    path_ += fmt::format("M{} {}h{}v{}h-{}z", coordinate(x), coordinate(kPlotHeight - height), w, h, w);
    entries_ += (entries_.empty() ? "" : " ") + entry;
}

std::string Marks::text(const std::string& fill) const {
    if (empty()) return "";
    return fmt::format("<path class=\"{}\"{}{} data-n=\"{}\" d=\"{}\"/>", kind_,
                       fill.empty() ? "" : fmt::format(" fill=\"{}\"", fill), more_.empty() ? "" : " " + more_,
                       entries_, path_);
}

std::string lane(const Lane& lane) {
    return fmt::format(
        "<div class=\"tw-lane\"><span class=\"tw-label\">{}</span><svg class=\"tw-{}\" viewBox=\"0 0 {} {}\" "
        "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">{}</svg></div>\n",
        lane.label, lane.kind, kPlotWidth, kPlotHeight, html_escape(lane.said), lane.inside);
}

std::string figure(const Figure& figure) {
    std::string text =
        fmt::format("<figure class=\"tw-picture\" id=\"{}\" data-kind=\"{}\"{}{}>\n<figcaption>{}</figcaption>\n",
                    figure.id, figure.kind, figure.attributes.empty() ? "" : " ", figure.attributes, figure.caption);
    if (figure.zooms) {
        text +=
            "<div class=\"tw-tools\" hidden=\"hidden\"><button type=\"button\" data-do=\"in\" aria-label=\"zoom "
            "in\">+</button><button type=\"button\" data-do=\"out\" aria-label=\"zoom out\">&#8722;</button><button "
            "type=\"button\" data-do=\"all\">whole</button><span>wheel (after a click, or with Ctrl) or + &#8722; 0 "
            "zoom, dragging moves, arrow keys step</span></div>\n";
    }
    text += figure.body + "<p class=\"tw-said\" aria-live=\"polite\"></p>\n";
    if (!figure.names.is_null()) {
        std::string names;
        for (const char c : figure.names.dump()) {  // as HTML and XML alike take it
            if (c == '<' || c == '>' || c == '&') {
                names += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
            } else {
                names += c;
            }
        }
        text += "<script type=\"application/json\">" + names + "</script>\n";
    }
    return text + "</figure>\n";
}

std::string hatch(const std::string& id, const char* line_class) {
    return fmt::format(
        "<defs><pattern id=\"{}\" class=\"tw-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\"><rect class=\"tw-back\" width=\"6\" height=\"6\"/><path class=\"{}\" d=\"M1 "
        "0v6\"/></pattern></defs>",
        id, line_class);
}

std::vector<double> round_numbers(double begin, double end, int count) {
    std::vector<double> all;
    if (end <= begin) return all;
    const double raw = (end - begin) / count, power = std::pow(10, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0}) {
        if (factor * power >= raw) step = factor * power;
    }
    for (double at = std::ceil(begin / step) * step; at <= end + step * 1e-9; at += step) all.push_back(at);
    return all;
}

}  // namespace tilewright::report
