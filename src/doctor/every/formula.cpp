// Finding formulas: by increasing length, each solved from a few points and tried on all.
#include "doctor/every/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>

namespace tilewright::doctor {

namespace {

// Sizes that blocks, faces, tiles and register sections have.
constexpr uint32_t kDivisors[] = {2, 3, 4, 5, 6, 7, 8, 16, 32};
constexpr uint32_t kBounds[] = {1, 2, 3, 4, 5, 6, 7, 8, 15, 16};
// Numbers that kernels have in them; what is larger was made to fit.
constexpr int64_t kTimesMost = 64, kRestMost = 32;

std::vector<Atom> rounded_forms(uint32_t variable) {
    std::vector<Atom> all;
    for (const uint32_t by : kBounds) all.push_back({Atom::Kind::AtMost, variable, by});
    for (const uint32_t by : kDivisors) {
        all.push_back({Atom::Kind::Down, variable, by});
        all.push_back({Atom::Kind::Up, variable, by});
    }
    return all;
}

// A product and what it comes to at each point.
struct Column {
    Product product;
    std::vector<int64_t> values;
    uint32_t length = 0;
    bool plain = true;
};

class Search {
public:
    explicit Search(const std::vector<Point>& points) : points_(points) {
        for (const Point& point : points) counts_.push_back(point.count);
        for (uint32_t variable = 0; variable < points.front().values.size(); ++variable) {
            const auto differs = [&](const Point& point) {
                return point.values[variable] != points.front().values[variable];
            };
            if (std::any_of(points.begin(), points.end(), differs)) varying_.push_back(variable);
        }
        add_products();
    }

    std::optional<Formula> find(uint32_t terms_most) const {
        if (std::all_of(counts_.begin(), counts_.end(), [&](int64_t count) { return count == counts_.front(); }))
            return Formula{{}, counts_.front()};
        for (const bool with_rest : {false, true}) {
            for (const Column& column : columns_) {
                if (auto found = one(column, with_rest)) return found;
            }
        }
        if (terms_most == 1) return std::nullopt;
        for (const bool with_rest : {false, true}) {
            for (size_t i = 0; i < columns_.size(); ++i) {
                // At most one of both is rounded: two roundings in one count are too many to be guessed.
                if (columns_[i].product.size() > 2) continue;
                for (size_t k = 0; k < i && k < plain_; ++k) {
                    if (auto found = two(columns_[k], columns_[i], with_rest)) return found;
                }
            }
        }
        return std::nullopt;
    }

private:
    void add(Product product) {
        Column column;
        column.length = 0;
        for (const Atom& atom : product) {
            column.length += atom.kind == Atom::Kind::Plain ? 1 : 2;
            column.plain &= atom.kind == Atom::Kind::Plain;
        }
        for (const Point& point : points_) {
            int64_t value = 1;
            for (const Atom& atom : product) value *= atom.at(point.values);
            column.values.push_back(value);
        }
        column.product = std::move(product);
        columns_.push_back(std::move(column));
    }

    void add_products() {
        std::vector<Product> plain = {{}};
        for (size_t i = 0; i < varying_.size(); ++i) {
            plain.push_back({{Atom::Kind::Plain, varying_[i], 1}});
            for (size_t k = i; k < varying_.size(); ++k) {
                plain.push_back({{Atom::Kind::Plain, varying_[i], 1}, {Atom::Kind::Plain, varying_[k], 1}});
                for (size_t m = k + 1; m < varying_.size() && i != k; ++m)
                    plain.push_back({{Atom::Kind::Plain, varying_[i], 1},
                                     {Atom::Kind::Plain, varying_[k], 1},
                                     {Atom::Kind::Plain, varying_[m], 1}});
            }
        }
        for (const Product& product : plain) {
            if (!product.empty()) add(product);
        }
        plain_ = columns_.size();
        for (const uint32_t variable : varying_) {
            for (const Atom& atom : rounded_forms(variable)) {
                for (const Product& product : plain) {
                    const bool has = std::any_of(product.begin(), product.end(),
                                                 [&](const Atom& one) { return one.variable == variable; });
                    if (has || product.size() > 2) continue;
                    Product rounded = product;
                    rounded.push_back(atom);
                    add(std::move(rounded));
                }
            }
        }
        const auto shorter = [](const Column& a, const Column& b) { return a.length < b.length; };
        std::stable_sort(columns_.begin(), columns_.begin() + static_cast<std::ptrdiff_t>(plain_), shorter);
        std::stable_sort(columns_.begin() + static_cast<std::ptrdiff_t>(plain_), columns_.end(), shorter);
        // Three parts that vary are as long as a rounded one: what is plain is tried first.
    }

    std::optional<Formula> one(const Column& column, bool with_rest) const {
        int64_t times = 0, rest = 0;
        if (!with_rest) {
            const auto at = std::find_if(column.values.begin(), column.values.end(), [](int64_t v) { return v != 0; });
            if (at == column.values.end()) return std::nullopt;
            const int64_t count = counts_[static_cast<size_t>(at - column.values.begin())];
            if (count % *at != 0) return std::nullopt;
            times = count / *at;
        } else {
            size_t other = 1;
            while (other < column.values.size() && column.values[other] == column.values[0]) ++other;
            if (other == column.values.size()) return std::nullopt;
            const int64_t step = column.values[other] - column.values[0], more = counts_[other] - counts_[0];
            if (more % step != 0) return std::nullopt;
            times = more / step;
            rest = counts_[0] - times * column.values[0];
        }
        if (times <= 0 || times > kTimesMost || std::abs(rest) > kRestMost) return std::nullopt;
        for (size_t i = 0; i < counts_.size(); ++i) {
            if (times * column.values[i] + rest != counts_[i]) return std::nullopt;
        }
        return Formula{{{times, column.product}}, rest};
    }

    std::optional<Formula> two(const Column& a, const Column& b, bool with_rest) const {
        // Relative to the first point a rest falls out.
        const int64_t a0 = with_rest ? a.values[0] : 0, b0 = with_rest ? b.values[0] : 0,
                      c0 = with_rest ? counts_[0] : 0;
        for (size_t i = with_rest ? 1 : 0; i < counts_.size(); ++i) {
            const __int128 ai = a.values[i] - a0, bi = b.values[i] - b0, ci = counts_[i] - c0;
            if (ai == 0 && bi == 0) {
                if (ci != 0) return std::nullopt;
                continue;
            }
            for (size_t k = i + 1; k < counts_.size(); ++k) {
                const __int128 ak = a.values[k] - a0, bk = b.values[k] - b0, ck = counts_[k] - c0;
                const __int128 det = ai * bk - ak * bi;
                if (det == 0) {
                    if (ai * ck != ak * ci || bi * ck != bk * ci) return std::nullopt;
                    continue;
                }
                const __int128 x = ci * bk - ck * bi, y = ai * ck - ak * ci;
                if (x % det != 0 || y % det != 0 || x == 0 || y == 0) return std::nullopt;
                return tried(a, b, static_cast<int64_t>(x / det), static_cast<int64_t>(y / det), with_rest);
            }
            return std::nullopt;
        }
        return std::nullopt;
    }

    std::optional<Formula> tried(const Column& a, const Column& b, int64_t x, int64_t y, bool with_rest) const {
        const int64_t rest = with_rest ? counts_[0] - x * a.values[0] - y * b.values[0] : 0;
        if (std::abs(x) > kTimesMost || std::abs(y) > kTimesMost || std::abs(rest) > kRestMost) return std::nullopt;
        for (size_t i = 0; i < counts_.size(); ++i) {
            if (x * a.values[i] + y * b.values[i] + rest != counts_[i]) return std::nullopt;
        }
        return Formula{{{x, a.product}, {y, b.product}}, rest};
    }

    const std::vector<Point>& points_;
    std::vector<int64_t> counts_;
    std::vector<uint32_t> varying_;
    std::vector<Column> columns_;  // plain products first, each part from short to long
    size_t plain_ = 0;
};

constexpr size_t kPointsLeast = 5;

}  // namespace

int64_t Atom::at(const std::vector<int64_t>& values) const {
    const int64_t value = values[variable];
    switch (kind) {
        case Kind::Plain: return value;
        case Kind::AtMost: return std::min<int64_t>(value, by);
        case Kind::Down: return value / by;
        case Kind::Up: return (value + by - 1) / by;
    }
    return value;
}

int64_t Formula::at(const std::vector<int64_t>& values) const {
    int64_t sum = rest;
    for (const Term& term : terms) {
        int64_t value = term.times;
        for (const Atom& atom : term.product) value *= atom.at(values);
        sum += value;
    }
    return sum;
}

std::string Formula::text(const std::vector<std::string>& names) const {
    std::string all;
    const auto sign = [&](bool negative) { return all.empty() ? (negative ? "-" : "") : negative ? " - " : " + "; };
    for (const Term& term : terms) {
        std::vector<std::string> parts;
        const uint64_t times = static_cast<uint64_t>(term.times < 0 ? -term.times : term.times);
        if (times != 1) parts.push_back(std::to_string(times));
        for (const Atom& atom : term.product) {
            const std::string& name = names[atom.variable];
            if (atom.kind == Atom::Kind::Plain) parts.push_back(name);
            if (atom.kind == Atom::Kind::AtMost)
                parts.push_back(atom.by == 1 ? fmt::format("({} != 0)", name)
                                             : fmt::format("min({}, {})", name, atom.by));
            if (atom.kind == Atom::Kind::Down) parts.push_back(fmt::format("floor({} / {})", name, atom.by));
            if (atom.kind == Atom::Kind::Up) parts.push_back(fmt::format("ceil({} / {})", name, atom.by));
        }
        all += sign(term.times < 0) + fmt::format("{}", fmt::join(parts, " * "));
    }
    if (all.empty()) return std::to_string(rest);
    if (rest != 0) all += sign(rest < 0) + std::to_string(rest < 0 ? -rest : rest);
    return all;
}

std::vector<uint32_t> Formula::variables() const {
    std::set<uint32_t> all;
    for (const Term& term : terms) {
        for (const Atom& atom : term.product) all.insert(atom.variable);
    }
    return {all.begin(), all.end()};
}

std::optional<Formula> fit(const std::vector<Point>& points, uint32_t terms_most) {
    std::vector<Point> each;
    std::set<std::vector<int64_t>> seen;
    for (const Point& point : points) {
        if (seen.insert(point.values).second) each.push_back(point);
    }
    for (const Point& point : points) {  // one count for one set of values, else something else decides
        for (const Point& other : each) {
            if (other.values == point.values && other.count != point.count) return std::nullopt;
        }
    }
    if (each.empty()) return std::nullopt;
    const auto found = Search(each).find(terms_most);
    if (found && !found->is_number() && each.size() < kPointsLeast) return std::nullopt;
    return found;
}

bool same_everywhere(const Formula& a, const Formula& b, size_t variables) {
    std::mt19937_64 random(7);
    std::vector<int64_t> values(variables);
    for (int i = 0; i < 4000; ++i) {
        const int64_t most = i % 2 == 0 ? 40 : 5000;
        for (int64_t& value : values) value = 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(most));
        if (a.at(values) != b.at(values)) return false;
    }
    return true;
}

}  // namespace tilewright::doctor
