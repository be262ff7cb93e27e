// Vectors of bfloat16 on the host.
#include "tt-metalium/bfloat16.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iostream>
#include <random>
#include <string>

#include "tt_stl/assert.hpp"

std::ostream& operator<<(std::ostream& os, const bfloat16& value) { return os << std::bit_cast<uint16_t>(value); }

bool operator==(const std::vector<bfloat16>& lhs, const std::vector<bfloat16>& rhs) {
    return lhs.size() == rhs.size() && std::memcmp(lhs.data(), rhs.data(), lhs.size() * sizeof(bfloat16)) == 0;
}

uint32_t pack_two_bfloat16_into_uint32(std::pair<bfloat16, bfloat16> two_bfloats) {
    return static_cast<uint32_t>(std::bit_cast<uint16_t>(two_bfloats.first)) |
           static_cast<uint32_t>(std::bit_cast<uint16_t>(two_bfloats.second)) << 16;
}

std::pair<bfloat16, bfloat16> unpack_two_bfloat16_from_uint32(uint32_t packed) {
    return {std::bit_cast<bfloat16>(static_cast<uint16_t>(packed)),
            std::bit_cast<bfloat16>(static_cast<uint16_t>(packed >> 16))};
}

std::vector<bfloat16> create_random_vector_of_bfloat16_native(size_t num_bytes, float rand_max_float, int seed,
                                                              float offset) {
    std::mt19937 generator(static_cast<uint32_t>(seed));
    std::uniform_real_distribution<float> values(0, rand_max_float);
    std::vector<bfloat16> result(num_bytes / sizeof(bfloat16));
    for (bfloat16& value : result) value = bfloat16(values(generator) + offset);
    return result;
}

std::vector<std::uint32_t> create_random_vector_of_bfloat16(size_t num_bytes, int rand_max_float, int seed,
                                                            float offset) {
    return pack_bfloat16_vec_into_uint32_vec(create_random_vector_of_bfloat16_native(
        num_bytes / sizeof(uint32_t) * sizeof(uint32_t), static_cast<float>(rand_max_float), seed, offset));
}

// A single word holds one value and a zero: odd counts exist for one element only.
std::vector<std::uint32_t> create_constant_vector_of_bfloat16(size_t num_bytes, float value) {
    const size_t words = std::max<size_t>(1, num_bytes / sizeof(uint32_t));
    const bfloat16 number(value);
    return std::vector<uint32_t>(words, pack_two_bfloat16_into_uint32({number, words == 1 ? bfloat16(0.0f) : number}));
}

std::vector<bfloat16> create_identity_matrix(int rows, int cols, int num_ones) {
    std::vector<bfloat16> matrix(static_cast<size_t>(rows) * static_cast<size_t>(cols), bfloat16(0.0f));
    for (int i = 0; i < num_ones; ++i)
        matrix.at(static_cast<size_t>(i) * static_cast<size_t>(cols) + static_cast<size_t>(i)) = bfloat16(1.0f);
    return matrix;
}

std::vector<uint32_t> pack_bfloat16_vec_into_uint32_vec(const std::vector<bfloat16>& data) {
    TT_FATAL(data.size() % 2 == 0,
             "TW3004: pack_bfloat16_vec_into_uint32_vec: {} values do not pair up; give an even number", data.size());
    std::vector<uint32_t> words;
    words.reserve(data.size() / 2);
    for (auto value = data.begin(); value != data.end(); value += 2)
        words.push_back(pack_two_bfloat16_into_uint32({value[0], value[1]}));
    return words;
}

std::vector<bfloat16> unpack_uint32_vec_into_bfloat16_vec(const std::vector<std::uint32_t>& data,
                                                          const std::function<bfloat16(const bfloat16&)>& transform) {
    std::vector<bfloat16> values(2 * data.size());
    for (size_t word = 0; word != data.size(); ++word) {
        const auto [low, high] = unpack_two_bfloat16_from_uint32(data[word]);
        values[2 * word] = transform(low);
        values[2 * word + 1] = transform(high);
    }
    return values;
}

bfloat16 bfloat16_identity_transform(const bfloat16& input) { return input; }

// Compares the decimal digits after leading zeros.
bool equal_within_n_sig_figs(float a, float b, int n) {
    const std::string left = std::to_string(a), right = std::to_string(b);
    const size_t length = std::min(left.size(), right.size());
    size_t i = 0;
    while (i < length && (left[i] == '0' || left[i] == '.')) ++i;
    for (int matched = 0; i < length && matched < n; ++i) {
        if (left[i] != right[i]) return false;
        if (left[i] != '.') ++matched;
    }
    return true;
}

bool equal_within_absolute_tolerance(float a, float b, float tolerance) { return std::fabs(a - b) <= tolerance; }

bool is_close(float a, float b, float rtol, float atol) {
    const float difference = std::fabs(a - b);
    return difference <= atol || difference <= rtol * std::fmax(std::fabs(a), std::fabs(b));
}
