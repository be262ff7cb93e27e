// Data by pattern and seed, and comparing a result with its reference.
#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>
#include <utility>

#include "base/memory.hpp"
#include "tile/formats/convert.hpp"
#include "workshop/plan/cb_plan.hpp"
#include "workshop/op/memory.hpp"
#include "workshop/op/op_case.hpp"
#include "workshop/op/row_statistics.hpp"

namespace tilewright::workshop {

using ttnn::DataType;

namespace {

// In the domain, as a number of the dtype: the nearest, or its neighbour where that one has left the domain.
float rounded(float value, DataType dtype, const Domain& domain) {
    if (const auto range = whole_range(dtype_name(dtype))) return static_cast<float>(domain.whole(value, *range));
    const auto fitted = static_cast<float>(domain.fitted(value));
    const bool wide = dtype == DataType::FLOAT32;
    float made = wide ? fitted : tile::float_from_bf16(tile::bf16_nearest_even(fitted));
    if (domain.holds(made)) return made;
    const double step = last_place(std::abs(made), dtype);
    return static_cast<float>(made > domain.high ? made - step : made + step);
}

}  // namespace

double last_place(double magnitude, DataType dtype) {
    const int digits = dtype == DataType::FLOAT32 ? 24 : 8;
    int exponent = 0;
    std::frexp(std::max(magnitude, 1.1754943508222875e-38), &exponent);
    return std::ldexp(1.0, exponent - digits);
}

const std::vector<float>& OpData::other(const std::string& name) const {
    static const std::vector<float> none;
    const auto it = others.find(name);
    return it == others.end() ? none : it->second;
}

OpData make_data(const OpCase& request) {
    need_host_memory(host_bytes_of(request), request.text());
    return request.op->data ? request.op->data(request) : default_data(request);
}

OpData default_data(const OpCase& request) {
    const std::vector<uint32_t> shape = request.shape_of(0);
    size_t count = 1;
    for (const uint32_t dim : shape) count *= dim;
    // Rows along whatever the op reduces.
    const RowOrder order(extents_of(shape), request.op->reduced);
    const uint64_t width = order.width();
    std::mt19937_64 random(request.seed * 0x9E3779B97F4A7C15ull + 12345);
    std::normal_distribution<float> normal;
    std::uniform_real_distribution<float> uniform(-8.0f, 8.0f);
    OpData data;
    data.input.resize(count);
    const DataType first = request.op->inputs.front().integer.value_or(request.dtype);
    const float spread =
        request.op->inputs.front().integer ? static_cast<float>(request.op->inputs.front().deviation) : 1;
    float row_value = 0;
    for (size_t i = 0; i < count; ++i) {
        const size_t column = i % width;
        if (column == 0) row_value = 3.0f * normal(random);
        float value = 0;
        switch (request.pattern) {
            case Pattern::Normal: value = spread * normal(random); break;
            case Pattern::Uniform: value = uniform(random); break;
            case Pattern::Constant: value = row_value; break;
            case Pattern::Ramp: value = static_cast<float>(column % 32); break;
            case Pattern::LargeMean: value = 1000.0f + normal(random); break;
            case Pattern::Tiny: value = 1e-12f * normal(random); break;
            case Pattern::Outlier: value = normal(random) + (column == width / 2 ? 1e6f : 0.0f); break;
        }
        data.input[order.index(i / width, column)] = rounded(value, first, request.op->inputs.front().domain);
    }
    for (size_t i = 1; i < request.op->inputs.size(); ++i) {
        const OpInput& input = request.op->inputs[i];
        const auto dtype = request.dtype_of(input.name);
        if (!dtype) continue;
        std::vector<float>& values = data.others[input.name];
        size_t elements = 1;
        for (const uint32_t dim : request.shape_of(i)) elements *= dim;
        values.resize(elements);
        for (float& value : values) {
            value = rounded(static_cast<float>(input.mean) + static_cast<float>(input.deviation) * normal(random),
                            *dtype, input.domain);
        }
    }
    return data;
}

void Reference::add(double value, double error, double at_least_scale, DataType dtype) {
    values.push_back(value);
    allowed.push_back(error + last_place(std::abs(value), dtype));
    scale.push_back(std::max(std::abs(value), at_least_scale));
}

Reference make_reference(const OpCase& request, const OpData& data) { return request.op->reference(request, data); }

namespace {

// The mean of `count` values at `x`, and the error of summing their differences from the first of them.
std::pair<double, double> mean_and_error(const float* x, size_t count, double u, double steps) {
    double mean = 0, shifted = 0;
    for (size_t i = 0; i < count; ++i) mean += x[i], shifted += std::abs(static_cast<double>(x[i]) - x[0]);
    const double terms = static_cast<double>(count);
    return {mean / terms, 2 * u * std::abs(x[0]) + (8 + steps) * u * shifted / terms};
}

}  // namespace

RowStatistics row_statistics(const OpCase& request, const float* x, bool two_parts) {
    const uint32_t width = request.width();
    const double tiles = std::ceil(static_cast<double>(width) / 32);
    // A 16-bit DST cuts what the SFPU stores to 8 bits: a whole unit, and always towards zero, so errors add up.
    const double steps = request.fp32_dst ? tiles / 4 : tiles;
    RowStatistics row;
    row.half_unit = request.fp32_dst ? std::ldexp(1.0, -24) : std::ldexp(1.0, -7);
    const double u = row.half_unit;
    std::tie(row.mean, row.mean_error) = mean_and_error(x, width, u, steps);
    for (size_t i = 0; i < width; ++i) row.variance += (x[i] - row.mean) * (x[i] - row.mean);
    row.variance /= width;
    row.sigma = std::sqrt(row.variance);
    if (two_parts && request.fp32_dst && request.result_dtype() == DataType::FLOAT32) {
        const auto [anchor, anchor_error] = mean_and_error(x, std::min<size_t>(width, size_t{32} * kAnchorTiles), u,
                                                           std::min<double>(tiles, kAnchorTiles) / 4);
        double deviation = 0;
        for (size_t i = 0; i < width; ++i) deviation += std::abs(x[i] - anchor);
        row.mean_error = (8 + steps) * u * (deviation / width + 2 * anchor_error);
    }
    row.variance_error = (16 + steps) * u * row.variance + row.mean_error * row.mean_error;
    return row;
}

bool Reference::promises(size_t element) const {
    constexpr double kLeastDigits = 1.0 / 16;
    return std::isfinite(values[element]) && allowed[element] < kLeastDigits * scale[element];
}

double unpromised_error(const Reference& reference, const std::vector<double>& got) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < got.size(); ++i) {
        if (reference.promises(i) || !std::isfinite(reference.values[i])) continue;
        const double error = std::abs(got[i] - reference.values[i]) / std::max(reference.scale[i], 1e-300);
        const double part = error <= 1 ? error : 1;  // also where it is no number
        sum += part * part;
        ++count;
    }
    return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}

Accuracy compare(const OpCase& request, const Reference& reference, const std::vector<float>& got) {
    const DataType dtype = request.result_dtype();
    Accuracy accuracy;
    double error_square = 0, square = 0;
    if (got.size() != reference.values.size()) {
        accuracy.worst_of_allowed = accuracy.worst_ulp = accuracy.norm_error = INFINITY;
        return accuracy;
    }
    accuracy.elements = got.size();
    for (size_t i = 0; i < got.size(); ++i) {
        const double error = std::abs(static_cast<double>(got[i]) - reference.values[i]);
        const double allowed = reference.allowed[i];
        const double part = std::isinf(allowed) ? 0 : std::isfinite(error) ? error / allowed : INFINITY;
        if (part > accuracy.worst_of_allowed) {
            accuracy.worst_of_allowed = part;
            accuracy.worst_index = i;
        }
        if (!reference.promises(i)) continue;
        ++accuracy.promised;
        accuracy.worst_ulp = std::max(accuracy.worst_ulp,
                                      std::isfinite(error) ? error / last_place(reference.scale[i], dtype) : INFINITY);
        error_square += error * error;
        square += reference.values[i] * reference.values[i];
    }
    if (accuracy.promised < accuracy.elements)
        accuracy.unpromised_error = unpromised_error(reference, {got.begin(), got.end()});
    if (!got.empty()) {
        accuracy.got = got[accuracy.worst_index];
        accuracy.expected = reference.values[accuracy.worst_index];
    }
    accuracy.norm_error = error_square == 0 ? 0 : std::sqrt(error_square / std::max(square, 1e-300));
    return accuracy;
}

}  // namespace tilewright::workshop
