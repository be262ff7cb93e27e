// Mistakes that show in the values alone: nothing written, stale, saturated, a factor, an offset, another function.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/suspect/judge.hpp"

namespace tilewright::workshop {

namespace {

void observe(Judge& judge, const std::string& kind, const std::string& what, size_t explained, double rank) {
    Suspect suspect;
    suspect.kind = kind;
    suspect.what = what;
    suspect.where = judge.region.where;
    suspect.explained = explained;
    suspect.of = judge.wrong_at.size();
    suspect.rank = rank;
    judge.suspects.push_back(std::move(suspect));
}

void not_finite(Judge& judge) {
    size_t nans = 0, infinities = 0;
    for (const size_t i : judge.wrong_at) {
        if (!std::isfinite(judge.seen.expected[i])) continue;
        nans += std::isnan(judge.seen.got[i]);
        infinities += std::isinf(judge.seen.got[i]);
    }
    const size_t half = judge.wrong_at.size() / 2;
    if (nans > half) {
        bool padded = judge.grid.has_padding();
        for (const Operand& input : judge.seen.inputs)
            padded |= Grid(input.shape, judge.seen.tiled, judge.seen.tile_height, judge.seen.tile_width).has_padding();
        observe(
            judge, "nan",
            padded
                ? "is NaN where the reference is a number: 0/0, inf - inf, or what lies in the padding of the last tile"
                : "is NaN where the reference is a number: 0/0 or inf - inf on the way, or memory that nobody wrote",
            nans, -2);
    }
    if (infinities > half)
        observe(judge, "saturation",
                "is infinite where the reference is finite: something on the way is out of range (an exponential whose "
                "maximum was not taken off, a division by zero)",
                infinities, -2);
}

// All of them one value: true.
bool one_value(Judge& judge) {
    const std::vector<size_t>& at = judge.wrong_at;
    const double value = judge.seen.got[at.front()];
    if (at.size() < 4 || !std::isfinite(value)) return false;
    bool beyond = true, negative = true;
    for (const size_t i : at) {
        const double expected = judge.seen.expected[i];
        if (judge.seen.got[i] != value) return false;
        beyond &= std::signbit(expected) == std::signbit(value) && std::abs(expected) > std::abs(value);
        negative &= expected < 0;
    }
    if (value == 0) {
        bool all_negative = negative;
        for (size_t i = 0; i < judge.wrong.size() && all_negative; ++i)
            all_negative = judge.wrong[i] != 0 || judge.seen.expected[i] >= -judge.seen.allowed[i];
        observe(judge, all_negative && judge.varies ? "saturation" : "zeros",
                all_negative && judge.varies
                    ? "is zero wherever the reference is negative: cut off at 0, or an unsigned format"
                    : "is exactly zero: never written, or written somewhere else",
                at.size(), -2);
        return true;
    }
    if (!judge.varies) return false;
    if (beyond) {
        observe(judge, "saturation",
                fmt::format("stays at {}, where the reference goes beyond: saturated", number(value)), at.size(), -1.9);
    } else {
        observe(judge, "one_value", fmt::format("is {} in all of them: not computed from the inputs", number(value)),
                at.size(), -1.8);
    }
    return true;
}

void known_tensors(Judge& judge) {
    for (const Operand& before : judge.seen.before) {
        const std::vector<double> values = broadcast(before.values, before.shape, judge.seen.shape);
        if (values.empty() || !judge.all_wrong_are(values)) continue;
        judge.consider({.kind = "stale",
                        .what = fmt::format("is what {} had there: not written by this call", before.name),
                        .evidence = "element for element the same",
                        .rank = -8},
                       values);
    }
    for (const Operand& input : judge.seen.inputs) {
        const std::vector<double> values = broadcast(input.values, input.shape, judge.seen.shape);
        if (values.empty()) continue;
        judge.consider({.kind = "unchanged",
                        .what = fmt::format("is {} as it came: it is passed on, not worked on", input.name),
                        .evidence = fmt::format("compared with {}", input.name),
                        .rank = -3},
                       values);
    }
}

void cut_off(Judge& judge) {
    double low = INFINITY, high = -INFINITY;
    for (const double got : judge.seen.got) {
        if (std::isfinite(got)) low = std::min(low, got), high = std::max(high, got);
    }
    size_t at_ends = 0;
    for (const size_t i : judge.wrong_at) at_ends += judge.seen.got[i] == low || judge.seen.got[i] == high;
    if (at_ends * 10 >= judge.wrong_at.size() * 9 && low < high) {
        std::vector<double> predicted = judge.seen.expected;
        for (double& value : predicted) value = std::clamp(value, low, high);
        judge.consider({.kind = "saturation",
                        .what = fmt::format("is cut off at {} and {}", number(low), number(high)),
                        .evidence = "the reference, cut off there",
                        .rank = -4,
                        .plain = true},
                       predicted);
    }
    if (!judge.seen.whole_numbers) return;
    for (const int bits : {8, 16, 32}) {
        const double span = std::ldexp(1.0, bits);
        for (const bool is_signed : {false, true}) {
            std::vector<double> predicted = judge.seen.expected;
            for (double& value : predicted) {
                value = std::fmod(std::fmod(value, span) + span, span);
                if (is_signed && value >= span / 2) value -= span;
            }
            judge.consider({.kind = "saturation",
                            .what = fmt::format("has wrapped round at {} bits", bits),
                            .evidence = fmt::format("the reference in {} bits", bits),
                            .rank = 0.5},
                           predicted);
        }
    }
}

// The factor that most wrong elements have; kUnknown: too few can tell.
double usual_factor(const Judge& judge, const std::vector<double>& from, const std::vector<double>& to) {
    double squares = 0;
    for (const double value : from) squares += std::isfinite(value) ? value * value : 0;
    const double floor = 0.1 * std::sqrt(squares / static_cast<double>(from.size()));
    std::vector<double> factors;
    for (const size_t i : judge.wrong_at) {
        if (std::isfinite(to[i]) && std::abs(from[i]) > floor) factors.push_back(to[i] / from[i]);
    }
    return factors.size() < 4 ? kUnknown : median(factors);
}

// `of`: what is to be multiplied, after and before; empty `base`: the element itself.
bool factor(Judge& judge, const std::string& subject, const std::vector<double>& base, double rank) {
    const Compared& seen = judge.seen;
    std::vector<double> from = seen.expected, to = seen.got;
    for (size_t i = 0; i < base.size(); ++i) from[i] -= base[i], to[i] -= base[i];
    const double usual = usual_factor(judge, from, to);
    if (std::isnan(usual) || usual == 0 || std::abs(usual - 1) < judge.relative) return false;
    const auto predict = [&](double value) {
        std::vector<double> predicted(from.size());
        for (size_t i = 0; i < from.size(); ++i) predicted[i] = (base.empty() ? 0 : base[i]) + value * from[i];
        return predicted;
    };
    const double sign = usual < 0 ? -1 : 1;
    const bool plain = !judge.varies;
    if (std::abs(usual + 1) < 0.002 + seen.unit) {
        return judge.consider({.kind = "sign",
                               .what = fmt::format("{} has the wrong sign", subject),
                               .evidence = "with the other sign",
                               .rank = rank,
                               .proves = judge.varies,
                               .plain = plain},
                              predict(-1));
    }
    const std::vector<RatioName> names = ratio_names(judge, std::abs(usual));
    const double value = names.empty() ? usual : sign * names.front().value;
    std::string name = names.empty() ? number(usual) : (usual < 0 ? "-" : "") + names.front().text;
    std::string also;
    for (size_t k = 1; k < names.size() && also.empty(); ++k) {
        if (names[k].cost < 2 && names[k].cost - names.front().cost < 1.3) also = names[k].text;
    }
    std::string what = fmt::format("{} is {} times what it should be{}", subject, number(value),
                                   names.empty() ? "" : fmt::format(" = {}", name));
    if (!also.empty()) what += fmt::format("; or {}", also);
    return judge.consider({.kind = "ratio",
                           .what = what,
                           .evidence = fmt::format("the reference, {} times {}",
                                                   base.empty() ? "taken" : "its difference taken", number(value)),
                           .rank = rank + (names.empty() ? 0.6 : 0.1 * std::min(names.front().cost, 4.0)),
                           .numbers = {{"ratio", value}},
                           .proves = judge.varies,
                           .plain = plain},
                          predict(value));
}

bool offset(Judge& judge) {
    const Compared& seen = judge.seen;
    std::vector<double> differences;
    for (const size_t i : judge.wrong_at) {
        if (std::isfinite(seen.got[i])) differences.push_back(seen.got[i] - seen.expected[i]);
    }
    if (differences.size() < 4) return false;
    const double usual = median(differences);
    std::string name;
    for (const Constant& constant : seen.constants) {
        if (std::abs(std::abs(usual) - std::abs(constant.value)) < 0.02 * std::abs(constant.value))
            name = fmt::format(": {} is {}", constant.name, (usual > 0) == (constant.value > 0) ? "added" : "missing");
    }
    std::vector<double> predicted = seen.expected;
    for (double& value : predicted) value += usual;
    return judge.consider(
        {.kind = "offset",
         .what =
             fmt::format("each element is {} too {}{}", number(std::abs(usual)), usual > 0 ? "large" : "small", name),
         .evidence = fmt::format("the reference {} {}", usual > 0 ? "plus" : "minus", number(std::abs(usual))),
         .rank = 1.2,
         .numbers = {{"offset", usual}},
         .proves = judge.varies,
         .plain = !judge.varies},
        predicted);
}

void both(Judge& judge) {
    const Compared& seen = judge.seen;
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const size_t i : judge.wrong_at) {
        if (!std::isfinite(seen.got[i]) || !std::isfinite(seen.expected[i])) continue;
        n += 1, x += seen.expected[i], y += seen.got[i];
        xx += seen.expected[i] * seen.expected[i], xy += seen.expected[i] * seen.got[i];
    }
    const double spread = n * xx - x * x;
    if (n < 8 || !(spread > 0)) return;
    const double slope = (n * xy - x * y) / spread, start = (y - slope * x) / n;
    std::vector<double> predicted = seen.expected;
    for (double& value : predicted) value = slope * value + start;
    judge.consider({.kind = "affine",
                    .what = fmt::format("each element is {} times what it should be, {} {}", number(slope),
                                        start < 0 ? "less" : "plus", number(std::abs(start))),
                    .evidence = "the reference, changed so",
                    .rank = 2.5,
                    .numbers = {{"ratio", slope}, {"offset", start}}},
                   predicted);
}

void other_function(Judge& judge) {
    struct Function {
        const char* what;
        double (*apply)(double);
    };
    static constexpr Function kFunctions[] = {
        {"is the absolute value of what it should be", [](double v) { return std::abs(v); }},
        {"is 1/v where v is right: a reciprocal too many or too few", [](double v) { return 1 / v; }},
        {"is the square of what it should be: a root left out, or squared twice", [](double v) { return v * v; }},
        {"is the root of what it should be: a square left out, or a root too many",
         [](double v) { return std::sqrt(v); }},
        {"is 1/v^2 where v is right: a reciprocal root for a root, or left out", [](double v) { return 1 / (v * v); }},
        {"is 1/sqrt(v) where v is right: a reciprocal root too many", [](double v) { return 1 / std::sqrt(v); }},
        {"is the logarithm of what it should be: an exponential left out", [](double v) { return std::log(v); }},
        {"is e to the power of what it should be: a logarithm left out", [](double v) { return std::exp(v); }},
        {"is 1 - v where v is right", [](double v) { return 1 - v; }},
    };
    if (!judge.varies) return;
    for (const Function& function : kFunctions) {
        std::vector<double> predicted = judge.seen.expected;
        for (double& value : predicted) value = function.apply(value);
        judge.consider(
            {.kind = "function", .what = function.what, .evidence = "the reference, changed so", .rank = 1.6},
            predicted);
    }
}

// A float32 result that holds nothing but bfloat16 numbers.
void sixteen_bits(Judge& judge) {
    const Compared& seen = judge.seen;
    if (seen.unit > 1e-4 || seen.whole_numbers) return;
    size_t narrow = 0, narrow_expected = 0, near = 0;
    for (size_t i = 0; i < seen.got.size(); ++i) {
        narrow += to_bf16(seen.got[i]) == seen.got[i];
        narrow_expected += to_bf16(seen.expected[i]) == seen.expected[i];
    }
    for (const size_t i : judge.wrong_at)
        near += std::abs(seen.got[i] - seen.expected[i]) <= 0.04 * std::max(std::abs(seen.expected[i]), judge.rms);
    if (narrow * 100 < seen.got.size() * 99 || narrow_expected * 2 > seen.got.size() ||
        near * 20 < judge.wrong_at.size() * 19)
        return;
    size_t rounded = 0;
    for (const size_t i : judge.wrong_at) {
        const double one = std::ldexp(std::abs(seen.expected[i]), -7);
        rounded += std::abs(seen.got[i] - to_bf16(seen.expected[i])) <= one;
    }
    observe(judge, "sixteen_bits",
            "has only bfloat16's 8 significant bits in a float32 result: on its way is a CB of bfloat16, or DST has 16 "
            "bits",
            near, -2);
    if (rounded == judge.wrong_at.size()) {
        judge.suspects.back().proof = Proof::Recomputed;
        judge.suspects.back().evidence = "the reference, rounded to bfloat16";
    }
}

}  // namespace

void look_at_values(Judge& judge) {
    known_tensors(judge);
    not_finite(judge);
    if (one_value(judge)) return;
    cut_off(judge);
    sixteen_bits(judge);
    const bool found = factor(judge, "each element", {}, 1);
    if (!offset(judge) && !found) {
        both(judge);
        for (const Operand& input : judge.seen.inputs) {
            const std::vector<double> base = broadcast(input.values, input.shape, judge.seen.shape);
            if (!base.empty()) factor(judge, fmt::format("the difference from {}", input.name), base, 1.3);
        }
    }
    other_function(judge);
}

}  // namespace tilewright::workshop
