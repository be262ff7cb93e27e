// The seven stages of an op as checks that can be run from tests and from the command: each is red until the op has
// what the stage asks for. Stages 1 to 5 look at host code only; kernels are built and run from stage 6 on.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "workshop/op/op_case.hpp"
#include "workshop/stage/failure.hpp"
#include "workshop/stage/measure.hpp"

namespace tilewright::workshop {

// One call that a stage made, as the reports list it.
struct CaseRecord {
    std::string text, shape, dtype, data, plan;
    bool ok = true, compared = false;
    double worst_ulp = 0, norm_error = 0, of_allowed = 0;
    uint64_t cores = 0;
    uint32_t cb_bytes = 0;
    double seconds = 0;
    double promised = 1;                   // share of the elements of which the bound promises something
    std::vector<std::string> covers = {};  // classes of calls (coverage.hpp)
};

struct StageResult {
    int stage = 0;
    std::string name;
    bool passed = true;
    size_t checks = 0;
    std::vector<Failure> failures;
    // What the stage saw, where it built or ran programs.
    std::vector<CaseRecord> cases;
    double worst_ulp = 0, worst_norm_error = 0;  // with a 32-bit DST
    double worst_of_allowed = 0;
    uint64_t most_cores = 0;
    uint32_t most_cb_bytes = 0;
    double seconds = 0;
    // Stage 6: the stub kernels, by file name, and what the threads did to the CBs on every shape class.
    std::vector<std::pair<std::string, std::string>> stubs;
    std::vector<Measured> measured;
    std::optional<OpPlan> plan;  // stage 5: of the first shape
    // Stage 7: what the comparison says of stub kernels, which compute nothing. It must be red.
    std::optional<Failure> expected_red;

    bool check(bool condition, const std::string& test, const std::string& what,
               Classification kind = Classification::RuntimeError);
    void fail(Failure failure);
    void add(const OpCase& request, const CaseResult& result, bool compared, std::vector<std::string> classes = {});
    std::vector<std::string> covered() const;  // by all cases
    // Cases for most elements of which the bound promises nothing, a line each: the case, and of how many.
    std::vector<std::string> nothing_promised() const;
    // TW2708 for each of the classes that no case is of.
    void check_covered(const std::vector<std::string>& wanted);
    nlohmann::json to_json() const;
};

inline constexpr int kStages = 7;
const char* stage_name(int stage);
// Progress: called before each case of a stage that runs programs.
using Progress = std::function<void(const std::string& what)>;
// `first_red_ends`: the first failure ends the stage, and nobody asks where it comes from.
StageResult run_stage(Op op, int stage, ttnn::MeshDevice& device, const Progress& progress = {},
                      bool first_red_ends = false);

// Stages 2 to 5 look at host code (validation.cpp), stage 6 at kernels (kernels.cpp), stage 7 at numbers
// (correctness.cpp).
void stage_validation(Op op, ttnn::MeshDevice& device, StageResult& result);
void stage_kernels(Op op, ttnn::MeshDevice& device, StageResult& result, const Progress& progress, bool first_red_ends);
void stage_correctness(Op op, ttnn::MeshDevice& device, StageResult& result, const Progress& progress,
                       bool first_red_ends);
// The op with stub kernels: what the CBs saw. The output is whatever lay there.
Measured run_stubs(const OpCase& request, ttnn::MeshDevice& device, StageResult& result,
                   std::vector<float>* output = nullptr);

// Builds the kernels of these calls on all processors, so that running them one after the other need not wait for each.
// Whatever cannot be built says so when it is run.
void warm_kernels(const std::vector<OpCase>& cases, ttnn::MeshDevice& device, bool strict);

// A call with plain arguments: ones in every tensor.
ttnn::Tensor plain_tensor(const std::vector<uint32_t>& dims, ttnn::DataType dtype, ttnn::Layout layout,
                          ttnn::MeshDevice* device, const ttnn::MemoryConfig& memory = ttnn::MemoryConfig());
OpCall plain_call(Op op, const std::vector<uint32_t>& dims, ttnn::DataType dtype, ttnn::MeshDevice& device);

}  // namespace tilewright::workshop
