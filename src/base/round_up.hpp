// A number as the next multiple of a unit, for addresses and sizes.
#pragma once

#include <type_traits>

namespace tilewright {

template <class Number>
constexpr Number round_up(Number value, std::type_identity_t<Number> unit) {
    return (value + unit - 1) / unit * unit;
}

}  // namespace tilewright
