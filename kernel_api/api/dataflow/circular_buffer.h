// CircularBuffer: the cb_* calls as an object, in data-movement and compute kernels. On compute threads the pointers
// are in 16-byte words, as the record has them.
#pragma once

#include <cstdint>

#include "api/lock.h"
#include "internal/circular_buffer_interface.h"
#include "tw/dataflow/tile_shape.h"
#include "tw/dataflow/side.h"

#ifdef TW_COMPUTE_SIDE
#include "api/compute/cb_api.h"
#else
#include "api/dataflow/endpoints.h"
#include "api/tensor/noc_traits.h"
#include "tw/dataflow/local_traits.h"
#endif

class CircularBuffer {
public:
    enum class AddrSelector { WRITE_PTR, READ_PTR };

    explicit CircularBuffer(uint32_t cb_id) : cb_id_(cb_id) {}
    uint32_t get_cb_id() const { return cb_id_; }

#ifdef TW_COMPUTE_SIDE
    void reserve_back(int32_t num_pages) { ckernel::cb_reserve_back(cb_id_, num_pages); }
    void push_back(int32_t num_pages) { ckernel::cb_push_back(cb_id_, num_pages); }
    void wait_front(int32_t num_pages) { ckernel::cb_wait_front(cb_id_, num_pages); }
    void pop_front(int32_t num_pages) { ckernel::cb_pop_front(cb_id_, num_pages); }
    // All three threads get the same value: UNPACK finds it and mails it to the others.
    uint32_t get_tile_address(uint32_t tile_index) { return ckernel::get_tile_address(cb_id_, tile_index); }
    uint32_t read_tile_value(uint32_t tile_index, uint32_t element_offset) {
        return ckernel::read_tile_value(cb_id_, tile_index, element_offset);
    }
#else
    void reserve_back(int32_t num_pages) { cb_reserve_back(cb_id_, num_pages); }
    void push_back(int32_t num_pages) { cb_push_back(cb_id_, num_pages); }
    void wait_front(int32_t num_pages) { cb_wait_front(cb_id_, num_pages); }
    void pop_front(int32_t num_pages) { cb_pop_front(cb_id_, num_pages); }
    // The same questions without waiting for the answer to be yes.
    bool pages_available_at_front(int32_t wanted) const { return cb_pages_available_at_front(cb_id_, wanted); }
    bool pages_reservable_at_back(int32_t wanted) const { return cb_pages_reservable_at_back(cb_id_, wanted); }
#endif

    constexpr uint32_t get_tile_size() const { return tw::cb_tile_bytes(cb_id_); }
    constexpr uint32_t get_tile_hw() const { return tw::cb_tile_hw(cb_id_); }
    constexpr DataFormat get_dataformat() const { return tw::cb_format(cb_id_); }
    uint32_t get_write_ptr() const { return tw::cb_pointer(get_local_cb_interface(cb_id_).fifo_wr_ptr); }
    uint32_t get_read_ptr() const { return tw::cb_pointer(get_local_cb_interface(cb_id_).fifo_rd_ptr); }

    // Marks a region in use; nothing is locked.
    [[nodiscard]] auto scoped_lock() {
        return Lock([] {});
    }

private:
    uint32_t cb_id_;
};

#ifndef TW_COMPUTE_SIDE

// A CB with the pointer to take spelled out: `use<CircularBuffer::AddrSelector::READ_PTR>(cb)`.
template <CircularBuffer::AddrSelector AddrSel>
struct CircularBufferView {
    const CircularBuffer& cb;
};
template <CircularBuffer::AddrSelector AddrSel>
constexpr CircularBufferView<AddrSel> use(const CircularBuffer& cb) {
    return {cb};
}

// Sources are read at the read pointer, destinations written at the write pointer.
template <>
struct noc_traits_t<CircularBuffer> : tw::LocalNocTraits<CircularBuffer, noc_traits_t<CircularBuffer>> {
    static uint32_t source_address(const CircularBuffer& cb) { return cb.get_read_ptr(); }
    static uint32_t destination_address(const CircularBuffer& cb) { return cb.get_write_ptr(); }
};

template <CircularBuffer::AddrSelector AddrSel>
struct noc_traits_t<CircularBufferView<AddrSel>>
    : tw::LocalNocTraits<CircularBufferView<AddrSel>, noc_traits_t<CircularBufferView<AddrSel>>> {
    static uint32_t source_address(const CircularBufferView<AddrSel>& view) {
        return AddrSel == CircularBuffer::AddrSelector::READ_PTR ? view.cb.get_read_ptr() : view.cb.get_write_ptr();
    }
    static uint32_t destination_address(const CircularBufferView<AddrSel>& view) { return source_address(view); }
};

#endif
