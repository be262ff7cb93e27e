// What a run of an op through its stages leaves behind: breadcrumbs, execution log, CB synchronisation table,
// implementation report, and all of it as one HTML page.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/journal.hpp"
#include "report/pictures/pictures.hpp"
#include "workshop/stage/stages.hpp"

namespace tilewright::report {

struct OpReport {
    std::string op;
    std::string mathematics;
    std::filesystem::path folder;  // of the op's files
    std::string card;              // "wormhole_b0, 64 cores"
    std::string command;           // that repeats this run
    std::string started;
    std::vector<workshop::StageResult> stages;  // those that ran, in order
    std::vector<Cycle> cycles;                  // of this and earlier runs, oldest first
    std::vector<std::optional<Cycle>> before;   // by position in `stages`: the state at the start
    std::vector<std::string> files;             // host files and kernels, relative to `folder`
    std::string content = {};                   // hash of the files and of what they were run on

    std::optional<Pictures> pictures;  // of a program of the op, timed
    std::string no_pictures;           // why there are none, where stage 6 was passed

    bool passed() const;
    int last_stage() const;  // reached
    const workshop::StageResult* stage(int number) const;
    const std::vector<workshop::Measured>& measured() const;  // of stage 6; empty when it did not run
    const workshop::Measured* main_run() const;               // the one with most tile-rows
    const workshop::Failure* first_failure() const;
};

// Puts the events of a stage into the journal: cycle, test runs, CB configuration and audit, errors.
void journal_stage(Journal& journal, const workshop::StageResult& result);
void journal_start(Journal& journal, const OpReport& report);
void journal_complete(Journal& journal, const OpReport& report);

std::string execution_log(const OpReport& report);
std::string cb_sync_markdown(const OpReport& report);
nlohmann::json cb_sync_json(const OpReport& report);
std::string implementation_report(const OpReport& report);
std::string html_report(const OpReport& report);

// Writes all of them into `folder` (which has the breadcrumbs already), the stub kernels too; returns the HTML file.
std::filesystem::path write_report(const OpReport& report, const std::filesystem::path& folder);

}  // namespace tilewright::report
