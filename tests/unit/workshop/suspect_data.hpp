// Results with a mistake in them, made from numbers alone, for the tests of suspects.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "workshop/suspect/judge.hpp"
#include "workshop/suspect/suspect.hpp"

namespace suspect_data {

using namespace tilewright::workshop;
using Numbers = std::vector<double>;

// Values of bfloat16, as inputs of an op have them.
inline Numbers normal(size_t count, uint64_t seed, double mean = 0, double deviation = 1) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> draw(mean, deviation);
    Numbers values(count);
    for (double& value : values) value = to_bf16(draw(random));
    return values;
}

inline size_t count_of(const std::vector<uint32_t>& shape) {
    size_t count = 1;
    for (const uint32_t dim : shape) count *= dim;
    return count;
}

inline Operand operand(const std::string& name, std::vector<uint32_t> shape, uint64_t seed, double mean = 0,
                       double deviation = 1) {
    Numbers values = normal(count_of(shape), seed, mean, deviation);
    return {name, std::move(shape), std::move(values)};
}

// `got` rounded as the result's dtype is, beside what was expected and what a comparison usually allows.
inline Compared compared(std::vector<uint32_t> shape, Numbers got, Numbers expected, bool bf16 = true) {
    Compared made;
    made.shape = std::move(shape);
    double squares = 0;
    for (const double value : expected) squares += value * value;
    const double rms = std::sqrt(squares / static_cast<double>(expected.size()));
    const double part = bf16 ? 1.0 / 64 : 1.0 / 4096;
    for (const double value : expected) made.allowed.push_back(part * (std::abs(value) + rms));
    if (bf16) {
        for (double& value : got) value = to_bf16(value);
    } else {
        for (double& value : got) value = static_cast<float>(value);
        made.unit = std::ldexp(1.0, -23);
    }
    made.got = std::move(got);
    made.expected = std::move(expected);
    return made;
}

inline std::string told(const Diagnosis& diagnosis) {
    std::string text;
    for (const Suspect& suspect : diagnosis.suspects) text += suspect.kind + ": " + suspect.to_text() + "\n";
    return text.empty() ? "no suspect" : text;
}

inline Diagnosis first_is(const Compared& made, const std::string& kind, const std::string& words = "",
                          bool proven = true) {
    Diagnosis diagnosis = diagnose(made);
    const std::string text = told(diagnosis);
    EXPECT_GT(diagnosis.wrong, 0u);
    if (diagnosis.suspects.empty()) {
        ADD_FAILURE() << "no suspect; " << kind << " is the right one";
        return diagnosis;
    }
    const Suspect& first = diagnosis.suspects.front();
    EXPECT_EQ(first.kind, kind) << text;
    EXPECT_NE(first.to_text().find(words), std::string::npos) << "\"" << words << "\" is not in\n" << text;
    EXPECT_EQ(first.proof != Proof::None, proven) << text;
    EXPECT_GE(first.explained * 10, first.of * 9) << text;
    return diagnosis;
}

inline void nobody(const Compared& made, const char* what) {
    const Diagnosis diagnosis = diagnose(made);
    EXPECT_TRUE(diagnosis.suspects.empty()) << what << "\n" << told(diagnosis);
}

// Rows of a matrix.
template <typename Each>
Numbers each_row(const Operand& input, Each each) {
    const size_t width = input.shape.back(), rows = input.values.size() / width;
    Numbers result;
    for (size_t row = 0; row < rows; ++row) {
        const auto begin = input.values.begin() + static_cast<std::ptrdiff_t>(row * width);
        each(Numbers(begin, begin + static_cast<std::ptrdiff_t>(width)), result);
    }
    return result;
}

inline double sum(const Numbers& row) {
    double total = 0;
    for (const double value : row) total += value;
    return total;
}

}  // namespace suspect_data
