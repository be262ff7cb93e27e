// The host's matrix product and the measure the matmul examples use.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <tt-metalium/bfloat16.hpp>

namespace tilewright::examples {

// (m x k) * (k x n), float32.
inline std::vector<float> host_matmul(const std::vector<bfloat16>& a, const std::vector<bfloat16>& b, uint32_t m,
                                      uint32_t k, uint32_t n) {
    std::vector<float> b_values(b.begin(), b.end());
    std::vector<float> out(static_cast<size_t>(m) * n, 0.0f);
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = 0; j < k; ++j) {
            const float factor = a[static_cast<size_t>(i) * k + j];
            for (uint32_t l = 0; l < n; ++l)
                out[static_cast<size_t>(i) * n + l] += factor * b_values[static_cast<size_t>(j) * n + l];
        }
    }
    return out;
}

// Pearson correlation: products of many terms differ in their last bits, but not in their course.
inline double correlation(const std::vector<bfloat16>& actual, const std::vector<float>& expected) {
    double mean_a = 0, mean_e = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
        mean_a += static_cast<float>(actual[i]);
        mean_e += expected[i];
    }
    mean_a /= static_cast<double>(expected.size());
    mean_e /= static_cast<double>(expected.size());
    double both = 0, square_a = 0, square_e = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
        const double da = static_cast<float>(actual[i]) - mean_a, de = expected[i] - mean_e;
        both += da * de;
        square_a += da * da;
        square_e += de * de;
    }
    return square_a == 0 || square_e == 0 ? 0.0 : both / std::sqrt(square_a * square_e);
}

}  // namespace tilewright::examples
