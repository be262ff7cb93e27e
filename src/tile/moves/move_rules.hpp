// Unpacker and packer as scalar rules on single datums and groups of 16: format conversion, flushes, ReLU, edge mask.
//
// The rules are the card's for both arithmetics; `Numerics::Float` differs only where a NaN or an infinity would
// turn into something else: there it keeps them, so that a NaN made anywhere is still a NaN in the output.
#pragma once

#include <cstring>

#include "tile/formats/convert.hpp"
#include "tile/fpu/math.hpp"

namespace tilewright::tile {

inline constexpr uint32_t kBf16Mask = 0xFFFF0000u;     // 7 mantissa bits
inline constexpr uint32_t kTf32Mask = 0xFFFFE000u;     // 10 mantissa bits
inline constexpr uint32_t kFp16Largest = 0x47FFE000u;  // 0x7FFF of fp16, an ordinary number on the card

[[noreturn]] void refuse_format(const char* what, DataFormat);
[[noreturn]] void refuse_format_pair(const char* what, DataFormat from, DataFormat to);

// The A family of floats: 5-bit exponents.
inline bool is_a_exponent(DataFormat format) { return !is_b_exponent(format) && !is_integer(format); }

// How many bits of a register datum the math unit sees: 10 mantissa bits for TF32 and for fp16, 7 for all else.
inline uint32_t source_mask(DataFormat reg) {
    return reg == DataFormat::Tf32 || is_a_exponent(reg) ? kTf32Mask : kBf16Mask;
}

// Truncation toward zero. Float keeps a NaN whose payload would vanish.
template <Numerics N>
uint32_t cut(uint32_t word, uint32_t mask) {
    const uint32_t kept = word & mask;
    if (N == Numerics::Float && is_nan_bits(word) && !is_nan_bits(kept)) return kept | 0x00400000u;
    return kept;
}

// ---- fp16 <-> register word --------------------------------------------------------------------------------------
// On the card exponent 31 is an ordinary binade and exponent 0 is zero.
template <Numerics N>
uint32_t word_from_fp16(uint16_t half) {
    if constexpr (N == Numerics::Float) return float_bits(float_from_fp16(half));
    const uint32_t sign = uint32_t(half & 0x8000) << 16;
    if ((half & 0x7C00) == 0) return sign;
    return sign | ((uint32_t(half & 0x7FFF) << 13) + (112u << 23));
}

// Truncation with saturation: to the all-ones pattern on the card, to infinity in Float.
template <Numerics N>
uint16_t fp16_from_word(uint32_t word) {
    const uint16_t sign = static_cast<uint16_t>((word >> 16) & 0x8000);
    const int exponent = static_cast<int>((word >> 23) & 255) - 112;
    if constexpr (N == Numerics::Float) {
        if (is_nan_bits(word)) return static_cast<uint16_t>(sign | 0x7E00);
        if (exponent >= 31) return static_cast<uint16_t>(sign | 0x7C00);
    } else if (exponent > 31) {
        return static_cast<uint16_t>(sign | 0x7FFF);
    }
    if (exponent <= 0) return sign;
    return static_cast<uint16_t>(sign | (uint32_t(exponent) << 10) | ((word >> 13) & 0x3FF));
}

// ---- unpacker ----------------------------------------------------------------------------------------------------
inline bool can_unpack(DataFormat l1, DataFormat reg) {
    switch (l1) {
        case DataFormat::Float32:
        case DataFormat::Tf32:
            return reg == DataFormat::Float32 || reg == DataFormat::Tf32 || reg == DataFormat::Float16_b ||
                   reg == DataFormat::Float16;
        case DataFormat::Float16_b:
            return reg == DataFormat::Float16_b || reg == DataFormat::Tf32 || reg == DataFormat::Float32;
        case DataFormat::Bfp8_b:
        case DataFormat::Bfp4_b:
        case DataFormat::Bfp2_b:
            return reg == l1 || reg == DataFormat::Float16_b || reg == DataFormat::Bfp8_b || reg == DataFormat::Tf32;
        case DataFormat::Float16: return reg == DataFormat::Float16;
        default: return is_integer(l1) && is_integer(reg) && datum_bytes(l1) == datum_bytes(reg);
    }
}

template <Numerics N>
uint32_t unpack_datum(DataFormat l1, DataFormat reg, const uint8_t* datum) {
    uint32_t word = 0;
    std::memcpy(&word, datum, datum_bytes(l1));
    switch (l1) {
        case DataFormat::Float16_b: return word << 16;
        case DataFormat::Float16: return word_from_fp16<N>(static_cast<uint16_t>(word));
        case DataFormat::Int8: return ((word & 0x80) << 24) | (word & 0x7F);  // sign and magnitude
        case DataFormat::Float32:
        case DataFormat::Tf32:
            if (reg == DataFormat::Tf32) return cut<N>(word, kTf32Mask);
            if (reg == DataFormat::Float16_b)
                return is_subnormal_or_zero(word) ? word & kSign : cut<N>(word, kBf16Mask);
            if (reg == DataFormat::Float16) return word_from_fp16<N>(fp16_from_word<N>(word));
            return word;
        default: return word;
    }
}

// ---- packer ------------------------------------------------------------------------------------------------------
inline bool can_pack(const PackConfig& config) {
    const DataFormat from = config.source, to = config.destination;
    if (is_integer(from) || is_integer(to)) return is_integer(from) && is_integer(to);
    const bool source_known = from == DataFormat::Float32 || from == DataFormat::Tf32 ||
                              from == DataFormat::Float16_b || from == DataFormat::Float16 ||
                              (is_block_float(from) && is_b_exponent(from));
    const bool destination_known = to == DataFormat::Float32 || to == DataFormat::Float16_b ||
                                   to == DataFormat::Float16 || (is_block_float(to) && is_b_exponent(to));
    return source_known && destination_known;
}

inline bool can_accumulate_in_l1(DataFormat destination) {
    return destination == DataFormat::Float32 || destination == DataFormat::Float16_b ||
           destination == DataFormat::Float16;
}

inline uint32_t flush_to_plus_zero(uint32_t word) { return is_subnormal_or_zero(word) ? 0 : word; }

// NaN on its way out: infinity on the card, a quiet NaN in Float.
template <Numerics N>
uint32_t settle_nan(uint32_t word) {
    if (!is_nan_bits(word)) return word;
    return (word & kSign) | (N == Numerics::Float ? kQuietNan : kInfinity);
}

// DST -> intermediate format. A 16-bit DST holds no bits below those of bf16, so the rounding does nothing there.
template <Numerics N>
uint32_t pack_early(const PackConfig& config, uint32_t word) {
    switch (config.source) {
        case DataFormat::Float16_b:
            if (!config.dst_fp32) word = cut<N>(word, kBf16Mask);
            word = settle_nan<N>(word);
            if (!is_nan_bits(word)) word = (word + 0x8000) & kBf16Mask;
            return flush_to_plus_zero(word);
        case DataFormat::Bfp8_b:
        case DataFormat::Bfp4_b:
        case DataFormat::Bfp2_b: {
            // Block floats hold neither NaN nor infinity, so both arithmetics follow the card. 6 mantissa bits are
            // left; a 32-bit DST is truncated to bf16 first and flushed last, a 16-bit DST flushed first.
            word = settle_nan<Numerics::Card>(word) & kBf16Mask;
            if (!config.dst_fp32) word = flush_to_plus_zero(word);
            word = (word + 0x10000) & 0xFFFE0000u;
            return config.dst_fp32 ? flush_to_plus_zero(word) : word;
        }
        case DataFormat::Tf32:
            word = settle_nan<N>(word);
            if (!is_nan_bits(word)) word = (word + 0x1000) & kTf32Mask;
            return flush_to_plus_zero(word);
        case DataFormat::Float16:
            word = settle_nan<N>(word);
            if (!is_nan_bits(word)) word = (word + 0x1000) & kTf32Mask;
            word = word_from_fp16<N>(fp16_from_word<N>(word));
            return (word & ~kSign) ? word : 0;
        default: return word;
    }
}

// Comparisons are on bit patterns: after the first line every word is a non-negative float.
template <Numerics N>
uint32_t relu_word(const PackConfig& config, uint32_t word) {
    if (N == Numerics::Float && is_nan_bits(word)) return word;
    const uint32_t threshold = config.relu_threshold & source_mask(config.source);
    if (word & kSign) word = 0;
    if (config.relu == ReluMode::MinThreshold && word <= threshold) word = 0;
    if (config.relu == ReluMode::MaxThreshold && (word & kTf32Mask) > (threshold & kTf32Mask)) word = threshold;
    return word;
}

// Does the edge mask keep the datum at `index` (face order)?
inline bool mask_keeps(PackConfig::Mask mask, uint32_t index) {
    switch (mask) {
        case PackConfig::Mask::Column0: return (index & 0xF) == 0;  // column 0 of every face: 0 and 16 of the tile
        case PackConfig::Mask::Row0: return (index & 0x2F0) == 0;   // faces 0 and 1, row 0
        case PackConfig::Mask::Element00: return index == 0;
        default: return true;
    }
}

// Group of 16 register words -> intermediate words, after ReLU and mask. `first` is the face-order index.
template <Numerics N>
void pack_group(const PackConfig& config, const uint32_t* words, uint32_t first, uint32_t out[16]) {
    const bool relu = config.relu != ReluMode::None;
    for (uint32_t i = 0; i < 16; ++i) {
        uint32_t word = pack_early<N>(config, words[i]);
        if (relu && !is_integer(config.source)) word = relu_word<N>(config, word);
        if (relu && config.source == DataFormat::Int32 && (word & kSign)) word = 0;
        out[i] = mask_keeps(config.mask, first + i) ? word : 0;
    }
}

uint32_t l1_accumulate_fp32(uint32_t old_word, uint32_t added);
// Card: infinities are honoured, NaN patterns count as huge numbers; Float: IEEE. Both flush subnormals.
template <Numerics N>
uint16_t l1_accumulate_bf16(uint16_t old_half, uint16_t added);
template <Numerics N>
uint16_t l1_accumulate_fp16(uint16_t old_half, uint16_t added);

// Intermediate words -> datums in L1 (formats with datums). Only truncation is left to do.
template <Numerics N>
void store_group(const PackConfig& config, const uint32_t words[16], uint8_t* out);
// The same into a block-float tile, group `group` of 64.
void store_block_group(const PackConfig& config, const uint32_t words[16], uint8_t* tile, uint32_t group);

}  // namespace tilewright::tile
