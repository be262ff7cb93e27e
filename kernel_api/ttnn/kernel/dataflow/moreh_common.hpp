// Helpers of the moreh family: constant tiles, masks, single reads. CBs are given by index or as an object.
#pragma once

#include <cstdint>
#include <type_traits>

#include "api/numeric/bfloat16.h"
#include "tw/dataflow/tile_fill.h"

constexpr std::uint32_t NOC_MINIMUM_READ_SIZE = 32;

static inline float bfloat16_to_float(uint16_t bfloat_val) { return bf16_to_fp32(bfloat_val); }
static inline uint16_t float_to_bfloat16(float val) { return fp32_to_bf16_truncate(val); }

// The element type of intermediate results, and values turned into it.
#ifdef FP32_DEST_ACC_EN
using FP32_DEST_ACC_FTYPE = float;
#else
using FP32_DEST_ACC_FTYPE = uint16_t;
#endif
FORCE_INLINE FP32_DEST_ACC_FTYPE fp32_dest_acc_cast(float value) {
#ifdef FP32_DEST_ACC_EN
    return value;
#else
    return fp32_to_bf16_truncate(value);
#endif
}
// From the 16 bits of a bfloat16.
FORCE_INLINE FP32_DEST_ACC_FTYPE fp32_dest_acc_cast(uint16_t bits) {
#ifdef FP32_DEST_ACC_EN
    return bf16_to_fp32(bits);
#else
    return bits;
#endif
}

union Scalar {
    float f;
    uint32_t u;
};

// Runtime arguments one after the other.
class ArgFetcher {
public:
    template <typename T>
    T get_next_arg_val() {
        return get_arg_val<T>(arg_idx_++);
    }

private:
    int arg_idx_ = 0;
};

template <typename T>
volatile tt_l1_ptr T* get_read_ptr(uint32_t cb_id) {
    return reinterpret_cast<volatile tt_l1_ptr T*>(get_read_ptr(cb_id));
}
template <typename T>
volatile tt_l1_ptr T* get_write_ptr(uint32_t cb_id) {
    return reinterpret_cast<volatile tt_l1_ptr T*>(get_write_ptr(cb_id));
}

template <typename AddrGen>
FORCE_INLINE void noc_async_read_tile_helper(tw::CbRef cb, uint32_t num_tiles, uint32_t tile_idx, AddrGen addr_gen) {
    cb_reserve_back(cb, num_tiles);
    noc_async_read_tile(tile_idx, addr_gen, get_write_ptr(cb));
    noc_async_read_barrier();
    cb_push_back(cb, num_tiles);
}
template <typename AddrGen>
FORCE_INLINE void noc_async_write_tile_helper(tw::CbRef cb, uint32_t num_tiles, uint32_t tile_idx, AddrGen addr_gen) {
    cb_wait_front(cb, num_tiles);
    noc_async_write_tile(tile_idx, addr_gen, get_read_ptr(cb));
    noc_async_write_barrier();
    cb_pop_front(cb, num_tiles);
}

namespace tw {
// The upper half of a float32 pattern where datums are 16 bits wide.
template <typename T>
constexpr T from_float_bits(uint32_t bits) {
    return static_cast<T>(sizeof(T) == 2 ? bits >> 16 : bits);
}
}  // namespace tw

// A scaler tile from a float32 pattern: row 0 of every face.
template <typename T = uint16_t>
FORCE_INLINE void generate_bcast_scaler(tw::CbRef cb_scaler, uint32_t scaler) {
    cb_reserve_back(cb_scaler, 1);
    const T value = tw::from_float_bits<T>(scaler);
    tw::fill_tile<T>(get_write_ptr(cb_scaler), [&](uint32_t h, uint32_t) { return h % 16 == 0 ? value : T(0); });
    cb_push_back(cb_scaler, 1);
}

// `value` is a float32 pattern; 16-bit formats take its upper half.
template <typename T>
FORCE_INLINE void process_data(tw::CbRef cb, uint32_t value, int32_t num_of_elems) {
    volatile tt_l1_ptr T* datums = get_write_ptr<T>(cb);
    for (int32_t i = 0; i < num_of_elems; ++i) datums[i] = tw::from_float_bits<T>(value);
}
FORCE_INLINE void fill_cb_with_value(tw::CbRef cb, uint32_t value, int32_t num_of_elems = 1024) {
    cb_reserve_back(cb, 1);
    if (tw::tile_bytes(get_dataformat(static_cast<int32_t>(static_cast<uint32_t>(cb))), 1024) == 4096) {
        process_data<uint32_t>(cb, value, num_of_elems);
    } else {
        process_data<uint16_t>(cb, value, num_of_elems);
    }
    cb_push_back(cb, 1);
}

// ---- places in a tile ----------------------------------------------------------------------------------------------
// A tile of four faces, each half as high and half as wide.
FORCE_INLINE uint32_t get_tilized_idx(uint32_t h_idx, uint32_t w_idx, uint32_t tile_height, uint32_t tile_width) {
    const uint32_t face_height = tile_height / 2;
    const uint32_t face_width = tile_width / 2;
    const uint32_t face = (h_idx >= face_height ? 2 : 0) + (w_idx >= face_width ? 1 : 0);
    return face * face_height * face_width + h_idx % face_height * face_width + w_idx % face_width;
}
inline uint32_t get_tilized_idx(uint32_t h, uint32_t w) { return tw::tile_index(h % 32, w % 32); }

FORCE_INLINE uint32_t get_gamma_beta_tile_idx(uint32_t input_tile_idx, uint32_t HtWt, uint32_t C, uint32_t tile_width) {
    return input_tile_idx / HtWt % C / tile_width;
}
FORCE_INLINE uint32_t get_tilized_gamma_beta_idx_in_tile(uint32_t input_tile_idx, uint32_t HtWt, uint32_t C,
                                                         uint32_t tile_height, uint32_t tile_width) {
    return get_tilized_idx(0, input_tile_idx / HtWt % C % tile_width, tile_height, tile_width);
}

// Byte offset in a tile, rounded down to what one read can start at.
inline void get_noc_offset(uint32_t h, uint32_t w, uint32_t element_size, uint32_t& noc_offset) {
    noc_offset = get_tilized_idx(h, w) * element_size / NOC_MINIMUM_READ_SIZE * NOC_MINIMUM_READ_SIZE;
}

// ---- masks: one inside, zero outside -------------------------------------------------------------------------------
template <typename T = uint16_t>
FORCE_INLINE void generate_mask_h(tw::CbRef cb_mask, uint32_t mask_h) {
    cb_reserve_back(cb_mask, 1);
    tw::fill_tile<T>(get_write_ptr(cb_mask), [&](uint32_t h, uint32_t) { return h < mask_h ? tw::one_as<T>() : T(0); });
    cb_push_back(cb_mask, 1);
}
template <typename T = uint16_t>
FORCE_INLINE void generate_mask_w(tw::CbRef cb_mask, uint32_t mask_w) {
    cb_reserve_back(cb_mask, 1);
    tw::fill_tile<T>(get_write_ptr(cb_mask), [&](uint32_t, uint32_t w) { return w < mask_w ? tw::one_as<T>() : T(0); });
    cb_push_back(cb_mask, 1);
}

namespace tw {
// bfloat16 masks, one tile after the other: rows, columns, and with `both` their product.
inline void fill_masks(uint32_t cb, uint32_t mask_h, uint32_t mask_w, uint32_t tile_bytes, bool both) {
    const uint32_t tiles = both ? 3 : 2;
    cb_reserve_back(static_cast<int32_t>(cb), static_cast<int32_t>(tiles));
    const uint32_t address = get_write_ptr(cb);
    fill_tile<uint16_t>(address, [&](uint32_t h, uint32_t) { return h < mask_h ? 0x3F80 : 0; });
    fill_tile<uint16_t>(address + tile_bytes, [&](uint32_t, uint32_t w) { return w < mask_w ? 0x3F80 : 0; });
    if (both) {
        fill_tile<uint16_t>(address + 2 * tile_bytes,
                            [&](uint32_t h, uint32_t w) { return h < mask_h && w < mask_w ? 0x3F80 : 0; });
    }
    cb_push_back(static_cast<int32_t>(cb), static_cast<int32_t>(tiles));
}
constexpr uint32_t rest_of_32(uint32_t extent) { return extent % 32 == 0 ? 32 : extent % 32; }
}  // namespace tw

FORCE_INLINE void generate_mask_h_w(tw::CbRef cb_mask_h_w, uint32_t mask_h, uint32_t mask_w,
                                    uint32_t single_tile_size = 2048) {
    tw::fill_masks(cb_mask_h_w, mask_h, mask_w, single_tile_size, false);
}
FORCE_INLINE void generate_mask_tiles(tw::CbRef cb_mask, uint32_t mask_h, uint32_t mask_w,
                                      uint32_t single_tile_size = 2048) {
    tw::fill_masks(cb_mask, mask_h, mask_w, single_tile_size, true);
}
FORCE_INLINE void generate_mask_h_w_if_needed(tw::CbRef cb_mask_h_w, uint32_t origin_h, uint32_t origin_w) {
    if (origin_h % 32 == 0 && origin_w % 32 == 0) return;
    generate_mask_h_w(cb_mask_h_w, tw::rest_of_32(origin_h), tw::rest_of_32(origin_w),
                      static_cast<uint32_t>(get_tile_size(static_cast<int32_t>(static_cast<uint32_t>(cb_mask_h_w)))));
}

// Zeroes what lies outside the first mask_h rows and mask_w columns of a bfloat16 tile in L1.
FORCE_INLINE void mask_tile_hw(uint32_t l1_addr, uint32_t mask_h = 32, uint32_t mask_w = 32) {
    volatile tt_l1_ptr uint16_t* datums = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(l1_addr);
    for (uint32_t h = 0; h < 32; ++h) {
        for (uint32_t w = h < mask_h ? mask_w : 0; w < 32; ++w) datums[tw::tile_index(h, w)] = 0;
    }
}
FORCE_INLINE void mask_tile_if_need(uint32_t l1_addr, uint32_t origin_h, uint32_t origin_w) {
    if (origin_h % 32 == 0 && origin_w % 32 == 0) return;
    mask_tile_hw(l1_addr, tw::rest_of_32(origin_h), tw::rest_of_32(origin_w));
}

// ---- single reads --------------------------------------------------------------------------------------------------
namespace tw {
inline uint32_t tile_bytes_of(uint32_t cb) { return static_cast<uint32_t>(get_tile_size(static_cast<int32_t>(cb))); }
}  // namespace tw

// Part of a tile from `offset` on, to the front of the page; size 0: a whole tile.
template <typename AddrGen>
void read_tile(tw::CbRef cb, AddrGen addrgen, uint32_t noc_id, uint32_t size = 0, uint32_t offset = 0,
               bool do_reserve = true, bool do_push_back = true) {
    if (do_reserve) cb_reserve_back(cb, 1);
    noc_async_read(get_noc_addr(noc_id, addrgen, offset), get_write_ptr(cb), size == 0 ? tw::tile_bytes_of(cb) : size);
    noc_async_read_barrier();
    if (do_push_back) cb_push_back(cb, 1);
}

// One element of a tile, to its own place in the page.
template <typename AddrGen>
void read_value(tw::CbRef cb, AddrGen addrgen, uint32_t noc_id, uint32_t tilized_idx = 0, bool do_reserve = true,
                bool do_push_back = true) {
    if (do_reserve) cb_reserve_back(cb, 1);
    const uint32_t element = tw::tile_bytes_of(cb) / 1024;
    const uint32_t offset = tilized_idx * element;
    noc_async_read(get_noc_addr(noc_id, addrgen, offset), get_write_ptr(cb) + offset, element);
    noc_async_read_barrier();
    if (do_push_back) cb_push_back(cb, 1);
}

// Row 0 of num_tiles tiles, as one line of elements at the front of the CB. Where DRAM needs longer reads than half a
// tile row, each goes through the scratch CB.
template <typename AddrGen>
void read_line(tw::CbRef cb, tw::CbRef cb_scratch, AddrGen addrgen, uint32_t num_tiles, bool do_reserve = true,
               bool do_push_back = true) {
    if (do_reserve) cb_reserve_back(cb, num_tiles);
    const uint32_t element = tw::tile_bytes_of(cb) / 1024;
    const uint32_t face_row = 16 * element;
    uint32_t to = get_write_ptr(cb);
    for (uint32_t i = 0; i < 2 * num_tiles; ++i, to += face_row) {
        const uint64_t from = get_noc_addr(i / 2, addrgen, i % 2 * 256 * element);
        if (face_row >= NOC_DRAM_READ_ALIGNMENT_BYTES) {
            noc_async_read(from, to, face_row);
        } else {
            noc_async_read(from, get_write_ptr(cb_scratch), NOC_DRAM_READ_ALIGNMENT_BYTES);
            noc_async_read_barrier();
            noc_async_read(get_noc_addr(get_write_ptr(cb_scratch)), to, face_row);
        }
        noc_async_read_barrier();
    }
    if (do_push_back) cb_push_back(cb, num_tiles);
}
