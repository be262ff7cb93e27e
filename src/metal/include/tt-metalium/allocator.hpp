// What a device's memories look like and how full they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tt-metalium/buffer_types.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/hal_types.hpp"

namespace tt::tt_metal {

class AllocatorImpl;

// Per bank.
struct Statistics {
    size_t total_allocatable_size_bytes = 0;
    size_t total_allocated_bytes = 0;
    size_t total_free_bytes = 0;
    size_t largest_free_block_bytes = 0;
};

class Allocator {
public:
    explicit Allocator(AllocatorImpl* impl) : impl_(impl) {}

    uint32_t get_num_banks(const BufferType& buffer_type) const;
    DeviceAddr get_bank_size(const BufferType& buffer_type) const;
    CoreCoord get_logical_core_from_bank_id(uint32_t bank_id) const;
    int32_t get_bank_offset(BufferType buffer_type, uint32_t bank_id) const;
    const std::vector<uint32_t>& get_bank_ids_from_logical_core(BufferType buffer_type,
                                                                const CoreCoord& logical_core) const;
    DeviceAddr get_base_allocator_addr(const HalMemType& mem_type) const;
    uint32_t get_alignment(BufferType buffer_type) const;
    size_t get_worker_l1_size() const;
    Statistics get_statistics(const BufferType& buffer_type) const;

private:
    AllocatorImpl* impl_;
};

namespace detail {
// Bytes each bank reserves for a buffer of this size.
DeviceAddr calculate_bank_size_spread(DeviceAddr size_bytes, DeviceAddr page_size_bytes, uint32_t num_banks,
                                      uint32_t alignment_bytes);
}  // namespace detail

}  // namespace tt::tt_metal
