// Reading and appending breadcrumbs.
#include "report/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/files.hpp"

namespace tilewright::report {

std::string time_text() {
    if (std::string given = environment::text("TILEWRIGHT_NOW"); !given.empty()) return given;
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

// Of a line that somebody may have edited: another kind of value is none.
static std::string text_in(const nlohmann::json& entry, const char* key) {
    const auto it = entry.find(key);
    return it != entry.end() && it->is_string() ? it->get<std::string>() : std::string();
}
static int number_in(const nlohmann::json& entry, const char* key) {
    const auto it = entry.find(key);
    if (it == entry.end() || !it->is_number_unsigned()) return 0;
    return static_cast<int>(std::min<uint64_t>(it->get<uint64_t>(), INT32_MAX));
}

Journal::Journal(std::filesystem::path file) : file_(std::move(file)) {
    {
        std::ifstream before(file_);
        std::string content;  // of the run that the lines below belong to
        for (std::string line; std::getline(before, line);) {
            const nlohmann::json entry = nlohmann::json::parse(line, nullptr, false);
            if (!entry.is_object()) continue;
            if (text_in(entry, "event") == "start") content = text_in(entry, "content");
            if (text_in(entry, "event") != "tdd_cycle") continue;
            cycles_.push_back({text_in(entry, "ts"), number_in(entry, "stage"), text_in(entry, "phase") == "GREEN",
                               text_in(entry, "expected") == "FAIL", text_in(entry, "classification"),
                               text_in(entry, "summary"), content});
        }
    }
    earlier_ = cycles_.size();
    out_.open(file_, std::ios::app);
    if (!out_) {
        throw Error("TW3310", fmt::format("{} cannot be written", file_.string()),
                    "give a folder that can be written with --out", Exit::Environment);
    }
}

void Journal::add(const std::string& event, nlohmann::json fields) {
    nlohmann::ordered_json line = {{"ts", time_text()}, {"event", event}};
    for (auto& [key, value] : fields.items()) line[key] = std::move(value);
    lines_.push_back(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    errno = 0;
    if (!(out_ << lines_.back() << "\n" << std::flush)) {
        throw Error("TW3310", fmt::format("{} cannot be written{}", file_.string(), reason_of_failure(errno)),
                    "give a folder that can be written and has room with --out", Exit::Environment);
    }
}

void Journal::add_cycle(Cycle cycle) {
    const Cycle* before = last_before(cycle.stage);
    nlohmann::json fields = {{"stage", cycle.stage},
                             {"phase", cycle.green ? "GREEN" : "RED"},
                             {"result", cycle.green ? "PASS" : "FAIL"},
                             {"expected", cycle.expected ? "FAIL" : "PASS"},
                             {"before", before == nullptr ? "not run"
                                        : before->green   ? "GREEN"
                                                          : "RED"},
                             {"classification", cycle.classification},
                             {"summary", cycle.summary}};
    if (before != nullptr && !before->green && cycle.green) fields["red_since"] = before->time;
    add("tdd_cycle", std::move(fields));
    cycle.time = time_text();
    cycles_.push_back(std::move(cycle));
}

int Journal::green_until(const std::string& content) const {
    int stage = 0;
    for (const Cycle* last = last_before(1); last != nullptr && last->green && last->content == content;
         last = last_before(stage + 1)) {
        ++stage;
    }
    return stage;
}

const Cycle* Journal::last_before(int stage) const {
    const Cycle* found = nullptr;
    for (size_t i = 0; i < earlier_; ++i) {
        if (cycles_[i].stage == stage && !cycles_[i].expected) found = &cycles_[i];
    }
    return found;
}

}  // namespace tilewright::report
