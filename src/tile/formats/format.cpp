// Names, families and sizes of the data formats.
#include "tile/formats/format.hpp"

namespace tilewright::tile {

std::string_view format_name(DataFormat format) {
    switch (format) {
        case DataFormat::Float32: return "Float32";
        case DataFormat::Float16: return "Float16";
        case DataFormat::Bfp8: return "Bfp8";
        case DataFormat::Bfp4: return "Bfp4";
        case DataFormat::Tf32: return "Tf32";
        case DataFormat::Float16_b: return "Float16_b";
        case DataFormat::Bfp8_b: return "Bfp8_b";
        case DataFormat::Bfp4_b: return "Bfp4_b";
        case DataFormat::Int32: return "Int32";
        case DataFormat::UInt16: return "UInt16";
        case DataFormat::Lf8: return "Lf8";
        case DataFormat::Bfp2: return "Bfp2";
        case DataFormat::Int8: return "Int8";
        case DataFormat::Bfp2_b: return "Bfp2_b";
        case DataFormat::UInt32: return "UInt32";
        case DataFormat::Fp8_e4m3: return "Fp8_e4m3";
        case DataFormat::UInt8: return "UInt8";
        case DataFormat::RawUInt8: return "RawUInt8";
        case DataFormat::RawUInt16: return "RawUInt16";
        case DataFormat::RawUInt32: return "RawUInt32";
        case DataFormat::Invalid: return "Invalid";
    }
    return "unknown";
}

bool is_block_float(DataFormat format) {
    using enum DataFormat;
    switch (format) {
        case Bfp2:
        case Bfp2_b:
        case Bfp4:
        case Bfp4_b:
        case Bfp8:
        case Bfp8_b: return true;
        default: return false;
    }
}

bool is_integer(DataFormat format) {
    using enum DataFormat;
    switch (format) {
        case Int8:
        case Int32:
        case UInt8:
        case UInt16:
        case UInt32:
        case RawUInt8:
        case RawUInt16:
        case RawUInt32: return true;
        default: return false;
    }
}

// Eight bits of exponent, as float32 has them.
bool is_b_exponent(DataFormat format) {
    using enum DataFormat;
    switch (format) {
        case Float32:
        case Tf32:
        case Float16_b:
        case Bfp2_b:
        case Bfp4_b:
        case Bfp8_b: return true;
        default: return false;
    }
}

uint32_t datum_bytes(DataFormat format) {
    switch (format) {
        case DataFormat::Float32:
        case DataFormat::Tf32:
        case DataFormat::Int32:
        case DataFormat::UInt32:
        case DataFormat::RawUInt32: return 4;
        case DataFormat::Float16:
        case DataFormat::Float16_b:
        case DataFormat::UInt16:
        case DataFormat::RawUInt16: return 2;
        case DataFormat::Lf8:
        case DataFormat::Fp8_e4m3:
        case DataFormat::Int8:
        case DataFormat::UInt8:
        case DataFormat::RawUInt8: return 1;
        default: return 0;
    }
}

uint32_t block_magnitude_bits(DataFormat format) {
    switch (format) {
        case DataFormat::Bfp8:
        case DataFormat::Bfp8_b: return 7;
        case DataFormat::Bfp4:
        case DataFormat::Bfp4_b: return 3;
        case DataFormat::Bfp2:
        case DataFormat::Bfp2_b: return 1;
        default: return 0;
    }
}

uint32_t block_exponent_bytes(uint32_t height, uint32_t width) {
    const uint32_t groups = height * width / 16;
    return (groups + 15) / 16 * 16;
}

uint32_t tile_bytes(DataFormat format, uint32_t height, uint32_t width) {
    if (format == DataFormat::Tf32 || format == DataFormat::Invalid) return 0;
    if (const uint32_t bits = block_magnitude_bits(format))
        return block_exponent_bytes(height, width) + height * width * (bits + 1) / 8;
    return datum_bytes(format) * height * width;
}

}  // namespace tilewright::tile
