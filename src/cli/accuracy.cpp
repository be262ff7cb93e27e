// tilewright accuracy: where an op loses precision. It is run with the card's arithmetic while every circular buffer is
// recorded; each phase is then evaluated in float64 twice: on what the phase was given (the error that enters there)
// and from the input (the error so far). The same call with other settings shows what each of them is worth.
#if TILEWRIGHT_HAVE_OPS
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/op_options.hpp"
#include "cli/table.hpp"
#include "engine/launch.hpp"
#include "tile/layout.hpp"
#include "ttnn/device.hpp"

namespace tilewright::cli {

namespace {

struct Options {
    std::string op, shape = "1,1,32,256", dtype = "bfloat16", output_dtype, gamma, beta, pattern = "normal";
    float epsilon = 1e-5f;
    bool bf16_dst = false, phases_only = false;
    uint64_t seed = 1;
};

ops::Pattern parse_pattern(std::string text) {
    if (text == "mean1000") text = ops::pattern_name(ops::Pattern::LargeMean);
    std::string all = "mean1000";
    for (int i = 0; i <= static_cast<int>(ops::Pattern::Outlier); ++i) {
        const auto pattern = static_cast<ops::Pattern>(i);
        if (text == ops::pattern_name(pattern)) return pattern;
        all += ", " + std::string(ops::pattern_name(pattern));
    }
    throw Error("TW4000", fmt::format("--data: there is no pattern \"{}\"", text), "the patterns are: " + all, Exit::Usage);
}

// Pages in the order in which they were pushed, by circular buffer.
class Recorder : public engine::CallObserver {
public:
    void cb_call(engine::Fiber& fiber, uint32_t cb, engine::CbCall call, uint32_t pages) override {
        if (call != engine::CbCall::Push) return;
        const TwCbShared& shared = fiber.thread.cb_shared[cb];
        const std::lock_guard lock(mutex_);
        for (uint64_t page = shared.pushed - pages; page < shared.pushed; ++page) {
            const auto* from = reinterpret_cast<const uint8_t*>(fiber.thread.l1_base + shared.address +
                                                                page % shared.num_pages * shared.page_bytes);
            bytes_[cb].insert(bytes_[cb].end(), from, from + shared.page_bytes);
        }
    }
    void signal(engine::Fiber&, card::Core&, uint32_t) override {}
    const std::vector<uint8_t>& pages_of(uint32_t cb) { return bytes_[cb]; }

private:
    std::mutex mutex_;
    std::map<uint32_t, std::vector<uint8_t>> bytes_;
};

bool run_recorded(engine::PreparedProgram& prepared, Recorder& recorder) {
    engine::RunSetup setup;
    setup.observer = &recorder;
    const engine::Outcome outcome = engine::run_once(prepared, std::move(setup));
    std::optional<Finding> failure;
    if (outcome.run->failure() != nullptr) failure = *outcome.run->failure();
    engine::give_back_stacks(*outcome.run);
    if (failure) throw Error(std::move(*failure));
    if (!outcome.finished) throw Error("TW1000", "the op hangs", "tilewright check tells why", Exit::Finding);
    return true;
}

using Matrix = std::vector<double>;  // rows x columns of the phase

// One circular buffer as numbers, beside the two evaluations.
struct Phase {
    std::string name, format, how;
    uint32_t columns = 0;
    Matrix got, on_given, exact;
    int significant_bits = 24;
    uint32_t terms = 1;  // that a sum has, in tiles

    struct Error {
        double norm = 0, bias = 0, worst = 0;
        size_t at = 0;
    };
    static Error error(const Matrix& got, const Matrix& want) {
        Error result;
        double square = 0, error_square = 0, sum = 0, magnitude = 0;
        for (size_t i = 0; i < got.size(); ++i) {
            const double difference = got[i] - want[i];
            square += want[i] * want[i];
            error_square += difference * difference;
            sum += want[i] < 0 ? -difference : difference;
            magnitude += std::abs(want[i]);
            if (std::abs(difference) > result.worst) result.worst = std::abs(difference), result.at = i;
        }
        result.norm = error_square == 0 ? 0 : std::sqrt(error_square / std::max(square, 1e-300));
        result.bias = sum == 0 ? 0 : sum / std::max(magnitude, 1e-300);
        return result;
    }
};

// The phases of one op, evaluated from what was recorded. One core works on all rows, one block per tile-row.
class Analysis {
public:
    Analysis(const ops::OpCase& request, const ops::OpData& data, const ops::OpPlan& plan, Recorder& recorder)
        : request_(request), data_(data), plan_(plan), recorder_(recorder), width_(request.shape.back()),
          tiles_(plan.rows.block_tiles), rows_(plan.rows.sticks) {}

    std::vector<Phase> phases(const std::vector<float>& output) {
        const bool layernorm = request_.op == ops::Op::Layernorm;
        const uint32_t passes = layernorm ? 2 : 1;  // c_1 of layernorm takes the results, too
        const Matrix input(data_.input.begin(), data_.input.end());
        const Matrix tiled = add("tilize", 1, width_, input, input, wide(1, passes, 0));
        const Matrix mean = add("mean", layernorm ? 25 : 3, 1, row_means(tiled), row_means(input), narrow(layernorm ? 25 : 3));
        const Matrix exact_centered = minus_column(input, row_means(input));
        const uint32_t centered_cb = layernorm ? 24 : 4;
        const Matrix centered = add("x - mean", centered_cb, width_, minus_column(tiled, mean), exact_centered, wide(centered_cb, 1, 0));
        if (request_.op == ops::Op::Centralize) return finish(centered, exact_centered, width_, output);
        const Matrix exact_squares = squares(exact_centered), exact_variance = row_means(exact_squares);
        Matrix squared = squares(centered);  // in DST only, for layernorm
        if (!layernorm) squared = add("square", 5, width_, squared, exact_squares, wide(5, 1, 0));
        const uint32_t variance_cb = layernorm ? 26 : 6;
        const Matrix variance = add("variance", variance_cb, 1, row_means(squared), exact_variance, narrow(variance_cb));
        if (!layernorm) return finish(variance, exact_variance, 1, output);
        const Matrix exact_inverse = inverse(exact_variance);
        const Matrix deviation = add("1/sqrt(var + eps)", 27, 1, inverse(variance), exact_inverse, narrow(27));
        const Matrix exact = scaled(exact_centered, exact_inverse);
        const Matrix result = add("scale, shift", 1, width_, scaled(centered, deviation), exact, wide(1, passes, 1));
        return finish(result, exact, width_, output);
    }

private:
    Matrix add(const std::string& name, uint32_t cb, uint32_t columns, Matrix on_given, Matrix exact, Matrix got) {
        Phase phase;
        const tt::DataFormat format = plan_.cb(cb).format;
        phase.name = fmt::format("c_{} {}", cb, name);
        phase.columns = columns;
        phase.significant_bits = format == tt::DataFormat::Float32 ? 24 : 8;
        phase.format = format == tt::DataFormat::Float32 ? "Float32" : "Float16_b";
        phase.terms = columns == 1 && name != "1/sqrt(var + eps)" ? tiles_ : 1;
        phase.on_given = std::move(on_given);
        phase.exact = std::move(exact);
        phase.got = got;
        phases_.push_back(std::move(phase));
        return got;
    }
    std::vector<Phase> finish(const Matrix& before, const Matrix& exact, uint32_t columns, const std::vector<float>& output) {
        add("untilize", 16, columns, before, exact, Matrix(output.begin(), output.end()));
        return std::move(phases_);
    }

    // Recorded tiles of a CB as a matrix of tile-rows; `pass` of `passes` blocks that each tile-row pushes.
    Matrix wide(uint32_t cb, uint32_t passes, uint32_t pass) { return decode(cb, tiles_, passes, pass, width_); }
    Matrix narrow(uint32_t cb) { return decode(cb, 1, 1, 0, 1); }
    Matrix decode(uint32_t cb, uint32_t tiles, uint32_t passes, uint32_t pass, uint32_t columns) {
        const ops::PlannedCb& planned = plan_.cb(cb);
        const std::vector<uint8_t>& bytes = recorder_.pages_of(cb);
        const size_t block = size_t{tiles} * planned.page_bytes(), tile_rows = plan_.rows.tile_rows();
        if (bytes.size() != block * passes * tile_rows)
            throw Error("TW4000", fmt::format("c_{} got {} bytes where its plan has {}", cb, bytes.size(), block * passes * tile_rows),
                        "the op's kernels no longer follow the phases that accuracy knows", Exit::Finding);
        Matrix matrix;
        std::vector<float> row(32 * 32 * tiles);
        const auto format = planned.format == tt::DataFormat::Float32 ? tile::DataFormat::Float32 : tile::DataFormat::Float16_b;
        for (size_t r = 0; r < tile_rows; ++r) {
            tile::tiles_to_row_major(format, bytes.data() + (r * passes + pass) * block, row.data(), 32, 32 * tiles);
            for (size_t stick = 0; stick < 32 && r * 32 + stick < rows_; ++stick)
                matrix.insert(matrix.end(), row.begin() + stick * 32 * tiles, row.begin() + stick * 32 * tiles + columns);
        }
        return matrix;
    }

    Matrix row_means(const Matrix& values) const {
        Matrix means(rows_, 0.0);
        for (size_t i = 0; i < values.size(); ++i) means[i / width_] += values[i] / width_;
        return means;
    }
    Matrix minus_column(Matrix values, const Matrix& column) const {
        for (size_t i = 0; i < values.size(); ++i) values[i] -= column[i / width_];
        return values;
    }
    static Matrix squares(Matrix values) {
        for (double& value : values) value *= value;
        return values;
    }
    Matrix inverse(Matrix variances) const {
        for (double& value : variances) value = 1 / std::sqrt(value + static_cast<double>(request_.epsilon));
        return variances;
    }
    Matrix scaled(Matrix values, const Matrix& inverse) const {
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] *= inverse[i / width_];
            if (!data_.gamma.empty()) values[i] *= data_.gamma[i % width_];
            if (!data_.beta.empty()) values[i] += data_.beta[i % width_];
        }
        return values;
    }

    const ops::OpCase& request_;
    const ops::OpData& data_;
    const ops::OpPlan& plan_;
    Recorder& recorder_;
    uint32_t width_, tiles_;
    size_t rows_;
    std::vector<Phase> phases_;
};

// Why a phase adds the error it adds, from its size and the settings.
std::string reason(const Phase& phase, const Phase::Error& entering, const Phase::Error& so_far, bool fp32_dst) {
    const double half_unit = std::ldexp(1.0, -phase.significant_bits);
    if (entering.norm > half_unit && !fp32_dst && phase.terms > 1)
        return fmt::format("16-bit DST rounds the running sum to 8 bits at each of {} tiles", phase.terms);
    if (entering.norm > half_unit && !fp32_dst) return "16-bit DST rounds intermediate results to 8 bits";
    if (so_far.norm > 8 * std::max(entering.norm, half_unit)) return "carried over, and larger beside these smaller numbers";
    if (entering.norm == 0) return "exact";
    if (entering.norm <= std::ldexp(1.0, -20)) return "float32 rounding";
    if (phase.significant_bits == 8) return fmt::format("{} keeps 8 significant bits", phase.format);
    return "rounding in DST";
}

struct Variant {
    std::string name, numerics = "card";
    ops::OpCase request;
};

std::vector<Variant> variants_of(const ops::OpCase& request) {
    std::vector<Variant> all;
    const auto add = [&](const std::string& name, auto change) {
        all.push_back({name, "card", request});
        change(all.back().request);
    };
    add("as given", [](ops::OpCase&) {});
    add(request.fp32_dst ? "fp32_dest_acc_en=false" : "fp32_dest_acc_en=true", [](ops::OpCase& c) { c.fp32_dst = !c.fp32_dst; });
    if (request.output_dtype.value_or(request.dtype) == ttnn::DataType::BFLOAT16)
        add("output dtype float32", [](ops::OpCase& c) { c.output_dtype = ttnn::DataType::FLOAT32; });
    if (request.dtype == ttnn::DataType::BFLOAT16)
        add("input and output dtype float32", [](ops::OpCase& c) { c.dtype = ttnn::DataType::FLOAT32, c.output_dtype.reset(); });
    add("math_fidelity LoFi", [](ops::OpCase& c) { c.fidelity = ttnn::MathFidelity::LoFi; });
    all.push_back({"numerics float", "float", request});
    return all;
}

std::shared_ptr<ttnn::MeshDevice> open(const std::string& numerics, bool strict) {
    ::setenv("TILEWRIGHT_NUMERICS", numerics.c_str(), 1);
    CardOptions card;
    card.strict = strict;
    card.fast = !strict;
    return open_card(card);
}

std::string percent(double part) { return part == 0 ? "0" : fmt::format("{:.3g} %", part * 100); }

int accuracy(const Options& options, Context& context) {
    ops::OpCase request;
    request.op = parse_op(options.op);
    request.shape = parse_shape(options.shape);
    request.dtype = parse_dtype("--dtype", options.dtype);
    if (!options.output_dtype.empty()) request.output_dtype = parse_dtype("--output-dtype", options.output_dtype);
    if (!options.gamma.empty()) request.gamma = parse_dtype("--gamma", options.gamma);
    if (!options.beta.empty()) request.beta = parse_dtype("--beta", options.beta);
    request.pattern = parse_pattern(options.pattern);
    request.epsilon = options.epsilon;
    request.fp32_dst = !options.bf16_dst;
    request.seed = options.seed;

    // One core, so that pages come in the order of the rows; the split over cores changes no number.
    ops::OpCase recorded = request;
    recorded.core_grid = ttnn::CoreCoord{1, 1};
    const ops::OpData data = ops::make_data(recorded);
    Recorder recorder;
    std::vector<Phase> phases;
    {
        const auto device = open("card", true);
        const ops::OpPlan plan = ops::plan_of(recorded, *device);
        if (plan.kind == ops::PlanKind::Streaming)
            throw Error("TW4000", fmt::format("rows of {} elements do not fit into L1 at once; phases of such plans are not reported", request.shape.back()),
                        "give a narrower --shape, e.g. --shape 1,1,32,1024", Exit::Usage);
        const engine::LaunchVisit visit([&](engine::PreparedProgram& prepared) { return run_recorded(prepared, recorder); });
        const ttnn::Tensor output = ops::call_op(recorded, data, *device);
        phases = Analysis(recorded, data, plan, recorder).phases(output.cpu().to_vector<float>());
    }

    nlohmann::json json = {{"case", request.text()}, {"phases", nlohmann::json::array()}, {"settings", nlohmann::json::array()}};
    Table table({"phase", "format", ">error entering", ">bias", ">error so far", ">worst element", "why"});
    for (const Phase& phase : phases) {
        const Phase::Error entering = Phase::error(phase.got, phase.on_given), so_far = Phase::error(phase.got, phase.exact);
        const std::string why = reason(phase, entering, so_far, request.fp32_dst);
        const size_t row = so_far.at / phase.columns, column = so_far.at % phase.columns;
        json["phases"].push_back({{"name", phase.name}, {"format", phase.format}, {"entering", entering.norm},
                                  {"bias", entering.bias}, {"so_far", so_far.norm}, {"why", why},
                                  {"worst", {{"row", row}, {"column", column}, {"got", phase.got[so_far.at]},
                                             {"exact", phase.exact[so_far.at]}}}});
        table.add({phase.name, phase.format, percent(entering.norm), percent(entering.bias), percent(so_far.norm),
                   so_far.worst == 0 ? "-" : fmt::format("({}, {}) {:.6g}, not {:.6g}", row, column, phase.got[so_far.at], phase.exact[so_far.at]),
                   why});
    }
    Table settings({"setting", ">error of the result", ">worst ulp", ">of allowed"});
    if (!options.phases_only) {
        for (const Variant& variant : variants_of(request)) {
            const auto device = open(variant.numerics, false);
            const ops::Accuracy got = ops::run_case(variant.request, *device).accuracy;
            json["settings"].push_back({{"name", variant.name}, {"error", got.norm_error}, {"worst_ulp", got.worst_ulp}});
            settings.add({variant.name, percent(got.norm_error), fmt::format("{:.3g}", got.worst_ulp), fmt::format("{:.3g}", got.worst_of_allowed)});
        }
    }
    if (context.json) {
        context.out << json.dump(2) << "\n";
        return static_cast<int>(Exit::Ok);
    }
    context.out << request.text() << "\nErrors are norm-wise, relative to the phase's values in float64.\n\n" << table.text();
    if (!options.phases_only) context.out << "\nThe same call with other settings, measured:\n\n" << settings.text();
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_accuracy(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    app.add_option("OP", options->op, "which op; tilewright ops lists them")->required();
    app.add_option("--shape", options->shape, "dimensions, e.g. 1,1,32,256");
    app.add_option("--data", options->pattern, "normal, mean1000, uniform, constant, ramp, tiny or outlier");
    app.add_option("--dtype", options->dtype, "bfloat16 or float32");
    app.add_option("--output-dtype", options->output_dtype, "bfloat16 or float32; that of the input by default");
    app.add_option("--gamma", options->gamma, "layernorm: dtype of gamma; none without it");
    app.add_option("--beta", options->beta, "layernorm: dtype of beta; none without it");
    app.add_option("--epsilon", options->epsilon, "layernorm: added to the variance");
    app.add_flag("--bf16-dst", options->bf16_dst, "fp32_dest_acc_en=false: 16-bit DST");
    app.add_flag("--phases-only", options->phases_only, "do not try other settings");
    app.add_option("--seed", options->seed, "of the data");
    return [options, &context] { return accuracy(*options, context); };
}

}  // namespace tilewright::cli
#endif
