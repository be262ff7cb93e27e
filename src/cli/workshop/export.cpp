// tilewright export: an op as plain sources that stand in a tt-metal tree, compared with the op it came from and, with
// --check, compiled against a checkout.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/python.hpp"
#include "engine/build/process.hpp"
#include "ttnn/device.hpp"
#include "workshop/export/check_tree.hpp"
#include "workshop/export/folders.hpp"
#include "workshop/export/load_back.hpp"
#include "workshop/export/source.hpp"

#if TILEWRIGHT_HAVE_OPS
#include "ops/common/seed_ops.hpp"
#endif

namespace tilewright::cli {

namespace {

namespace ex = workshop::exported;

struct ExportOptions {
    std::string name, to, form = "cpp", era = "2026-08", check, sfpi, arch = "wormhole_b0", rename;
    bool force = false;
};

ex::TreeOptions tree_options(const ExportOptions& options) {
    ex::TreeOptions tree;
    tree.tree = options.check;
    tree.sfpi = options.sfpi;
    tree.arch = options.arch;
    // Two lines: where nanobind's headers are, and Python's.
    const engine::ProcessResult found = engine::run_process(
        {python_interpreter(), "-c",
         "import nanobind, sysconfig; print(nanobind.include_dir()); print(sysconfig.get_path('include'))"});
    const size_t end = found.output.find('\n');
    if (found.status == 0 && end != std::string::npos) {
        tree.nanobind = found.output.substr(0, end);
        tree.python_flags = {"-I" + found.output.substr(end + 1, found.output.find('\n', end + 1) - end - 1)};
    }
    return tree;
}

void print_check(const ex::TreeCheck& check, const ExportOptions& options, Context& context) {
    size_t passed = 0, theirs = 0;
    for (const ex::CheckedUnit& unit : check.units) {
        passed += unit.passed();
        theirs = std::max(theirs, unit.theirs);
        for (const std::string& error : unit.errors) {
            context.out << fmt::format("  {} ({}{}): {}\n", unit.file, unit.processor,
                                       unit.with.empty() ? "" : "; " + unit.with, error);
        }
    }
    context.out << fmt::format("checked against {}: {} of {} units pass\n", options.check, passed, check.units.size());
    if (theirs != 0) {
        context.out << fmt::format("  up to {} errors of its own headers, which clang gives without the op as well\n",
                                   theirs);
    }
    for (const std::string& place : check.taken) {
        context.out << fmt::format("  the name is taken: {} binds it; export with --as NAME\n", place);
    }
    for (const std::string& what : check.not_checked) context.out << "  not checked: " << what << "\n";
    if (!check.stand_ins.empty()) {
        context.out << fmt::format("  stand-ins: {}\n", fmt::join(check.stand_ins, ", "));
    }
}

nlohmann::json check_json(const ex::TreeCheck& check) {
    nlohmann::json units = nlohmann::json::array();
    for (const ex::CheckedUnit& unit : check.units) {
        units.push_back({{"file", unit.file},
                         {"processor", unit.processor},
                         {"with", unit.with},
                         {"errors", unit.errors},
                         {"theirs", unit.theirs}});
    }
    return {{"units", units},
            {"stand_ins", check.stand_ins},
            {"not_checked", check.not_checked},
            {"taken", check.taken},
            {"passed", check.passed()}};
}

int export_op(const ExportOptions& options, Context& context) {
#if TILEWRIGHT_HAVE_OPS
    ops::seed_ops();  // they are there
#endif
    if (options.era != "2026-08") {
        throw Error("TW4135",
                    fmt::format("--era {}: the kernels make calls that public trees have from 24 April 2026 on "
                                "(sfpu_binary_bcast.h, sums along rows on the SFPU, kernel_lib)",
                                options.era),
                    "--era 2026-08, the default", Exit::Usage);
    }
    const ex::ExportSource source = ex::find_source(
        options.name, options.rename.empty() ? std::nullopt : std::optional(options.rename), options.force);
    const ex::ExportRequest request{source.plan, options.form == "cpp" ? ex::Form::Cpp : ex::Form::Python,
                                    source.kernels};
    const ex::Files files = ex::exported_files(request);
    const auto device = ttnn::open_mesh_device(0);
    // What is written has been seen to run.
    std::optional<ex::LoadedBack> back;
    if (request.form == ex::Form::Cpp && source.kernels.empty()) back = ex::load_back(source.plan, files, *device);
    if (!options.to.empty()) ex::write_all(options.to, files);
    std::optional<ex::TreeCheck> check;
    if (!options.check.empty()) check = ex::check_tree(request, files, tree_options(options), *device);

    const bool fine = (!back || back->ok()) && (!check || check->passed());
    if (context.json) {
        std::vector<std::string> names;
        for (const auto& [name, text] : files) names.push_back(name);
        nlohmann::json document = {{"op", source.plan.spec.name}, {"files", names}, {"notes", source.notes}};
        if (back) {
            document["loaded_back"] = {{"cases", back->cases},
                                       {"equal", back->equal},
                                       {"plans", back->plans},
                                       {"equal_plans", back->equal_plans},
                                       {"different", back->different}};
        }
        if (check) document["check"] = check_json(*check);
        context.out << document.dump(2) << "\n";
        return static_cast<int>(fine ? Exit::Ok : Exit::Finding);
    }
    for (const std::string& note : source.notes) context.out << "note: " << note << "\n";
    if (options.to.empty()) {
        context.out << fmt::format("{}: {} files; --to DIR writes them\n", source.plan.spec.name, files.size());
    } else {
        context.out << fmt::format("{}: {} files written below {}; {}/README.md says how to build it\n",
                                   source.plan.spec.name, files.size(), options.to,
                                   ex::op_path(source.plan.spec.name, request.form));
    }
    if (back) {
        context.out << fmt::format("loaded back: {} of {} calls give the same bits, {} of {} have the planned CBs\n",
                                   back->equal, back->cases, back->equal_plans, back->plans);
        for (const std::string& text : back->different) context.out << "  different: " << text << "\n";
    }
    if (check) print_check(*check, options, context);
    return static_cast<int>(fine ? Exit::Ok : Exit::Finding);
}

}  // namespace

Action setup_export(CLI::App& app, Context& context) {
    auto options = std::make_shared<ExportOptions>();
    app.add_option("op", options->name, "an op, the folder of one, or a spec (.toml)")->required();
    app.add_option("--to", options->to, "the root of a tt-metal tree, or any folder");
    app.add_option("--form", options->form, "C++ host code, or a generic_op in Python")
        ->check(CLI::IsMember({"cpp", "python"}))
        ->capture_default_str();
    app.add_option("--era", options->era, "the age of the public tree, YYYY-MM")->capture_default_str();
    app.add_option("--as", options->rename, "another name for the op");
    app.add_option("--check", options->check, "compile every file against the headers of this checkout of tt-metal");
    app.add_option("--sfpi", options->sfpi, "include folder of the card's compiler, where the checkout has none");
    app.add_option("--arch", options->arch, "whose kernels --check compiles")
        ->check(CLI::IsMember({"wormhole_b0", "blackhole"}))
        ->capture_default_str();
    app.add_flag("--force", options->force, "export although host files were edited; the edits stay behind");
    return [options, &context] { return export_op(*options, context); };
}

}  // namespace tilewright::cli
