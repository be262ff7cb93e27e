// Mean and variance of a row in float64, and how far a careful float32 evaluation may be from them.
//
//   u    half a unit in the last place of the arithmetic: 2^-24; a whole one, 2^-7, with a 16-bit DST
//   mean           d = 2 u |first| + (8 + Wt/4) u mean|x - first|      sums of Wt terms per lane, then of 32 lanes
//   in two parts   d = (8 + Wt/4) u (mean|x - anchor| + 2 d above)     float32 results; the anchor is the mean of the
//                                                                      first 16 tiles, and `d above` its error
//   variance       (16 + Wt/4) u var + d^2
// With a 16-bit DST every Wt/4 is Wt: what the SFPU stores is cut to 8 bits, a whole unit and always towards zero.
#pragma once

#include "workshop/op/op_case.hpp"

namespace tilewright::workshop {

struct RowStatistics {
    double mean = 0, variance = 0, sigma = 0;
    double mean_error = 0, variance_error = 0;
    double half_unit = 0;  // u
};
// Of request.width() values at `x`. `two_parts`: the op's mean has two parts where its result is float32.
RowStatistics row_statistics(const OpCase& request, const float* x, bool two_parts);

}  // namespace tilewright::workshop
