// January's policy types: when an operand's pages are waited for and popped, when results are reserved and pushed.
#pragma once

namespace compute_kernel_lib::cb_policies {

struct WaitPerTile {};
struct WaitPerChunk {};
struct WaitUpfront {};
struct WaitCallerManaged {};

struct PopPerTile {};
struct PopPerChunk {};
struct PopAtEnd {};
struct PopNever {};
struct PopCallerManaged {};

template <typename WaitPolicy, typename PopPolicy>
struct InputPolicy {
    using wait = WaitPolicy;
    using pop = PopPolicy;
};

using Streaming = InputPolicy<WaitPerTile, PopPerTile>;
using StreamingBatched = InputPolicy<WaitPerChunk, PopPerChunk>;
using Persistent = InputPolicy<WaitUpfront, PopNever>;
using Preloaded = InputPolicy<WaitCallerManaged, PopCallerManaged>;

struct OutputPerTile {};
struct OutputPerChunk {};
struct OutputBulk {};

}  // namespace compute_kernel_lib::cb_policies

namespace cb_policies = compute_kernel_lib::cb_policies;
