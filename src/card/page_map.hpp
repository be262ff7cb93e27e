// How the pages of a buffer lie in the memory that is reserved for it: as data, so that it can be told to another
// process.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/core_coord.hpp"

namespace tilewright::card {

// Pages of an N-dimensional tensor cut into shards; shard i lives in bank i mod banks (round robin), or in contiguous
// runs. Banks are DRAM bank ids or cores.
struct Sharding {
    std::vector<uint32_t> tensor_shape_pages;
    std::vector<uint32_t> shard_shape_pages;
    std::vector<LogicalCore> cores;    // L1: bank order
    std::vector<uint32_t> dram_banks;  // DRAM: bank order
    bool contiguous = false;
    uint64_t num_shards() const;
    uint32_t shard_volume() const;
    uint32_t num_banks() const { return static_cast<uint32_t>(cores.empty() ? dram_banks.size() : cores.size()); }
};

struct PageMap {
    bool in_dram = true;
    uint64_t num_pages = 0;
    uint64_t page_bytes = 0;
    uint64_t aligned_page_bytes = 0;
    std::optional<Sharding> sharding;  // nothing: interleaved over all banks
};

}  // namespace tilewright::card
