// Data formats: names, numbers and sizes. The numbers are those kernels and hosts see as DataFormat.
#pragma once

#include <cstdint>
#include <string_view>

namespace tilewright::tile {

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
    RawUInt8 = 240,
    RawUInt16 = 241,
    RawUInt32 = 242,
    Invalid = 255,
};

std::string_view format_name(DataFormat);
bool is_block_float(DataFormat);
bool is_integer(DataFormat);
// 8-bit exponents (the B family, Float32, Tf32) as opposed to the 5-bit exponents of Float16 and the A family.
bool is_b_exponent(DataFormat);
// Bytes of one datum; 0 for block floats (they have no datum of their own).
uint32_t datum_bytes(DataFormat);
// Bytes of a tile of `height` x `width`; 0 for formats that do not exist in L1 (Tf32, Invalid).
uint32_t tile_bytes(DataFormat, uint32_t height = 32, uint32_t width = 32);
// Block floats: magnitude bits of a datum (7, 3, 1; 0 for other formats), and the bytes of the exponent section that
// opens the tile (one byte per 16 datums of a face row, rounded up to 16 bytes).
uint32_t block_magnitude_bits(DataFormat);
uint32_t block_exponent_bytes(uint32_t height = 32, uint32_t width = 32);

}  // namespace tilewright::tile
