// How far row ops on the matrix unit may be from exact results, phase by phase.
#pragma once

#include <vector>

#include "workshop/op/op_case.hpp"

namespace tilewright::workshop {

// The rows of one call. Errors are absolute and without the output's own unit in the last place.
class FpuBounds {
public:
    explicit FpuBounds(const OpCase& request);

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

    const OpCase& request_;
    double read_, rounded_, out_rounded_, product_, sum_;  // relative; see fpu_bounds.cpp
    std::vector<double> centered_, centered_error_;        // of the row
    double variance_ = 0, square_error_ = 0;
};

}  // namespace tilewright::workshop
