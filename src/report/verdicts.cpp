// Collecting verdicts.
#include "report/verdicts.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/run.hpp"

namespace tilewright::report {

namespace fs = std::filesystem;

namespace {

bool same(const Finding& a, const Finding& b) {
    const Frame *at = a.place.line(), *other = b.place.line();
    const auto place = [](const Frame* frame) {
        return frame == nullptr ? std::pair(std::string(), 0u) : std::pair(frame->file, frame->line);
    };
    return a.code == b.code && a.message == b.message && place(at) == place(other);
}

void note_once(std::vector<Finding>& to, const Finding& finding) {
    if (std::none_of(to.begin(), to.end(), [&](const Finding& known) { return same(known, finding); }))
        to.push_back(finding);
}

// Where a compiler's message in the text is about: "FILE:LINE:COLUMN: error: ...".
std::optional<Frame> named_in(const std::string& text) {
    const size_t end = text.find(": error: ");
    if (end == std::string::npos) return {};
    const size_t newline = text.rfind('\n', end), begin = newline == std::string::npos ? 0 : newline + 1;
    const std::string place = text.substr(begin, end - begin);
    const size_t column = place.rfind(':'), line = column == std::string::npos ? column : place.rfind(':', column - 1);
    if (line == std::string::npos || line == 0) return {};
    const auto number = [&](size_t at) { return static_cast<uint32_t>(std::strtoul(&place[at + 1], nullptr, 10)); };
    if (number(line) == 0) return {};
    return Frame{"", place.substr(0, line), number(line), number(column)};
}

}  // namespace

void Verdicts::add(const Finding& finding, const std::string& file) {
    Finding placed = finding;
    if (placed.place.line() == nullptr) {
        if (const std::optional<Frame> named = named_in(finding.message)) placed.place.stack = {*named};
    }
    if (placed.place.line() == nullptr && placed.place.kernel.empty()) placed.place.kernel = file;
    note_once(findings_, placed);
}

void Verdicts::add(TestVerdict test, bool told) {
    if (!told && (test.end == TestEnd::Failed || test.end == TestEnd::Broken)) {
        Finding finding;
        finding.code = test.kind.empty() ? "failed" : test.kind;
        finding.message = test.name + ": " + test.message;
        if (!test.file.empty()) finding.place.stack = {{"", test.file, std::max(test.line, 1u), 0}};
        finding.why = test.text == test.message ? "" : test.text;
        note_once(findings_, finding);
    }
    tests_.push_back(std::move(test));
}

void Verdicts::add_end(const Error& error, const std::string& command) {
    const bool ours = error.exit_status() == Exit::Finding || error.exit_status() == Exit::Hang;
    if (const auto* hang = dynamic_cast<const engine::HangError*>(&error)) {
        for (const Finding& finding : hang->findings()) add(finding);
    }
    if (ours) {
        add(error.finding());
    } else {
        note_once(notifications_, error.finding());
    }
    TestVerdict test{"tilewright",
                     command,
                     ours ? TestEnd::Failed : TestEnd::Broken,
                     error.code(),
                     error.finding().message,
                     error.finding().to_text()};
    if (const Frame* at = error.finding().place.line()) test.file = at->file, test.line = at->line;
    add(std::move(test), /*told=*/true);
}

std::string path_from(const fs::path& root, const std::string& file) {
    const fs::path path = fs::path(file).lexically_normal();
    if (path.is_relative()) return path.generic_string();
    const fs::path inside = path.lexically_relative(root.lexically_normal());
    const std::string text = inside.generic_string();
    return text.empty() || text == ".." || text.starts_with("../") ? path.generic_string() : text;
}

}  // namespace tilewright::report
