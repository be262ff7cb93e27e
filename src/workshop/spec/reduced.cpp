// Reading dim= and keepdim= of reductions: numbers count from the end, as torch counts, or letters.
#include "workshop/spec/reduced.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>

namespace tilewright::workshop::rows {

namespace {

bool says_dims(const std::string& keyword) { return keyword == "dim" || keyword == "dims" || keyword == "axis"; }

std::string keyword_text(const Expression::Keyword& keyword) {
    std::string text;
    for (const auto& value : keyword.values) text += (text.empty() ? "" : ", ") + to_text(*value);
    return keyword.values.size() == 1 ? text : "(" + text + ")";
}

std::optional<Dims> dim_of(const std::string& text) {
    if (text == "-1" || text == "W") return kW;
    if (text == "-2" || text == "H") return kH;
    if (text == "-3" || text == "C") return kC;
    if (text == "-4" || text == "N") return kN;
    return std::nullopt;
}

Dims dims_of(const Source& source, const Expression& call, const Expression::Keyword& keyword) {
    Dims dims = 0;
    for (const auto& value : keyword.values) {
        const std::string text = to_text(*value);
        const auto dim = dim_of(text);
        if (!dim) {
            const bool counted = value->kind == Expression::Kind::Number;
            refuse(source, keyword.position, "TW4126",
                   fmt::format("{}({}={}): {}", call.text, keyword.name, keyword_text(keyword),
                               counted ? fmt::format("dimension {} is another one for every rank", text)
                                       : fmt::format("\"{}\" is no dimension", text)),
                   "count from the end or name it: -1 or W, -2 or H, -3 or C, -4 or N, or several: (H, W)");
        }
        if ((dims & *dim) != 0) {
            refuse(source, keyword.position, "TW4126",
                   fmt::format("{}({}={}) names {} twice", call.text, keyword.name, keyword_text(keyword),
                               dims_words(*dim)),
                   "name every dimension once");
        }
        dims |= *dim;
    }
    return dims;
}

class Collector {
public:
    explicit Collector(const Source& source) : source_(source) {}

    void look(const Expression& e) {
        for (const auto& argument : e.arguments) look(*argument);
        if (!is_reduction_call(e)) return;
        Dims dims = kW;
        Position at = e.position;
        for (const Expression::Keyword& keyword : e.keywords) {
            if (!says_dims(keyword.name)) continue;
            dims = dims_of(source_, e, keyword);
            at = keyword.position;
        }
        if (found_ && *found_ != dims) {
            refuse(source_, at, "TW4126",
                   fmt::format("{} goes along {} here, but {} along {} before it: the reductions of a formula go along "
                               "the same dimensions",
                               e.text, dims_words(dims), first_, dims_words(*found_)),
                   fmt::format("write dim={} in all of them, or make two ops of it", dims_numbers(*found_)));
        }
        if (!found_) first_ = e.text;
        found_ = dims;
    }
    Dims found() const { return found_.value_or(kW); }

private:
    const Source& source_;
    std::optional<Dims> found_;
    std::string first_;
};

}  // namespace

bool is_reduction_call(const Expression& e) {
    static const std::set<std::string> reductions = {"max", "mean", "min", "softmax", "std", "sum", "var"};
    return e.kind == Expression::Kind::Call && e.arguments.size() == 1 && reductions.count(e.text) != 0;
}

Dims reduced_dims(const Source& source, const std::vector<Assignment>& formula) {
    Collector collector(source);
    for (const Assignment& assignment : formula) collector.look(*assignment.value);
    return collector.found();
}

void check_keywords(const Source& source, const Expression& e) {
    const bool reduces = is_reduction_call(e);
    for (const Expression::Keyword& keyword : e.keywords) {
        if (reduces && says_dims(keyword.name)) continue;  // reduced_dims has read it
        if (reduces && (keyword.name == "keepdim" || keyword.name == "keepdims")) {
            const std::string given = keyword_text(keyword);
            if (given == "True" || given == "true" || given == "1") continue;
            refuse(
                source, keyword.position, "TW4126",
                fmt::format("{}({}={}) would have a dimension less, but a reduction's result keeps all of them, with "
                            "the size 1",
                            e.text, keyword.name, given),
                fmt::format("leave {} out", keyword.name));
        }
        refuse(source, keyword.position, "TW4126", fmt::format("{} has no argument \"{}\"", e.text, keyword.name),
               reduces ? suggestion(keyword.name, {"dim", "keepdim"}, "arguments")
                       : fmt::format("write its arguments without names: {}(x)", e.text));
    }
}

}  // namespace tilewright::workshop::rows
