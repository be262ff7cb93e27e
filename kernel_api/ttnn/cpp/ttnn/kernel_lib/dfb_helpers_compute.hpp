// What a compute kernel knows about a CB at compile time: data format, tile geometry, page sizes.
#pragma once

#include "api/compute/cb_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/common_types.hpp"

namespace compute_kernel_lib {

// Bytes of a full 32x32 tile. Block formats carry one exponent byte per 16 values in front of the mantissas.
ALWI constexpr uint32_t get_full_tile_size_impl(DataFormat format) {
    switch (format) {
        case DataFormat::Float32:
        case DataFormat::Int32:
        case DataFormat::UInt32: return 4096;
        case DataFormat::Float16:
        case DataFormat::Float16_b:
        case DataFormat::UInt16: return 2048;
        case DataFormat::UInt8:
        case DataFormat::Int8: return 1024;
        case DataFormat::Bfp8:
        case DataFormat::Bfp8_b: return 1024 + 64;
        case DataFormat::Bfp4:
        case DataFormat::Bfp4_b: return 512 + 64;
        case DataFormat::Bfp2:
        case DataFormat::Bfp2_b: return 256 + 64;
        default: return 0;
    }
}

ALWI uint32_t get_full_tile_size(DataFormat format) { return get_full_tile_size_impl(format); }

template <DataFormat format>
ALWI constexpr uint32_t get_full_tile_size() {
    constexpr uint32_t bytes = get_full_tile_size_impl(format);
    static_assert(bytes != 0, "get_full_tile_size: this data format has no 32x32 tile");
    return bytes;
}

ALWI constexpr bool is_block_float_format(uint32_t format) {
    const uint32_t code = format & 0xF;
    return format < 16 && (code == 2 || code == 3 || code == 6 || code == 7 || code == 11 || code == 15);
}

// Every thread's view of a CB is in the same unit for size and page, so the quotient needs no conversion.
ALWI uint32_t get_cb_num_pages(uint32_t cb_id) { return get_local_cb_interface(cb_id).fifo_num_pages; }
ALWI uint32_t get_dfb_num_pages(uint32_t dfb_id) { return get_cb_num_pages(dfb_id); }

ALWI bool is_valid_cb_tile_page_size(uint32_t cb_id, DataFormat format) {
    return (get_local_cb_interface(cb_id).fifo_page_size << cb_addr_shift) == get_full_tile_size_impl(format);
}
template <DataFormat format>
ALWI bool is_valid_cb_tile_page_size(uint32_t cb_id) {
    return is_valid_cb_tile_page_size(cb_id, format);
}
ALWI bool is_valid_dfb_tile_page_size(uint32_t dfb_id, DataFormat format) {
    return is_valid_cb_tile_page_size(dfb_id, format);
}
template <DataFormat format>
ALWI bool is_valid_dfb_tile_page_size(uint32_t dfb_id) {
    return is_valid_cb_tile_page_size(dfb_id, format);
}

// The format of the CB's pages in L1, as its number. The packer's table says it too, for a CB nobody unpacks.
template <uint32_t dfb_id>
constexpr uint32_t dfb_l1_format() {
    return static_cast<uint32_t>(unpack_src_format[dfb_id]);
}

template <uint32_t dfb_id>
constexpr bool dfb_has_32x32_tiles() {
    return unpack_tile_r_dim[dfb_id] == 32 && unpack_tile_c_dim[dfb_id] == 32;
}

}  // namespace compute_kernel_lib
