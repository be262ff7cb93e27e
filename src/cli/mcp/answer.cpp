// Cutting answers at lines, so that a message stays below its bound.
#include "cli/mcp/answer.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/mcp/lines.hpp"
#include "engine/build/cache.hpp"

namespace tilewright::cli::mcp {

namespace {

constexpr size_t kKept = 64;
constexpr size_t kRoomForEnvelope = 300;  // the message around a result

json data_of(const Answer& answer, const json& part) {
    json data = {{"verdict", answer.verdict}, {"summary", answer.summary}};
    if (!answer.numbers.empty()) data["numbers"] = answer.numbers;
    if (!answer.report.empty()) data["report"] = answer.report;
    if (!part.is_null()) data["part"] = part;
    if (!answer.judged_by.empty()) data["judged_by"] = answer.judged_by;
    if (!answer.measured_on.empty()) data["measured_on"] = answer.measured_on;
    if (!answer.not_checked.empty()) data["not_checked"] = answer.not_checked;
    return data;
}

std::string answer_text(const Answer& answer, const json& part) {
    std::string text = fmt::format("{}: {}\n", answer.verdict, answer.summary);
    if (!answer.numbers.empty()) text += "numbers: " + answer.numbers.dump() + "\n";
    if (!answer.report.empty()) text += "\n" + answer.report + (answer.report.ends_with('\n') ? "" : "\n");
    if (!part.is_null()) {
        text += fmt::format("[bytes {} to {} of {}", part["from"].dump(), part["to"].dump(), part["of"].dump());
        if (part.contains("next_cursor")) text += fmt::format("; the next: more {}", part["next_cursor"].dump());
        text += "]\n";
    }
    if (!answer.judged_by.empty()) text += "\njudged by: " + answer.judged_by + "\n";
    if (!answer.measured_on.empty()) text += "measured on: " + answer.measured_on + "\n";
    if (!answer.not_checked.empty()) text += "not checked:\n";
    for (const std::string& line : answer.not_checked) text += "- " + line + "\n";
    return text;
}

json result_of(const Answer& answer, const json& part) {
    return {{"content", {{{"type", "text"}, {"text", answer_text(answer, part)}}}},
            {"structuredContent", data_of(answer, part)},
            {"isError", answer.failed}};
}

// A place to cut: behind a line where there is one, never within a letter.
size_t cut_before(const std::string& text, size_t from, size_t to) {
    if (to >= text.size()) return text.size();
    if (const size_t line = text.rfind('\n', to - 1); line != std::string::npos && line > from + (to - from) / 2)
        return line + 1;
    while (to > from + 1 && (static_cast<unsigned char>(text[to]) & 0xC0) == 0x80) --to;
    return to;
}

}  // namespace

void Parts::keep(const std::string& key, const std::string& report) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(kept_, [&](const auto& entry) { return entry.first == key; });
    kept_.emplace_back(key, report);
    if (kept_.size() > kKept) kept_.pop_front();
}

json Parts::part(Answer answer, const std::string& report, size_t from, const std::string& key) {
    for (size_t most = 6000;; most = most * 3 / 4) {
        const size_t to = cut_before(report, from, from + most);
        json part;
        if (from != 0 || to != report.size()) part = {{"from", from}, {"to", to}, {"of", report.size()}};
        if (to != report.size()) part["next_cursor"] = fmt::format("{}-{}", key, to);
        answer.report = report.substr(from, to - from);
        json made = result_of(answer, part);
        const size_t bytes = made.dump(-1, ' ', false, json::error_handler_t::replace).size();
        if (bytes + kRoomForEnvelope <= kMostAnswerBytes) return made;
        if (most > 500) continue;
        // What is not paged is too long; the text of it may be had in parts.
        Answer bare = answer;
        bare.numbers = json::object();
        bare.not_checked = {"numbers and caveats were too long for one answer: ask for less at a time"};
        bare.summary = bare.summary.substr(0, 1000);
        return result_of(bare, part);
    }
}

json Parts::result(const Answer& answer) {
    engine::ContentHash hash;
    hash.add(answer.report);
    const std::string key = hash.text().substr(0, 12);
    json made = part(answer, answer.report, 0, key);
    if (made["structuredContent"].contains("part")) keep(key, answer.report);
    return made;
}

json Parts::more(const std::string& cursor) {
    const size_t dash = cursor.find('-');
    const std::string key = cursor.substr(0, dash);
    std::string report;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& [name, text] : kept_) {
            if (name == key) report = text;
        }
    }
    size_t from = 0, used = 0;
    try {
        if (dash != std::string::npos) from = std::stoull(cursor.substr(dash + 1), &used);
    } catch (const std::exception&) {
        used = 0;
    }
    if (report.empty() || used == 0 || from >= report.size())
        throw Error("TW4603", fmt::format("there is nothing behind the cursor \"{}\"", cursor.substr(0, 40)),
                    "give the next_cursor of a recent answer; older ones are forgotten: call the tool again",
                    Exit::Usage);
    Answer answer;
    answer.verdict = "ok";
    answer.summary = "the next part of a report; verdict and caveats stand in its first";
    return part(answer, report, from, key);
}

}  // namespace tilewright::cli::mcp
