// DataFormat as kernels know it: the numbers are those of the card's format registers.
#pragma once

#include <stdint.h>

enum class DataFormat : uint8_t {
    Float32 = 0,
    Float16 = 1,
    Bfp8 = 2,
    Bfp4 = 3,
    Tf32 = 4,
    Float16_b = 5,
    Bfp8_b = 6,
    Bfp4_b = 7,
    Int32 = 8,
    UInt16 = 9,
    Lf8 = 10,
    Bfp2 = 11,
    Int8 = 14,
    Bfp2_b = 15,
    UInt32 = 24,
    Fp8_e4m3 = 26,
    UInt8 = 30,
    RawUInt8 = 0xf0,
    RawUInt16 = 0xf1,
    RawUInt32 = 0xf2,
    Invalid = 0xff,
};

namespace tw {

// Bytes of a tile of `hw` datums (height x width). Block floats open with one exponent byte per 16 datums, rounded up
// to 16 bytes.
constexpr uint32_t tile_bytes(DataFormat format, uint32_t hw = 1024) {
    const uint32_t exponent_bytes = ((hw / 16) + 15) / 16 * 16;
    switch (format) {
        case DataFormat::Float32:
        case DataFormat::Tf32:
        case DataFormat::Int32:
        case DataFormat::UInt32:
        case DataFormat::RawUInt32: return hw * 4;
        case DataFormat::Float16:
        case DataFormat::Float16_b:
        case DataFormat::UInt16:
        case DataFormat::RawUInt16: return hw * 2;
        case DataFormat::Bfp8:
        case DataFormat::Bfp8_b: return hw + exponent_bytes;
        case DataFormat::Bfp4:
        case DataFormat::Bfp4_b: return hw / 2 + exponent_bytes;
        case DataFormat::Bfp2:
        case DataFormat::Bfp2_b: return hw / 4 + exponent_bytes;
        case DataFormat::Lf8:
        case DataFormat::Fp8_e4m3:
        case DataFormat::Int8:
        case DataFormat::UInt8:
        case DataFormat::RawUInt8: return hw;
        default: return 0;
    }
}

}  // namespace tw
