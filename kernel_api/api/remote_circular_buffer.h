// Circular buffers between cores: their names, for kernels that have them beside other ways; a call that is left is
// refused.
#pragma once

#include "tw/card_types.h"

#define TW_NO_REMOTE_CB \
    TW_REFUSED("no circular buffers across cores (remote_cb_*); use noc_async_write and a semaphore")

namespace experimental {

template <bool update_remote_over_noc = false, class... Rest>
TW_NO_REMOTE_CB void resize_remote_sender_cb_interface(uint32_t cb_id, uint32_t page_size, Rest...);
template <bool update_remote_over_noc = false, class... Rest>
TW_NO_REMOTE_CB void resize_remote_receiver_cb_interface(uint32_t cb_id, uint32_t page_size, Rest...);
TW_NO_REMOTE_CB void remote_cb_wait_front(uint32_t cb_id, uint32_t num_pages);
TW_NO_REMOTE_CB void remote_cb_pop_front(uint32_t cb_id, uint32_t num_pages, uint8_t noc = 0);
TW_NO_REMOTE_CB void remote_cb_reserve_back(uint32_t cb_id, uint32_t num_pages);
TW_NO_REMOTE_CB void remote_cb_sender_barrier(uint32_t cb_id);
template <bool skip_ptr_update = true>
TW_NO_REMOTE_CB void remote_cb_push_back_and_write_pages(uint32_t cb_id, uint32_t local_cb_addr, uint32_t num_pages,
                                                         uint32_t num_rows, uint32_t coalesced_num_pages_per_row,
                                                         uint32_t coalesced_page_size, uint8_t noc = 0);
template <uint32_t num_local_cbs>
TW_NO_REMOTE_CB void align_local_cbs_to_remote_cb(uint32_t remote_cb_index, const uint32_t (&local)[num_local_cbs]);
TW_NO_REMOTE_CB void update_remote_cb_config_in_l1(uint32_t remote_cb_index);

// Making one is no use yet: a call of it is.
class RemoteCircularBuffer {
public:
    enum class RemotePointerUpdate { SKIP, UPDATE_OVER_NOC };
    explicit RemoteCircularBuffer(uint32_t) {}
    TW_NO_REMOTE_CB void reserve_back(uint32_t num_pages);
    template <class... What>
    TW_NO_REMOTE_CB void push_back(What&&...);
    template <class... What>
    TW_NO_REMOTE_CB void set_sender_page_size(What&&...);
    TW_NO_REMOTE_CB void wait_front(uint32_t num_pages);
    template <class... What>
    TW_NO_REMOTE_CB void pop_front(What&&...);
    template <class... What>
    TW_NO_REMOTE_CB void set_receiver_page_size(What&&...);
    TW_NO_REMOTE_CB void barrier();
    TW_NO_REMOTE_CB void commit();
};

}  // namespace experimental
