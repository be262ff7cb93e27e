// bfloat16 on the host, and vectors of it as programs fill and read buffers.
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <type_traits>
#include <utility>
#include <vector>

class bfloat16 {
public:
    constexpr bfloat16() = default;
    // Round to nearest, ties to even; NaN stays NaN.
    template <class T>
        requires std::is_arithmetic_v<T>
    constexpr bfloat16(T value) noexcept : bits_(round(static_cast<float>(value))) {}

    static bfloat16 truncate(float value) {
        bfloat16 result;
        result.bits_ = static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16);
        return result;
    }
    constexpr operator float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits_) << 16); }

    constexpr bool operator==(bfloat16 other) const { return static_cast<float>(*this) == static_cast<float>(other); }
    constexpr std::partial_ordering operator<=>(bfloat16 other) const noexcept {
        return static_cast<float>(*this) <=> static_cast<float>(other);
    }
    bfloat16& operator+=(bfloat16 other) noexcept { return *this = *this + other; }
    bfloat16& operator-=(bfloat16 other) noexcept { return *this = *this - other; }
    bfloat16& operator*=(bfloat16 other) noexcept { return *this = *this * other; }
    bfloat16& operator/=(bfloat16 other) noexcept { return *this = *this / other; }
    bfloat16 operator+(bfloat16 other) const { return bfloat16(static_cast<float>(*this) + static_cast<float>(other)); }
    bfloat16 operator-(bfloat16 other) const { return bfloat16(static_cast<float>(*this) - static_cast<float>(other)); }
    bfloat16 operator*(bfloat16 other) const { return bfloat16(static_cast<float>(*this) * static_cast<float>(other)); }
    bfloat16 operator/(bfloat16 other) const { return bfloat16(static_cast<float>(*this) / static_cast<float>(other)); }

private:
    static constexpr uint16_t round(float value) {
        const uint32_t bits = std::bit_cast<uint32_t>(value);
        if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((bits >> 16) | 0x40u);
        return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
    }

    uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2);

std::ostream& operator<<(std::ostream& os, const bfloat16& value);  // the raw 16 bits as an integer
bool operator==(const std::vector<bfloat16>& lhs, const std::vector<bfloat16>& rhs);

uint32_t pack_two_bfloat16_into_uint32(std::pair<bfloat16, bfloat16> two_bfloats);  // first in the low half
std::pair<bfloat16, bfloat16> unpack_two_bfloat16_from_uint32(uint32_t packed);

std::vector<bfloat16> create_random_vector_of_bfloat16_native(size_t num_bytes, float rand_max_float, int seed,
                                                              float offset = 0.0f);
std::vector<std::uint32_t> create_random_vector_of_bfloat16(size_t num_bytes, int rand_max_float, int seed,
                                                            float offset = 0.0f);
std::vector<std::uint32_t> create_constant_vector_of_bfloat16(size_t num_bytes, float value);
std::vector<bfloat16> create_identity_matrix(int rows, int cols, int num_ones);
std::vector<uint32_t> pack_bfloat16_vec_into_uint32_vec(const std::vector<bfloat16>& data);
bfloat16 bfloat16_identity_transform(const bfloat16& input);
std::vector<bfloat16> unpack_uint32_vec_into_bfloat16_vec(
    const std::vector<std::uint32_t>& data,
    const std::function<bfloat16(const bfloat16&)>& transform = bfloat16_identity_transform);
bool equal_within_n_sig_figs(float a, float b, int n);
bool equal_within_absolute_tolerance(float a, float b, float tolerance);
bool is_close(float a, float b, float rtol = 0.01f, float atol = 0.001f);
