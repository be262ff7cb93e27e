// Moving made-up numbers into the domain of an input.
#include "workshop/spec/domain.hpp"

#include <algorithm>
#include <cmath>

namespace tilewright::workshop {

double Domain::fitted(double value) const {
    if (any()) return value;
    double made = value;
    if (std::isfinite(low) && std::isfinite(high)) {
        if (!holds(value)) {
            // -8 to 8 is the whole interval; what lies beyond is at its ends.
            const double part = std::clamp((value + 8) / 16, 0.0, 1.0);
            made = low + part * (high - low);
        }
    } else if (std::isfinite(low)) {
        if (value < low) made = low + std::fabs(low - value);
    } else if (std::isfinite(high) && value > high) {
        made = high - std::fabs(value - high);
    }
    if (without_zero && made == 0) {
        for (const double other : {1.0, -1.0, high, low}) {
            if (holds(other) && std::isfinite(other)) return other;
        }
    }
    return made;
}

std::optional<WholeRange> whole_range(const std::string& dtype) {
    if (dtype == "int32") return WholeRange{-2147483520.0, 2147483520.0};
    if (dtype == "uint32") return WholeRange{0, 4294967040.0};
    if (dtype == "uint16") return WholeRange{0, 65535};
    return std::nullopt;
}

double Domain::whole(double value, const WholeRange& range) const {
    const double made = std::nearbyint(fitted(range.low < 0 ? value : std::fabs(value)));
    const double near = std::clamp(made, range.low, range.high);
    for (const double other : {near, near + 1, near - 1, std::ceil(low), std::floor(high)}) {
        if (holds(other) && other >= range.low && other <= range.high) return other;
    }
    return near;
}

}  // namespace tilewright::workshop
