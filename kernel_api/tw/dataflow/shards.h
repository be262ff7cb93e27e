// Transfers of whole shards, and the kernel's own NoC as a constant.
#pragma once

#include <cstdint>

#include "api/tensor/tensor_accessor.h"
#include "tw/dataflow/noc_write.h"

#ifndef TW_NOC_INDEX
#define TW_NOC_INDEX 0
#endif
#ifndef TW_NOC_MODE
#define TW_NOC_MODE 0
#endif
#ifndef NOC_INDEX
#define NOC_INDEX TW_NOC_INDEX
#define NOC_MODE TW_NOC_MODE
#endif
constexpr uint8_t noc_index = TW_NOC_INDEX;
constexpr uint8_t noc_mode = TW_NOC_MODE;

template <typename DSpec>
FORCE_INLINE void noc_async_read_shard(const uint32_t shard_id, const TensorAccessor<DSpec>& s,
                                       std::uint32_t dst_local_l1_addr, uint8_t noc = TW_DEFAULT_NOC) {
    noc_async_read(s.get_shard_noc_addr(shard_id, 0, noc), dst_local_l1_addr,
                   static_cast<uint32_t>(s.dspec().shard_volume() * s.get_aligned_page_size()), noc);
}

template <typename DSpec, bool posted = false>
FORCE_INLINE void noc_async_write_shard(const uint32_t shard_id, const TensorAccessor<DSpec>& s,
                                        std::uint32_t src_local_l1_addr, uint8_t noc = TW_DEFAULT_NOC) {
    noc_async_write<NOC_MAX_BURST_SIZE + 1, true, posted>(
        src_local_l1_addr, s.get_shard_noc_addr(shard_id, 0, noc),
        static_cast<uint32_t>(s.dspec().shard_volume() * s.get_aligned_page_size()), noc);
}
