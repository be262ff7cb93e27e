// Runs a plan as it is, without compiling host code: the program that a generated factory builds, from the same kernel
// text. fuzz-specs, the proof of plan and quick tests use it.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "doctor/check.hpp"
#include "program/descriptor.hpp"
#include "tt-metalium/host_api.hpp"
#include "ttnn/types.hpp"
#include "workshop/op/shards.hpp"
#include "workshop/plan/evaluate.hpp"
#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

struct DirectCall {
    std::vector<uint32_t> shape = {1, 1, 32, 32};
    std::vector<uint32_t> sizes = {};          // of sides of products; empty: what suits the shape
    std::vector<bool> present;                 // by input; empty: all
    std::vector<bool> float32;                 // by input; empty: all bfloat16
    std::vector<tt::DataFormat> formats = {};  // by input; empty: as float32 says
    bool output_float32 = false;
    bool fp32_dst = true;
    bool inputs_in_l1 = false;
    std::optional<ShardAsk> input_shards, output_shards;  // none: interleaved
    std::vector<float> parameters;                        // empty: defaults
    std::vector<std::vector<float>> data;                 // by input; empty: made from the seed
    uint64_t seed = 1;
    float spread = 1, mean = 0;
    uint32_t l1_bytes = 0;                     // 0: what is free
    std::optional<ttnn::CoreCoord> core_grid;  // none: the spec's, or the whole grid
};

// What came of one of several results.
struct DirectOutput {
    std::string name;
    std::vector<float> values;
    std::vector<uint8_t> bits;
    std::vector<uint32_t> logical_shape, padded_shape;
    Match match;
};

struct DirectResult {
    OpPlan plan;
    std::vector<float> values;
    std::vector<uint8_t> bits;
    std::vector<uint32_t> logical_shape, padded_shape;
    Match match;
    std::vector<DirectOutput> more;  // results beside the first
    std::vector<Finding> findings;
    uint64_t cores = 0;
    double seconds = 0;
    bool right() const {
        return match.ok() && std::all_of(more.begin(), more.end(), [](const auto& one) { return one.match.ok(); });
    }
    bool ok() const { return right() && findings.empty(); }
};

// By a dtype's name in a spec.
ttnn::DataType integer_dtype(const std::string& name);
// How far made-up integers are from 0.
inline constexpr double kWholeSpread = 3;

// Values of the inputs of a call, as their dtypes hold them.
std::vector<std::vector<float>> make_inputs(const Plan& plan, const DirectCall& call);
Request request_of(const Plan& plan, const DirectCall& call, const ttnn::MeshDevice& device);

// Where the kernels of a plan were written: a folder of the cache that is named after their content.
std::filesystem::path kernel_folder(const Plan& plan);

// `tensors` by input, absent ones without a value.
tt::tt_metal::Program build_program(const Plan& plan, const OpPlan& chosen, const DirectCall& call,
                                    const std::vector<std::optional<ttnn::Tensor>>& tensors,
                                    const std::vector<ttnn::Tensor>& results, const std::filesystem::path& kernels);

DirectResult run_direct(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device);

// The program of the call, and what keeps its tensors.
struct DirectProgram {
    program::ProgramDescriptor program;
    std::shared_ptr<const void> tensors;
};
DirectProgram describe_direct(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device);

// The static check of the call's program; throws engine::HangError when it does not finish.
doctor::CheckReport prove(const Plan& plan, const DirectCall& call, ttnn::MeshDevice& device);

}  // namespace tilewright::workshop::rows
