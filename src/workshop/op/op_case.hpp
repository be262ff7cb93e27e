// One call of an op with made-up data, compared with a float64 reference. Tests, stages, sweeps and commands are lists
// of these.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "program/descriptor.hpp"
#include "workshop/op/op.hpp"
#include "workshop/op/shards.hpp"

namespace tilewright::clock {
struct Timing;  // clock/timing.hpp
}

namespace tilewright::workshop {

struct OpCase {
    Op op = nullptr;
    std::vector<uint32_t> shape = {1, 1, 32, 32};  // of the rows: of the first input, but for products of matrices
    std::vector<uint32_t> sizes = {};              // of sides of products; empty: what suits the shape
    // Of the first input; where that has integers, of the result and of what is said nothing about.
    ttnn::DataType dtype = ttnn::DataType::BFLOAT16;
    std::optional<ttnn::DataType> output_dtype;
    // Inputs after the first, by name. One that is missing here is not given if it is optional, and has the dtype of
    // the first if it is not.
    std::map<std::string, ttnn::DataType> tensors;
    uint32_t parameter_rank = 1;               // of inputs that are one row: [W], [1, W], [1, 1, 1, W]
    std::map<std::string, double> parameters;  // others have their defaults
    std::optional<CoreCoord> core_grid;
    RowMath math = RowMath::Sfpu;
    bool fp32_dst = true;
    ttnn::MathFidelity fidelity = ttnn::MathFidelity::HiFi4;
    ttnn::BufferType input_memory = ttnn::BufferType::DRAM;
    ttnn::BufferType output_memory = ttnn::BufferType::DRAM;
    // Every input, and the result, in shards. Without shards of its own a result goes where the first input's lead it.
    std::optional<ShardAsk> input_shards, output_shards;
    Pattern pattern = Pattern::Normal;
    uint64_t seed = 1;
    std::string plan;  // what the plan is asked to be; empty: what the device asks

    std::string text() const;  // "variance_w_rm 2x3x64x100 bfloat16 ..."
    ttnn::Shape tensor_shape() const;
    std::vector<uint32_t> all_sizes() const;
    std::vector<uint32_t> shape_of(size_t input) const;
    uint32_t width() const { return shape.back(); }
    ttnn::DataType result_dtype() const { return output_dtype.value_or(dtype); }
    // The dtype an input has in this call; none: it is not given.
    std::optional<ttnn::DataType> dtype_of(const std::string& input) const;
    double parameter(const std::string& name) const;
};

// A call with every optional input, all of one dtype.
OpCase make_case(Op op, std::vector<uint32_t> shape, ttnn::DataType dtype = ttnn::DataType::BFLOAT16,
                 Pattern pattern = Pattern::Normal);

// What the op is given. Values are those of the dtype.
struct OpData {
    std::vector<float> input;
    std::map<std::string, std::vector<float>> others;  // of the inputs after the first that are given

    // Empty when the input is not given.
    const std::vector<float>& other(const std::string& name) const;
};
OpData make_data(const OpCase& request);     // the op's own, or:
OpData default_data(const OpCase& request);  // the first input by pattern, the others normal, from the seed

// What a perfect op would return.
struct Reference {
    std::vector<double> values;
    std::vector<double> allowed;  // largest error of each element, see docs of each op
    std::vector<double> scale;    // magnitude an element's unit in the last place is taken at: the row's rms or itself

    // An error of a sixteenth of the element's scale and more, or a value that float32 has not: whoever allows that
    // promises nothing.
    bool promises(size_t element) const;

    // An element whose error may be `error` before it is rounded to the output's dtype.
    void add(double value, double error, double at_least_scale, ttnn::DataType dtype);
};
Reference make_reference(const OpCase& request, const OpData& data);

// Distance of neighbouring numbers of the dtype at this magnitude.
double last_place(double magnitude, ttnn::DataType dtype);

struct Accuracy {
    // Of the elements of which something is promised:
    double worst_ulp = 0;   // error in units of the last place of the output dtype, at Reference::scale
    double norm_error = 0;  // |got - reference| / |reference|, Euclidean
    // Of all elements:
    double worst_of_allowed = 0;  // error / allowed; above 1 is wrong
    size_t elements = 0, promised = 0;
    // Of the elements of which nothing is promised and that have a value: the root mean square of errors in parts of
    // their scale, none counted as more than all of it.
    double unpromised_error = 0;
    size_t worst_index = 0;
    double got = 0, expected = 0;  // at worst_index
    bool ok() const { return worst_of_allowed <= 1; }
    double share_promised() const {
        return elements == 0 ? 1 : static_cast<double>(promised) / static_cast<double>(elements);
    }
};
// Accuracy::unpromised_error of other numbers.
double unpromised_error(const Reference& reference, const std::vector<double>& got);
// TW2702 when it is not ok.
std::optional<Finding> wrong_result(const OpCase& request, const Accuracy& accuracy);
Accuracy compare(const OpCase& request, const Reference& reference, const std::vector<float>& got);

struct CaseResult {
    Accuracy accuracy;
    OpPlan plan;
    std::vector<float> values;
    std::vector<uint8_t> bits;  // of the whole output buffer, padding included
    ttnn::Shape logical_shape, padded_shape;
    std::vector<Finding> findings;
    std::vector<Finding> notes;
    bool strict = false;  // every call was checked
    uint64_t cores = 0;
    double seconds = 0;
    std::shared_ptr<const clock::Timing> timing;  // timed runs only

    bool ok() const { return accuracy.ok() && findings.empty(); }
    nlohmann::json to_json() const;
};

// The shape the output must have.
ttnn::Shape output_shape(const OpCase& request, size_t result = 0);
// How many values the results have together.
size_t output_volume(const OpCase& request);

// A call of the op: its tensors on the device, with this data in them or with whatever lies there.
OpCall make_call(const OpCase& request, const OpData& data, ttnn::MeshDevice& device);
OpCall make_call(const OpCase& request, ttnn::MeshDevice& device);

// What a call would run, and where its result would be.
struct Described {
    program::ProgramDescriptor program;
    ttnn::Tensor output;
    std::vector<ttnn::Tensor> all = {};  // of several results, which stay as long as this does
};
// Nothing is built or run. Throws what the call throws, and TW3302 where it enqueues no program.
Described describe(Op op, const OpCall& call);

// The op's output for this data; modes are the device's.
ttnn::Tensor call_op(const OpCase& request, const OpData& data, ttnn::MeshDevice& device);
OpPlan plan_of(const OpCase& request, const ttnn::MeshDevice& device);
// How many tile-rows each core of the op's program works on.
std::map<LogicalCore, uint32_t> tile_rows_of(const OpCase& request, const ttnn::MeshDevice& device);
CaseResult run_case(const OpCase& request, ttnn::MeshDevice& device);
CaseResult run_case(const OpCase& request, const OpData& data, ttnn::MeshDevice& device);

// Calls of one program, each with tensors, data and parameters of its own while those before it stay allocated.
struct RepeatedCalls {
    std::vector<OpCase> requests;
    std::vector<CaseResult> results;
    bool cached = false;  // the last one used the program of the first
};
RepeatedCalls run_again(const OpCase& request, ttnn::MeshDevice& device);

// `count` cases drawn from a seed; edge sizes are among the first ones. In shards: of these kinds, on grids and in
// orders that are drawn as well.
std::vector<OpCase> sweep_cases(Op op, size_t count, uint64_t seed, uint64_t max_elements = 1u << 21,
                                const std::vector<ttnn::TensorMemoryLayout>& shards = {});

const char* dtype_name(ttnn::DataType dtype);  // "bfloat16", "float32", "int32" ...

}  // namespace tilewright::workshop
