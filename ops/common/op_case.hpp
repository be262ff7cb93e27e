// One call of an op with made-up data, compared with a float64 reference. Tests, stages, sweeps and commands are lists
// of these.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "ops/common/cb_plan.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace tilewright::ops {

enum class Op { Centralize, Variance, Layernorm };

enum class Pattern {
    Normal,     // mean 0, deviation 1
    Uniform,    // -8 to 8
    Constant,   // every row one value
    Ramp,       // 0, 1, ... 31, 0, 1 ...
    LargeMean,  // 1000, spread 1
    Tiny,       // 1e-12
    Outlier,    // one huge element per row
};
const char* pattern_name(Pattern pattern);

struct OpCase {
    Op op = Op::Variance;
    std::vector<uint32_t> shape = {1, 1, 32, 32};
    ttnn::DataType dtype = ttnn::DataType::BFLOAT16;
    std::optional<ttnn::DataType> output_dtype;
    std::optional<ttnn::DataType> gamma, beta;  // layernorm only
    uint32_t parameter_rank = 1;                // [W], [1, W], [1, 1, 1, W]
    float epsilon = 1e-5f;
    std::optional<CoreCoord> core_grid;
    bool fp32_dst = true;
    ttnn::MathFidelity fidelity = ttnn::MathFidelity::HiFi4;
    ttnn::BufferType input_memory = ttnn::BufferType::DRAM;
    ttnn::BufferType output_memory = ttnn::BufferType::DRAM;
    Pattern pattern = Pattern::Normal;
    uint64_t seed = 1;

    std::string text() const;  // "variance_w_rm 2x3x64x100 bfloat16 ..."
};

// What the op is given and what a perfect one would return. Values are those of the dtype, as double.
struct OpData {
    std::vector<float> input, gamma, beta;
};
OpData make_data(const OpCase& request);

struct Reference {
    std::vector<double> values;
    std::vector<double> allowed;  // largest error of each element, see docs of each op
    std::vector<double> scale;    // magnitude an element's unit in the last place is taken at: the row's rms or itself
};
Reference make_reference(const OpCase& request, const OpData& data);

struct Accuracy {
    double worst_ulp = 0;         // error in units of the last place of the output dtype, at Reference::scale
    double norm_error = 0;        // |got - reference| / |reference|, Euclidean
    double worst_of_allowed = 0;  // error / allowed; above 1 is wrong
    size_t worst_index = 0;
    bool ok() const { return worst_of_allowed <= 1; }
};
Accuracy compare(const OpCase& request, const Reference& reference, const std::vector<float>& got);

struct CaseResult {
    Accuracy accuracy;
    OpPlan plan;
    std::vector<float> values;
    std::vector<uint8_t> bits;  // of the whole output buffer, padding included
    ttnn::Shape logical_shape, padded_shape;
    std::vector<Finding> findings;
    uint64_t cores = 0;
    double seconds = 0;

    bool ok() const { return accuracy.ok() && findings.empty(); }
    nlohmann::json to_json() const;
};

// The op's output for this data, on the device. Strict or fast is the environment's choice.
ttnn::Tensor call_op(const OpCase& request, const OpData& data, ttnn::MeshDevice& device);
OpPlan plan_of(const OpCase& request, const ttnn::MeshDevice& device);
CaseResult run_case(const OpCase& request, ttnn::MeshDevice& device);
CaseResult run_case(const OpCase& request, const OpData& data, ttnn::MeshDevice& device);

const char* op_name(Op op);
std::optional<Op> find_op(const std::string& name);
inline constexpr Op kAllOps[] = {Op::Centralize, Op::Variance, Op::Layernorm};

// Registers the documentation of all ops; once is enough, more does nothing.
void register_ops();

}  // namespace tilewright::ops
