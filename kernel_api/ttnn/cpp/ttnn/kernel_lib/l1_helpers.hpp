// L1 utilities of the data-movement helper library.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tw/dataflow/tile_fill.h"

namespace dataflow_kernel_lib {

// A face of 16 x 16 datums in words, for datums of 32 and of 16 bits.
constexpr uint32_t FACE_SIZE_U32_FP32 = 16 * 16;
constexpr uint32_t FACE_SIZE_U32 = FACE_SIZE_U32_FP32 / 2;

FORCE_INLINE volatile tt_l1_ptr uint32_t* addr_to_l1_ptr(uint32_t addr) {
    using Word = volatile tt_l1_ptr uint32_t;
    return reinterpret_cast<Word*>(addr);
}

// This core as the source of a NoC read.
FORCE_INLINE auto local_noc_addr(uint32_t addr, uint8_t noc_id = TW_DEFAULT_NOC) {
    return noc_traits_t<UnicastEndpoint>::src_args_type{
        .noc_x = tw_self->my_x[noc_id], .noc_y = tw_self->my_y[noc_id], .addr = addr};
}

template <DataFormat data_format, bool half_tile>
FORCE_INLINE void zero_faces(uint32_t write_addr) {
    tw::zero_l1(write_addr,
                (half_tile ? 2 : 4) * (data_format == DataFormat::Float32 ? FACE_SIZE_U32_FP32 : FACE_SIZE_U32) * 4);
}

// Zeroes the tile at the write pointer; the caller has reserved it and pushes it.
FORCE_INLINE void zero_tile(tw::CbRef cb) { tw::zero_l1(get_write_ptr(cb), tw::cb_tile_bytes(cb)); }

template <uint32_t cb_id>
FORCE_INLINE void prepare_zero_tile() {
    cb_reserve_back(cb_id, 1);
    zero_tile(cb_id);
    cb_push_back(cb_id, 1);
}

// n_bytes of values of val_size (1, 2 or 4) bytes.
template <uint32_t val_size>
FORCE_INLINE void fill_l1_range(uint32_t start_addr, uint32_t n_bytes, uint32_t val) {
    static_assert(val_size <= 4 && val_size != 0 && val_size != 3, "fill_l1_range: values of 1, 2 or 4 bytes");
    using T = std::conditional_t<val_size == 1, uint8_t, std::conditional_t<val_size == 2, uint16_t, uint32_t>>;
    if (n_bytes == 0) return;
    const uint32_t count = n_bytes / val_size;
    tw::fill_l1<T>(start_addr, count * val_size, [&](auto* values) {
        for (uint32_t i = 0; i < count; ++i) values[i] = static_cast<T>(val);
    });
}

}  // namespace dataflow_kernel_lib
