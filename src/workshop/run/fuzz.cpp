// Draws programs whose values stay in the domains of their functions: logarithms, roots and divisors get positive
// arguments, exponentials small ones.
#include "workshop/run/fuzz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "engine/run.hpp"
#include "workshop/spec/dims.hpp"

namespace tilewright::workshop::rows {

namespace {

class Drawer {
public:
    Drawer(uint64_t seed, uint32_t index) : random_(seed * 1000003ull + index * 7919ull + 17) {
        rows_ = 1 + pick(2);
        has_row_ = pick(3) == 0;
        has_column_ = pick(5) == 0;
        has_parameter_ = pick(3) != 0;
        optional_row_ = has_row_ && pick(2) == 0;
        reductions_ = 1 + pick(3);
        draw_dims();
        // What follows takes its decisions elsewhere, so that the rest of a program stays what its number says.
        std::mt19937_64 others(seed * 7368787ull + index);
        results_ = others() % 3 == 0 ? 2 + static_cast<uint32_t>(others() % 2) : 1;
        turned_ = others() % 2 == 0;
        static constexpr const char* kIntegers[] = {"int32", "uint32", "uint16"};
        if (others() % 4 == 0) integers_ = kIntegers[others() % 3];
        where_integers_ = static_cast<Dims>(others() % 3 == 0 ? others() % 16 : kAllDims);
        if (dim_.empty() && where_integers_ != kAllDims)
            where_integers_ = static_cast<Dims>(others() % 2 == 0 ? kW : kAllDims & ~kW);
        // What formulas call x may be a product of matrices, and the result be multiplied once more.
        const uint32_t sides = static_cast<uint32_t>(others());
        if (dim_.empty() && sides % 5 == 0) product_ = sides / 5 % 2 == 0 ? "x = a @ b" : "x = a @ b^T";
        if (dim_.empty() && results_ == 1 && sides / 10 % 8 == 0) last_ = sides / 80 % 2 == 0 ? " @ v" : " @ v^T";
        one_matrix_ = sides / 160 % 2 == 0;
    }

    std::string spec(uint32_t index) {
        std::string formula = block(3 + pick(2));
        if (!used("x")) formula = fmt::format("x + {}", formula);
        if (rows_ > 1 && !used("z")) formula = fmt::format("({}) * z", formula);
        if (has_column_ && !used("c")) formula = fmt::format("({}) - c", formula);
        if (has_parameter_ && !used("alpha")) formula = fmt::format("({}) * alpha", formula);
        if (!integers_.empty()) {
            static constexpr const char* kUses[] = {"where(k == 1, {0}, 0.5)", "where(k > 0, {0}, -1)",
                                                    "({0}) + 0.25 * k", "({0}) * tanh(k)"};
            formula = fmt::format(fmt::runtime(kUses[pick(4)]), formula);
        }
        if (has_row_) formula = fmt::format("({}) {} gamma", formula, pick(2) ? "*" : "+");
        if (has_spread_) formula = fmt::format("({}) {} m", formula, pick(2) ? "*" : "-");
        if (pick(6) == 0 && !optional_row_) {
            formula = fmt::format("mean({}{})", formula, dim_);
            last_.clear();
        }
        if (!last_.empty()) formula = fmt::format("({}){}", formula, last_);
        const auto kept = static_cast<Dims>(kAllDims & ~reduced_);
        std::string text = fmt::format("name = \"fuzz_{}\"\n{}", index, with_results(formula));
        text += product_.empty() ? input("x", kAllDims) : "\n[[inputs]]\nname = \"a\"\n" + side("b");
        if (!last_.empty()) text += side("v");
        if (rows_ > 1) text += input("z", kAllDims);
        if (has_row_) text += input("gamma", reduced_) + (optional_row_ ? "optional = true\n" : "");
        if (has_column_) text += input("c", kept);
        if (has_spread_) text += input("m", spread_);
        if (!integers_.empty()) text += input("k", where_integers_) + fmt::format("dtypes = [\"{}\"]\n", integers_);
        if (has_parameter_) text += "\n[[parameters]]\nname = \"alpha\"\ndefault = 0.75\nabove = 0\n";
        return text;
    }

    uint32_t pick(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

private:
    // Half of the formulas are along W, with sticks or tiles; the others along anything.
    void draw_dims() {
        tiles_ = pick(3) == 0;
        if (pick(2) != 0) return;
        static constexpr Dims kinds[] = {kH, kH | kW, kC | kH | kW, kC, kN, kC | kW, kN | kC | kH | kW, kN | kH, kW};
        reduced_ = kinds[pick(9)];
        dim_ = fmt::format(", dim={}", dims_numbers(reduced_));
        has_spread_ = pick(2) == 0;
        spread_ = static_cast<Dims>(pick(16));
    }
    // Values before the last one that are results too, and parts of the last.
    std::string with_results(std::string formula) {
        const std::string first = product_.empty() ? "" : product_ + "; ";
        if (results_ == 1) return fmt::format("formula = \"{}{}\"\n", first, formula);
        std::string lines = first, names;
        for (uint32_t k = 1; k < results_; ++k) {
            const bool column = pick(2) == 0;
            const std::string value =
                column ? fmt::format("{}({}{})", word({"mean", "max", "min", "std"}), block(1), dim_) : bounded(2);
            // Equal values would be one result that is named twice.
            lines += fmt::format("r{} = {} + {}\n", k, value, k);
            formula = fmt::format("({}) {} r{}", formula, pick(2) ? "*" : "-", k);
            names += fmt::format(", \"r{}\"", k);
        }
        names = turned_ ? names.substr(2) + ", \"y\"" : "\"y\"" + names;
        return fmt::format("outputs = [{}]\nformula = \"\"\"\n{}y = {}\n\"\"\"\n", names, lines, formula);
    }
    // The right side of a product: a matrix for each of the rows', or one for all.
    std::string side(const char* name) const {
        return fmt::format("\n[[inputs]]\nname = \"{}\"\n{}", name, one_matrix_ ? "shape = \"matrix\"\n" : "");
    }
    std::string input(const char* name, Dims dims) {
        return fmt::format("\n[[inputs]]\nname = \"{}\"\nshape = \"{}\"\n{}", name, dims_text(dims),
                           tiles_ && pick(3) != 0 ? "layout = \"tile\"\n" : "");
    }
    bool used(const std::string& name) const { return used_.find("|" + name + "|") != std::string::npos; }
    std::string use(const std::string& name) {
        used_ += "|" + name + "|";
        return name;
    }

    // A value that can be anything moderate.
    std::string block(uint32_t depth) {
        if (depth == 0) return use(rows_ > 1 && pick(2) ? "z" : "x");
        switch (pick(19)) {
            case 0: return fmt::format("({} + {})", block(depth - 1), block(depth - 1));
            case 1: return fmt::format("({} - {})", block(depth - 1), small(depth - 1));
            case 2: return fmt::format("({} * {})", bounded(depth - 1), block(depth - 1));
            case 3: return fmt::format("({} / {})", block(depth - 1), positive(depth - 1));
            case 4: return bounded(depth);
            case 5: return fmt::format("({} - {})", block(depth - 1), column(depth - 1));
            case 6: return fmt::format("({} * {})", block(depth - 1), column(depth - 1));
            case 7: return fmt::format("max({}, {})", block(depth - 1), small(depth - 1));
            case 8: return fmt::format("min({}, {})", block(depth - 1), block(depth - 1));
            case 9:
                return fmt::format("where({} > {}, {}, {})", block(depth - 1), small(depth - 1), block(depth - 1),
                                   block(depth - 1));
            case 10: return fmt::format("{}({})", pick(2) ? "gelu" : "silu", block(depth - 1));
            case 11: return fmt::format("(-{})", block(depth - 1));
            case 12: return fmt::format("{}({})", word({"log", "log2", "log10", "log1p", "sqrt"}), positive(depth - 1));
            case 13: return fmt::format("{}({})", any_function(), block(depth - 1));
            case 14:
                return fmt::format("{}({}, {})", word({"elu", "celu", "leaky_relu", "relu_max", "softcap"}),
                                   block(depth - 1), number());
            case 15: return fmt::format("clamp({}, -1.5, {})", block(depth - 1), small(depth - 1));
            case 16:
                return fmt::format("{}({}, {})", word({"atan2", "fmod", "remainder"}), block(depth - 1),
                                   positive(depth - 1));
            case 17: return fmt::format("power({}, {})", pick(2) ? number() : positive(depth - 1), bounded(depth - 1));
            default: return fmt::format("relu({})", block(depth - 1));
        }
    }
    std::string bounded(uint32_t depth) {
        const uint32_t inner = depth == 0 ? 0 : depth - 1;
        switch (pick(6)) {
            case 0: return fmt::format("tanh({})", block(inner));
            case 4:
                return fmt::format("{}({})",
                                   word({"sin", "cos", "erf", "atan", "softsign", "hardsigmoid", "sign", "frac"}),
                                   block(inner));
            case 5:
                return fmt::format("{}(0.875 * tanh({}))", word({"asin", "acos", "atanh", "erfinv", "tan"}),
                                   block(inner));
            case 1: return fmt::format("sigmoid({})", block(inner));
            case 2: return fmt::format("exp(tanh({}))", block(inner));
            default: return fmt::format("exp(-abs({}))", block(inner));
        }
    }
    std::string positive(uint32_t depth) {
        const uint32_t inner = depth == 0 ? 0 : depth - 1;
        switch (pick(4)) {
            case 0: return fmt::format("(abs({}) + 0.5)", block(inner));
            case 1: return fmt::format("(square({}) + 1)", bounded(inner));
            case 2: return fmt::format("sqrt(square({}) + 0.25)", block(inner));
            default: return fmt::format("(sigmoid({}) + 0.125)", block(inner));
        }
    }
    std::string word(const std::vector<const char*>& words) { return words[pick(static_cast<uint32_t>(words.size()))]; }
    // Of whatever argument, and no steeper than a few.
    std::string any_function() {
        return word({"relu6", "selu", "gelu_tanh", "mish", "tanhshrink", "softplus", "hardtanh", "hardmish",
                     "softshrink", "hardshrink", "asinh", "cbrt", "floor", "ceil", "trunc", "round", "prelu",
                     "logsigmoid", "gelu_derivative"});
    }
    std::string number() { return has_parameter_ && pick(2) ? use("alpha") : fmt::format("{}", 0.25 * (1 + pick(8))); }
    std::string small(uint32_t depth) {
        if (has_column_ && pick(3) == 0) return use("c");
        if (has_parameter_ && pick(2) == 0) return use("alpha");
        if (pick(3) == 0) return column(depth);
        return fmt::format("{}", 0.25 * (1 + pick(8)));
    }
    std::string column(uint32_t depth) {
        if (reductions_ == 0) return has_parameter_ ? use("alpha") : std::string("0.5");
        --reductions_;
        const uint32_t inner = depth > 1 ? depth - 1 : depth;
        switch (pick(8)) {
            case 0: return fmt::format("mean({}{})", block(inner), dim_);
            case 1: return fmt::format("max({}{})", block(inner), dim_);
            case 2: return fmt::format("min({}{})", block(inner), dim_);
            case 3: return fmt::format("rsqrt(mean(square({}){}) + 0.5)", block(inner), dim_);
            case 4: return fmt::format("recip(sum({}{}) + 1)", positive(inner), dim_);
            case 5: return fmt::format("std({}{})", block(inner), dim_);
            case 6: return fmt::format("var({}{})", bounded(inner), dim_);
            default: return fmt::format("tanh(mean({}{}))", block(inner), dim_);
        }
    }

    std::mt19937_64 random_;
    uint32_t rows_, reductions_, results_ = 1;
    bool turned_ = false;  // the value that has the others in it is the last result
    bool has_row_, has_column_, has_parameter_, optional_row_, has_spread_ = false, tiles_ = false;
    Dims reduced_ = kW, spread_ = 0;
    std::string dim_;  // of reductions, where they are not along W
    std::string used_, product_, last_;
    bool one_matrix_ = false;
    std::string integers_;  // their dtype, where an input has some
    Dims where_integers_ = kAllDims;
};

}  // namespace

const char* verdict_name(FuzzVerdict verdict) {
    static constexpr const char* names[] = {"right", "refused", "WRONG", "FINDING", "ERROR"};
    return names[static_cast<size_t>(verdict)];
}

namespace {

// Half of the calls have their inputs in shards, and a third of these results in others than the inputs'.
void draw_shards(DirectCall& call, uint64_t seed, uint32_t index) {
    std::mt19937_64 random(seed * 15485863ull + index);
    const auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    static constexpr ttnn::TensorMemoryLayout kinds[] = {ttnn::TensorMemoryLayout::HEIGHT_SHARDED,
                                                         ttnn::TensorMemoryLayout::WIDTH_SHARDED,
                                                         ttnn::TensorMemoryLayout::BLOCK_SHARDED};
    const auto ask = [&] { return ShardAsk{kinds[pick(3)], {1 + pick(8), 1 + pick(7)}, pick(4) == 0}; };
    if (pick(2) == 0) return;
    call.input_shards = ask();
    const uint32_t how = pick(3);
    if (how == 0) call.output_shards = call.input_shards;
    if (how == 1) call.output_shards = ask();
}

std::string shards_text(const DirectCall& call) {
    if (!call.input_shards) return "";
    return fmt::format("{} -> {}", call.input_shards->text(),
                       call.output_shards ? call.output_shards->text() : std::string("interleaved"));
}

}  // namespace

std::string random_spec(uint64_t seed, uint32_t index) { return Drawer(seed, index).spec(index); }

FuzzCase run_fuzz_case(uint64_t seed, uint32_t index, ttnn::MeshDevice& device) {
    FuzzCase result;
    result.index = index;
    result.spec = random_spec(seed, index);
    const auto begin = std::chrono::steady_clock::now();
    const auto end = [&](FuzzVerdict verdict, const std::string& reason) {
        result.verdict = verdict;
        result.reason = reason;
        result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return result;
    };
    Plan plan;
    try {
        const Spec spec = parse_spec({fmt::format("fuzz_{}.toml", index), result.spec});
        result.formula = spec.formula;
        plan = make_plan(spec);
    } catch (const Error& error) {
        const bool refusal = error.code() == "TW4121";
        return end(refusal ? FuzzVerdict::Refused : FuzzVerdict::Error, error.finding().message);
    }
    std::mt19937_64 random(seed * 31 + index);
    const auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    DirectCall call;
    static constexpr uint32_t widths[] = {1, 7, 31, 32, 33, 64, 96, 100, 130, 200, 600};
    call.shape = {1 + pick(2), 1 + pick(40), widths[pick(11)]};
    if (plan.gathered()) call.shape = {1 + pick(3), 1 + pick(3), 1 + pick(40), widths[pick(11)]};
    static constexpr uint32_t sizes[] = {1, 20, 32, 45, 64, 100, 160};
    for (size_t size = 0; size < plan.spec.sizes; ++size) call.sizes.push_back(sizes[pick(7)]);
    call.output_float32 = pick(3) == 0;
    const bool block_floats = pick(4) == 0;
    for (const SpecInput& input : plan.spec.inputs) {
        call.float32.push_back(pick(3) == 0);
        call.present.push_back(!input.optional || pick(2) == 0);
        if (!block_floats || input.integer()) {
            if (block_floats) call.formats.push_back(tt::DataFormat::Invalid);  // the spec says which
            continue;
        }
        const bool whole = input.dims == kAllDims && !input.operand.is();
        const bool shared = input.tile && whole && !call.float32.back() && pick(2) == 0;
        call.formats.push_back(shared                ? tt::DataFormat::Bfp8_b
                               : call.float32.back() ? tt::DataFormat::Float32
                                                     : tt::DataFormat::Float16_b);
    }
    call.seed = random();
    draw_shards(call, seed, index);
    const uint32_t room = pick(4);
    const tt::tt_metal::Shape shape(ttsl::SmallVector<uint32_t>(call.shape.begin(), call.shape.end()));
    const uint32_t row_tiles =
        plan.gathered() ? fold_gathered(shape, plan.program.reduced).width_tiles() : fold_rows(shape).width_tiles();
    if (room < 2 && row_tiles > 1) {
        Request request = request_of(plan, call, device);
        request.l1_bytes = 1u << 30;
        if (room == 0) {
            // Just what a streaming plan takes.
            plan.spec.plan = PlanChoice::Streaming;
            call.l1_bytes = plan_call(plan, request).bytes();
        } else {
            // Not enough for the whole row, so that its tiles stay where the kernels can do that.
            call.l1_bytes = plan_call(plan, request).bytes() - 1;
        }
    }
    try {
        const DirectResult ran = run_direct(plan, call, device);
        result.shape = call.shape;
        result.plan = plan_name(ran.plan.kind);
        result.worst_of_allowed = ran.match.worst_of_allowed;
        result.without_bound = ran.match.without_bound;
        result.elements = ran.values.size();
        result.shards = shards_text(call);
        for (const DirectOutput& one : ran.more) {
            result.worst_of_allowed = std::max(result.worst_of_allowed, one.match.worst_of_allowed);
            result.without_bound += one.match.without_bound;
            result.elements += one.values.size();
        }
        if (!ran.findings.empty()) return end(FuzzVerdict::Finding, ran.findings.front().to_text());
        const auto wrong = [](const Match& match, const std::string& which) {
            return fmt::format("{}element {} is off by {:.3g} of what is allowed", which, match.worst_index,
                               match.worst_of_allowed);
        };
        if (!ran.match.ok()) return end(FuzzVerdict::Wrong, wrong(ran.match, ""));
        for (const DirectOutput& one : ran.more) {
            if (!one.match.ok()) return end(FuzzVerdict::Wrong, wrong(one.match, one.name + ": "));
        }
    } catch (const Error& error) {
        return end(error.code() == "TW4121" ? FuzzVerdict::Refused : FuzzVerdict::Error, error.what());
    }
    return end(FuzzVerdict::Right, "");
}

}  // namespace tilewright::workshop::rows
