// Value grids, tiles and ulp distances for the SFPU tests.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tile/sfpu/sfpu.hpp"

namespace tilewright::tile::test {

inline uint32_t bits(float v) { return std::bit_cast<uint32_t>(v); }
inline float real(uint32_t v) { return std::bit_cast<float>(v); }

using Tile = std::vector<uint32_t>;

inline Tile tile_of(float v) { return Tile(kTileWords, bits(v)); }

// A tile of every kind of float: specials first, then random signs, exponents and mantissas.
inline Tile wild_tile(uint32_t seed) {
    std::mt19937 gen(seed);
    Tile t(kTileWords);
    const uint32_t specials[] = {0,           0x80000000u, 0x7F800000u, 0xFF800000u, 0x7FC00000u, 0x7F800001u,
                                 0xFFC00000u, 1,           0x80000001u, 0x007FFFFFu, 0x00800000u, 0x7F7FFFFFu,
                                 0xFF7FFFFFu, 0x3F800000u, 0xBF800000u, 0x3F808000u};
    for (uint32_t& w : t) w = gen();
    for (size_t i = 0; i < std::size(specials); ++i) t[i * 7] = specials[i];
    for (size_t i = 300; i < 900; ++i) t[i] = (t[i] & 0x807FFFFFu) | ((117 + t[i] % 20) << 23);  // moderate values
    return t;
}

// Values evenly spaced in [low, high], one tile.
inline Tile range_tile(double low, double high) {
    Tile t(kTileWords);
    for (int i = 0; i < kTileWords; ++i) t[i] = bits(static_cast<float>(low + (high - low) * i / (kTileWords - 1)));
    return t;
}

inline Tile to_bf16(Tile t) {
    for (uint32_t& w : t) w &= 0xFFFF0000u;
    return t;
}

// Distance in units of the last place of `truth` at `mantissa_bits` (24 for float32, 8 for bf16).
inline double ulps(double got, double truth, int mantissa_bits = 24) {
    if (std::isnan(truth)) return std::isnan(got) ? 0 : 1e9;
    if (std::isinf(truth) || std::isinf(got)) return got == truth ? 0 : 1e9;
    int e = 0;
    std::frexp(truth, &e);
    const double unit = std::ldexp(1.0, std::max(e, -125) - mantissa_bits);
    return std::fabs(got - truth) / unit;
}

inline Tile unary(Numerics numerics, bool fp32, SfpuOp op, Tile t, uint32_t p0 = 0, uint32_t p1 = 0, uint32_t p2 = 0,
                  bool simd = true, uint32_t mode = TW_VECTOR_RC) {
    SfpuState state;
    const uint32_t p[3] = {p0, p1, p2};
    sfpu_unary({numerics, fp32, simd}, op, mode, p, state, t.data());
    return t;
}

inline Tile binary(Numerics numerics, bool fp32, SfpuOp op, const Tile& a, const Tile& b, uint32_t p0 = 0,
                   uint32_t p1 = 0, bool simd = true, uint32_t mode = TW_VECTOR_RC) {
    Tile out(kTileWords, 0xDEADBEEFu);
    const SfpuState state;
    const uint32_t p[2] = {p0, p1};
    sfpu_binary({numerics, fp32, simd}, op, mode, p, state, a.data(), b.data(), out.data());
    return out;
}

}  // namespace tilewright::tile::test
