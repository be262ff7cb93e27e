// Inputs and comparisons the examples share.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <tt-metalium/bfloat16.hpp>

namespace tilewright::examples {

inline std::vector<bfloat16> random_values(size_t count, float low, float high, uint32_t seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<float> distribution(low, high);
    std::vector<bfloat16> values(count);
    for (bfloat16& value : values) value = bfloat16(distribution(generator));
    return values;
}

struct Comparison {
    bool ok = true;
    double worst = 0;
    std::string text;
};

// |actual - expected| <= absolute + relative * |expected| everywhere.
inline Comparison compare(const std::vector<bfloat16>& actual, const std::vector<float>& expected, double absolute,
                          double relative) {
    Comparison result;
    if (actual.size() != expected.size()) {
        result.ok = false;
        result.text = fmt::format("{} values instead of {}", actual.size(), expected.size());
        return result;
    }
    for (size_t i = 0; i < actual.size(); ++i) {
        const double difference = std::abs(static_cast<double>(static_cast<float>(actual[i])) - expected[i]);
        result.worst = std::max(result.worst, difference);
        if (!(difference <= absolute + relative * std::abs(expected[i])) && result.ok) {
            result.ok = false;
            result.text = fmt::format("value {}: {} instead of {}", i, static_cast<float>(actual[i]), expected[i]);
        }
    }
    if (result.ok) result.text = fmt::format("{} values, largest difference {:.3g}", actual.size(), result.worst);
    return result;
}

}  // namespace tilewright::examples
