// Inputs that have integers.
#include <algorithm>
#include <cmath>

#include "workshop/spec/spec.hpp"

namespace tilewright::workshop::rows {

bool is_integer(const std::string& dtype) { return dtype == "int32" || dtype == "uint32" || dtype == "uint16"; }

std::pair<long, long> whole_numbers(const SpecInput& input) {
    const WholeRange range = *whole_range(input.dtypes.front());
    const double low = std::max({std::ceil(input.domain.low), range.low, -9.0});
    const double high = std::min({std::floor(input.domain.high), range.high, std::max(low, 0.0) + 9.0});
    const bool above_zero = low == 0 && input.domain.without_zero;
    return {static_cast<long>(low) + (above_zero ? 1 : 0), static_cast<long>(high) + 1};
}

bool Spec::needs_wide_dst() const {
    return std::any_of(inputs.begin(), inputs.end(), [](const SpecInput& i) { return i.integer(); });
}

}  // namespace tilewright::workshop::rows
