// Data by pattern and seed, the ops in float64, and how far a result may be from it.
//
// The allowed error of an element is what a careful float32 evaluation cannot avoid plus the rounding of the output:
//   u    half a unit in the last place of the arithmetic: 2^-24, or 2^-8 with a 16-bit DST
//   mean           d = 2 u |first| + (8 + Wt/4) u mean|x - first|      sums of Wt terms per lane, then of 32 lanes
//   refined mean   d = (8 + Wt/4) u (mean|x - mean| + 2 d above)       float32 results of centralize and layernorm
//   centralize     d + 2 u |x - mean| + one unit of the output
//   variance       (16 + Wt/4) u var + d^2 + one unit of the output
//   layernorm      |y gamma| (half the relative error of var + eps, 16 u) + d |gamma| / sigma' + 2 u |beta| + one unit
#include <algorithm>
#include <cmath>
#include <random>

#include "ops/common/op_case.hpp"
#include "tile/convert.hpp"

namespace tilewright::ops {

using ttnn::DataType;

const char* pattern_name(Pattern pattern) {
    switch (pattern) {
        case Pattern::Normal: return "normal";
        case Pattern::Uniform: return "uniform";
        case Pattern::Constant: return "constant";
        case Pattern::Ramp: return "ramp";
        case Pattern::LargeMean: return "large mean";
        case Pattern::Tiny: return "tiny";
        default: return "outlier";
    }
}

namespace {

float rounded(float value, DataType dtype) {
    return dtype == DataType::FLOAT32 ? value : tile::float_from_bf16(tile::bf16_nearest_even(value));
}

// Distance of neighbouring numbers of the dtype at this magnitude.
double unit(double magnitude, DataType dtype) {
    const int digits = dtype == DataType::FLOAT32 ? 24 : 8;
    int exponent = 0;
    std::frexp(std::max(magnitude, 1.1754943508222875e-38), &exponent);
    return std::ldexp(1.0, exponent - digits);
}

}  // namespace

OpData make_data(const OpCase& request) {
    size_t count = 1;
    for (const uint32_t dim : request.shape) count *= dim;
    const uint32_t width = request.shape.back();
    std::mt19937_64 random(request.seed * 0x9E3779B97F4A7C15ull + 12345);
    std::normal_distribution<float> normal;
    std::uniform_real_distribution<float> uniform(-8.0f, 8.0f);
    OpData data;
    data.input.resize(count);
    float row_value = 0;
    for (size_t i = 0; i < count; ++i) {
        const size_t column = i % width;
        if (column == 0) row_value = 3.0f * normal(random);
        float value = 0;
        switch (request.pattern) {
            case Pattern::Normal: value = normal(random); break;
            case Pattern::Uniform: value = uniform(random); break;
            case Pattern::Constant: value = row_value; break;
            case Pattern::Ramp: value = static_cast<float>(column % 32); break;
            case Pattern::LargeMean: value = 1000.0f + normal(random); break;
            case Pattern::Tiny: value = 1e-12f * normal(random); break;
            case Pattern::Outlier: value = normal(random) + (column == width / 2 ? 1e6f : 0.0f); break;
        }
        data.input[i] = rounded(value, request.dtype);
    }
    if (request.gamma) {
        for (uint32_t i = 0; i < width; ++i)
            data.gamma.push_back(rounded(1.0f + 0.5f * normal(random), *request.gamma));
    }
    if (request.beta) {
        for (uint32_t i = 0; i < width; ++i) data.beta.push_back(rounded(normal(random), *request.beta));
    }
    return data;
}

Reference make_reference(const OpCase& request, const OpData& data) {
    const size_t width = request.shape.back();
    const size_t rows = data.input.size() / width;
    const DataType dtype = request.output_dtype.value_or(request.dtype);
    const double tiles = std::ceil(static_cast<double>(width) / 32);
    const double u = request.fp32_dst ? std::ldexp(1.0, -24) : std::ldexp(1.0, -8);
    const double growth = 16 + tiles / 4;
    Reference reference;
    for (size_t row = 0; row < rows; ++row) {
        const float* x = data.input.data() + row * width;
        double mean = 0, shifted = 0, variance = 0, deviation = 0;
        for (size_t i = 0; i < width; ++i) mean += x[i], shifted += std::abs(static_cast<double>(x[i]) - x[0]);
        mean /= static_cast<double>(width);
        shifted /= static_cast<double>(width);
        for (size_t i = 0; i < width; ++i) {
            variance += (x[i] - mean) * (x[i] - mean);
            deviation += std::abs(x[i] - mean);
        }
        variance /= static_cast<double>(width);
        deviation /= static_cast<double>(width);
        const double sigma = std::sqrt(variance);
        const bool refined = request.fp32_dst && dtype == DataType::FLOAT32 && request.op != Op::Variance;
        double mean_error = 2 * u * std::abs(x[0]) + (8 + tiles / 4) * u * shifted;
        if (refined) mean_error = (8 + tiles / 4) * u * (deviation + 2 * mean_error);
        const double variance_error = growth * u * variance + mean_error * mean_error;
        const auto add = [&](double value, double error, double scale) {
            reference.values.push_back(value);
            reference.allowed.push_back(error + unit(std::abs(value), dtype));
            reference.scale.push_back(std::max(std::abs(value), scale));
        };
        if (request.op == Op::Variance) {
            add(variance, variance_error, 0);
            continue;
        }
        const double inverse = 1 / std::sqrt(variance + static_cast<double>(request.epsilon));
        // d(inverse)/inverse = half of the relative error of variance + epsilon.
        const double inverse_error = 0.5 * variance_error * inverse * inverse + 8 * u;
        for (size_t i = 0; i < width; ++i) {
            const double centered = x[i] - mean;
            if (request.op == Op::Centralize) {
                add(centered, mean_error + 2 * u * std::abs(centered), sigma);
                continue;
            }
            const double gamma = data.gamma.empty() ? 1.0 : data.gamma[i];
            const double beta = data.beta.empty() ? 0.0 : data.beta[i];
            const double scaled = centered * inverse * gamma;
            add(scaled + beta,
                std::abs(scaled) * (inverse_error + 8 * u) + mean_error * inverse * std::abs(gamma) +
                    2 * u * std::abs(beta),
                sigma * inverse * std::abs(gamma));
        }
    }
    return reference;
}

Accuracy compare(const OpCase& request, const Reference& reference, const std::vector<float>& got) {
    const DataType dtype = request.output_dtype.value_or(request.dtype);
    Accuracy accuracy;
    double error_square = 0, square = 0;
    if (got.size() != reference.values.size()) {
        accuracy.worst_of_allowed = accuracy.worst_ulp = accuracy.norm_error = INFINITY;
        return accuracy;
    }
    for (size_t i = 0; i < got.size(); ++i) {
        const double error = std::abs(static_cast<double>(got[i]) - reference.values[i]);
        const double part = std::isfinite(error) ? error / reference.allowed[i] : INFINITY;
        if (part > accuracy.worst_of_allowed) {
            accuracy.worst_of_allowed = part;
            accuracy.worst_index = i;
        }
        accuracy.worst_ulp =
            std::max(accuracy.worst_ulp, std::isfinite(error) ? error / unit(reference.scale[i], dtype) : INFINITY);
        error_square += error * error;
        square += reference.values[i] * reference.values[i];
    }
    accuracy.norm_error = error_square == 0 ? 0 : std::sqrt(error_square / std::max(square, 1e-300));
    return accuracy;
}

}  // namespace tilewright::ops
