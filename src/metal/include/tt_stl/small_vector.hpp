// A vector meant for few elements. Source compatibility only: storage is that of std::vector.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace ttsl {

static constexpr std::size_t SMALL_VECTOR_SIZE = 8;

template <typename T, std::size_t PREALLOCATED_SIZE = SMALL_VECTOR_SIZE>
struct SmallVector : public std::vector<T> {
    using std::vector<T>::vector;
    using std::vector<T>::operator=;
    SmallVector() = default;
    SmallVector(const std::vector<T>& other) : std::vector<T>(other) {}
    SmallVector(std::vector<T>&& other) : std::vector<T>(std::move(other)) {}
};

}  // namespace ttsl

template <typename T, std::size_t N>
struct std::hash<ttsl::SmallVector<T, N>> {
    std::size_t operator()(const ttsl::SmallVector<T, N>& values) const noexcept {
        std::size_t seed = values.size();
        for (const T& value : values) seed = seed * 1000003u ^ std::hash<T>{}(value);
        return seed;
    }
};

namespace tt::stl {
using namespace ::ttsl;
}

namespace ttnn {
template <typename T, std::size_t PREALLOCATED_SIZE = ttsl::SMALL_VECTOR_SIZE>
using SmallVector = ttsl::SmallVector<T, PREALLOCATED_SIZE>;
}
