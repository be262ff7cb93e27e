// Data formats as programs name them, and their sizes.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <ostream>
#include <stdexcept>

#include "tt_stl/enum_format.hpp"
#include "umd/device/types/arch.hpp"

namespace tt {

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
    MxInt8 = 12,
    Int16 = 13,
    Int8 = 14,
    Bfp2_b = 15,
    MxInt4 = 16,
    MxInt2 = 17,
    MxFp8R = 18,
    MxFp6R = 19,
    MxFp8P = 20,
    MxFp6P = 21,
    MxFp4 = 22,
    UInt32 = 24,
    Fp8_e4m3 = 26,
    MxFp4_2x_A = 27,
    MxFp4_2x_B = 29,
    UInt8 = 30,
    RawUInt8 = 240,
    RawUInt16 = 241,
    RawUInt32 = 242,
    Invalid = 255
};

bool is_integer_format(DataFormat format);
bool is_fp8_format(DataFormat format);
bool is_data_format_supported(DataFormat format, ARCH arch);
std::ostream& operator<<(std::ostream& os, const DataFormat& format);

// Bytes of one element; formats with shared exponents have none.
constexpr static uint32_t datum_size(const DataFormat& format) {
    switch (format) {
        case DataFormat::Float32:
        case DataFormat::Int32:
        case DataFormat::UInt32:
        case DataFormat::RawUInt32: return 4;
        case DataFormat::Float16:
        case DataFormat::Float16_b:
        case DataFormat::UInt16:
        case DataFormat::Int16:
        case DataFormat::RawUInt16: return 2;
        case DataFormat::Lf8:
        case DataFormat::Fp8_e4m3:
        case DataFormat::Int8:
        case DataFormat::UInt8:
        case DataFormat::RawUInt8: return 1;
        case DataFormat::Tf32: throw std::invalid_argument("datum_size: TF32 exists in registers only, not in L1");
        case DataFormat::Invalid: throw std::invalid_argument("datum_size: Invalid data format");
        default: throw std::invalid_argument("datum_size: block formats have no size per element; use tile_size");
    }
}

// Bytes of a 32x32 tile.
constexpr static uint32_t tile_size(const DataFormat& format) {
    switch (format) {
        // Block floats: an exponent for every 16 values besides the values.
        case DataFormat::Bfp8_b:
        case DataFormat::Bfp8: return 1024 + 64;
        case DataFormat::Bfp4_b:
        case DataFormat::Bfp4: return 1024 / 2 + 64;
        case DataFormat::Bfp2_b:
        case DataFormat::Bfp2: return 1024 / 4 + 64;
        case DataFormat::MxInt2: return 1024 / 4 + 32;
        case DataFormat::MxFp4:
        case DataFormat::MxInt4: return 1024 / 2 + 32;
        case DataFormat::MxFp6P:
        case DataFormat::MxFp6R:
        case DataFormat::MxFp8P:
        case DataFormat::MxFp8R:
        case DataFormat::MxInt8: return 1024 + 32;
        case DataFormat::Tf32: throw std::invalid_argument("tile_size: TF32 exists in registers only, not in L1");
        case DataFormat::Invalid: throw std::invalid_argument("tile_size: Invalid data format");
        case DataFormat::MxFp4_2x_A:
        case DataFormat::MxFp4_2x_B: throw std::invalid_argument("tile_size: the format exists in registers only");
        default: return 1024 * datum_size(format);
    }
}

}  // namespace tt

template <>
struct std::hash<tt::DataFormat> {
    std::size_t operator()(const tt::DataFormat& format) const noexcept { return static_cast<std::size_t>(format); }
};

template <>
struct fmt::formatter<tt::DataFormat> : fmt::formatter<fmt::string_view> {
    auto format(tt::DataFormat format, fmt::format_context& ctx) const -> fmt::format_context::iterator;
};
