// Conversions between float32 and the other number formats, in plain scalar code.
#include "tile/formats/convert.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "base/error.hpp"

namespace tilewright::tile {

float float_from_fp16(uint16_t half) {
    const uint32_t sign = uint32_t(half & 0x8000) << 16;
    const uint32_t exponent = (half >> 10) & 31, mantissa = half & 0x3FF;
    if (exponent == 31) return bits_float(sign | kInfinity | (mantissa << 13));
    if (exponent == 0) {
        const float magnitude = std::ldexp(static_cast<float>(mantissa), -24);
        return sign ? -magnitude : magnitude;
    }
    return bits_float(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

uint16_t fp16_nearest_even(float value) {
    const uint32_t bits = float_bits(value);
    const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000);
    if (is_nan_bits(bits)) return static_cast<uint16_t>(sign | 0x7E00 | ((bits >> 13) & 0x1FF));
    const int exponent = static_cast<int>((bits >> 23) & 255) - 112;
    if (exponent >= 31) return static_cast<uint16_t>(sign | 0x7C00);
    const uint32_t significand = (bits & 0x7FFFFF) | (is_subnormal_or_zero(bits) ? 0 : 0x800000);
    // Subnormal results shift further; 25 and more leaves less than half a unit.
    const int shift = exponent >= 1 ? 13 : 14 - exponent;
    if (shift > 24) return sign;
    const uint32_t kept = significand >> shift, rest = significand & ((1u << shift) - 1), half_unit = 1u << (shift - 1);
    const uint32_t rounded = kept + (rest > half_unit || (rest == half_unit && (kept & 1)));
    // The hidden one of `rounded` adds itself to the exponent field, and so does a carry; 31 is infinity.
    const uint32_t base = exponent >= 1 ? uint32_t(exponent - 1) << 10 : 0;
    return static_cast<uint16_t>(sign | (base + rounded));
}

uint8_t block_from_floats_host(uint32_t magnitude_bits, const float values[16], uint8_t codes[16]) {
    uint32_t shared = 0;
    for (int i = 0; i < 16; ++i) shared = std::max(shared, (float_bits(values[i]) >> 23) & 255);
    const uint32_t drop = 24 - magnitude_bits, largest = (1u << magnitude_bits) - 1;
    for (int i = 0; i < 16; ++i) {
        const uint32_t bits = float_bits(values[i]);
        codes[i] = 0;
        if (is_subnormal_or_zero(bits)) continue;
        const uint32_t distance = shared - ((bits >> 23) & 255);
        const uint32_t aligned = distance > 23 ? 0 : ((bits & 0x7FFFFF) | 0x800000) >> distance;
        const uint32_t rest = aligned & ((1u << drop) - 1), half_unit = 1u << (drop - 1);
        uint32_t magnitude = aligned >> drop;
        magnitude += rest > half_unit || (rest == half_unit && (magnitude & 1));
        magnitude = std::min(magnitude, largest);
        if (magnitude) codes[i] = static_cast<uint8_t>(((bits >> 31) << magnitude_bits) | magnitude);
    }
    return static_cast<uint8_t>(shared);
}

uint8_t block_from_bf16_packer(uint32_t magnitude_bits, const uint16_t values[16], uint8_t codes[16]) {
    uint32_t shared = 0;
    for (int i = 0; i < 16; ++i) shared = std::max<uint32_t>(shared, (values[i] >> 7) & 255);
    for (int i = 0; i < 16; ++i) {
        codes[i] = 0;
        const uint32_t exponent = (values[i] >> 7) & 255;
        const uint32_t distance = shared - exponent;
        if (exponent == 0 || distance >= 8) continue;
        const uint32_t significand = (values[i] & 0x7F) | 0x80;
        uint32_t magnitude = std::min((significand + (1u << distance)) >> (distance + 1), 127u);
        magnitude >>= 7 - magnitude_bits;  // the narrower formats truncate
        if (magnitude) codes[i] = static_cast<uint8_t>(((values[i] >> 15) << magnitude_bits) | magnitude);
    }
    return static_cast<uint8_t>(shared);
}

uint16_t bf16_from_block_datum(uint32_t magnitude_bits, uint8_t code, uint8_t exponent) {
    const uint32_t sign = (code >> magnitude_bits) & 1;
    const uint32_t magnitude = (code & ((1u << magnitude_bits) - 1)) << (7 - magnitude_bits);
    if (magnitude == 0) return sign ? 0xFF80 : 0;
    const uint32_t leading = static_cast<uint32_t>(std::countl_zero(magnitude)) - 25;  // zeros above, in 7 bits
    const uint32_t mantissa = (magnitude << (leading + 1)) & 0x7F;
    return static_cast<uint16_t>((sign << 15) | (((exponent - leading) & 255) << 7) | mantissa);
}

float float_from_block_datum(uint32_t magnitude_bits, uint8_t code, uint8_t exponent) {
    const uint32_t sign = ((code >> magnitude_bits) & 1u) << 31;
    const uint32_t magnitude = (code & ((1u << magnitude_bits) - 1)) << (7 - magnitude_bits);
    if (magnitude == 0) return bits_float(sign);
    const uint32_t leading = static_cast<uint32_t>(std::countl_zero(magnitude)) - 25;
    if (exponent <= leading) return bits_float(sign);
    return bits_float(sign | ((exponent - leading) << 23) | (((magnitude << (leading + 1)) & 0x7F) << 16));
}

uint8_t block_code(uint32_t magnitude_bits, const uint8_t* mantissas, uint32_t index) {
    switch (magnitude_bits) {
        case 7: return mantissas[index];
        case 3: return (mantissas[index / 2] >> (index % 2 * 4)) & 15;
        default: return (mantissas[index / 4] >> (index % 4 * 2)) & 3;
    }
}

void set_block_code(uint32_t magnitude_bits, uint8_t* mantissas, uint32_t index, uint8_t code) {
    const uint32_t per_byte = 8 / (magnitude_bits + 1), width = magnitude_bits + 1;
    uint8_t& byte = mantissas[index / per_byte];
    const uint32_t at = index % per_byte * width;
    const uint32_t mask = ((1u << width) - 1) << at;
    byte = static_cast<uint8_t>((byte & ~mask) | (uint32_t{code} << at));
}

namespace {

[[noreturn]] void refuse(DataFormat format, const char* what) {
    throw Error("TW0601", std::string(what) + " cannot handle data format " + std::string(format_name(format)),
                "Use Float32, Float16_b, Float16, Bfp8_b, Bfp4_b, Bfp2_b or an integer format.");
}

template <typename Integer>
Integer saturated(float value) {
    using Limits = std::numeric_limits<Integer>;
    if (std::isnan(value)) return 0;
    const double wide = std::trunc(static_cast<double>(value));
    if (wide <= static_cast<double>(Limits::min())) return Limits::min();
    if (wide >= static_cast<double>(Limits::max())) return Limits::max();
    return static_cast<Integer>(wide);
}

template <typename Datum, typename Convert>
void write_datums(const float* values, void* out, uint32_t count, Convert convert) {
    auto* bytes = static_cast<unsigned char*>(out);
    for (uint32_t i = 0; i < count; ++i) {
        const Datum datum = convert(values[i]);
        std::memcpy(bytes + i * sizeof(Datum), &datum, sizeof(Datum));
    }
}

template <typename Datum, typename Convert>
void read_datums(const void* in, float* values, uint32_t count, Convert convert) {
    const auto* bytes = static_cast<const unsigned char*>(in);
    for (uint32_t i = 0; i < count; ++i) {
        Datum datum;
        std::memcpy(&datum, bytes + i * sizeof(Datum), sizeof(Datum));
        values[i] = convert(datum);
    }
}

}  // namespace

void datums_from_floats(DataFormat format, const float* values, void* out, uint32_t count) {
    switch (format) {
        case DataFormat::Float32: std::memcpy(out, values, count * sizeof(float)); return;
        case DataFormat::Float16_b: return write_datums<uint16_t>(values, out, count, bf16_nearest_even);
        case DataFormat::Float16: return write_datums<uint16_t>(values, out, count, fp16_nearest_even);
        case DataFormat::Int32: return write_datums<int32_t>(values, out, count, saturated<int32_t>);
        case DataFormat::UInt32:
        case DataFormat::RawUInt32: return write_datums<uint32_t>(values, out, count, saturated<uint32_t>);
        case DataFormat::UInt16:
        case DataFormat::RawUInt16: return write_datums<uint16_t>(values, out, count, saturated<uint16_t>);
        case DataFormat::Int8: return write_datums<int8_t>(values, out, count, saturated<int8_t>);
        case DataFormat::UInt8:
        case DataFormat::RawUInt8: return write_datums<uint8_t>(values, out, count, saturated<uint8_t>);
        default: refuse(format, "conversion from float");
    }
}

void datums_to_floats(DataFormat format, const void* in, float* values, uint32_t count) {
    const auto plain = [](auto datum) { return static_cast<float>(datum); };
    switch (format) {
        case DataFormat::Float32: std::memcpy(values, in, count * sizeof(float)); return;
        case DataFormat::Float16_b: return read_datums<uint16_t>(in, values, count, float_from_bf16);
        case DataFormat::Float16: return read_datums<uint16_t>(in, values, count, float_from_fp16);
        case DataFormat::Int32: return read_datums<int32_t>(in, values, count, plain);
        case DataFormat::UInt32:
        case DataFormat::RawUInt32: return read_datums<uint32_t>(in, values, count, plain);
        case DataFormat::UInt16:
        case DataFormat::RawUInt16: return read_datums<uint16_t>(in, values, count, plain);
        case DataFormat::Int8: return read_datums<int8_t>(in, values, count, plain);
        case DataFormat::UInt8:
        case DataFormat::RawUInt8: return read_datums<uint8_t>(in, values, count, plain);
        default: refuse(format, "conversion to float");
    }
}

void tile_from_floats(DataFormat format, const float* values, void* tile, uint32_t height, uint32_t width) {
    const uint32_t count = height * width, bits = block_magnitude_bits(format);
    if (bits == 0) return datums_from_floats(format, values, tile, count);
    if (!is_b_exponent(format)) refuse(format, "conversion from float");
    auto* exponents = static_cast<uint8_t*>(tile);
    auto* mantissas = exponents + block_exponent_bytes(height, width);
    std::memset(tile, 0, tile_bytes(format, height, width));
    for (uint32_t group = 0; group < count / 16; ++group) {
        uint8_t codes[16];
        exponents[group] = block_from_floats_host(bits, values + group * 16, codes);
        for (uint32_t i = 0; i < 16; ++i) set_block_code(bits, mantissas, group * 16 + i, codes[i]);
    }
}

void tile_to_floats(DataFormat format, const void* tile, float* values, uint32_t height, uint32_t width) {
    const uint32_t count = height * width, bits = block_magnitude_bits(format);
    if (bits == 0) return datums_to_floats(format, tile, values, count);
    if (!is_b_exponent(format)) refuse(format, "conversion to float");
    const auto* exponents = static_cast<const uint8_t*>(tile);
    const auto* mantissas = exponents + block_exponent_bytes(height, width);
    for (uint32_t i = 0; i < count; ++i)
        values[i] = float_from_block_datum(bits, block_code(bits, mantissas, i), exponents[i / 16]);
}

}  // namespace tilewright::tile
