// tilewright analyse: writes the analysis document of an op from its program and one traced run.
#if TILEWRIGHT_HAVE_OPS
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "cli/command.hpp"
#include "cli/ops/op_options.hpp"
#include "report/analysis.hpp"

namespace tilewright::cli {

namespace {

struct AnalyseOptions {
    std::string op, shape = "2,3,64,100", dtype = "bfloat16", out = "reports";
    CaseOptions request;
    CardOptions card;
};

int analyse(const AnalyseOptions& options, Context& context) {
    const workshop::Op op = parse_op(options.op);
    workshop::OpCase request = workshop::make_case(op, parse_shape(options.shape),
                                                   parse_dtype("--dtype", options.dtype), op->patterns.front());
    apply(options.request, request);
    const auto device = open_card(options.card);
    const report::Analysis analysis = report::analyse(workshop::trace_call(request, *device));
    const std::filesystem::path folder = std::filesystem::path(options.out) / op->name;
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    const std::filesystem::path file = folder / (op->name + "_analysis.md");
    write_file(file, analysis.to_markdown(), "TW3310", "give a folder that can be written and has room with --out");
    if (context.json) {
        nlohmann::json json = analysis.to_json();
        json["document"] = file.string();
        context.out << json.dump(2) << "\n";
    } else {
        context.out << analysis.to_markdown() << "\nwritten to " << file.string() << "\n";
    }
    return static_cast<int>(analysis.run.all_balanced() && analysis.run.run.findings.empty() ? Exit::Ok
                                                                                             : Exit::Finding);
}

}  // namespace

Action setup_analyse(CLI::App& app, Context& context) {
    auto options = std::make_shared<AnalyseOptions>();
    app.add_option("OP", options->op, "which op (tilewright ops lists them), or the folder of one")->required();
    app.add_option("--shape", options->shape, "of the traced call, e.g. 2,3,64,100");
    app.add_option("--dtype", options->dtype, "bfloat16 or float32");
    app.add_option("--out", options->out, "the document goes to DIR/<op>/<op>_analysis.md");
    add_case_options(app, options->request);
    add_card_options(app, options->card);
    return [options, &context] { return analyse(*options, context); };
}

}  // namespace tilewright::cli
#endif
