// The stage runner.
#include "cli/ops/stage_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/paths.hpp"
#include "metal/device_impl.hpp"
#include "report/op_pictures.hpp"

namespace tilewright::cli {

using namespace report;

namespace fs = std::filesystem;

namespace {

std::vector<std::string> source_files(const fs::path& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().lexically_relative(folder).generic_string();
        const std::string extension = it->path().extension().string();
        if ((extension == ".cpp" || extension == ".hpp") && name.rfind("tests/", 0) != 0) files.push_back(name);
    }
    std::sort(files.begin(), files.end());
    return files;
}

// FNV-1a over names and texts: another edit is another content, on every machine the same.
std::string content_of(const fs::path& folder, const std::vector<std::string>& files, const std::string& card) {
    uint64_t hash = 14695981039346656037ull;
    const auto add = [&](const std::string& text) {
        for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ull;
        hash = (hash ^ 0xFF) * 1099511628211ull;
    };
    add(card);
    for (const std::string& name : files) {
        std::ifstream stream(folder / name, std::ios::binary);
        add(name);
        add(std::string(std::istreambuf_iterator<char>(stream), {}));
    }
    return fmt::format("{:016x}", hash);
}

fs::path make_folder(const fs::path& out, const std::string& op) {
    const fs::path folder = out / op;
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw Error("TW3310", fmt::format("{} cannot be made: {}", folder.string(), error.message()),
                    "give a folder that can be written with --out", Exit::Environment);
    }
    return folder;
}

void finish(StageRun& run, Journal& journal) {
    journal_complete(journal, run.report);
    run.report.cycles = journal.cycles();
    run.html = write_report(run.report, run.folder);
    if (const workshop::Failure* failure = run.report.first_failure()) run.exit_status = failure->exit_status();
}

void add_stage(StageRun& run, Journal& journal, workshop::StageResult result, const StageRunOptions& options) {
    const Cycle* before = journal.last_before(result.stage);
    run.report.before.push_back(before == nullptr ? std::nullopt : std::optional<Cycle>(*before));
    journal_stage(journal, result);
    run.report.stages.push_back(std::move(result));
    if (options.on_stage) options.on_stage(run.report.stages.back());
}

}  // namespace

StageRun run_stages(workshop::Op op, ttnn::MeshDevice& device, const StageRunOptions& options) {
    if (options.from < 1 || options.to > workshop::kStages || options.from > options.to) {
        throw Error("TW4000", fmt::format("there are no stages {} to {}", options.from, options.to),
                    "stages are 1 to 7, --from at most --to", Exit::Usage);
    }
    StageRun run;
    run.folder = make_folder(options.out, op->name);
    OpReport& report = run.report;
    report.op = op->name;
    report.mathematics = op->mathematics;
    report.folder = op->folder.empty() ? shipped_folder("ops") / op->name : op->folder;
    card::Card& card = *device.impl().card;
    report.card = fmt::format("{} with {} cores", card.arch().name, card.grid_x() * card.grid_y());
    report.command = options.command;
    report.started = time_text();
    report.files = source_files(report.folder);
    report.content = content_of(report.folder, report.files, report.card);
    Journal journal(run.folder / "breadcrumbs.jsonl");
    if (options.resume) run.skipped = std::min(journal.green_until(report.content), options.to);
    if (run.skipped == options.to) {  // nothing is left to do, and what was written about it stays
        run.html = run.folder / "report.html";
        return run;
    }
    journal_start(journal, report);
    for (int stage = std::max(options.from, run.skipped + 1); stage <= options.to; ++stage) {
        add_stage(run, journal, workshop::run_stage(op, stage, device, options.progress), options);
        if (!report.stages.back().passed) break;
        if (stage == 6) add_pictures(report, op, device);
    }
    finish(run, journal);
    return run;
}

StageRun record_load_failure(const fs::path& folder, const Error& error, const StageRunOptions& options) {
    std::error_code ignored;
    const fs::path real = fs::canonical(folder, ignored);
    StageRun run;
    OpReport& report = run.report;
    report.op = real.filename().string();
    report.folder = real;
    report.card = "no card: nothing was run";
    report.command = options.command;
    report.started = time_text();
    report.files = source_files(real);
    for (const std::string& file : report.files) {
        constexpr std::string_view kEnd = "_entry.cpp";
        if (file.size() > kEnd.size() && file.ends_with(kEnd)) report.op = file.substr(0, file.size() - kEnd.size());
    }
    run.folder = make_folder(options.out, report.op);
    Journal journal(run.folder / "breadcrumbs.jsonl");
    journal_start(journal, report);
    workshop::StageResult result;
    result.stage = 1;
    result.name = workshop::stage_name(1);
    result.checks = 1;
    result.fail(workshop::classify(error, "loading " + real.string()));
    add_stage(run, journal, std::move(result), options);
    finish(run, journal);
    return run;
}

}  // namespace tilewright::cli
