// DataflowBuffer: on Wormhole and Blackhole the circular buffer of the same id, with entries for pages. Pointers are
// bytes on data-movement processors and 16-byte words on UNPACK and PACK; sizes are bytes everywhere.
#pragma once

#include <cstdint>
#include <type_traits>

#include "api/core_local_mem.h"
#include "api/dataflow/circular_buffer.h"
#include "api/debug/assert.h"
#include "api/lock.h"
#include "internal/circular_buffer_interface.h"
#include "tw/dataflow/tile_shape.h"
#include "tw/dataflow/side.h"

#define DFB_DESCRIPTORS_DEFINED

// Names a buffer that the host bound to the kernel.
struct DFBBindingToken {
    explicit constexpr DFBBindingToken(uint16_t id) noexcept : id_(id) {}
    constexpr operator uint32_t() const noexcept { return id_; }

private:
    uint16_t id_;
};

// What scoped_write_lock and scoped_read_lock return: a marker with a pointer to the entry.
template <bool IsWrite>
class DfbScopedLock {
public:
    explicit DfbScopedLock(uint32_t address) : address_(address) {}
    DfbScopedLock(const DfbScopedLock&) = delete;
    DfbScopedLock& operator=(const DfbScopedLock&) = delete;
    ~DfbScopedLock() {}

    // What is locked for reading stays as it is.
    template <typename T>
    using Pointer = CoreLocalMem<std::conditional_t<IsWrite, T, const T>>;
    template <typename T = uint32_t>
    [[nodiscard]] Pointer<T> get_ptr() const {
        return address_;
    }

private:
    uint32_t address_;
};

class DataflowBuffer {
public:
    using DFBInterface = LocalCBInterface;

    DataflowBuffer(DFBBindingToken token) : id_(static_cast<uint16_t>(static_cast<uint32_t>(token))) {}
    constexpr DataflowBuffer(uint16_t logical_dfb_id) : id_(logical_dfb_id) {}
    constexpr uint16_t get_id() const { return id_; }

    void reserve_back(uint16_t num_entries) { CircularBuffer(id_).reserve_back(num_entries); }
    void push_back(uint16_t num_entries) { CircularBuffer(id_).push_back(num_entries); }
    void wait_front(uint16_t num_entries) { CircularBuffer(id_).wait_front(num_entries); }
    void pop_front(uint16_t num_entries) { CircularBuffer(id_).pop_front(num_entries); }

    uint32_t get_entry_size() const { return on_math ? 0 : record().fifo_page_size << cb_addr_shift; }
    uint32_t get_stride_size() const { return get_entry_size(); }
    uint32_t get_total_size_bytes() const { return on_math ? 0 : record().fifo_size << cb_addr_shift; }
    uint32_t get_total_num_entries() const {
        return get_entry_size() == 0 ? 0 : get_total_size_bytes() / get_entry_size();
    }
    uint32_t get_local_num_entries() const { return get_total_num_entries(); }
    uint32_t get_local_size_bytes() const { return get_total_size_bytes(); }
    uint32_t get_ring_span_bytes() const { return get_total_size_bytes(); }
    uint32_t get_ring_span_num_entries() const { return get_total_num_entries(); }

    uint32_t get_write_ptr() const { return on_math ? 0 : tw::cb_pointer(record().fifo_wr_ptr); }
    uint32_t get_read_ptr() const { return on_math ? 0 : tw::cb_pointer(record().fifo_rd_ptr); }
    // Overwrite the private pointers: in the thread's own units.
    void evil_set_write_ptr(uint32_t addr) { record().fifo_wr_ptr = addr; }
    void evil_set_read_ptr(uint32_t addr) { record().fifo_rd_ptr = addr; }

    constexpr uint32_t get_tile_size() const { return tw::cb_tile_bytes(id_); }
    constexpr uint32_t get_tile_r_dim() const { return unpack_tile_r_dim[id_]; }
    constexpr uint32_t get_tile_c_dim() const { return unpack_tile_c_dim[id_]; }
    constexpr uint32_t get_tile_hw() const { return tw::cb_tile_hw(id_); }
    constexpr uint32_t get_tile_num_faces() const { return unpack_tile_num_faces[id_]; }
    constexpr uint32_t get_face_r_dim() const { return unpack_tile_face_r_dim[id_]; }
    constexpr uint32_t get_partial_face() const { return unpack_tile_partial_face[id_]; }
    constexpr uint32_t get_narrow_tile() const { return unpack_tile_narrow_tile[id_]; }
    constexpr uint32_t get_num_faces_r_dim() const { return unpack_tile_num_faces_r_dim[id_]; }
    constexpr uint32_t get_num_faces_c_dim() const { return unpack_tile_num_faces_c_dim[id_]; }
    constexpr DataFormat get_dataformat() const { return tw::cb_format(id_); }
    constexpr DataFormat get_unpack_dst_format() const { return static_cast<DataFormat>(unpack_dst_format[id_]); }
    constexpr DataFormat get_pack_src_format() const { return static_cast<DataFormat>(pack_src_format[id_]); }
    constexpr DataFormat get_pack_dst_format() const { return static_cast<DataFormat>(pack_dst_format[id_]); }

#ifdef TW_COMPUTE_SIDE
    uint32_t get_tile_address(uint32_t tile_index) { return CircularBuffer(id_).get_tile_address(tile_index); }
    // `element_offset` counts elements of T from the start of the tile.
    template <typename T = uint32_t>
    T read_tile_value(uint32_t tile_index, uint32_t element_offset) {
        static_assert(sizeof(T) <= 4, "DataflowBuffer::read_tile_value: at most 4 bytes fit a mailbox");
        const uint32_t byte = element_offset * sizeof(T);
        const uint32_t word = CircularBuffer(id_).read_tile_value(tile_index, byte / 4) >> (byte % 4 * 8);
        T value;
        __builtin_memcpy(&value, &word, sizeof(T));
        return value;
    }
#else
    bool pages_reservable_at_back(int32_t num_pages) const { return cb_pages_reservable_at_back(id_, num_pages); }
    bool pages_available_at_front(int32_t num_pages) const { return cb_pages_available_at_front(id_, num_pages); }
    void write_barrier(const Noc& noc) const { noc.async_write_barrier(); }
#endif
    void finish() {}  // credits are never outstanding here

    [[nodiscard]] auto scoped_write_lock([[maybe_unused]] uint16_t num_entries = 1) {
        return DfbScopedLock<true>(get_write_ptr() << cb_addr_shift);
    }
    [[nodiscard]] auto scoped_read_lock([[maybe_unused]] uint16_t num_entries = 1) {
        return DfbScopedLock<false>(get_read_ptr() << cb_addr_shift);
    }

private:
#if defined(TRISC_MATH) && !defined(TW_FUSED)
    static constexpr bool on_math = true;  // MATH has no record of any CB
#else
    static constexpr bool on_math = false;
#endif
    DFBInterface& record() const { return get_local_cb_interface(id_); }

    uint16_t id_;
};

#ifndef TW_COMPUTE_SIDE
template <>
struct noc_traits_t<DataflowBuffer> : tw::LocalNocTraits<DataflowBuffer, noc_traits_t<DataflowBuffer>> {
    using src_args_type = DataflowBufferArgs;
    using dst_args_type = DataflowBufferArgs;
    static uint32_t source_address(const DataflowBuffer& buffer) { return buffer.get_read_ptr(); }
    static uint32_t destination_address(const DataflowBuffer& buffer) { return buffer.get_write_ptr(); }

    template <Noc::AddressType address_type>
    static uint32_t src_addr(const DataflowBuffer& src, const Noc& noc, const DataflowBufferArgs& args) {
        return tw::LocalNocTraits<DataflowBuffer, noc_traits_t<DataflowBuffer>>::src_addr<address_type>(
            src, noc, {args.offset_bytes});
    }
    template <Noc::AddressType address_type>
    static uint32_t dst_addr(const DataflowBuffer& dst, const Noc& noc, const DataflowBufferArgs& args) {
        return tw::LocalNocTraits<DataflowBuffer, noc_traits_t<DataflowBuffer>>::dst_addr<address_type>(
            dst, noc, {args.offset_bytes});
    }
};
#endif
