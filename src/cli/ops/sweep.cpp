// tilewright sweep: many cases of an op drawn from a seed, each compared with the float64 reference.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/table.hpp"

#if TILEWRIGHT_HAVE_OPS
#include "cli/ops/op_options.hpp"
#include "cli/ops/verdicts_of.hpp"
#include "workshop/stage/stages.hpp"

namespace tilewright::cli {

namespace {

struct SweepOptions {
    std::string op;
    size_t cases = 100, first = 0;
    uint64_t seed = 1;
    uint64_t max_elements = 1u << 19;
    std::string sharded;
    CardOptions card;
};

int sweep(const SweepOptions& options, Context& context) {
    const workshop::Op op = parse_op(options.op);
    std::vector<ttnn::TensorMemoryLayout> shards;
    if (options.sharded == "all") {
        for (const char* kind : {"height", "width", "block"}) shards.push_back(parse_shards("--sharded", kind, op));
    } else if (!options.sharded.empty()) {
        shards.push_back(parse_shards("--sharded", options.sharded, op));
    }
    const auto device = open_card(options.card);
    const auto begin = std::chrono::steady_clock::now();
    workshop::StageResult total;
    double worst_of_allowed = 0;
    std::string worst_case;
    size_t streaming = 0, done = 0;
    size_t index = 0, fpu = 0;
    for (const workshop::OpCase& request :
         workshop::sweep_cases(op, options.cases, options.seed, options.max_elements, shards)) {
        if (index++ < options.first) continue;
        fpu += request.math == workshop::RowMath::Fpu;
        std::string failure;
        report::TestVerdict verdict{op->name, request.text()};
        verdict.file = entry_file(op);
        std::optional<Finding> finding;
        const auto started = std::chrono::steady_clock::now();
        try {
            const workshop::CaseResult result = workshop::run_case(request, *device);
            total.add(request, result, true);
            streaming += result.plan.kind == workshop::PlanKind::Streaming;
            if (result.accuracy.worst_of_allowed > worst_of_allowed) {
                worst_of_allowed = result.accuracy.worst_of_allowed;
                worst_case = request.text();
            }
            if (!result.accuracy.ok()) {
                failure = fmt::format("element {} is off by {:.3g} of what is allowed", result.accuracy.worst_index,
                                      result.accuracy.worst_of_allowed);
            } else if (!result.findings.empty()) {
                finding = result.findings.front();
                failure = finding->to_text();
            }
        } catch (const Error& error) {
            finding = error.finding();
            failure = error.what();
        } catch (const std::exception& error) {
            failure = error.what();
        }
        verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
        if (!failure.empty()) {
            verdict.end = report::TestEnd::Failed;
            verdict.kind = finding ? finding->code : "numerical_mismatch";
            verdict.message = finding ? finding->message : failure;
            verdict.text = failure;
            if (finding) context.verdicts.add(*finding, verdict.file);
        }
        context.verdicts.add(std::move(verdict), /*told=*/finding.has_value());
        total.check(failure.empty(), request.text(), failure);
        ++done;
        if (!context.json && !failure.empty()) context.err << request.text() << ": " << failure << "\n";
        if (!context.json && done % 50 == 0) {
            context.out << fmt::format("{} of {} cases, {} failed\n", options.first + done, options.cases,
                                       total.failures.size())
                        << std::flush;
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (context.json) {
        std::vector<std::string> failures;
        for (const workshop::Failure& entry : total.failures) failures.push_back(entry.test + ": " + entry.summary);
        nlohmann::json json = {{"op", options.op},
                               {"cases", done},
                               {"seed", options.seed},
                               {"failures", failures},
                               {"streaming", streaming},
                               {"fpu", fpu},
                               {"worst_ulp", total.worst_ulp},
                               {"norm_error", total.worst_norm_error},
                               {"worst_of_allowed", worst_of_allowed},
                               {"worst_case", worst_case},
                               {"cores", total.most_cores},
                               {"cb_bytes", total.most_cb_bytes},
                               {"seconds", seconds}};
        context.out << json.dump(2) << "\n";
    } else {
        context.out << fmt::format(
            "{}: {} cases ({} streaming, {} on the matrix unit), {} failed; at most {:.3g} of what is allowed ({}); up "
            "to {} cores and {} "
            "bytes of "
            "CBs; {}\n",
            options.op, done, streaming, fpu, total.failures.size(), worst_of_allowed, worst_case, total.most_cores,
            grouped(total.most_cb_bytes), duration(seconds));
    }
    return static_cast<int>(total.passed ? Exit::Ok : Exit::Finding);
}

}  // namespace

Action setup_sweep(CLI::App& app, Context& context) {
    auto options = std::make_shared<SweepOptions>();
    app.add_option("OP", options->op, "which op (tilewright ops lists them), or the folder of one")->required();
    app.add_option("--cases", options->cases, "how many");
    app.add_option("--first", options->first, "start at this one, so that a long sweep can be done in parts");
    app.add_option("--seed", options->seed, "cases are drawn from it");
    app.add_option("--max-elements", options->max_elements,
                   "leading dimensions are cut so that a case has at most so many");
    app.add_option("--sharded", options->sharded,
                   "height, width, block or all: tensors in shards of this kind, or of each, on grids that are drawn");
    add_card_options(app, options->card);
    return [options, &context] { return sweep(*options, context); };
}

}  // namespace tilewright::cli
#endif
