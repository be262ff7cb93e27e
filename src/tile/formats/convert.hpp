// Conversions between float32 and the other number formats: single values, groups of 16 (block floats), whole tiles.
//
// Every rounding rule has a name of its own, because three meet in one program: the host rounds to nearest even, the
// unpacker truncates, the packer rounds ties away from zero (docs/numerics.md).
#pragma once

#include <bit>
#include <cstdint>

#include "tile/formats/format.hpp"

namespace tilewright::tile {

inline uint32_t float_bits(float value) { return std::bit_cast<uint32_t>(value); }
inline float bits_float(uint32_t bits) { return std::bit_cast<float>(bits); }

inline constexpr uint32_t kSign = 0x80000000u;
inline constexpr uint32_t kInfinity = 0x7F800000u;
inline constexpr uint32_t kQuietNan = 0x7FC00000u;
inline constexpr uint32_t kSmallestNormal = 0x00800000u;

inline bool is_nan_bits(uint32_t bits) { return (bits & ~kSign) > kInfinity; }
inline bool is_subnormal_or_zero(uint32_t bits) { return (bits & ~kSign) < kSmallestNormal; }

// ---- bf16 ------------------------------------------------------------------------------------------------------
inline float float_from_bf16(uint16_t half) { return bits_float(uint32_t{half} << 16); }

// Nearest, ties to even; NaN stays NaN (quiet). The rule of hosts and of Float's 16-bit DST.
inline uint16_t bf16_nearest_even(float value) {
    const uint32_t bits = float_bits(value);
    if (is_nan_bits(bits)) return static_cast<uint16_t>((bits >> 16) | 0x0040);
    return static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

// Toward zero; NaN stays NaN. The rule of the unpacker.
inline uint16_t bf16_truncate(float value) {
    const uint32_t bits = float_bits(value);
    return static_cast<uint16_t>((bits >> 16) | (is_nan_bits(bits) ? 0x0040 : 0));
}

// Nearest, ties away from zero; NaN stays NaN. The packer's rounding, without its flush of subnormals.
inline uint16_t bf16_ties_away(float value) {
    const uint32_t bits = float_bits(value);
    if (is_nan_bits(bits)) return static_cast<uint16_t>((bits >> 16) | 0x0040);
    return static_cast<uint16_t>((bits + 0x8000) >> 16);
}

// ---- TF32: float32 with 10 mantissa bits, toward zero; NaN stays NaN ---------------------------------------------
inline float tf32_truncate(float value) {
    const uint32_t bits = float_bits(value);
    return bits_float((bits & 0xFFFFE000u) | (is_nan_bits(bits) ? 0x00400000u : 0));
}

// ---- fp16, IEEE meaning (exponent 31 is Inf or NaN) --------------------------------------------------------------
float float_from_fp16(uint16_t half);
uint16_t fp16_nearest_even(float value);

// ---- block floats of the B family -------------------------------------------------------------------------------
// `codes` are sign-and-magnitude numbers, one per datum, sign above the magnitude bits; the shared exponent is
// returned. Host rule: nearest even on the mantissa already shifted to the shared exponent; subnormals count as zero.
uint8_t block_from_floats_host(uint32_t magnitude_bits, const float values[16], uint8_t codes[16]);
// Packer rule: 16 bf16 words in; ties away, Inf and NaN patterns are an ordinary binade (hardware rule of pack).
uint8_t block_from_bf16_packer(uint32_t magnitude_bits, const uint16_t values[16], uint8_t codes[16]);
// One datum as the unpacker sees it: a bf16 word. Exact; "minus zero" reads as 0xFF80 and tiny exponents wrap.
uint16_t bf16_from_block_datum(uint32_t magnitude_bits, uint8_t code, uint8_t exponent);
// One datum as the host reads it: "minus zero" is -0 and exponents below zero give a signed zero.
float float_from_block_datum(uint32_t magnitude_bits, uint8_t code, uint8_t exponent);
// Where datum `index` (face order) lies behind the exponent section, read and written.
uint8_t block_code(uint32_t magnitude_bits, const uint8_t* mantissas, uint32_t index);
void set_block_code(uint32_t magnitude_bits, uint8_t* mantissas, uint32_t index, uint8_t code);

// ---- whole tiles, host rules --------------------------------------------------------------------------------------
// `values` are height x width floats in face order (layout.hpp makes it); `tile` receives tile_bytes(format) bytes.
// Integers are rounded toward zero and saturated. Throws for formats a host cannot write (Tf32, Lf8, Fp8_e4m3, A-family
// block floats, Invalid).
void tile_from_floats(DataFormat, const float* values_face_order, void* tile, uint32_t height = 32,
                      uint32_t width = 32);
void tile_to_floats(DataFormat, const void* tile, float* values_face_order, uint32_t height = 32, uint32_t width = 32);
// `count` datums of a format that has datums (no block floats), any order.
void datums_from_floats(DataFormat, const float* values, void* datums, uint32_t count);
void datums_to_floats(DataFormat, const void* datums, float* values, uint32_t count);

}  // namespace tilewright::tile
