// The value of every operation on one element; sfpu.cpp runs them over tiles.
#pragma once

#include <cmath>
#include <cstdint>

#include "tile/sfpu/sfpu.hpp"

namespace tilewright::tile {

// float32 in, float32 out, before the store into DST.
float sfpu_unary_value(const SfpuContext&, SfpuOp, const uint32_t p[3], float x);
float sfpu_binary_value(const SfpuContext&, SfpuOp, const uint32_t p[2], float a, float b);
float sfpu_ternary_value(const SfpuContext&, SfpuOp, uint32_t p, float a, float b, float c);
// Whole words: integers, selections, casts. `scale_bits` of the quantising operations is the zero point.
uint32_t sfpu_unary_word(const SfpuContext&, SfpuOp, const uint32_t p[3], uint32_t x);
uint32_t sfpu_binary_word(const SfpuContext&, SfpuOp, const uint32_t p[2], const SfpuState&, uint32_t a, uint32_t b);
uint32_t sfpu_ternary_word(const SfpuContext&, SfpuOp, uint32_t p, uint32_t a, uint32_t b, uint32_t c);

// Python's modulo: the sign follows the divisor.
inline double modulo(double x, double y) {
    const double r = std::fmod(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}
// Double precision, for the functions that have no sequence of their own (sfpu_special.cpp).
double special_erfinv(double x);
double special_i0(double x);
double special_i1(double x);
double special_digamma(double x);
double special_polygamma(double x, int order, double scale);
double special_gelu(double x);

// The scalar definition on the card, for groups of lanes with Inf or NaN among them. (sfpu.cpp)
void scalar_unary(SfpuOp, const uint32_t p[3], bool dst_fp32, uint32_t* words, uint32_t count);
void scalar_binary(SfpuOp, bool dst_fp32, const uint32_t* a, const uint32_t* b, uint32_t* out, uint32_t count);
void scalar_ternary(SfpuOp, uint32_t p, bool dst_fp32, const uint32_t* a, const uint32_t* b, const uint32_t* c,
                    uint32_t* out, uint32_t count);

// Arithmetic of the chosen numerics on one element.
float sfpu_add(const SfpuContext&, float a, float b);
float sfpu_mul(const SfpuContext&, float a, float b);

}  // namespace tilewright::tile
