// Classes of calls, and calls that have them. Grids of one and two cores give several tile-rows to a core with small
// tensors; kernels are built for a width, dtypes and memories, so most calls share one width.
#include "workshop/stage/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::workshop {

using ttnn::DataType;

namespace {

size_t cores_of(const CoreCoord& grid) { return grid.x * grid.y; }

std::string with(const std::vector<std::string>& given) {
    return given.empty() ? "without optional inputs" : fmt::format("with {}", fmt::join(given, ", "));
}

bool has_parameters_to_try(Op op) {
    return std::any_of(op->parameters.begin(), op->parameters.end(),
                       [](const OpParameter& parameter) { return !parameter.tries.empty(); });
}

// Whether the op's plan of such a call has what is asked of it.
template <class Has>
bool plans(const OpCase& request, ttnn::MeshDevice& device, Has has) {
    try {
        return has(plan_of(request, device));
    } catch (const std::exception&) {  // there is no such plan
        return false;
    }
}

bool has_streaming(Op op, ttnn::MeshDevice& device) {
    if (!op->has_plans) return false;
    OpCase request = make_case(op, op->turned(op->fitted({64, 100})), op->dtypes.front());
    request.plan = "streaming,block=1";
    return plans(request, device, [](const OpPlan& plan) { return plan.kind == PlanKind::Streaming; });
}

bool has_blocks(Op op, ttnn::MeshDevice& device) {
    if (has_streaming(op, device)) return true;
    const OpCase request = make_case(op, op->turned(op->fitted({32, 20000})), op->dtypes.front());
    return plans(request, device, [](const OpPlan& plan) { return plan.rows.blocks > 1; });
}

// Calls that are made one after the other from the same words.
class Cases {
public:
    Cases(Op op, ttnn::MeshDevice& device) : op_(op), device_(device) {}

    // `rows` sticks, on so many cores. An op that takes no grid has rows for all its cores instead, as many for each.
    OpCase& on_cores(std::vector<uint32_t> shape, DataType dtype, uint32_t across, uint32_t down = 1,
                     std::optional<Pattern> pattern = {}) {
        OpCase& made = add(std::move(shape), dtype, pattern);
        if (op_->has_core_grid) {
            made.core_grid = CoreCoord{across, down};
        } else {
            const size_t all = cores_of(device_.compute_with_storage_grid_size());
            uint32_t sticks = 1;
            for (size_t i = 0; i + 1 < made.shape.size(); ++i) sticks *= made.shape[i];
            // Whole tile-rows more, so that the last one stays as it is.
            const auto more = static_cast<uint32_t>((all / (across * down)) * (sticks / 32) * 32);
            made.shape = op_->fitted({sticks + more, made.shape.back()});
        }
        return made;
    }
    OpCase& add(std::vector<uint32_t> shape, DataType dtype, std::optional<Pattern> pattern = {}) {
        shape = op_->turned(op_->fitted(std::move(shape)));
        all.push_back(make_case(op_, std::move(shape), dtype, pattern.value_or(op_->patterns.front())));
        return all.back();
    }

    std::vector<OpCase> all;

private:
    Op op_;
    ttnn::MeshDevice& device_;
};

constexpr ttnn::TensorMemoryLayout kKindsOfShards[] = {ttnn::TensorMemoryLayout::HEIGHT_SHARDED,
                                                       ttnn::TensorMemoryLayout::WIDTH_SHARDED,
                                                       ttnn::TensorMemoryLayout::BLOCK_SHARDED};

// A call of each kind of shards, with several tile-rows for a core and pieces of sticks that end within tiles.
void add_shards(Cases& cases, Op op, DataType dtype) {
    if (!op->takes_shards) return;
    for (const auto kind : kKindsOfShards) {
        OpCase& request = cases.on_cores({1, 1, 90, 100}, dtype, 2);
        request.input_shards = ShardAsk{kind, {2, 2}, kind == ttnn::TensorMemoryLayout::BLOCK_SHARDED};
    }
}

void give_only(OpCase& request, const std::vector<std::string>& given) {
    for (const OpInput& input : request.op->inputs) {
        const bool chosen = std::find(given.begin(), given.end(), input.name) != given.end();
        if (input.optional && !chosen) request.tensors.erase(input.name);
    }
}

}  // namespace

std::vector<std::vector<std::string>> optional_subsets(Op op) {
    std::vector<std::string> names;
    for (const OpInput& input : op->inputs) {
        if (input.optional) names.push_back(input.name);
    }
    std::vector<std::vector<std::string>> subsets;
    if (names.empty()) return subsets;
    for (uint32_t bits = 0; bits < 1u << std::min<size_t>(names.size(), 16); ++bits) {
        const auto count = static_cast<size_t>(__builtin_popcount(bits));
        if (names.size() > 3 && count > 1 && count + 1 < names.size()) continue;
        std::vector<std::string>& subset = subsets.emplace_back();
        for (size_t i = 0; i < names.size(); ++i) {
            if (bits >> i & 1) subset.push_back(names[i]);
        }
    }
    return subsets;
}

std::vector<std::string> shape_classes_of(Op op, ttnn::MeshDevice& device) {
    std::vector<std::string> all = {covers::kIdle, covers::kCutRows};
    // What folds everything has one row.
    const bool has_rows = !op->gathered || op->reduced != kAllDims;
    if (has_rows) all.insert(all.end(), {covers::kSeveralRows, covers::kUnequal});
    if (op->width_multiple % 32 != 0) all.emplace_back(covers::kCutColumns);
    // Tiles have a left and a right half, in faces of their own.
    for (uint32_t width = op->width_multiple; width % 32 != 0; width += op->width_multiple) {
        if (width % 32 <= 16) continue;
        all.emplace_back(covers::kCutRight);
        break;
    }
    if (has_blocks(op, device)) {
        all.emplace_back(covers::kBlocks);
        if (has_rows) all.emplace_back(covers::kRowsOfBlocks);
    }
    if (has_streaming(op, device)) all.emplace_back(covers::kStreaming);
    if (op->takes_shards) all.insert(all.end(), std::begin(covers::kShards), std::end(covers::kShards));
    return all;
}

std::vector<std::string> classes_of(Op op, ttnn::MeshDevice& device) {
    std::vector<std::string> all = shape_classes_of(op, device);
    for (const char* place : {"input in DRAM", "output in DRAM", "input in L1", "output in L1"})
        all.emplace_back(place);
    for (const DataType dtype : op->dtypes) all.emplace_back(dtype_name(dtype));
    if (op->has_dtype) all.emplace_back("result of another dtype");
    if (op->has_compute_kernel_config) {
        for (const DataType dtype : op->dtypes) {
            if (!op->needs_wide_dst) all.push_back(fmt::format("16-bit DST, {}", dtype_name(dtype)));
            all.push_back(fmt::format("32-bit DST, {}", dtype_name(dtype)));
        }
    }
    if (op->has_math) all.emplace_back("matrix unit");
    for (const auto& subset : optional_subsets(op)) all.push_back(with(subset));
    all.emplace_back(covers::kAddresses);
    if (has_parameters_to_try(op)) all.emplace_back(covers::kParameters);
    return all;
}

std::vector<std::string> covered_by(const OpCase& request, ttnn::MeshDevice& device) {
    std::vector<std::string> seen;
    const auto add = [&](bool condition, const std::string& what) {
        if (condition) seen.push_back(what);
    };
    const OpPlan plan = plan_of(request, device);
    const std::map<LogicalCore, uint32_t> shares = tile_rows_of(request, device);
    uint32_t least = UINT32_MAX, most = 0;
    for (const auto& [core, rows] : shares) least = std::min(least, rows), most = std::max(most, rows);
    const CoreCoord grid = request.core_grid.value_or(device.compute_with_storage_grid_size());
    add(most > 1, covers::kSeveralRows);
    add(least != most && !shares.empty(), covers::kUnequal);
    add(shares.size() < cores_of(grid), covers::kIdle);
    add(plan.rows.blocks > 1, covers::kBlocks);
    add(plan.rows.blocks > 1 && most > 1, covers::kRowsOfBlocks);
    add(plan.kind == PlanKind::Streaming, covers::kStreaming);
    const bool gathered = request.op->gathered;
    const uint32_t tail = gathered ? request.width() % 32 : plan.rows.tail_columns();
    add(tail != 0, covers::kCutColumns);
    add(tail > 16, covers::kCutRight);
    const bool matrices = request.op->in_matrices() || gathered;
    add((matrices ? request.shape[request.shape.size() - 2] : plan.rows.sticks) % 32 != 0, covers::kCutRows);
    const auto place = [](ttnn::BufferType memory) { return memory == ttnn::BufferType::L1 ? "L1" : "DRAM"; };
    if (request.input_shards) {
        seen.push_back(std::string(shards_name(request.input_shards->kind)) + "-sharded");
    } else {
        seen.push_back(fmt::format("input in {}", place(request.input_memory)));
        seen.push_back(fmt::format("output in {}", place(request.output_memory)));
    }
    seen.emplace_back(dtype_name(request.dtype));
    add(request.result_dtype() != request.dtype, "result of another dtype");
    seen.push_back(fmt::format("{}-bit DST, {}", request.fp32_dst ? 32 : 16, dtype_name(request.dtype)));
    add(request.math == RowMath::Fpu, "matrix unit");
    std::vector<std::string> given;
    bool some_optional = false;
    for (const OpInput& input : request.op->inputs) {
        some_optional |= input.optional;
        if (input.optional && request.dtype_of(input.name)) given.push_back(input.name);
    }
    add(some_optional, with(given));
    return seen;
}

std::vector<OpCase> kernel_cases(Op op, ttnn::MeshDevice& device) {
    Cases cases(op, device);
    const DataType dtype = op->dtypes.front();
    cases.add({32, 32}, dtype);
    // Five tile-rows: three and two.
    cases.on_cores(op->gathered        ? std::vector<uint32_t>{1, 1, 150, 85}
                   : op->in_matrices() ? std::vector<uint32_t>{5, 20, 65}
                                       : std::vector<uint32_t>{2, 2, 40, 65},
                   dtype, 2);
    cases.add({33, 65}, dtype);
    cases.on_cores({64, 4096}, dtype, 1);
    cases.add({32, 6010}, dtype);
    if (has_streaming(op, device)) cases.on_cores({70, 65}, dtype, 1).plan = "streaming,block=1";
    add_shards(cases, op, dtype);
    return cases.all;
}

OpCase repeated_case(Op op, ttnn::MeshDevice& device) {
    Cases cases(op, device);
    return cases.on_cores({1, 1, 150, 100}, op->dtypes.front(), 2);
}

std::vector<OpCase> correctness_cases(Op op, ttnn::MeshDevice& device) {
    Cases cases(op, device);
    for (const DataType dtype : op->dtypes) {
        const bool first = dtype == op->dtypes.front();
        cases.add({1, 1, 32, 32}, dtype);
        cases.on_cores({1, 1, 128, 32}, dtype, 1);
        cases.on_cores({1, 1, 150, 100}, dtype, 2);  // five tile-rows, the last one cut: three and two
        cases.add({2, 3, 33, 100}, dtype);
        cases.on_cores({40, 5020}, dtype, 1);
        // Kernels are built for a width and a dtype; one dtype sees every width.
        if (first) {
            cases.add({1, 1, 32, 256}, dtype);
            cases.on_cores({4, 2, 64, 57}, dtype, 2, 2);  // every column is some row's largest
            cases.add({1, 1}, dtype);
            if (has_streaming(op, device)) cases.on_cores({70, 100}, dtype, 1).plan = "streaming,block=1";
            OpCase& near = cases.on_cores({1, 1, 90, 100}, dtype, 2);
            near.input_memory = near.output_memory = ttnn::BufferType::L1;
            for (const auto& subset : optional_subsets(op)) {
                OpCase& some = cases.on_cores({1, 1, 90, 100}, dtype, 2);
                some.parameter_rank = subset.size() % 2 == 0 ? 4 : 2;
                give_only(some, subset);
            }
            if (op->has_dtype)
                cases.on_cores({1, 1, 90, 100}, dtype, 2).output_dtype =
                    dtype == DataType::FLOAT32 ? DataType::BFLOAT16 : DataType::FLOAT32;
            if (op->has_math) cases.on_cores({1, 1, 90, 100}, dtype, 2).math = RowMath::Fpu;
            add_shards(cases, op, dtype);
        }
        // A small parameter beside small numbers: what it is shows where nothing outweighs it.
        if (first && has_parameters_to_try(op) &&
            std::find(op->patterns.begin(), op->patterns.end(), Pattern::Tiny) != op->patterns.end()) {
            OpCase& small = cases.on_cores({40, 100}, dtype, 1, 1, Pattern::Tiny);
            for (const OpParameter& parameter : op->parameters) {
                if (!parameter.tries.empty()) small.parameters[parameter.name] = parameter.tries.front();
            }
        }
        if (op->has_compute_kernel_config && !op->needs_wide_dst)
            cases.on_cores({1, 1, 90, 100}, dtype, 2).fp32_dst = false;
        for (const Pattern pattern :
             {Pattern::Constant, Pattern::Ramp, Pattern::LargeMean, Pattern::Tiny, Pattern::Outlier}) {
            if (std::find(op->patterns.begin(), op->patterns.end(), pattern) == op->patterns.end()) continue;
            cases.add({32, 32}, dtype, pattern);
            cases.on_cores({40, 100}, dtype, 1, 1, pattern);
        }
    }
    return cases.all;
}

}  // namespace tilewright::workshop
