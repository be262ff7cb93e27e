// tilewright run: one call of an op on made-up data, compared with the float64 reference.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/table.hpp"

#if TILEWRIGHT_HAVE_OPS
#include "cli/ops/op_options.hpp"
#include "cli/schedule.hpp"
#include "cli/ops/verdicts_of.hpp"
#include "cli/trace_options.hpp"
#include "clock/timing.hpp"
#include "workshop/stage/failure.hpp"
#include "workshop/suspect/of_case.hpp"

namespace tilewright::cli {

namespace {

struct RunOptions {
    std::string op, shape = "1,1,32,32", sizes, dtype = "bfloat16", output_dtype, cores = "all", fidelity = "HiFi4",
                    pattern = "normal";
    CaseOptions request;
    bool bf16_dst = false, timed = false;
    uint64_t seed = 1;
    CardOptions card;
    ScheduleOptions schedule;
    TraceFlags trace;
};

// The same call under other legal orders. The first whose bits differ or that has findings ends the search; what it
// gave takes the place of the result.
void try_schedules(const RunOptions& options, const workshop::OpCase& request, workshop::CaseResult& result,
                   Context& context) {
    const uint64_t first = options.schedule.seed.value_or(options.seed);
    for (uint64_t seed = first; seed < first + options.schedule.schedules; ++seed) {
        DeviceOptions card = device_options(options.card);
        fast_unless_told(card);
        card.run.schedule = engine::Schedule::Random;
        card.run.seed = seed;
        const std::string command = context.repeat;
        context.repeat += fmt::format(" --schedules 1 --schedule-seed {}", seed);
        workshop::CaseResult other = workshop::run_case(request, *open_device(card));
        if (!other.findings.empty()) {
            result = std::move(other);
            return;
        }
        if (other.bits != result.bits) {
            throw Error(
                "TW2701",
                fmt::format("{}: the result depends on the schedule: seed {} gives other bits", request.text(), seed),
                "a kernel uses data before it is there, or two threads write one place: run it with --strict");
        }
        context.repeat = command;
    }
}

int run_op(const RunOptions& options, Context& context) {
    workshop::OpCase request;
    request.op = parse_op(options.op);
    request.shape = parse_shape(options.shape);
    request.sizes = parse_sizes(options.sizes, request.op->name, workshop::names_of_sizes(request.op->inputs));
    request.dtype = parse_dtype("--dtype", options.dtype);
    if (!options.output_dtype.empty()) request.output_dtype = parse_dtype("--output-dtype", options.output_dtype);
    apply(options.request, request);
    request.core_grid = parse_cores(options.cores);
    request.fidelity = parse_fidelity(options.fidelity);
    request.pattern = parse_pattern(options.pattern);
    request.fp32_dst = !options.bf16_dst;
    request.seed = options.seed;
    DeviceOptions card = device_options(options.card);
    apply(options.schedule, options.seed, card.run);
    apply(options.trace, card.run);
    card.run.timed |= options.timed;
    auto device = open_device(card);
    workshop::CaseResult result;
    try {
        result = workshop::run_case(request, *device);
    } catch (const Error&) {
        throw;
    } catch (const std::runtime_error& error) {  // the op's own refusal
        throw Error("TW4000", workshop::refusal(error.what()), "see: tilewright ops " + options.op, Exit::Usage);
    }
    std::optional<workshop::Diagnosis> diagnosis;
    if (!result.accuracy.ok()) diagnosis = workshop::diagnose_case(request, result, *device);
    device.reset();
    if (result.ok()) try_schedules(options, request, result, context);
    for (const Finding& finding : result.findings) context.verdicts.add(finding);
    for (const Finding& note : result.notes) context.verdicts.add(note);
    if (diagnosis) context.verdicts.add(workshop::wrong_result(request, result, *diagnosis), entry_file(request.op));
    if (context.json) {
        nlohmann::json json = result.to_json();
        json["schedules"] = options.schedule.schedules;
        json["case"] = request.text();
        json["op"] = options.op;
        json["shape"] = request.shape;
        if (request.op->sizes != 0) json["sizes"] = request.all_sizes();
        if (diagnosis) json["diagnosis"] = diagnosis->to_json();
        if (result.timing) json["card_ns"] = result.timing->ns();
        context.out << json.dump(2) << "\n";
    } else {
        for (const Finding& finding : result.findings) context.err << finding.to_text();
        for (const Finding& note : result.notes) context.err << note.to_text();
        if (diagnosis) context.err << workshop::wrong_result(request, result, *diagnosis).to_text();
        context.out << request.text() << "\n"
                    << result.plan.table()
                    << fmt::format(
                           "{}: worst element {:.3f} ulp, norm-wise error {:.3g}, {:.3g} of what is allowed; {} "
                           "core{}, {} findings, {}, {}\n",
                           result.accuracy.ok() ? "right" : "WRONG", result.accuracy.worst_ulp,
                           result.accuracy.norm_error, result.accuracy.worst_of_allowed, result.cores,
                           result.cores == 1 ? "" : "s", result.findings.size(),
                           result.strict ? "strict mode" : "fast mode", duration(result.seconds));
        if (result.timing)
            context.out << fmt::format("{:.2f} us on {} ({} cycles); tilewright time {} says why\n",
                                       result.timing->ns() / 1000, result.timing->arch, result.timing->cycles,
                                       options.op);
    }
    return static_cast<int>(result.ok() ? Exit::Ok : Exit::Finding);
}

}  // namespace

Action setup_run(CLI::App& app, Context& context) {
    auto options = std::make_shared<RunOptions>();
    app.add_option("OP", options->op, "which op (tilewright ops lists them), or the folder of one")->required();
    app.add_option("--shape", options->shape, "dimensions, e.g. 2,3,64,100");
    app.add_option("--sizes", options->sizes, kSizesHelp);
    app.add_option("--dtype", options->dtype, "bfloat16 or float32");
    app.add_option("--output-dtype", options->output_dtype, "bfloat16 or float32; that of the input by default");
    add_case_options(app, options->request);
    app.add_option("--cores", options->cores, "all, or a grid like 1x1");
    app.add_option("--fidelity", options->fidelity, "LoFi, HiFi2, HiFi3 or HiFi4");
    app.add_flag("--bf16-dst", options->bf16_dst, "fp32_dest_acc_en=false: 16-bit DST");
    app.add_flag("--timed", options->timed, "say how long it takes on the card, too");
    app.add_option("--data", options->pattern, "normal, uniform, constant, ramp, large mean, tiny or outlier");
    app.add_option("--seed", options->seed, "of the data");
    add_card_options(app, options->card);
    add_schedule_options(app, options->schedule, /*repeats=*/true);
    add_trace_options(app, options->trace);
    app.footer(kWhatFoldersMayDo);
    return [options, &context] { return run_op(*options, context); };
}

}  // namespace tilewright::cli
#endif
