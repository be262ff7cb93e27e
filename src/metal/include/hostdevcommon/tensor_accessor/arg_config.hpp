// What the first word of a tensor accessor's arguments says, and how the bank-count word is packed.
#pragma once

#include <cstdint>

#include "hostdevcommon/flags.hpp"

namespace tensor_accessor {

enum class ArgConfig : uint8_t {
    None = 0,
    Sharded = 1,
    IsDram = 2,
    RuntimeRank = 4,
    RuntimeNumBanks = 8,
    RuntimeTensorShape = 16,
    RuntimeShardShape = 32,
    RuntimeBankCoords = 64,
    RuntimePageSize = 128,
    Runtime = 4 + 8 + 16 + 32 + 64 + 128,  // every flag that begins with it
};

using ArgsConfig = Flags<ArgConfig>;
constexpr ArgsConfig operator|(ArgConfig one, ArgsConfig others) noexcept { return others | one; }
constexpr ArgsConfig operator|(ArgConfig one, ArgConfig other) noexcept { return {one, other}; }

// The top bit of the bank-count word says that consecutive shards fill one bank before the next.
inline constexpr uint32_t ShardContiguousBit = 1u << 31;
constexpr uint32_t pack_num_banks(uint32_t num_banks, bool is_shard_contiguous) {
    return is_shard_contiguous ? num_banks | ShardContiguousBit : num_banks;
}
constexpr uint32_t unpack_num_banks(uint32_t packed) { return packed & ~ShardContiguousBit; }
constexpr bool unpack_is_shard_contiguous(uint32_t packed) { return (packed & ShardContiguousBit) != 0; }

}  // namespace tensor_accessor
