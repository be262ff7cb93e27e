// TileSlice: part of a tile in a CB, printable.
#pragma once

#include <stdint.h>

#include "api/debug/dprint.h"
#include "internal/circular_buffer_interface.h"
#include "internal/risc_attribs.h"
#include "tw/dataflow/tile_shape.h"
#include "tw/dataflow/side.h"

// Fields of a CB's record in bytes, whatever the unit on this thread.
#define TW_CB_BYTES(id, field) (get_local_cb_interface(id).field << cb_addr_shift)
#define CB_PAGE_COUNT(id) (get_local_cb_interface(id).fifo_num_pages)
#define CB_PAGE_SIZE(id) TW_CB_BYTES(id, fifo_page_size)
#define CB_RD_LIM(id) TW_CB_BYTES(id, fifo_limit)
#define CB_RD_PTR(id) TW_CB_BYTES(id, fifo_rd_ptr)
#define CB_RD_SZ(id) TW_CB_BYTES(id, fifo_size)
#define CB_WR_PTR(id) TW_CB_BYTES(id, fifo_wr_ptr)

using dprint_tslice_cb_t = bool;
using dprint_tslice_ptr_t = bool;
#define TSLICE_INPUT_CB true
#define TSLICE_OUTPUT_CB false
#define TSLICE_RD_PTR true
#define TSLICE_WR_PTR false

// [h0:h1:hs, w0:w1:ws]
struct SliceRange {
    uint8_t h0, h1, hs, w0, w1, ws;
    static SliceRange hw0_32_16() { return {0, 32, 16, 0, 32, 16}; }
    static SliceRange hw0_32_8() { return {0, 32, 8, 0, 32, 8}; }
    static SliceRange hw0_32_4() { return {0, 32, 4, 0, 32, 4}; }
    static SliceRange h0_w0_32() { return {0, 1, 1, 0, 32, 1}; }
    static SliceRange h0_32_w0() { return {0, 32, 1, 0, 1, 1}; }
    static SliceRange h0_32_w1() { return {0, 32, 1, 1, 2, 1}; }
    static SliceRange hw041() { return {0, 4, 1, 0, 4, 1}; }
};

template <int MAX_BYTES = 64>
struct TileSlice {
    // On compute threads the operand decides: UNPACK reads at the read pointer, PACK at the write pointer.
#ifdef TW_COMPUTE_SIDE
    TileSlice(uint8_t cb, int itile, const SliceRange& s, bool endl_rows = true, bool print_untilized = true)
        : range(s), cb(cb), endl_rows(endl_rows), untilized(print_untilized) {
#if defined(TRISC_PACK) && !defined(TW_FUSED)
        address = CB_WR_PTR(cb) + (uint32_t)itile * CB_PAGE_SIZE(cb);
#else
        address = CB_RD_PTR(cb) + (uint32_t)itile * CB_PAGE_SIZE(cb);
#endif
    }
#else
    TileSlice(uint8_t cb, int itile, const SliceRange& s, [[maybe_unused]] dprint_tslice_cb_t cb_type,
              dprint_tslice_ptr_t ptr_type, bool endl_rows = true, bool print_untilized = true)
        : range(s), cb(cb), endl_rows(endl_rows), untilized(print_untilized) {
        address = (ptr_type == TSLICE_RD_PTR ? CB_RD_PTR(cb) : CB_WR_PTR(cb)) + (uint32_t)itile * CB_PAGE_SIZE(cb);
    }
#endif

    void print_to(tw::print::Text& text, const tw::print::Spec& spec) const {
        for (uint32_t h = range.h0; h < range.h1; h += range.hs ? range.hs : 1) {
            for (uint32_t w = range.w0; w < range.w1; w += range.ws ? range.ws : 1) {
                put_datum(text, spec, index_of(h, w));
                text.add(' ');
            }
            if (endl_rows) text.add('\n');
        }
    }

    SliceRange range;
    uint32_t address = 0;
    uint8_t cb;
    bool endl_rows;
    bool untilized;

private:
    // Where row h, column w is: tiles lie face by face, and a slice printed as stored counts straight on.
    uint32_t index_of(uint32_t h, uint32_t w) const {
        const uint32_t width = unpack_tile_c_dim[cb];
        if (!untilized) return h * width + w;
        const uint32_t face_height = unpack_tile_face_r_dim[cb];
        const uint32_t faces_across = width / 16;
        return ((h / face_height) * faces_across + w / 16) * face_height * 16 + h % face_height * 16 + w % 16;
    }
    void put_datum(tw::print::Text& text, const tw::print::Spec& spec, uint32_t index) const {
        using namespace tw::print;
        const volatile uint8_t* bytes = reinterpret_cast<const volatile tt_l1_ptr uint8_t*>(address);
        auto word = [&](uint32_t size) {
            uint32_t value = 0;
            for (uint32_t i = 0; i < size; ++i) value |= (uint32_t)bytes[index * size + i] << (8 * i);
            return value;
        };
        switch (tw::cb_format(cb)) {
            case DataFormat::Float32: return put_float(text, spec, __builtin_bit_cast(float, word(4)));
            case DataFormat::Float16_b: return put_float(text, spec, tw_bf16_value((uint16_t)word(2)));
            case DataFormat::Int32: {
                const int32_t value = (int32_t)word(4);
                return put_integer(text, spec, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
            }
            case DataFormat::UInt32: return put_integer(text, spec, word(4), false);
            case DataFormat::UInt16: return put_integer(text, spec, word(2), false);
            case DataFormat::UInt8: return put_integer(text, spec, word(1), false);
            case DataFormat::Int8: {
                const int32_t value = (int8_t)word(1);
                return put_integer(text, spec, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
            }
            case DataFormat::Bfp8_b:
            case DataFormat::Bfp4_b: return put_float(text, spec, block_float(bytes, index));
            default: return text.add("?", 1);  // formats the card's print does not know either
        }
    }
    // Exponents first, one per face row of 16; then sign and magnitude with the leading one spelled out.
    float block_float(const volatile uint8_t* bytes, uint32_t index) const {
        const uint32_t exponents = (tw::cb_tile_hw(cb) / 16 + 15) / 16 * 16;
        const uint32_t exponent = bytes[index / 16];
        const bool nibble = tw::cb_format(cb) == DataFormat::Bfp4_b;
        const uint32_t raw =
            nibble ? (bytes[exponents + index / 2] >> (index % 2 * 4)) & 0xF : bytes[exponents + index];
        const uint32_t bits = nibble ? 3 : 7;
        const float magnitude = (float)(raw & ((1u << bits) - 1)) / (float)(1u << (bits - 1));
        const float scaled = __builtin_ldexpf(magnitude, (int)exponent - 127);
        return raw >> bits ? -scaled : scaled;
    }
};

#define TSLICE(...) TileSlice<>(__VA_ARGS__)
