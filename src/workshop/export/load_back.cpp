// Compiling an exported folder with an entry of ours, running it, comparing bits.
#include "workshop/export/load_back.hpp"

#include <fmt/format.h>

#include <cstring>

#include "metal/environment.hpp"
#include "workshop/export/cpp_names.hpp"
#include "workshop/export/folders.hpp"
#include "workshop/load/load.hpp"
#include "workshop/run/direct.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::exported {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEntry = R"text(#include "@op@.hpp"

#include "workshop/run/generated_op.hpp"

namespace @space@ {

namespace ws = tilewright::workshop;

namespace {

constexpr const char* kSpec = @spec@;

@Result@ call(const ws::OpCall& call) {
    return ttnn::@op@(
        @arguments@
        call.memory_config,
        call.compute_kernel_config,
        call.dtype,
        call.core_grid);
}

}  // namespace

extern "C" void tilewright_op_@op@(ws::OpDefinition& op) {
    op = ws::rows::definition(kSpec, call, [] {});
    op.takes_shards = true;
    op.name = "@op@";
}

}  // namespace @space@
)text";

// Kernels are looked for below the folder for as long as this lives.
class KernelRoot {
public:
    explicit KernelRoot(const fs::path& folder) : before_(metal::root_dir().string()) {
        metal::set_root_dir(folder.string());
    }
    ~KernelRoot() { metal::set_root_dir(before_); }
    KernelRoot(const KernelRoot&) = delete;
    KernelRoot& operator=(const KernelRoot&) = delete;

private:
    std::string before_;
};

// Calls that take every way through the kernels: tails, several tile-rows for a core, several blocks; both dtypes, both
// widths of DST, with and without optional inputs, every kind of shards.
std::vector<OpCase> cases_of(Op op) {
    std::vector<OpCase> cases;
    for (const ttnn::DataType dtype : op->dtypes) {
        cases.push_back(make_case(op, {2, 33, 100}, dtype));
        cases.push_back(make_case(op, {2, 96, 320}, dtype));
        cases.back().core_grid = ttnn::CoreCoord{2, 2};
        cases.push_back(make_case(op, {40, 64}, dtype));
        cases.back().fp32_dst = op->needs_wide_dst;
        cases.push_back(make_case(op, {33, 70}, dtype));
        cases.back().tensors.clear();
    }
    for (const auto kind : {ttnn::TensorMemoryLayout::HEIGHT_SHARDED, ttnn::TensorMemoryLayout::WIDTH_SHARDED,
                            ttnn::TensorMemoryLayout::BLOCK_SHARDED}) {
        cases.push_back(make_case(op, {2, 33, 100}, op->dtypes.front()));
        cases.back().input_shards = ShardAsk{kind, {2, 2}};
        cases.push_back(cases.back());
        cases.back().output_shards = ShardAsk{kind, {4, 1}, true};
    }
    return cases;
}

rows::DirectCall direct_call(const rows::Plan& plan, const OpCase& request, const OpData& data) {
    rows::DirectCall call;
    call.shape = request.shape;
    call.sizes = request.all_sizes();
    for (const rows::SpecInput& input : plan.spec.inputs) {
        const bool first = &input == &plan.spec.inputs.front();
        const auto dtype = first ? std::optional(request.dtype) : request.dtype_of(input.name);
        call.present.push_back(dtype.has_value());
        call.float32.push_back(dtype == ttnn::DataType::FLOAT32);
        call.data.push_back(first ? data.input : data.other(input.name));
    }
    call.output_float32 = request.result_dtype() == ttnn::DataType::FLOAT32;
    call.fp32_dst = request.fp32_dst;
    call.core_grid = request.core_grid;
    call.input_shards = request.input_shards;
    call.output_shards = request.output_shards;
    for (const rows::SpecParameter& parameter : plan.spec.parameters) {
        call.parameters.push_back(static_cast<float>(request.parameter(parameter.name)));
    }
    return call;
}

// Widths at which plans change, and amounts of rows.
std::vector<OpCase> planned_cases(Op op) {
    std::vector<OpCase> cases = cases_of(op);
    for (const ttnn::DataType dtype : op->dtypes) {
        for (const uint32_t width :
             {1u, 31u, 224u, 256u, 1000u, 2048u, 4096u, 6000u, 10000u, 20000u, 40000u, 100000u}) {
            for (const bool fp32_dst : {true, false}) {
                cases.push_back(make_case(op, {40, width}, dtype));
                cases.back().fp32_dst = fp32_dst || op->needs_wide_dst;
            }
        }
    }
    return cases;
}

// The program has the CBs that the plan of the spec has for this call.
bool same_plan(const OpCase& request, ttnn::MeshDevice& device) {
    const OpCall call = make_call(request, device);
    const OpPlan plan = plan_of(request, device);
    const Described described = describe(request.op, call);
    std::map<uint32_t, uint32_t> planned, made;
    for (const PlannedCb& cb : plan.cbs) planned[cb.index] = cb.bytes();
    for (const program::CbDescriptor& cb : described.program.cbs) made[cb.formats.front().index] = cb.total_bytes;
    return planned == made;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// Of all results, one after the other.
template <typename T>
std::vector<T> joined(const rows::DirectResult& result, std::vector<T> rows::DirectResult::* first,
                      std::vector<T> rows::DirectOutput::* other) {
    std::vector<T> all = result.*first;
    for (const rows::DirectOutput& one : result.more) all.insert(all.end(), (one.*other).begin(), (one.*other).end());
    return all;
}
std::vector<float> values_of(const rows::DirectResult& result) {
    return joined(result, &rows::DirectResult::values, &rows::DirectOutput::values);
}
std::vector<uint8_t> bits_of(const rows::DirectResult& result) {
    return joined(result, &rows::DirectResult::bits, &rows::DirectOutput::bits);
}

}  // namespace

std::string entry_file(const rows::Plan& plan) {
    Gaps gaps = common_gaps({plan});
    gaps["spec"] = rows::cpp_block("\n" + plan.spec.source.text);
    std::vector<std::string> arguments;
    for (const rows::SpecInput* input : call_order(plan.spec)) {
        arguments.push_back(
            fmt::format("call.{}({})", input->optional ? "optional_input" : "input", input - plan.spec.inputs.data()));
    }
    for (size_t i = 0; i < plan.spec.parameters.size(); ++i) {
        arguments.push_back(
            fmt::format("static_cast<{}>(call.parameters[{}])", parameter_type(plan.spec.parameters[i]), i));
    }
    gaps["arguments"] = lines_of(arguments, ",");
    return filled(kEntry, gaps);
}

LoadedBack load_back(const rows::Plan& plan, const Files& files, ttnn::MeshDevice& device, bool run) {
    const TemporaryFolder tree;
    const KernelRoot root(tree.path());
    const std::string folder = op_path(plan.spec.name, Form::Cpp);
    write_all(tree.path(), files);
    write_text(tree.path() / folder / (plan.spec.name + "_entry.cpp"), entry_file(plan));
    const Op op = load_folder(tree.path() / folder);
    LoadedBack report;
    for (const OpCase& request : run ? cases_of(op) : std::vector<OpCase>()) {
        const OpData data = make_data(request);
        const CaseResult got = run_case(request, data, device);
        const rows::DirectResult expected = rows::run_direct(plan, direct_call(plan, request, data), device);
        ++report.cases;
        // Padding is that of the result's shards, where it has some.
        const bool same =
            request.input_shards ? same_bits(got.values, values_of(expected)) : got.bits == bits_of(expected);
        if (same && got.findings.empty()) {
            ++report.equal;
        } else {
            report.different.push_back(request.text());
        }
    }
    for (const OpCase& request : planned_cases(op)) {
        ++report.plans;
        if (same_plan(request, device)) {
            ++report.equal_plans;
        } else {
            report.different.push_back(request.text() + ": other CBs than the plan's");
        }
    }
    return report;
}

}  // namespace tilewright::workshop::exported
