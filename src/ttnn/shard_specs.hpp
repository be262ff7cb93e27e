// The two ways to say how a tensor is sharded, and each from the other.
#pragma once

#include "ttnn/tensor/tensor_spec.hpp"

namespace tt::tt_metal {

// The memory configuration of a tensor with both shard specs, as far as the one it has can be said as the other. Throws
// for shards that do not fit the tensor or their cores.
MemoryConfig with_both_shard_specs(const TensorSpec& spec);

}  // namespace tt::tt_metal
