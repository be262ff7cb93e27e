// The bound of every element; the value itself is that of the formula as it is written (written.cpp), whatever forms
// the row program has. u is the relative error of one operation in DST: 2^-24 with 32 bits, 2^-7 with
// 16 (the SFPU truncates there).
//
//   a + b, a - b    ea + eb + u |v|                a * b   |a| eb + |b| ea + ea eb + u |v|
//   a / b           as a * recip(b), 6 u           f(a)    the larger of |f(a +- ea) - f(a)|, plus k u |v|
//   sums along W    sum of e + (tiles + 33) u sum|v|: a lane adds its tiles in turn, then 32 lanes are added; with a
//                   16-bit DST (tiles + 8) u, since lanes are added in registers of 32 bits
//   squares of distances from one column under a sum: a common error s of the column enters with s^2 only, but for
//                   2 s |mean of the distances|
//   v - mean in two parts: d = v - anchor, less its mean. Whatever the anchor is, (tiles + 36) u (mean|d| + 2 s) +
//                   3 u |d|, s being how far the anchor may be from the mean of the first tiles
//   a @ b           sum of |a| eb + |b| ea + ea eb, plus (K + 16) v sum|a b|, v being 2^-23, with a 16-bit DST 2^-10,
//   plus
//                   what the matrix unit cuts where it aligns eight products to the largest (docs/numerics.md); it
//                   reads float32 as TF32, so that such a side has an error of 2^-10 of itself, the right one of 2^-9
//   comparisons     the condition is open where the operands are closer than their errors: both branches count
//   integers        exact up to 2^24, above it u |v|: they become float32 numbers
//   result          plus one unit in the last place of the output
#include "workshop/plan/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "workshop/plan/written.hpp"

namespace tilewright::workshop::rows {

namespace {

struct Lane {
    std::vector<double> value, error;  // one entry, or one per column
    double at(size_t i) const { return value.size() == 1 ? value[0] : value[i]; }
    double off(size_t i) const { return error.size() == 1 ? error[0] : error[i]; }
};

constexpr size_t kAligned = 8;       // products that the matrix unit adds at once
constexpr double kTiny = 1.2e-38;    // what is smaller is flushed to zero
constexpr double kLargest = 3.4e38;  // what is larger is infinite

class Evaluator {
public:
    Evaluator(const Plan& plan, const EvaluationInput& input)
        : plan_(plan),
          program_(plan.program),
          input_(input),
          scalars_(scalar_values(program_, input.parameters)),
          lanes_(program_.nodes.size()) {
        u_ = input.fp32_dst ? std::ldexp(1.0, -24) : std::ldexp(1.0, -7);
        tiles_ = std::ceil(input.width / 32.0);
        steps_ = input.steps != 0 ? input.steps : tiles_ + (input.fp32_dst ? 33 : 8);
    }

    Evaluation run(size_t number) {
        Evaluation result;
        result.values = evaluate_written(plan_.spec, input_, Arithmetic::Double, number);
        for (uint32_t row = 0; row < input_.rows; ++row) {
            for (size_t i = 0; i < program_.nodes.size(); ++i) node(i, row);
            const Lane last = program_.last >= 0 ? last_product(row) : Lane{};
            const Lane& out = program_.last >= 0 ? last : lanes_[static_cast<size_t>(program_.outputs[number])];
            for (size_t i = 0; i < out.value.size(); ++i) {
                const double v = result.values[result.allowed.size()];
                // A form of the row program that has no value where the formula has one promises nothing there.
                const double e = std::isfinite(out.value[i]) ? out.error[i] : INFINITY;
                const double unit = unit_at(std::fabs(v) + (std::isfinite(e) ? e : 0), input_.output_float32);
                double allowed = e + unit;
                if (plan_.spec.rtol || plan_.spec.atol) {
                    allowed = plan_.spec.atol.value_or(0) + plan_.spec.rtol.value_or(0) * std::fabs(v);
                }
                if (!(std::fabs(v) <= kLargest) || std::isnan(allowed)) allowed = INFINITY;
                result.allowed.push_back(allowed);
            }
        }
        return result;
    }

    std::string where_lost() {
        std::vector<size_t> lost(program_.nodes.size()), all(program_.nodes.size());
        for (uint32_t row = 0; row < input_.rows; ++row) {
            for (size_t i = 0; i < program_.nodes.size(); ++i) {
                node(i, row);
                const Lane& made = lanes_[i];
                for (size_t k = 0; k < made.value.size(); ++k)
                    lost[i] += !(made.error[k] < std::fabs(made.value[k]) / 16) && made.error[k] != 0;
                all[i] += made.value.size();
            }
        }
        for (size_t i = 0; i < program_.nodes.size(); ++i) {
            if (2 * lost[i] <= all[i]) continue;
            return fmt::format("{}: {:.0f} % of its values are no larger than sixteen times their error",
                               formula_of(program_, static_cast<int>(i)),
                               100 * static_cast<double>(lost[i]) / static_cast<double>(all[i]));
        }
        return "";
    }

private:
    const Lane& lane(int i) const { return lanes_[static_cast<size_t>(i)]; }
    bool absent(int guard) const {
        if (guard == kAlways) return false;
        if (guard == kRefined) return !input_.refined;
        return input_.inputs[static_cast<size_t>(guard)].empty();
    }

    void node(size_t index, uint32_t row) {
        const Node& n = program_.nodes[index];
        Lane& out = lanes_[index];
        if (n.shape == Shape::Matrix) return;
        if (n.op == Op::Input) return leaf(n, out, row);
        if (n.op == Op::Product) {
            const size_t width = side(n.arguments[0]).back();
            const std::vector<float>& left = numbers(n.arguments[0]);
            Lane a;
            const double cut = read_error(left, n.arguments[0]);
            for (size_t k = 0; k < width; ++k) {
                a.value.push_back(left[row * width + k]);
                a.error.push_back(cut * std::fabs(a.value.back()));
            }
            out = product(a, n.arguments[1], row);
            return;
        }
        if (n.shape == Shape::Scalar) {
            const double v = scalars_[index];
            const bool exact = n.op == Op::Parameter || is_comparison(n.op);
            out = {{v}, {exact ? 0 : u_ * std::fabs(v)}};
            if (n.op == Op::Constant && static_cast<double>(static_cast<float>(v)) == v) out.error[0] = 0;
            return;
        }
        if (is_reduction(n.op)) return reduce(n, out);
        if (absent(n.guard)) {
            out = lane(n.arguments[0]);
            return;
        }
        const size_t size = n.shape == Shape::Column ? 1 : input_.width;
        out.value.resize(size);
        out.error.resize(size);
        if (n.guard == kRefined && n.shape == Shape::Block) return refined(n, out);
        for (size_t i = 0; i < size; ++i) {
            std::tie(out.value[i], out.error[i]) = element(n, i);
            out.error[i] = within_range(out.value[i], out.error[i]);
        }
    }
    // What may be infinite on the card and is none in float64 has no error that could be told.
    static double within_range(double value, double error) {
        return std::fabs(value) + error > kLargest ? INFINITY : error;
    }

    // Sides of products.
    const SpecInput& input(int node) const { return plan_.spec.inputs[static_cast<size_t>(program_[node].index)]; }
    const std::vector<float>& numbers(int node) const {
        return input_.inputs[static_cast<size_t>(program_[node].index)];
    }
    std::vector<uint32_t> side(int node) const { return input(node).operand.shape(input_.shape, input_.sizes); }
    // Of each number, in parts of it: bfloat16 comes whole.
    double read_error(const std::vector<float>& values, int node, bool right = false) {
        const auto [known, fresh] = read_errors_.emplace(node, 0);
        if (fresh) {
            const bool narrow = std::all_of(values.begin(), values.end(), [](float value) {
                return (std::bit_cast<uint32_t>(value) & 0xFFFFu) == 0;
            });
            known->second = narrow ? 0 : input_.fp32_dst ? std::ldexp(1.0, right ? -9 : -10) : std::ldexp(1.0, -7);
        }
        return known->second;
    }
    // A row of the left side times the right side's matrix for that row.
    Lane product(const Lane& a, int right, uint32_t row) {
        const std::vector<float>& b = numbers(right);
        const std::vector<uint32_t> shape = side(right);
        const bool turned = input(right).operand.transposed;
        const size_t inner = a.value.size(), down = shape[shape.size() - 2], across = shape.back();
        const size_t width = turned ? down : across, matrices = b.size() / (down * across);
        const float* matrix = b.data() + row / (input_.rows / matrices) * down * across;
        const double cut = read_error(b, right, /*right=*/true);
        const double add = input_.fp32_dst ? std::ldexp(1.0, -23) : std::ldexp(1.0, -10);
        const double steps = static_cast<double>(inner) + 16;
        Lane made;
        for (size_t i = 0; i < width; ++i) {
            double v = 0, e = 0, magnitude = 0;
            std::array<double, kAligned> terms{};
            for (size_t k = 0; k < inner; ++k) {
                const double y = turned ? matrix[i * across + k] : matrix[k * across + i];
                const double size = std::fabs(a.value[k]) + a.error[k];
                v += a.value[k] * y;
                e += a.error[k] * std::fabs(y) + cut * size * std::fabs(y);
                magnitude += size * std::fabs(y);
                terms[k % kAligned] = size * std::fabs(y);
                if (k % kAligned == kAligned - 1 || k + 1 == inner) e += aligned_error(terms, k % kAligned + 1);
            }
            made.value.push_back(v);
            e += steps * add * magnitude + kTiny;
            made.error.push_back(input_.full_fidelity ? within_range(magnitude, e) : INFINITY);
        }
        return made;
    }
    // Each product but the largest may lose half of the last of 11 bits of the largest, or all of itself.
    static double aligned_error(const std::array<double, kAligned>& terms, size_t count) {
        const double largest = *std::max_element(terms.begin(), terms.begin() + static_cast<ptrdiff_t>(count));
        const double unit = std::ldexp(largest, -11) * 1.05;
        double sum = -std::min(largest, unit);
        for (size_t k = 0; k < count; ++k) sum += std::min(terms[k], unit);
        return sum;
    }
    // What the formula makes of a row goes through a CB to the matrix unit.
    Lane last_product(uint32_t row) {
        Lane a = lane(program_.output);
        const double cut = input_.fp32_dst ? std::ldexp(1.0, -10) : std::ldexp(1.0, -7);
        for (size_t k = 0; k < a.value.size(); ++k) a.error[k] += cut * std::fabs(a.value[k]);
        return product(a, program_.last, row);
    }

    void leaf(const Node& n, Lane& out, uint32_t row) const {
        const std::vector<float>& data = input_.inputs[static_cast<size_t>(n.index)];
        const size_t size = n.shape == Shape::Column ? 1 : input_.width;
        out.value.assign(size, 0);
        out.error.assign(size, 0);
        if (data.empty()) return;
        const size_t begin = n.shape == Shape::Row ? 0 : row * size;
        const bool whole = plan_.spec.inputs[static_cast<size_t>(n.index)].integer();
        for (size_t i = 0; i < size; ++i) {
            out.value[i] = data[begin + i];
            // Whole numbers above 2^24 are the nearest ones that float32 has.
            if (whole && std::fabs(out.value[i]) > 0x1p24) out.error[i] = u_ * std::fabs(out.value[i]);
            // Float32 does not fit a 16-bit DST.
            if (!input_.fp32_dst) out.error[i] = u_ * std::fabs(out.value[i]);
        }
    }

    std::pair<double, double> element(const Node& n, size_t i) const {
        const Lane& a = lane(n.arguments[0]);
        const double x = a.at(i), ex = a.off(i);
        if (is_unary(n.op)) return function(n, x, ex);
        const Lane& b = lane(n.arguments[1]);
        const double y = b.at(i), ey = b.off(i);
        if (is_function(n.op)) return function_of_two(n, x, ex, y, ey);
        if (n.op == Op::Where) {
            const Lane& c = lane(n.arguments[2]);
            const double z = c.at(i), ez = c.off(i);
            const bool open = ex != 0 && std::fabs(x) <= ex;
            return {x != 0 ? y : z, open ? std::fabs(y - z) + std::max(ey, ez) : x != 0 ? ey : ez};
        }
        const double v = value_of(n.op, x, y);
        switch (n.op) {
            case Op::Add:
            case Op::Sub: return {v, ex + ey + u_ * std::fabs(v) + kTiny};
            case Op::Mul: return {v, std::fabs(x) * ey + std::fabs(y) * ex + ex * ey + u_ * std::fabs(v) + kTiny};
            case Op::Div: {
                const double safe = std::fabs(y) - ey;
                if (!(safe > 0)) return {v, INFINITY};
                return {v, (ex + std::fabs(v) * ey) / safe + 6 * u_ * std::fabs(v) + kTiny};
            }
            case Op::Power: {
                // A base that may be on either side of 0 has, but for whole exponents, no power on one of them.
                const bool whole = y == std::floor(y);
                if (ex != 0 && std::fabs(x) <= ex && (y < 0 || !whole)) return {v, INFINITY};
                const auto [low, high] = std::pair(std::pow(x - ex, y), std::pow(x + ex, y));
                const double spread = std::max(std::fabs(low - v), std::fabs(high - v));
                const double by_exponent = std::fabs(std::log(std::fabs(x) + kTiny));
                return {v, spread + ((3 + std::fabs(y) * by_exponent) * u_ + ey * by_exponent) * std::fabs(v) + kTiny};
            }
            case Op::Min:
            case Op::Max: return {v, std::max(ex, ey)};
            default: return {v, ex + ey != 0 && std::fabs(x - y) <= ex + ey ? 1.0 : 0.0};
        }
    }

    // The numbers of a function: scalars, exact but for what made them, which a rounding more accounts for.
    std::array<double, kMostNumbers> numbers_of(const Node& n, const Function& function) const {
        std::array<double, kMostNumbers> numbers = {};
        for (size_t i = 0; i < function.numbers.size(); ++i) {
            numbers[i] = static_cast<float>(scalars_[static_cast<size_t>(n.arguments[function.tiles + i])]);
        }
        return numbers;
    }

    std::pair<double, double> function(const Node& n, double x, double ex) const {
        const Function& f = *find_function(n.op);
        const auto numbers = numbers_of(n, f);
        const auto at = [&](double place) { return f.value(place, 0, numbers.data()); };
        const double v = at(x);
        const double spread = ex != 0 ? spread_of(f, at, v, x, ex) : 0;
        // Logarithms are accurate to units of their argument's exponent near 1.
        const double scale = f.course == Course::Logarithm ? std::max(std::fabs(v), 0.1) : std::fabs(v);
        return {v, spread + f.roundings * u_ * scale + kTiny};
    }
    // How far the result goes where the operand is off by ex.
    template <typename At>
    static double spread_of(const Function& f, const At& at, double v, double x, double ex) {
        double low = x - ex;
        const double high = x + ex;
        constexpr double pi = 3.141592653589793;
        switch (f.course) {
            case Course::Sloped: return 1.2 * ex;
            case Course::Root: low = std::max(low, 0.0); break;
            case Course::Positive:
            case Course::Logarithm:
                if (low <= 0) return INFINITY;
                break;
            case Course::Pole:
                if (low <= 0 && high >= 0) return INFINITY;
                break;
            case Course::Tangent:
                if (std::floor(low / pi + 0.5) != std::floor(high / pi + 0.5)) return INFINITY;
                break;
            case Course::Saw: return std::trunc(low) != std::trunc(high) ? 1 + ex : ex;
            default: break;
        }
        double spread = 0;
        const auto reach = [&](double place) {
            const double off = std::fabs(at(place) - v);
            spread = std::isnan(off) ? INFINITY : std::max(spread, off);
        };
        reach(low);
        reach(high);
        if (f.course == Course::AboutZero && low < 0 && high > 0) reach(0);
        return f.course == Course::Jump ? spread + ex : spread;
    }

    std::pair<double, double> function_of_two(const Node& n, double x, double ex, double y, double ey) const {
        const Function& f = *find_function(n.op);
        const auto numbers = numbers_of(n, f);
        const auto at = [&](double a, double b) { return f.value(a, b, numbers.data()); };
        const double v = at(x, y), own = f.roundings * u_ * std::fabs(v) + kTiny;
        const bool exact = ex == 0 && ey == 0;
        switch (f.course) {
            case Course::Angle: {
                if (exact) return {v, own};
                const double r = std::hypot(x, y) - ex - ey;
                const bool cut = std::fabs(x) <= ex && y <= ey;  // from pi to -pi
                return {v, !(r > 0) || cut ? INFINITY : (ex + ey) / r + own};
            }
            case Course::Product:
                if (!(y - ey > 0)) return {v, INFINITY};
                return {v, (std::fabs(std::log(y)) + ey / (y - ey)) * ex + std::fabs(x) * ey / (y - ey) + own +
                               u_ * std::fabs(x)};
            case Course::Modulo: {
                const double safe = std::fabs(y) - ey, q = x / y;
                const double off = safe > 0 ? (ex + std::fabs(q) * ey) / safe : INFINITY;
                const bool jumps = !exact && !(std::floor(q - off) == std::floor(q + off));
                return {v, jumps ? INFINITY : ex + (std::fabs(q) + 1) * ey + 2 * u_ * std::fabs(x) + own};
            }
            case Course::Corners: {
                double spread = 0;
                for (const double a : {x - ex, x + ex}) {
                    for (const double b : {y - ey, y + ey}) {
                        const double off = std::fabs(at(a, b) - v);
                        spread = std::isnan(off) ? INFINITY : std::max(spread, off);
                    }
                }
                const double exponent = std::fabs(y * std::log(std::fabs(x) + kTiny));
                return {v, spread + (3 + exponent) * u_ * std::fabs(v) + kTiny};
            }
            default: {  // isclose
                const double edge = std::fabs(std::fabs(x - y) - (numbers[1] + numbers[0] * std::fabs(y)));
                return {v, edge <= ex + 2 * ey + 4 * u_ * (std::fabs(x) + std::fabs(y)) ? 1.0 : 0.0};
            }
        }
    }

    void reduce(const Node& n, Lane& out) const {
        const Lane& a = lane(n.arguments[0]);
        const size_t width = input_.width;
        out = {{0}, {0}};
        double& v = out.value[0];
        double& e = out.error[0];
        if (absent(n.guard)) return;
        if (n.op == Op::FirstOf) {
            v = a.value[0];
            e = a.error[0];
            return;
        }
        if (n.op == Op::MaxOf || n.op == Op::MinOf) {
            v = a.value[0];
            for (size_t i = 0; i < width; ++i) {
                v = n.op == Op::MaxOf ? std::max(v, a.value[i]) : std::min(v, a.value[i]);
                e = std::max(e, a.error[i]);
            }
            return;
        }
        const bool of_some = n.anchor && input_.refined && width > kAnchorTiles * 32;
        const size_t count = of_some ? kAnchorTiles * 32 : width;
        double magnitude = 0;
        for (size_t i = 0; i < count; ++i) {
            v += a.value[i];
            e += a.error[i];
            magnitude += std::fabs(a.value[i]) + a.error[i];
        }
        if (const double* common = common_error(n.arguments[0])) e = squares_error(n.arguments[0], *common);
        e += steps_ * u_ * magnitude;
        if (n.op == Op::MeanOf) {
            const double w = static_cast<double>(count);
            v /= w;
            e = e / w + 2 * u_ * magnitude / w;
            if (n.arguments.size() == 2) {  // distances from a column, which is added back
                const Lane& column = lane(n.arguments[1]);
                v += column.value[0];
                e += column.error[0] + u_ * std::fabs(v);
            }
        }
        e = within_range(magnitude, e + kTiny);
    }

    // square(v - column): the error of the column.
    const double* common_error(int argument) const {
        const Node& square = program_[argument];
        if (square.op != Op::Square) return nullptr;
        const Node& distance = program_[square.arguments[0]];
        if (distance.op != Op::Sub || distance.guard != kAlways) return nullptr;
        if (distance.shape != Shape::Block || program_[distance.arguments[1]].shape != Shape::Column) return nullptr;
        return lane(distance.arguments[1]).error.data();
    }
    double squares_error(int argument, double common) const {
        const Lane& d = lane(program_[argument].arguments[0]);
        double sum = 0, distances = 0;
        for (size_t i = 0; i < input_.width; ++i) {
            const double noise = std::max(d.error[i] - common, 0.0);
            sum += 2 * std::fabs(d.value[i]) * noise + 2 * noise * common + noise * noise +
                   u_ * (d.value[i] * d.value[i] + common * common) + kTiny;
            distances += d.value[i];
        }
        return sum + 2 * common * std::fabs(distances) + static_cast<double>(input_.width) * common * common;
    }

    // (v - anchor) - rest, rest being the mean of v - anchor as computed.
    void refined(const Node& n, Lane& out) const {
        const Lane& d = lane(n.arguments[0]);
        const Node& distance = program_[n.arguments[0]];
        const Lane& v = lane(distance.arguments[0]);
        const double common = lane(distance.arguments[1]).error[0], rest = lane(n.arguments[1]).value[0];
        double mean = 0, inner = 0;
        for (size_t i = 0; i < input_.width; ++i) {
            mean += std::fabs(d.value[i]) / input_.width;
            inner += v.off(i) / input_.width;
        }
        for (size_t i = 0; i < input_.width; ++i) {
            out.value[i] = d.value[i] - rest;
            out.error[i] = (tiles_ + 36) * u_ * (mean + 2 * common) + 3 * u_ * (std::fabs(d.value[i]) + common) +
                           v.off(i) + inner + kTiny;
        }
    }

    const Plan& plan_;
    const RowProgram& program_;
    const EvaluationInput& input_;
    std::vector<double> scalars_;  // by node
    std::vector<Lane> lanes_;
    std::map<int, double> read_errors_;
    double u_ = 0, tiles_ = 0, steps_ = 0;
};

}  // namespace

EvaluationInput rows_of(const Plan& plan, const std::vector<uint32_t>& shape, const std::vector<uint32_t>& sizes,
                        const std::vector<std::vector<float>>& tensors) {
    EvaluationInput input;
    const Extents extents = extents_of(shape);
    const Dims reduced = plan.program.reduced;
    const RowOrder order(extents, reduced);
    input.rows = static_cast<uint32_t>(order.rows());
    input.width = static_cast<uint32_t>(order.width());
    input.inputs = tensors;
    input.shape = shape;
    input.sizes = sizes;
    if (!plan.gathered()) return input;
    for (size_t i = 0; i < tensors.size(); ++i) {
        if (!tensors[i].empty() && !plan.spec.inputs[i].operand.is())
            input.inputs[i] = order.gather(tensors[i], plan.spec.inputs[i].dims);
    }
    // Tiles are added in turn, then the 32 columns and the 32 rows of a tile.
    input.steps = static_cast<double>(extents.tiles_of(reduced)) + ((reduced & kW) != 0 ? 33 : 1) +
                  ((reduced & kH) != 0 ? 33 : 1);
    return input;
}

std::vector<double> tensor_of(const Plan& plan, const std::vector<uint32_t>& shape, const std::vector<double>& rows,
                              size_t result) {
    if (!plan.gathered() || plan.results[result].column || plan.spec.last) return rows;
    return RowOrder(extents_of(shape), plan.program.reduced).scatter(rows);
}

Evaluation evaluate(const Plan& plan, const EvaluationInput& input, size_t result) {
    return Evaluator(plan, input).run(result);
}

std::string where_lost(const Plan& plan, const EvaluationInput& input) { return Evaluator(plan, input).where_lost(); }

double unit_at(double magnitude, bool float32) {
    int exponent = 0;
    std::frexp(std::max(magnitude, 1.1754943508222875e-38), &exponent);
    return std::ldexp(1.0, exponent - (float32 ? 24 : 8));
}

std::vector<double> scalar_values(const RowProgram& program, const std::vector<float>& parameters) {
    std::vector<double> values;
    values.reserve(program.nodes.size());
    const auto at = [&](int i) { return values[static_cast<size_t>(i)]; };
    for (const Node& n : program.nodes) {  // arguments come first
        values.push_back(n.shape != Shape::Scalar  ? 0
                         : n.op == Op::Constant    ? n.constant
                         : n.op == Op::Parameter   ? parameters[static_cast<size_t>(n.index)]
                         : n.op == Op::Where       ? at(n.arguments[at(n.arguments[0]) != 0 ? 1 : 2])
                         : n.arguments.size() == 1 ? value_of(n.op, at(n.arguments[0]))
                                                   : value_of(n.op, at(n.arguments[0]), at(n.arguments[1])));
    }
    return values;
}

std::string scalar_source(const RowProgram& program, int node, const std::string& prefix, bool python) {
    const Node& n = program[node];
    if (n.op == Op::Constant)
        return fmt::format("{}", n.constant) +
               (n.constant == std::floor(n.constant) && std::fabs(n.constant) < 1e15 ? ".0" : "");
    if (n.op == Op::Parameter)
        return python ? prefix + n.name : fmt::format("static_cast<double>({}{})", prefix, n.name);
    const std::string a = scalar_source(program, n.arguments[0], prefix, python);
    const std::string m = python ? "math." : "std::";
    if (const Function* function = find_function(n.op)) {
        std::string text = function->source;
        const std::map<std::string, std::string> parts = {
            {"{m}", m}, {"{x}", a}, {"{max}", python ? "max" : "std::max<double>"}};
        for (size_t at = text.find('{'); at != std::string::npos;) {
            const std::string part = text.substr(at, text.find('}', at) + 1 - at);
            text.replace(at, part.size(), parts.at(part));
            at = text.find('{', at + parts.at(part).size());
        }
        return text;
    }
    const std::string b = scalar_source(program, n.arguments[1], prefix, python);
    const auto condition = [&](const char* sign) {
        return python ? fmt::format("(1.0 if ({}) {} ({}) else 0.0)", a, sign, b)
                      : fmt::format("(({}) {} ({}) ? 1.0 : 0.0)", a, sign, b);
    };
    switch (n.op) {
        case Op::Add: return fmt::format("({}) + ({})", a, b);
        case Op::Sub: return fmt::format("({}) - ({})", a, b);
        case Op::Mul: return fmt::format("({}) * ({})", a, b);
        case Op::Div: return fmt::format("({}) / ({})", a, b);
        case Op::Power: return fmt::format("{}pow({}, {})", m, a, b);
        case Op::Min: return fmt::format("{}({}, {})", python ? "min" : "std::min", a, b);
        case Op::Max: return fmt::format("{}({}, {})", python ? "max" : "std::max", a, b);
        case Op::Less: return condition("<");
        case Op::LessEqual: return condition("<=");
        case Op::Greater: return condition(">");
        case Op::GreaterEqual: return condition(">=");
        case Op::Equal: return condition("==");
        case Op::NotEqual: return condition("!=");
        case Op::Where: {
            const std::string c = scalar_source(program, n.arguments[2], prefix, python);
            return python ? fmt::format("(({}) if ({}) != 0 else ({}))", b, a, c)
                          : fmt::format("(({}) != 0 ? ({}) : ({}))", a, b, c);
        }
        default: throw InternalError("no source for this scalar");
    }
}

Match match(const Evaluation& expected, const std::vector<float>& got, bool float32) {
    Match result;
    if (got.size() != expected.values.size()) {
        result.worst_of_allowed = result.worst_ulp = result.norm_error = INFINITY;
        return result;
    }
    double error_square = 0, square = 0;
    for (size_t i = 0; i < got.size(); ++i) {
        if (std::isinf(expected.allowed[i])) {
            ++result.without_bound;
            continue;
        }
        const double error = std::fabs(static_cast<double>(got[i]) - expected.values[i]);
        const double part = std::isfinite(error) ? error / expected.allowed[i] : INFINITY;
        if (part > result.worst_of_allowed) {
            result.worst_of_allowed = part;
            result.worst_index = i;
        }
        const double ulp = std::isfinite(error) ? error / unit_at(std::fabs(expected.values[i]), float32) : INFINITY;
        result.worst_ulp = std::max(result.worst_ulp, ulp);
        error_square += error * error;
        square += expected.values[i] * expected.values[i];
    }
    result.norm_error = error_square == 0 ? 0 : std::sqrt(error_square / std::max(square, 1e-300));
    return result;
}

}  // namespace tilewright::workshop::rows
