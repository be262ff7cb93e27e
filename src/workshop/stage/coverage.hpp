// What the calls of a stage have to show. Classes of calls are found from a call, its plan and the shares of its cores,
// never from what a case was made for; a stage is red where a class that the op has was not among its calls.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "workshop/op/op_case.hpp"

namespace tilewright::workshop {

namespace covers {
inline constexpr const char* kSeveralRows = "several tile-rows per core";
inline constexpr const char* kUnequal = "unequal shares";
inline constexpr const char* kIdle = "idle cores";
inline constexpr const char* kBlocks = "several blocks";
inline constexpr const char* kRowsOfBlocks = "several tile-rows of several blocks";
inline constexpr const char* kStreaming = "streaming plan";
inline constexpr const char* kCutColumns = "W no multiple of 32";
inline constexpr const char* kCutRight = "a last tile cut in its right half";
inline constexpr const char* kCutRows = "H no multiple of 32";
inline constexpr const char* kShards[] = {"height-sharded", "width-sharded", "block-sharded"};
inline constexpr const char* kAddresses = "cached program, other addresses";
inline constexpr const char* kParameters = "another call, other parameters";
}  // namespace covers

// What stage 7 must have seen; of stage 6, where no values are compared, the classes of shapes.
std::vector<std::string> classes_of(Op op, ttnn::MeshDevice& device);
std::vector<std::string> shape_classes_of(Op op, ttnn::MeshDevice& device);
// What one call shows.
std::vector<std::string> covered_by(const OpCase& request, ttnn::MeshDevice& device);

// Subsets of the optional inputs: all of them up to three inputs, else none, all, each alone and each missing.
std::vector<std::vector<std::string>> optional_subsets(Op op);

// The calls: of stage 6, in strict mode, and of stage 7, on data of every pattern.
std::vector<OpCase> kernel_cases(Op op, ttnn::MeshDevice& device);
std::vector<OpCase> correctness_cases(Op op, ttnn::MeshDevice& device);
// The one that is called again, with other addresses and parameters.
OpCase repeated_case(Op op, ttnn::MeshDevice& device);

}  // namespace tilewright::workshop
