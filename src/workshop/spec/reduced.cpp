// Reading dim= and keepdim= of reductions: numbers count from the end, as torch counts, or letters.
#include "workshop/spec/reduced.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

namespace tilewright::workshop::rows {

namespace {

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

constexpr const char* kRule = "count from the end or name it: -1 or W, -2 or H, -3 or C, -4 or N, or several: (H, W)";

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
                   text == "None" || text == "all"
                       ? fmt::format("for all dimensions write {}=(N, C, H, W)", keyword.name)
                       : kRule);
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

bool says_dims(const std::string& keyword) { return keyword == "dim" || keyword == "dims" || keyword == "axis"; }

void check_dims_text(const Source& source, Position at, const std::string& call, const std::string& keyword,
                     const std::string& given) {
    const size_t begin = given.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos) return;
    const char first = given[begin];
    const bool quoted = first == '\'' || first == '"', listed = first == '[';
    const size_t next = given.find_first_not_of(" \t\r\n", begin + 1);
    const bool empty = first == '(' && next != std::string::npos && given[next] == ')';
    if (!quoted && !listed && !empty) return;
    // As far as its own end: the other quote or bracket, else that of the call.
    const size_t own = empty ? next : given.find(listed ? ']' : first, begin + 1);
    const size_t end = own == std::string::npos ? std::min(given.find_first_of(",)\n", begin), given.size()) : own + 1;
    const std::string text = given.substr(begin, end - begin);
    std::vector<std::string> parts = {""};
    for (const char c : text) {
        if (c == ',') {
            parts.emplace_back();
        } else if (std::string_view("'\"[]() \t\r\n").find(c) == std::string_view::npos) {
            parts.back() += c;
        }
    }
    const bool known = std::all_of(parts.begin(), parts.end(), [](const std::string& part) { return dim_of(part); });
    const std::string what = empty || parts == std::vector<std::string>{""} ? "names no dimension"
                             : quoted ? "is a text, and dimensions are letters or numbers without quotes"
                                      : "is a list in square brackets, and several dimensions stand in parentheses";
    const std::string fix =
        known && parts.size() == 1 ? fmt::format("write {}={}", keyword, parts[0])
        : known                    ? fmt::format("write {}=({})", keyword, fmt::join(parts, ", "))
        : empty ? fmt::format("leave it out, which is along W, or write {}=(N, C, H, W) for all", keyword)
                : kRule;
    refuse(source, at, "TW4126", fmt::format("{}({}={}) {}", call, keyword, clipped(text), what), fix);
}

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
