// Limits of the tensor accessor.
#pragma once

#include <cstddef>

namespace tensor_accessor {
constexpr std::size_t MAX_RANK = 8;
constexpr std::size_t UNKNOWN = ~std::size_t{0};
}  // namespace tensor_accessor
