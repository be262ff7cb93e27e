// First word of an encoded tensor accessor: what the tensor is and which fields come as common runtime arguments.
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
    Runtime = 4 + 8 + 16 + 32 + 64 + 128,
};

using ArgsConfig = Flags<ArgConfig>;
constexpr ArgsConfig operator|(ArgConfig one, ArgsConfig others) noexcept { return others | one; }
constexpr ArgsConfig operator|(ArgConfig one, ArgConfig other) noexcept { return ArgsConfig(one) | ArgsConfig(other); }

// Bit 31 of the bank count says that consecutive shards share a bank instead of going round.
inline constexpr uint32_t ShardContiguousBit = 1u << 31;
constexpr uint32_t pack_num_banks(uint32_t num_banks, bool is_shard_contiguous) {
    return is_shard_contiguous ? num_banks | ShardContiguousBit : num_banks;
}
constexpr uint32_t unpack_num_banks(uint32_t packed) { return packed & ~ShardContiguousBit; }
constexpr bool unpack_is_shard_contiguous(uint32_t packed) { return (packed & ShardContiguousBit) != 0; }

}  // namespace tensor_accessor
