// Scalar unpack, transpose and pack: one datum after the other, by the rules of move_rules.hpp.
#include "tile/moves/move_scalar.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "tile/formats/layout.hpp"
#include "tile/moves/move_rules.hpp"

namespace tilewright::tile {

void refuse_format(const char* what, DataFormat format) {
    throw Error("TW0601", std::string(what) + " does not support data format " + std::string(format_name(format)),
                "Use Float16_b, Float32, Bfp8_b, Bfp4_b or another format that docs/numerics.md lists for it.");
}

void refuse_format_pair(const char* what, DataFormat from, DataFormat to) {
    throw Error("TW0602",
                std::string(what) + " has no conversion from " + std::string(format_name(from)) + " to " +
                    std::string(format_name(to)),
                "Give both sides the same format, or one of the pairs that docs/numerics.md lists.");
}

void check_unpack(DataFormat l1, DataFormat reg) {
    if (!can_unpack(l1, reg)) refuse_format_pair("the unpacker", l1, reg);
}

void check_unpack_tilize(DataFormat l1, DataFormat reg) {
    check_unpack(l1, reg);
    if (is_block_float(l1)) refuse_format("tilize", l1);
}

void check_pack(const PackConfig& config) {
    if (!can_pack(config)) refuse_format_pair("the packer", config.source, config.destination);
    if (config.l1_accumulate && !can_accumulate_in_l1(config.destination))
        refuse_format("L1 accumulation", config.destination);
}

void check_pack_untilize(const PackConfig& config) {
    check_pack(config);
    if (is_block_float(config.destination)) refuse_format("pack_untilize", config.destination);
}

// ---- L1 accumulation -----------------------------------------------------------------------------------------------
static uint32_t signed_zero_if_subnormal(uint32_t word) { return is_subnormal_or_zero(word) ? word & kSign : word; }

uint32_t l1_accumulate_fp32(uint32_t old_word, uint32_t added) {
    const float sum = bits_float(signed_zero_if_subnormal(old_word)) + bits_float(signed_zero_if_subnormal(added));
    const uint32_t bits = float_bits(sum);
    return is_nan_bits(bits) ? kQuietNan : signed_zero_if_subnormal(bits);
}

template <Numerics N>
uint16_t l1_accumulate_bf16(uint16_t old_half, uint16_t added) {
    const uint32_t a = signed_zero_if_subnormal(uint32_t{old_half} << 16);
    const uint32_t b = signed_zero_if_subnormal(uint32_t{added} << 16);
    if constexpr (N == Numerics::Card) {
        // A NaN pattern in L1 outweighs everything; one that comes from DST is a number of its own binade.
        if (is_nan_bits(a))
            return (b & ~kSign) == kInfinity ? added : static_cast<uint16_t>((a & kSign) >> 16 | 0x7F80);
        if (is_nan_bits(b)) {
            if ((a & ~kSign) == kInfinity) return old_half;
            const double value = std::ldexp(1.0 + (added & 0x7F) / 128.0, 128) * (added & 0x8000 ? -1 : 1);
            const double sum = static_cast<double>(bits_float(a)) + value;
            const uint16_t sign = sum < 0 ? 0x8000 : 0;
            if (std::fabs(sum) >= std::ldexp(1.0, 128)) return sign | 0x7F80;
            // A binade below overflow: round the significand to nearest even by hand, a carry is infinity.
            int exponent = 0;
            const double significand = std::frexp(std::fabs(sum), &exponent) * 256;  // in [128, 256)
            const uint32_t rounded = static_cast<uint32_t>(std::nearbyint(significand));
            return static_cast<uint16_t>(sign | ((uint32_t(exponent + 126) << 7) + (rounded - 128)));
        }
    }
    // Float32 carries more than twice the bits of bf16, so rounding twice equals rounding once.
    const float sum = bits_float(a) + bits_float(b);
    if (std::isnan(sum)) return 0x7FC0;
    if (is_subnormal_or_zero(float_bits(sum))) return static_cast<uint16_t>((float_bits(sum) & kSign) >> 16);
    return bf16_nearest_even(sum);
}

template <Numerics N>
uint16_t l1_accumulate_fp16(uint16_t old_half, uint16_t added) {
    if constexpr (N == Numerics::Float) {
        const float sum = float_from_fp16(old_half) + float_from_fp16(added);
        return std::isnan(sum) ? 0x7E00 : fp16_nearest_even(sum);
    }
    const float sum = bits_float(word_from_fp16<N>(old_half)) + bits_float(word_from_fp16<N>(added));
    const uint32_t bits = float_bits(sum);
    const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000);
    // Exact cancellation of numbers in the two top binades overflows on the card.
    if ((bits & ~kSign) == 0) return sign | (((old_half >> 10) & 31) >= 30 ? 0x7FFF : 0);
    const int exponent = static_cast<int>((bits >> 23) & 255) - 112;
    if (exponent <= 0) return sign | (exponent < 0 ? 0x7FFF : 0);
    const uint32_t mantissa = bits & 0x7FFFFF;
    const uint32_t packed = (uint32_t(exponent) << 10) + ((mantissa + 0xFFF + ((mantissa >> 13) & 1)) >> 13);
    return static_cast<uint16_t>(sign | std::min(packed, 0x7FFFu));
}

template uint16_t l1_accumulate_bf16<Numerics::Float>(uint16_t, uint16_t);
template uint16_t l1_accumulate_bf16<Numerics::Card>(uint16_t, uint16_t);
template uint16_t l1_accumulate_fp16<Numerics::Float>(uint16_t, uint16_t);
template uint16_t l1_accumulate_fp16<Numerics::Card>(uint16_t, uint16_t);

// ---- late conversion ------------------------------------------------------------------------------------------------
template <typename Datum>
static void store(uint8_t* out, uint32_t index, Datum datum) {
    std::memcpy(out + index * sizeof(Datum), &datum, sizeof(Datum));
}
template <typename Datum>
static Datum load(const uint8_t* in, uint32_t index) {
    Datum datum;
    std::memcpy(&datum, in + index * sizeof(Datum), sizeof(Datum));
    return datum;
}

template <Numerics N>
void store_group(const PackConfig& config, const uint32_t words[16], uint8_t* out) {
    const bool add = config.l1_accumulate;
    for (uint32_t i = 0; i < 16; ++i) {
        const uint32_t word = words[i];
        switch (config.destination) {
            case DataFormat::Float32:
                store<uint32_t>(out, i, add ? l1_accumulate_fp32(load<uint32_t>(out, i), word) : word);
                break;
            case DataFormat::Float16_b: {
                const uint16_t half = static_cast<uint16_t>(cut<N>(word, kBf16Mask) >> 16);
                store<uint16_t>(out, i, add ? l1_accumulate_bf16<N>(load<uint16_t>(out, i), half) : half);
                break;
            }
            case DataFormat::Float16: {
                const uint16_t half = fp16_from_word<N>(word);
                store<uint16_t>(out, i, add ? l1_accumulate_fp16<N>(load<uint16_t>(out, i), half) : half);
                break;
            }
            case DataFormat::Int8:  // sign and magnitude, saturated
                store<uint8_t>(out, i, static_cast<uint8_t>((word >> 31 << 7) | std::min(word & ~kSign, 127u)));
                break;
            case DataFormat::UInt8:
            case DataFormat::RawUInt8:
                store<uint8_t>(out, i, static_cast<uint8_t>(word & kSign ? 0 : std::min(word, 255u)));
                break;
            case DataFormat::UInt16:
            case DataFormat::RawUInt16: store<uint16_t>(out, i, static_cast<uint16_t>(word)); break;
            default: store<uint32_t>(out, i, word);
        }
    }
}

template void store_group<Numerics::Float>(const PackConfig&, const uint32_t[16], uint8_t*);
template void store_group<Numerics::Card>(const PackConfig&, const uint32_t[16], uint8_t*);

void store_block_group(const PackConfig& config, const uint32_t words[16], uint8_t* tile, uint32_t group) {
    const uint32_t bits = block_magnitude_bits(config.destination);
    uint16_t halves[16];
    uint8_t codes[16];
    for (uint32_t i = 0; i < 16; ++i) halves[i] = static_cast<uint16_t>(flush_to_plus_zero(words[i]) >> 16);
    tile[group] = block_from_bf16_packer(bits, halves, codes);
    uint8_t* mantissas = tile + block_exponent_bytes();
    for (uint32_t i = 0; i < 16; ++i) set_block_code(bits, mantissas, group * 16 + i, codes[i]);
}

// ---- whole tiles ----------------------------------------------------------------------------------------------------
template <Numerics N>
void ScalarMoves<N>::unpack(DataFormat l1, DataFormat reg, const void* tile, uint32_t* out) {
    check_unpack(l1, reg);
    const auto* bytes = static_cast<const uint8_t*>(tile);
    if (const uint32_t bits = block_magnitude_bits(l1)) {
        const uint8_t* mantissas = bytes + block_exponent_bytes();
        for (uint32_t i = 0; i < kTileWords; ++i)
            out[i] = uint32_t{bf16_from_block_datum(bits, block_code(bits, mantissas, i), bytes[i / 16])} << 16;
        return;
    }
    const uint32_t size = datum_bytes(l1);
    for (uint32_t i = 0; i < kTileWords; ++i) out[i] = unpack_datum<N>(l1, reg, bytes + i * size);
}

template <Numerics N>
void ScalarMoves<N>::unpack_tilize(DataFormat l1, DataFormat reg, const void* rows, uint32_t row_stride_bytes,
                                   uint32_t* out) {
    check_unpack_tilize(l1, reg);
    const auto* bytes = static_cast<const uint8_t*>(rows);
    const uint32_t size = datum_bytes(l1);
    for (uint32_t row = 0; row < 32; ++row)
        for (uint32_t column = 0; column < 32; ++column)
            out[face_index(row, column)] =
                unpack_datum<N>(l1, reg, bytes + size_t{row} * row_stride_bytes + column * size);
}

template <Numerics N>
void ScalarMoves<N>::transpose_faces(uint32_t* reg, bool within_face, bool swap_faces) {
    if (swap_faces) std::swap_ranges(reg + 256, reg + 512, reg + 512);
    if (!within_face) return;
    for (uint32_t face = 0; face < 4; ++face)
        for (uint32_t row = 0; row < 16; ++row)
            for (uint32_t column = 0; column < row; ++column)
                std::swap(reg[face * 256 + row * 16 + column], reg[face * 256 + column * 16 + row]);
}

template <Numerics N>
void ScalarMoves<N>::dst_to_src(DataFormat reg, bool, const uint32_t* dst, uint32_t* out) {
    const uint32_t mask = source_mask(reg);
    for (uint32_t i = 0; i < kTileWords; ++i) out[i] = cut<N>(dst[i], mask);
}

template <Numerics N>
void ScalarMoves<N>::pack(const PackConfig& config, const uint32_t* dst, void* tile) {
    check_pack(config);
    auto* bytes = static_cast<uint8_t*>(tile);
    const bool block = is_block_float(config.destination);
    const uint32_t group_bytes = 16 * datum_bytes(config.destination);
    for (uint32_t group = 0; group < 64; ++group) {
        uint32_t words[16];
        pack_group<N>(config, dst + group * 16, group * 16, words);
        if (block)
            store_block_group(config, words, bytes, group);
        else
            store_group<N>(config, words, bytes + group * group_bytes);
    }
}

template <Numerics N>
void ScalarMoves<N>::pack_untilize(const PackConfig& config, const uint32_t* dst, void* rows, uint32_t row_stride_bytes,
                                   uint32_t row_count) {
    check_pack_untilize(config);
    auto* bytes = static_cast<uint8_t*>(rows);
    const uint32_t size = datum_bytes(config.destination);
    for (uint32_t row = 0; row < row_count; ++row)
        for (uint32_t column = 0; column < 32; column += 16) {
            uint32_t words[16];
            const uint32_t first = face_index(row, column);
            pack_group<N>(config, dst + first, first, words);
            store_group<N>(config, words, bytes + size_t{row} * row_stride_bytes + column * size);
        }
}

template struct ScalarMoves<Numerics::Float>;
template struct ScalarMoves<Numerics::Card>;

}  // namespace tilewright::tile
