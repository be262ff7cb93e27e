// The seven stages of an op as checks that can be run from tests and from the command: each is red until the op has
// what the stage asks for.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ops/common/op_case.hpp"

namespace tilewright::ops {

struct StageResult {
    int stage = 0;
    std::string name;
    bool passed = true;
    size_t checks = 0;
    std::vector<std::string> failures;
    // What the stage saw, where it ran programs.
    size_t cases = 0;
    double worst_ulp = 0, worst_norm_error = 0;
    uint64_t most_cores = 0;
    uint32_t most_cb_bytes = 0;
    double seconds = 0;

    void check(bool condition, const std::string& what);
    void add(const CaseResult& result);
    nlohmann::json to_json() const;
};

inline constexpr int kStages = 7;
const char* stage_name(int stage);
// Progress: called before each case of a stage that runs programs.
using Progress = std::function<void(const std::string& what)>;
StageResult run_stage(Op op, int stage, ttnn::MeshDevice& device, const Progress& progress = {});

// Shapes and data of stage 7: one tile, several wide, several high, both, constant rows, 0..31, wide, batches, edges.
std::vector<OpCase> stage_cases(Op op);

// `count` cases drawn from a seed; edge sizes are among the first ones.
std::vector<OpCase> sweep_cases(Op op, size_t count, uint64_t seed, uint64_t max_elements = 1u << 21);

}  // namespace tilewright::ops
