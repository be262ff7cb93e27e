// Stage 2: wrong arguments are refused with an error that names the argument, what was given and what is allowed, and
// nothing stays allocated.
#include <fmt/format.h>

#include <algorithm>

#include "tt-metalium/allocator.hpp"
#include "workshop/stage/stages.hpp"

namespace tilewright::workshop {

using ttnn::BufferType;
using ttnn::DataType;
using ttnn::Layout;
using ttnn::Tensor;

namespace {

std::string error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

class Refusals {
public:
    Refusals(Op op, ttnn::MeshDevice& device, StageResult& result) : op_(op), device_(device), result_(result) {}

    void expect(const std::string& what, const OpCall& call, std::vector<std::string> words) {
        words.insert(words.begin(), op_->name);
        const auto used = [&](BufferType type) {
            return device_.allocator()->get_statistics(type).total_allocated_bytes;
        };
        const size_t entries = device_.num_program_cache_entries();
        const size_t dram = used(BufferType::DRAM), l1 = used(BufferType::L1);
        const std::string error = error_of([&] { describe(op_, call); });
        const bool named = std::all_of(words.begin(), words.end(),
                                       [&](const auto& word) { return error.find(word) != std::string::npos; });
        result_.check(named, what,
                      error.empty()
                          ? fmt::format("the call is not refused; the error must have {}", fmt::join(words, ", "))
                          : fmt::format("the error must have {}; it is: {}", fmt::join(words, ", "), refusal(error)));
        result_.check(used(BufferType::DRAM) == dram && used(BufferType::L1) == l1 &&
                          device_.num_program_cache_entries() == entries,
                      what, "something was allocated or cached by a call that was refused");
    }

private:
    Op op_;
    ttnn::MeshDevice& device_;
    StageResult& result_;
};

// Of an op that takes shards: cuts that kernels cannot follow, results that do not fit theirs.
void refuse_shards(Op op, ttnn::MeshDevice& device, Refusals& refusals) {
    const DataType dtype = op->dtypes.front();
    const std::vector<uint32_t> dims = op->fitted({64, 96});
    const uint32_t width = dims.back();
    const std::vector<uint32_t> first = make_case(op, dims, dtype).shape_of(0);
    const bool tile = op->inputs[0].tile, column = op->reduces && (op->reduced & kW) != 0;
    const ttnn::CoreRangeSet cores(ttnn::CoreRange({0, 0}, {7, 7}));
    OpCall call = plain_call(op, dims, dtype, device);
    // Half a tile, or three columns: 6 or 12 bytes.
    const ttnn::ShardSpec odd(cores, tile ? std::array<uint32_t, 2>{64, 48} : std::array<uint32_t, 2>{64, 3});
    if (first.back() > odd.shape[1] && first.back() <= 64 * odd.shape[1]) {
        const ttnn::MemoryConfig cut(ttnn::TensorMemoryLayout::WIDTH_SHARDED, BufferType::L1, odd);
        OpCall wrong = call;
        wrong.tensors[0] =
            plain_tensor(first, op->inputs[0].integer.value_or(dtype), op->inputs[0].layout(), &device, cut);
        refusals.expect("shards that cut what the NoC moves", wrong, {op->inputs[0].name, "TW3221"});
    }
    // Rows of a result stay whole in these.
    const auto by_height = [](const ttnn::CoreRangeSet& where, uint32_t columns) {
        return ttnn::MemoryConfig(ttnn::TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                                  ttnn::ShardSpec(where, {32, columns}));
    };
    const ttnn::Shape made = output_shape(make_case(op, dims, dtype));
    const uint32_t whole = (made[-1] + 31) / 32 * 32;
    call.memory_config = by_height(cores, column ? 64 : op->wide_as_last ? whole - 32 : width - 32);
    refusals.expect("shards that are no shards of the result", call, {"memory_config", "TW3221"});
    if (made.volume() / made[-1] <= 32) return;
    const ttnn::CoreRangeSet one_core(ttnn::CoreRange({0, 0}, {0, 0}));
    call.memory_config = by_height(one_core, column ? 32 : whole);
    refusals.expect("more shards than cores", call, {"memory_config", "TW3221"});
}

}  // namespace

void stage_validation(Op op, ttnn::MeshDevice& device, StageResult& result) {
    Refusals refusals(op, device, result);
    const DataType dtype = op->dtypes.front();
    // As input `index` must be, or in the other layout.
    const auto tensor = [&](const std::vector<uint32_t>& dims, size_t index = 0, bool other_layout = false) {
        const bool tile = op->inputs[index].tile != other_layout;
        return plain_tensor(dims, op->inputs[index].integer.value_or(dtype), tile ? Layout::TILE : Layout::ROW_MAJOR,
                            &device);
    };
    const std::vector<uint32_t> dims = op->fitted({2, 33, 40});
    const uint32_t width = dims.back(), height = dims[dims.size() - 2];
    // The same with other last dimensions.
    const auto with_ends = [&](uint32_t rows, uint32_t columns) {
        std::vector<uint32_t> other = dims;
        other[other.size() - 2] = rows;
        other.back() = columns;
        return other;
    };
    const Layout first = op->inputs[0].layout();
    const OpCase usual = make_case(op, dims, dtype);
    const std::vector<uint32_t> leading = usual.shape_of(0);
    const OpCall good = plain_call(op, dims, dtype, device);
    const auto with = [&](size_t index, const Tensor& wrong) {
        OpCall call = good;
        call.tensors[index] = wrong;
        return call;
    };
    const std::string& input = op->inputs[0].name;
    refusals.expect("rank 1", with(0, tensor({32})), {input, "rank", "1"});
    refusals.expect(first == Layout::TILE ? "row-major layout" : "tile layout", with(0, tensor(leading, 0, true)),
                    {input, "layout", "ROW_MAJOR", "TILE"});
    // Integers where floats belong, and the other way round.
    for (size_t i = 0; i < op->inputs.size(); ++i) {
        if (i != 0 && !op->inputs[i].integer) continue;
        const DataType wrong = op->inputs[i].integer ? DataType::BFLOAT16 : DataType::INT32;
        const ttnn::Shape& shape = good.tensors[i]->logical_shape();
        refusals.expect(fmt::format("{} of {}", dtype_name(wrong), op->inputs[i].name),
                        with(i, plain_tensor({shape.cbegin(), shape.cend()}, wrong, op->inputs[i].layout(), nullptr)
                                    .to_device(&device)),
                        {op->inputs[i].name, "dtype", op->inputs[i].integer ? "BFLOAT16" : "INT32"});
    }
    if (op->needs_wide_dst) {
        OpCall call = good;
        call.compute_kernel_config = ttnn::WormholeComputeKernelConfig{.fp32_dest_acc_en = false};
        refusals.expect("16-bit DST", call, {"fp32_dest_acc_en"});
    }
    {
        // A tensor that is not on the card: the framework finds no device, or the op says so.
        OpCall call = with(0, plain_tensor(leading, dtype, first, nullptr));
        const std::string error = error_of([&] { describe(op, call); });
        result.check(error.find("must be on a device") != std::string::npos, "host tensor",
                     error.empty() ? "the call is not refused" : refusal(error));
        Tensor freed = tensor(leading);
        freed.deallocate();
        call = with(0, freed);
        result.check(!error_of([&] { describe(op, call); }).empty(), "freed tensor", "the call is not refused");
    }
    const ttnn::MemoryConfig sharded(ttnn::TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                                     ttnn::ShardSpec(ttnn::CoreRangeSet(ttnn::CoreRange({0, 0}, {0, 1})), {32, 32}));
    if (op->takes_shards) {
        refuse_shards(op, device, refusals);
    } else {
        const std::vector<uint32_t> two_shards = op->fitted({64, 32});
        const Tensor wrong = plain_tensor(two_shards, dtype, first, &device, sharded);
        OpCall call = plain_call(op, two_shards, dtype, device);
        call.tensors[0] = wrong;
        refusals.expect("sharded input", call, {input, "HEIGHT_SHARDED"});
    }
    if (!op->takes_shards) {
        OpCall call = good;
        call.memory_config = sharded;
        refusals.expect("sharded output", call, {"memory_config", "HEIGHT_SHARDED"});
    }
    if (op->has_dtype) {
        OpCall call = good;
        call.dtype = DataType::UINT32;
        refusals.expect("output dtype", call, {"dtype", "UINT32"});
    }
    if (op->has_core_grid) {
        OpCall call = good;
        call.core_grid = ttnn::CoreCoord{99, 1};
        refusals.expect("grid too large", call, {"core_grid", "99x1"});
    }
    for (size_t i = 1; i < op->inputs.size(); ++i) {
        const OpInput& other = op->inputs[i];
        if (op->gathered) {
            const std::vector<uint32_t> right = usual.shape_of(i);
            std::vector<uint32_t> larger = right;
            // Of sides of products what the others give: the rows of a left one, the inner dimension of a right one.
            const bool down = other.operand.is() && !other.operand.transposed;
            larger[larger.size() - (down ? 2 : 1)] += 1;
            refusals.expect("wrong shape of " + other.name, with(i, tensor(larger, i)), {other.name, "shape"});
            refusals.expect((other.tile ? "row-major " : "tiled ") + other.name, with(i, tensor(right, i, true)),
                            {other.name, "layout", "TILE"});
            continue;
        }
        const bool row = other.shape == InputShape::Row;
        refusals.expect("wrong width of " + other.name,
                        with(i, row ? tensor({width - 1}, i) : tensor(with_ends(height, width - 1), i)),
                        {other.name, std::to_string(width - 1)});
        refusals.expect("wrong height of " + other.name,
                        with(i, row ? tensor({2, width}, i) : tensor(with_ends(height - 1, width), i)),
                        {other.name, row ? fmt::format("2, {}", width) : std::to_string(height - 1)});
        refusals.expect((other.tile ? "row-major " : "tiled ") + other.name,
                        with(i, tensor(row                                 ? std::vector<uint32_t>{1, width}
                                       : other.shape == InputShape::Column ? with_ends(height, 1)
                                                                           : dims,
                                       i, true)),
                        {other.name, "layout", "TILE"});
    }
    for (size_t i = 0; i < op->parameters.size(); ++i) {
        for (const double wrong : op->parameters[i].wrong) {
            OpCall call = good;
            call.parameters[i] = wrong;
            refusals.expect(fmt::format("{} {}", op->parameters[i].name, wrong), call, {op->parameters[i].name});
        }
    }
    // An error of a later stage is that stage's business.
    std::string error = error_of([&] { describe(op, good); });
    error = refusal(error);
    bool about_arguments = false;
    for (const char* word : {"rank", "layout", "dtype", "dimension", "must be", "must have", "must not"})
        about_arguments |= error.find(word) != std::string::npos;
    result.check(!about_arguments, "a right call", "it is refused: " + error);
}

}  // namespace tilewright::workshop
