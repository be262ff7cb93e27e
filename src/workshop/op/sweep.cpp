// Cases drawn from a seed.
#include <array>
#include <random>

#include "workshop/op/op_case.hpp"

namespace tilewright::workshop {

using ttnn::DataType;

std::vector<OpCase> sweep_cases(Op op, size_t count, uint64_t seed, uint64_t max_elements,
                                const std::vector<ttnn::TensorMemoryLayout>& shards) {
    static constexpr std::array<uint32_t, 11> edges = {1, 31, 32, 33, 63, 64, 65, 1023, 4096, 4097, 20000};
    static constexpr std::array<uint32_t, 9> heights = {1, 2, 31, 32, 33, 63, 64, 65, 100};
    std::mt19937_64 random(seed);
    const auto pick = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
    std::vector<OpCase> cases;
    for (size_t i = 0; i < count; ++i) {
        OpCase request;
        request.op = op;
        // Every edge size comes early, whatever the number of cases; later widths repeat, so kernels are built once.
        const uint32_t width = i < edges.size() ? edges[i] : pick(4) != 0 ? edges[pick(edges.size())] : 1 + pick(300);
        const uint32_t height = pick(3) != 0 ? heights[pick(heights.size())] : 1 + pick(70);
        std::vector<uint32_t> shape;
        for (uint32_t leading = pick(4); leading > 0; --leading) shape.push_back(1 + pick(3));
        shape.push_back(height);
        shape.push_back(width);
        const auto volume = [&] {
            uint64_t product = 1;
            for (const uint32_t dim : shape) product *= dim;
            return product;
        };
        for (size_t d = 0; d + 1 < shape.size() && volume() > max_elements; ++d) shape[d] = 1;
        request.shape = op->fitted(shape);
        const auto dtype = [&] { return op->dtypes[pick(static_cast<uint32_t>(op->dtypes.size()))]; };
        request.dtype = dtype();
        if (pick(5) == 0 && op->has_dtype) request.output_dtype = dtype();
        for (size_t j = 1; j < op->inputs.size(); ++j) {
            if (!op->inputs[j].optional || pick(4) != 0) request.tensors[op->inputs[j].name] = dtype();
        }
        if (op->inputs.size() > 1) request.parameter_rank = std::array<uint32_t, 3>{1, 2, 4}[pick(3)];
        for (const OpParameter& parameter : op->parameters) {
            const uint32_t chosen = pick(static_cast<uint32_t>(parameter.tries.size()) + 1);
            if (chosen != 0) request.parameters[parameter.name] = parameter.tries[chosen - 1];
        }
        if (pick(6) == 0 && op->has_core_grid) request.core_grid = CoreCoord{1 + pick(8), 1 + pick(7)};
        if (pick(8) == 0) request.input_memory = ttnn::BufferType::L1;
        if (pick(8) == 0) request.output_memory = ttnn::BufferType::L1;
        if (op->has_math && pick(2) == 0) request.math = RowMath::Fpu;
        if (op->has_compute_kernel_config) {
            request.fp32_dst = pick(4) != 0 || op->needs_wide_dst;
            static constexpr ttnn::MathFidelity fidelities[] = {ttnn::MathFidelity::LoFi, ttnn::MathFidelity::HiFi2,
                                                                ttnn::MathFidelity::HiFi3};
            if (pick(3) == 0) request.fidelity = fidelities[pick(3)];
        }
        std::vector<Pattern> patterns = op->patterns;
        patterns.push_back(patterns.front());  // the plainest one twice as often
        request.pattern = patterns[pick(static_cast<uint32_t>(patterns.size()))];
        request.seed = random();
        const auto ask = [&] {
            return ShardAsk{
                shards[pick(static_cast<uint32_t>(shards.size()))], {1 + pick(8), 1 + pick(8)}, pick(4) == 0};
        };
        if (!shards.empty()) {
            request.input_shards = ask();
            if (pick(3) == 0) request.output_shards = ask();
        }
        cases.push_back(request);
    }
    return cases;
}

}  // namespace tilewright::workshop
