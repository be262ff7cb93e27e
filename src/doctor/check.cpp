// The CB table and the least capacities.
#include "doctor/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/hang.hpp"
#include "doctor/verdict.hpp"
#include "program/layout.hpp"
#include "program/thread_name.hpp"

namespace tilewright::doctor {

namespace {

bool fits(const program::ProgramDescriptor& program, const program::Limits& limits, size_t cb, uint32_t more_bytes) {
    program::ProgramDescriptor changed = program;
    changed.cbs[cb].total_bytes += more_bytes;
    try {
        program::validate(changed, limits);
    } catch (const Error&) {
        return false;
    }
    return true;
}

// With everything else as it is, the fewest pages of one CB that still let the program finish.
uint32_t least_pages(Replayer& replayer, uint32_t cb, uint32_t capacity, uint64_t peak) {
    // More than it ever held at once is never needed.
    uint32_t high = static_cast<uint32_t>(std::clamp<uint64_t>(peak, 1, capacity));
    if (!replayer.run(ReplayMode::AsIs, {{cb, high}}).finished) high = capacity;
    return least_capacities(replayer, {{cb, high}}, {{cb, 1}}).at(cb);
}

// The first line from which a thread of the core did one of these.
std::string line_of(const engine::PreparedProgram& prepared, const Ledger& ledger, LogicalCore core, const CbLedger& cb,
                    std::initializer_list<engine::CbCall> calls) {
    for (const engine::CbCall call : calls) {
        for (const Act& act : cb.acts) {
            if (act.call != call) continue;
            const Place place{{}, {}, {}, ledger.site(act.site).frames()};
            const Frame* at = place.line();
            const std::string who =
                program::thread_name(prepared.program, core, static_cast<TwProcessor>(act.processor));
            if (at == nullptr) return who;
            return fmt::format("{} {}:{}", who, std::filesystem::path(at->file).filename().string(), at->line);
        }
    }
    return {};
}

}  // namespace

CheckReport check(card::Card& card, const program::ProgramDescriptor& program, const engine::RunOptions& asked) {
    engine::RunOptions options;
    options.isolate = asked.isolate;
    options.trusted_kernels = asked.trusted_kernels;
    options.time_limit_seconds = asked.time_limit_seconds;
    options = engine::looking_inside(options);
    options.mode = engine::Mode::Strict;
    options.host_threads = 1;
    engine::PreparedProgram prepared(card, program, options);
    const engine::L1Snapshot snapshot(card);

    // Once with its threads at hand, so that a hang can be explained.
    Ledger ledger;
    engine::RunSetup setup;
    setup.undo = std::make_unique<engine::UndoLog>();
    setup.dry = true;
    setup.observer = &ledger;
    engine::Outcome outcome = engine::run_once(prepared, std::move(setup));
    outcome.run->undo->restore();
    if (outcome.run->failure() != nullptr) {
        Finding failure = *outcome.run->failure();
        engine::give_back_stacks(*outcome.run);
        snapshot.restore();
        throw Error(std::move(failure));
    }
    if (!outcome.finished) {
        engine::HangError error = explain(*outcome.run, prepared);
        engine::give_back_stacks(*outcome.run);
        snapshot.restore();
        throw error;
    }
    engine::give_back_stacks(*outcome.run);

    CheckReport report;
    report.program = program.name;
    report.cores = static_cast<uint32_t>(prepared.cores.size());
    const program::Limits limits = program::limits_of(card);
    report.l1_limit_bytes = limits.l1_end - limits.l1_begin;
    report.limited_by =
        limits.l1_end_is_buffer ? fmt::format("a buffer in L1 at {:#x}", limits.l1_end) : "the end of L1";
    report.l1_used_bytes = prepared.layout.l1_peak_bytes;

    Replayer replayer(prepared);
    for (const CbOfRun& cb : cbs_of_run(prepared, ledger)) {
        CheckedCb line;
        static_cast<CbLine&>(line) = cb.line;
        if (cb.busiest != nullptr) {
            const CbLedger* did = cb.busiest;
            line.core = cb.core;
            for (const engine::CorePlan& plan : prepared.cores) {
                const CoreLedger* core = ledger.find(plan.core->index());
                if (core == nullptr || core->cbs[line.index].pushed == core->cbs[line.index].popped) continue;
                if (did->pushed != did->popped) break;
                did = &core->cbs[line.index];
                line.core = plan.core->logical();
            }
            line.pushed = did->pushed, line.waited = did->reach, line.popped = did->popped;
            line.pushed_at = line_of(prepared, ledger, line.core, *did, {engine::CbCall::Push});
            line.popped_at = line_of(prepared, ledger, line.core, *did, {engine::CbCall::Pop, engine::CbCall::Wait});
            // Nobody takes results that lie on a buffer of the host's.
            const bool for_host = program.cbs[cb.position].placed.has_value();
            line.persistent = line.popped == 0 && line.pushed != 0 && (line.waited != 0 || for_host);
            line.least_pages = least_pages(replayer, line.index, line.capacity_pages, line.peak_pages);
        }
        line.one_more_page_fits = fits(program, limits, cb.position, line.page_bytes);
        report.cbs.push_back(std::move(line));
    }
    snapshot.restore();
    return report;
}

bool CheckReport::unbalanced() const {
    return std::any_of(cbs.begin(), cbs.end(),
                       [](const CheckedCb& line) { return line.used && !line.balanced && !line.persistent; });
}

std::string CheckReport::to_text() const {
    std::string text =
        fmt::format("{} on {} core{}\n\n", program.empty() ? "program" : program, cores, cores == 1 ? "" : "s");
    text += fmt::format("{:<6} {:<20} {:>8} {:>7} {:>9} {:>9} {:>9} {:>6} {:>6}  {}\n", "cb", "name", "page B", "pages",
                        "pushed", "waited", "popped", "peak", "least", "");
    for (const CheckedCb& line : cbs) {
        std::string remark = !line.used        ? "never used"
                             : line.persistent ? "persistent"
                             : line.balanced   ? "balanced"
                                               : "NOT BALANCED";
        if (!line.one_more_page_fits) remark += ", no room for one more page";
        if (line.used)
            remark += fmt::format("; core {}: {} -> {}", line.core.str(), line.pushed_at.empty() ? "?" : line.pushed_at,
                                  line.popped_at.empty() ? "?" : line.popped_at);
        text += fmt::format("{:<6} {:<20} {:>8} {:>7} {:>9} {:>9} {:>9} {:>6} {:>6}  {}\n",
                            fmt::format("c_{}", line.index), line.name, line.page_bytes, line.capacity_pages,
                            line.pushed, line.waited, line.popped, line.peak_pages, line.least_pages, remark);
    }
    text += fmt::format("\nL1: {} of {} B for CBs on the fullest core; {} B free below {}\n", l1_used_bytes,
                        l1_limit_bytes, l1_limit_bytes - std::min(l1_used_bytes, l1_limit_bytes), limited_by);
    return text;
}

nlohmann::json CheckReport::to_json() const {
    nlohmann::json json = {{"program", program},
                           {"cores", cores},
                           {"l1_used_bytes", l1_used_bytes},
                           {"l1_limit_bytes", l1_limit_bytes},
                           {"limited_by", limited_by},
                           {"cbs", nlohmann::json::array()}};
    for (const CheckedCb& line : cbs) {
        json["cbs"].push_back({{"cb", line.index},
                               {"name", line.name},
                               {"page_bytes", line.page_bytes},
                               {"capacity_pages", line.capacity_pages},
                               {"cores", line.cores},
                               {"pushed", line.pushed},
                               {"waited", line.waited},
                               {"popped", line.popped},
                               {"peak", line.peak_pages},
                               {"used", line.used},
                               {"balanced", line.balanced},
                               {"persistent", line.persistent},
                               {"core", line.core.str()},
                               {"pushed_at", line.pushed_at},
                               {"popped_at", line.popped_at},
                               {"least_pages", line.least_pages},
                               {"one_more_page_fits", line.one_more_page_fits}});
    }
    return json;
}

}  // namespace tilewright::doctor
