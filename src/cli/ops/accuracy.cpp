// tilewright accuracy: where an op loses precision. It is run with the card's arithmetic while every circular buffer is
// recorded; each phase is then evaluated in float64 twice: on what the phase was given (the error that enters there)
// and from the input (the error so far). The same call with other settings shows what each of them is worth.
#if TILEWRIGHT_HAVE_OPS
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/ops/op_options.hpp"
#include "cli/table.hpp"
#include "workshop/accuracy/phases.hpp"
#include "workshop/op/memory.hpp"

namespace tilewright::cli {

namespace {

using workshop::accuracy::PhaseValues;

struct AccuracyOptions {
    std::string op, shape = "1,1,32,256", dtype = "bfloat16", output_dtype, pattern = "normal";
    CaseOptions request;
    bool bf16_dst = false, phases_only = false, table = false;
    uint64_t seed = 1;
};

// Why a phase adds the error it adds, from its size and the settings.
std::string reason(const PhaseValues& phase, const PhaseValues::Error& entering, const PhaseValues::Error& so_far,
                   const workshop::OpCase& request) {
    const bool fp32_dst = request.fp32_dst, fpu = request.math == workshop::RowMath::Fpu;
    const double half_unit = std::ldexp(1.0, -phase.significant_bits);
    if (entering.norm > half_unit && !fp32_dst && phase.terms > 1)
        return fmt::format("16-bit DST rounds the running sum to 8 bits at each of {} tiles", phase.terms);
    if (entering.norm > half_unit && !fp32_dst) return "16-bit DST rounds intermediate results to 8 bits";
    if (fpu && phase.columns == 1 && phase.sums) {
        const uint32_t width = request.width();
        const float scaler = std::bit_cast<float>(workshop::scaler_bits(width, tt::DataFormat::Float16_b));
        const double off = std::abs(static_cast<double>(scaler) * width - 1);
        if (off > 0 && off > entering.norm / 2)
            return fmt::format("1/{} is off by {:.2g} % in bfloat16", width, off * 100);
    }
    if (so_far.norm > 8 * std::max(entering.norm, half_unit))
        return "carried over, and larger beside these smaller numbers";
    if (entering.norm == 0) return "exact";
    if (entering.norm <= std::ldexp(1.0, -18)) return "float32 rounding";
    if (phase.significant_bits == 8) return fmt::format("{} keeps 8 significant bits", phase.format);
    return fpu ? "operands of the matrix unit keep 11 significant bits" : "rounding in DST";
}

struct Variant {
    std::string name, numerics = "card";
    workshop::OpCase request;
};

std::vector<Variant> variants_of(const workshop::OpCase& request) {
    std::vector<Variant> all;
    const auto add = [&](const std::string& name, auto change) {
        all.push_back({name, "card", request});
        change(all.back().request);
    };
    add("as given", [](workshop::OpCase&) {});
    if (!request.op->needs_wide_dst)
        add(request.fp32_dst ? "fp32_dest_acc_en=false" : "fp32_dest_acc_en=true",
            [](workshop::OpCase& c) { c.fp32_dst = !c.fp32_dst; });
    if (request.output_dtype.value_or(request.dtype) == ttnn::DataType::BFLOAT16)
        add("output dtype float32", [](workshop::OpCase& c) { c.output_dtype = ttnn::DataType::FLOAT32; });
    if (request.dtype == ttnn::DataType::BFLOAT16)
        add("input and output dtype float32",
            [](workshop::OpCase& c) { c.dtype = ttnn::DataType::FLOAT32, c.output_dtype.reset(); });
    if (request.op->has_math) {
        add(request.math == workshop::RowMath::Fpu ? "math sfpu" : "math fpu", [](workshop::OpCase& c) {
            c.math = c.math == workshop::RowMath::Fpu ? workshop::RowMath::Sfpu : workshop::RowMath::Fpu;
        });
    }
    add("math_fidelity LoFi", [](workshop::OpCase& c) { c.fidelity = ttnn::MathFidelity::LoFi; });
    all.push_back({"numerics float", "float", request});
    return all;
}

std::shared_ptr<ttnn::MeshDevice> open(const std::string& numerics, bool strict) {
    CardOptions card;
    card.numerics = numerics;
    card.strict = strict;
    card.fast = !strict;
    return open_card(card);
}

// Ops with two arithmetics: every dtype, arithmetic and width of DST, on ordinary rows and on rows whose mean is far
// above their spread.
int accuracy_table(const AccuracyOptions& options, Context& context) {
    nlohmann::json json = nlohmann::json::array();
    if (!context.json)
        context.out
            << "| op | dtype | math | DST | normal: worst ulp | norm-wise | mean 1000: worst ulp | norm-wise |\n"
               "|---|---|---|---|---|---|---|---|\n";
    const auto measure = [&](workshop::OpCase request) {
        const auto device = open("card", false);
        const workshop::Accuracy normal = workshop::run_case(request, *device).accuracy;
        request.pattern = workshop::Pattern::LargeMean;
        const workshop::Accuracy large = workshop::run_case(request, *device).accuracy;
        json.push_back({{"op", request.op->name},
                        {"dtype", workshop::dtype_name(request.dtype)},
                        {"math", workshop::row_math_name(request.math)},
                        {"fp32_dst", request.fp32_dst},
                        {"worst_ulp", normal.worst_ulp},
                        {"norm_error", normal.norm_error},
                        {"large_mean_worst_ulp", large.worst_ulp},
                        {"large_mean_norm_error", large.norm_error}});
        if (context.json) return;
        context.out << fmt::format("| {} | {} | {} | {} | {:.3g} | {:.2g} | {:.3g} | {:.2g} |\n", request.op->name,
                                   workshop::dtype_name(request.dtype), workshop::row_math_name(request.math),
                                   request.fp32_dst ? "32 bit" : "16 bit", normal.worst_ulp, normal.norm_error,
                                   large.worst_ulp, large.norm_error)
                    << std::flush;
    };
    find_subject("");  // the shipped ops are there
    for (const workshop::Op op : options.op.empty() ? workshop::all_ops() : std::vector{parse_op(options.op)}) {
        if (!op->has_math) continue;
        for (const ttnn::DataType dtype : op->dtypes) {
            workshop::OpCase request = workshop::make_case(op, parse_shape(options.shape), dtype);
            request.seed = options.seed;
            for (const workshop::RowMath math : {workshop::RowMath::Sfpu, workshop::RowMath::Fpu}) {
                for (const bool fp32_dst : {true, false}) {
                    request.math = math;
                    request.fp32_dst = fp32_dst;
                    measure(request);
                }
            }
        }
    }
    if (context.json) context.out << json.dump(2) << "\n";
    return static_cast<int>(Exit::Ok);
}

std::string percent(double part) { return part == 0 ? "0" : fmt::format("{:.3g} %", part * 100); }

int accuracy(const AccuracyOptions& options, Context& context) {
    if (options.table) return accuracy_table(options, context);
    if (options.op.empty())
        throw Error("TW4000", "accuracy needs an op", "give one (tilewright ops lists them), or --table for all",
                    Exit::Usage);
    workshop::OpCase request;
    request.op = parse_op(options.op);
    request.shape = parse_shape(options.shape);
    request.dtype = parse_dtype("--dtype", options.dtype);
    if (!options.output_dtype.empty()) request.output_dtype = parse_dtype("--output-dtype", options.output_dtype);
    apply(options.request, request);
    request.pattern = parse_pattern(options.pattern);
    request.fp32_dst = !options.bf16_dst;
    request.seed = options.seed;

    const auto device = open("card", true);
    workshop::check_memory(request, *device);
    const std::vector<PhaseValues> phases =
        workshop::accuracy::record_phases(request, workshop::make_data(request), *device);
    const bool known = !phases.empty();

    nlohmann::json json = {
        {"case", request.text()}, {"phases", nlohmann::json::array()}, {"settings", nlohmann::json::array()}};
    Table table({"phase", "format", ">error entering", ">bias", ">error so far", ">worst element", "why"});
    for (const PhaseValues& phase : phases) {
        const PhaseValues::Error entering = PhaseValues::error(phase.got, phase.on_given);
        const PhaseValues::Error so_far = PhaseValues::error(phase.got, phase.exact);
        const std::string why = reason(phase, entering, so_far, request);
        const int digits = phase.significant_bits == 24 ? 9 : 6;
        const size_t row = so_far.at / phase.columns, column = so_far.at % phase.columns;
        json["phases"].push_back(
            {{"name", phase.name},
             {"format", phase.format},
             {"entering", entering.norm},
             {"bias", entering.bias},
             {"so_far", so_far.norm},
             {"why", why},
             {"worst",
              {{"row", row}, {"column", column}, {"got", phase.got[so_far.at]}, {"exact", phase.exact[so_far.at]}}}});
        table.add({phase.name, phase.format, percent(entering.norm), percent(entering.bias), percent(so_far.norm),
                   so_far.worst == 0 ? "-"
                                     : fmt::format("({}, {}) {:.{}g}, not {:.{}g}", row, column, phase.got[so_far.at],
                                                   digits, phase.exact[so_far.at], digits),
                   why});
    }
    std::string hint;
    if (known && request.math == workshop::RowMath::Fpu &&
        PhaseValues::error(phases.back().got, phases.back().exact).norm > 0.02)
        hint = "--math sfpu (the default) keeps float32 in DST and copes with means far above the spread.";
    if (!hint.empty()) json["hint"] = hint;
    Table settings({"setting", ">error of the result", ">worst ulp", ">of allowed"});
    if (!options.phases_only) {
        for (const Variant& variant : variants_of(request)) {
            const auto device = open(variant.numerics, false);
            const workshop::Accuracy got = workshop::run_case(variant.request, *device).accuracy;
            json["settings"].push_back(
                {{"name", variant.name}, {"error", got.norm_error}, {"worst_ulp", got.worst_ulp}});
            settings.add({variant.name, percent(got.norm_error), fmt::format("{:.3g}", got.worst_ulp),
                          fmt::format("{:.3g}", got.worst_of_allowed)});
        }
    }
    if (context.json) {
        context.out << json.dump(2) << "\n";
        return static_cast<int>(Exit::Ok);
    }
    context.out << request.text() << "\n";
    if (known) {
        context.out << "Errors are norm-wise, relative to the phase's values in float64.\n\n" << table.text();
    } else {
        context.out << "The op declares no phases; these are errors of the whole op.\n";
    }
    if (!hint.empty()) context.out << "\n" << hint << "\n";
    if (!options.phases_only) context.out << "\nThe same call with other settings, measured:\n\n" << settings.text();
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_accuracy(CLI::App& app, Context& context) {
    auto options = std::make_shared<AccuracyOptions>();
    app.add_option("OP", options->op, "which op (tilewright ops lists them), or the folder of one");
    app.add_flag("--table", options->table, "worst errors by op, dtype, arithmetic and DST, as a table for documents");
    app.add_option("--shape", options->shape, "dimensions, e.g. 1,1,32,256");
    app.add_option("--data", options->pattern, "normal, mean1000, uniform, constant, ramp, tiny or outlier");
    app.add_option("--dtype", options->dtype, "bfloat16 or float32");
    app.add_option("--output-dtype", options->output_dtype, "bfloat16 or float32; that of the input by default");
    add_case_options(app, options->request);
    app.add_flag("--bf16-dst", options->bf16_dst, "fp32_dest_acc_en=false: 16-bit DST");
    app.add_flag("--phases-only", options->phases_only, "do not try other settings");
    app.add_option("--seed", options->seed, "of the data");
    return [options, &context] { return accuracy(*options, context); };
}

}  // namespace tilewright::cli
#endif
