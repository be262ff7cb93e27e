// How far the row ops of this folder may be from exact results on the matrix unit, phase by phase; the rules are those
// of docs/numerics.md. All terms are worst cases that add up; typical errors are several times smaller.
//
//   read      what the unpacker cuts off an operand: nothing of bfloat16; float32 keeps 11 significant bits, or 8 with
//             a 16-bit DST
//   rounded   what a value loses between two phases, through packer and unpacker: 8 significant bits in bfloat16 CBs
//             and with a 16-bit DST, else 11
//   product   operand bits that the math fidelity leaves out, and the roundings of a 16-bit DST, one per phase
//   sum       a row sum: the scaler's own error and the bits of it that the fidelity leaves out, products aligned in
//             groups of eight (2^-8 of the mean magnitude), every step of a 16-bit DST (2^-8, two faces per phase and
//             tile), the sum so far between blocks
//
// A header alone, so that a copy of an op's folder needs nothing but it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "workshop/op/op_case.hpp"

namespace tilewright::ops {

using ttnn::DataType;
using ttnn::MathFidelity;

inline double bound_power(int exponent) { return std::ldexp(1.0, exponent); }

// The first `bits` significant bits of a float.
inline double first_bits(float value, int bits) {
    return std::bit_cast<float>(std::bit_cast<uint32_t>(value) & (0xFFFFFFFFu << (24 - bits)));
}

// The rows of one call. Errors are absolute and without the output's own unit in the last place.
class FpuBounds {
public:
    explicit FpuBounds(const workshop::OpCase& request);

    // Takes a row of request.width() values; what follows is about it. `centered_is_result`: the
    // centred tiles have the dtype of the result.
    void take_row(const float* row, bool centered_is_result);
    // x - mean, through untilize.
    double centralized(size_t column) const;
    // mean((x - mean)^2), through untilize.
    double variance() const;
    // (x - mean) * rsqrt(variance + epsilon) [* gamma] [+ beta], through untilize; absent parameters are null.
    double normalized(size_t column, double epsilon, const float* gamma, const float* beta) const;

private:
    double operand(ttnn::DataType dtype) const;
    double variance_error() const;

    const workshop::OpCase& request_;
    double read_, rounded_, out_rounded_, product_, sum_;  // relative; see above
    std::vector<double> centered_, centered_error_;        // of the row
    double variance_ = 0, square_error_ = 0;
};

inline FpuBounds::FpuBounds(const workshop::OpCase& request) : request_(request) {
    const DataType output = request.result_dtype();
    const bool wide = request.dtype == DataType::FLOAT32 || output == DataType::FLOAT32;
    read_ = operand(request.dtype);
    rounded_ = wide && request.fp32_dst ? bound_power(-10) : bound_power(-7);
    out_rounded_ = output == DataType::FLOAT32 && request.fp32_dst ? bound_power(-10) : bound_power(-7);
    const bool low = request.fidelity == MathFidelity::LoFi;
    const bool second = low || request.fidelity == MathFidelity::HiFi2;
    product_ = low ? bound_power(-4) + bound_power(-6) : second ? bound_power(-6) : bound_power(-9);
    if (!request.fp32_dst) product_ += 4 * bound_power(-8);

    const uint32_t width = request.width();
    const double tiles = std::ceil(width / 32.0), blocks = 1 + tiles / 16;
    const float scaler = std::bit_cast<float>(workshop::scaler_bits(width, tt::DataFormat::Float16_b));
    const auto off = [&](double value) { return std::abs(value * width - 1.0); };
    const double scaler_error = std::max(off(scaler), off(first_bits(scaler, low ? 5 : 8)));
    sum_ = scaler_error + (second ? bound_power(-6) : bound_power(-9)) + 1.2 * bound_power(-8) +
           (request.fp32_dst ? 0 : 8 * tiles * bound_power(-8)) + blocks * rounded_;
}

inline double FpuBounds::operand(DataType dtype) const {
    return dtype == DataType::BFLOAT16 ? 0 : request_.fp32_dst ? bound_power(-10) : bound_power(-7);
}

inline void FpuBounds::take_row(const float* row, bool centered_is_result) {
    const size_t width = request_.width();
    double mean = 0, magnitude = 0;
    for (size_t i = 0; i < width; ++i) mean += row[i], magnitude += std::abs(row[i]);
    mean /= static_cast<double>(width);
    magnitude /= static_cast<double>(width);
    const double mean_error = (read_ + sum_) * magnitude * (1 + sum_);
    const double mean_bound = std::abs(mean) + mean_error;
    const double kept = centered_is_result ? out_rounded_ : rounded_;
    centered_.resize(width);
    centered_error_.resize(width);
    variance_ = square_error_ = 0;
    for (size_t i = 0; i < width; ++i) {
        const double x = row[i];
        centered_[i] = std::abs(x - mean);
        // Both operands meet on a grid of 11 bits of the larger.
        const double meet = bound_power(-10) * std::max(std::abs(x), mean_bound);
        const double error = read_ * std::abs(x) + mean_error + meet;
        centered_error_[i] = error + kept * (centered_[i] + error);
        variance_ += centered_[i] * centered_[i];
        square_error_ += centered_error_[i] * (2 * centered_[i] + centered_error_[i]);
    }
    variance_ /= static_cast<double>(width);
    square_error_ /= static_cast<double>(width);
}

inline double FpuBounds::centralized(size_t column) const {
    return centered_error_[column] + out_rounded_ * (centered_[column] + centered_error_[column]);
}

inline double FpuBounds::variance_error() const {
    const double relative = product_ + rounded_ + sum_;
    return square_error_ + (variance_ + square_error_) * relative * (1 + relative);
}

inline double FpuBounds::variance() const { return variance_error() + out_rounded_ * (variance_ + variance_error()); }

inline double FpuBounds::normalized(size_t column, double epsilon, const float* gamma, const float* beta) const {
    // The inverse deviation is not nearly linear where the variance is lost, so both ends are evaluated.
    const double wrong = variance_error(), added = rounded_ * (variance_ + wrong + epsilon);
    const double exact = 1 / std::sqrt(variance_ + epsilon);
    const double high = 1 / std::sqrt(std::max(variance_ - wrong - added, 0.0) + epsilon * (1 - bound_power(-7)));
    const double low = 1 / std::sqrt(variance_ + wrong + added + epsilon * (1 + bound_power(-7)));
    const double inverse_error = std::max(high - exact, exact - low) + 2 * rounded_ * high;
    const double lost = product_ + rounded_;
    double value = centered_[column] * exact;
    double error = centered_[column] * inverse_error + centered_error_[column] * (exact + inverse_error);
    error += lost * (value + error);
    if (gamma != nullptr) {
        const double factor = std::abs(gamma[column]);
        value *= factor;
        error = error * factor + (operand(*request_.dtype_of("gamma")) + lost) * (value + error * factor);
    }
    if (beta != nullptr) {
        const double term = std::abs(beta[column]), larger = std::max(value + error, term);
        error += operand(*request_.dtype_of("beta")) * term + (bound_power(-10) + rounded_) * 2 * larger;
        value += term;
    }
    return error + out_rounded_ * (value + error);
}

}  // namespace tilewright::ops
