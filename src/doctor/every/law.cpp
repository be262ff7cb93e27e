// Laws: found, compared, and where one fails, the condition under which it does.
#include "doctor/every/law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>

namespace tilewright::doctor {

namespace {
constexpr size_t kSwitchValuesMax = 3;
constexpr uint32_t kRoundedBy[] = {2, 3, 4, 5, 6, 7, 8, 16, 32};

std::vector<int64_t> random_values(std::mt19937_64& random, size_t count, int64_t most) {
    std::vector<int64_t> values(count);
    for (int64_t& value : values) value = 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(most));
    return values;
}
}  // namespace

std::optional<int64_t> Law::at(const std::vector<int64_t>& values) const {
    const auto part = parts.find(by ? values[*by] : 0);
    if (part == parts.end()) return std::nullopt;
    return part->second.at(values);
}

std::string Law::text(const std::vector<std::string>& names) const {
    if (!by) return parts.begin()->second.text(names);
    std::vector<std::string> all;
    for (const auto& [value, formula] : parts)
        all.push_back(fmt::format("{} ({} = {})", formula.text(names), names[*by], value));
    return fmt::format("{}", fmt::join(all, "; "));
}

std::vector<uint32_t> Law::variables() const {
    std::set<uint32_t> all;
    if (by) all.insert(*by);
    for (const auto& [value, formula] : parts) {
        for (const uint32_t variable : formula.variables()) all.insert(variable);
    }
    return {all.begin(), all.end()};
}

Law renamed(Law law, const std::vector<uint32_t>& to) {
    if (law.by) law.by = to[*law.by];
    for (auto& [value, formula] : law.parts) {
        for (Formula::Term& term : formula.terms) {
            for (Atom& atom : term.product) atom.variable = to[atom.variable];
        }
    }
    return law;
}

std::optional<Law> find_law(const std::vector<Point>& points) {
    if (points.empty()) return std::nullopt;
    // Two courses with a short formula each are likelier than one with a long one.
    for (const uint32_t terms_most : {1u, 2u}) {
        if (auto formula = fit(points, terms_most)) return Law{{}, {{0, std::move(*formula)}}};
        for (uint32_t variable = 0; variable < points.front().values.size(); ++variable) {
            std::map<int64_t, std::vector<Point>> parts;
            for (const Point& point : points) parts[point.values[variable]].push_back(point);
            if (parts.size() < 2 || parts.size() > kSwitchValuesMax) continue;
            Law law{variable, {}};
            for (const auto& [value, some] : parts) {
                // A value that was seen with one set of others only is a point, not a course.
                const bool course = std::any_of(
                    some.begin(), some.end(), [&](const Point& point) { return point.values != some.front().values; });
                auto formula = course ? fit(some, terms_most) : std::nullopt;
                if (!formula) break;
                law.parts.emplace(value, std::move(*formula));
            }
            if (law.parts.size() == parts.size()) return law;
        }
    }
    return std::nullopt;
}

Relations relate(const std::vector<Pair>& pairs, const std::vector<std::string>& names_of,
                 const std::vector<std::string>& names_with) {
    Relations all(names_of.size());
    if (pairs.empty()) return all;
    const auto always = [&](uint32_t of, const Atom& atom) {
        return std::all_of(pairs.begin(), pairs.end(),
                           [&](const Pair& pair) { return pair.of[of] == atom.at(pair.with); });
    };
    for (uint32_t of = 0; of < names_of.size(); ++of) {
        for (uint32_t with = 0; with < names_with.size(); ++with) {
            const Atom atom{Atom::Kind::Plain, with, 1};
            if (!always(of, atom)) continue;
            if (!all[of] || names_with[with] == names_of[of]) all[of] = atom;
        }
        const bool varies = std::any_of(pairs.begin(), pairs.end(),
                                        [&](const Pair& pair) { return pair.of[of] != pairs.front().of[of]; });
        for (uint32_t with = 0; with < names_with.size() && !all[of] && varies; ++with) {
            for (const uint32_t by : kRoundedBy) {
                for (const Atom::Kind kind : {Atom::Kind::Up, Atom::Kind::Down}) {
                    if (!all[of] && always(of, {kind, with, by})) all[of] = Atom{kind, with, by};
                }
            }
        }
    }
    return all;
}

std::optional<Formula> in_terms(const Formula& formula, const Relations& relations) {
    Formula other{{}, formula.rest};
    for (const Formula::Term& term : formula.terms) {
        Formula::Term changed{term.times, {}};
        for (const Atom& atom : term.product) {
            const std::optional<Atom>& to = relations[atom.variable];
            if (!to || (atom.kind != Atom::Kind::Plain && to->kind != Atom::Kind::Plain)) return std::nullopt;
            changed.product.push_back(atom.kind == Atom::Kind::Plain ? *to : Atom{atom.kind, to->variable, atom.by});
        }
        other.terms.push_back(std::move(changed));
    }
    return other;
}

Compared compare(const Law& a, const Law& b, const Relations& relations, size_t variables) {
    const bool same_switch = a.by && b.by && relations[*b.by] == Atom{Atom::Kind::Plain, *a.by, 1};
    for (const auto& [value_a, mine] : a.parts) {
        for (const auto& [value_b, theirs] : b.parts) {
            if (same_switch && value_a != value_b) continue;
            const auto there = in_terms(theirs, relations);
            if (!there) return Compared::Unknown;
            if (!same_everywhere(mine, *there, variables)) return Compared::Differs;
        }
    }
    return Compared::Same;
}

bool never_above(const Law& a, const Law& b, size_t variables) {
    std::mt19937_64 random(11);
    for (int i = 0; i < 4000; ++i) {
        std::vector<int64_t> values = random_values(random, variables, i % 2 == 0 ? 40 : 5000);
        for (const auto& [value_a, mine] : a.parts) {
            for (const auto& [value_b, theirs] : b.parts) {
                if (a.by && b.by && a.by == b.by && value_a != value_b) continue;
                if (a.by) values[*a.by] = value_a;
                if (b.by) values[*b.by] = value_b;
                if (mine.at(values) > theirs.at(values)) return false;
            }
        }
    }
    return true;
}

std::string condition(const std::vector<Judged>& points) {
    const auto fits = [&](const std::string& name, auto says) {
        return std::all_of(points.begin(), points.end(), [&](const Judged& point) {
            const auto number = point.numbers.find(name);
            return number != point.numbers.end() && says(number->second) != point.holds;
        });
    };
    if (points.empty() || std::all_of(points.begin(), points.end(), [](const Judged& p) { return p.holds; })) return {};
    std::set<std::string> names;
    for (const Judged& point : points) {
        for (const auto& [name, number] : point.numbers) names.insert(name);
    }
    for (const std::string& name : names) {
        for (const uint32_t by : kRoundedBy) {
            if (fits(name, [&](int64_t v) { return v % by != 0; })) return fmt::format("{} % {} != 0", name, by);
        }
    }
    for (const std::string& name : names) {
        int64_t least_bad = INT64_MAX, most_bad = INT64_MIN;
        for (const Judged& point : points) {
            const auto number = point.numbers.find(name);
            if (point.holds || number == point.numbers.end()) continue;
            least_bad = std::min(least_bad, number->second);
            most_bad = std::max(most_bad, number->second);
        }
        if (least_bad == most_bad && fits(name, [&](int64_t v) { return v == least_bad; }))
            return fmt::format("{} = {}", name, least_bad);
        // The largest value that holds lies somewhere below: the bound is the last that was seen to hold.
        int64_t below = INT64_MIN;
        for (const Judged& point : points) {
            const auto number = point.numbers.find(name);
            if (point.holds && number != point.numbers.end() && number->second < least_bad)
                below = std::max(below, number->second);
        }
        if (below != INT64_MIN && fits(name, [&](int64_t v) { return v >= least_bad; }))
            return fmt::format("{} > {}", name, below);
        if (fits(name, [&](int64_t v) { return v <= most_bad; })) return fmt::format("{} <= {}", name, most_bad);
    }
    return {};
}

}  // namespace tilewright::doctor
