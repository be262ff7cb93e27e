// From errors to the field's words.
#include "workshop/stage/failure.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/run.hpp"

namespace tilewright::workshop {

namespace {

struct Names {
    const char* name;
    const char* words;
};
constexpr Names kNames[] = {
    {"pass", "pass"},
    {"numerical_mismatch", "numerical mismatch"},
    {"compilation_error", "compilation error"},
    {"shape_mismatch", "shape mismatch"},
    {"runtime_error", "runtime error"},
    {"watcher_assert", "watcher assert"},
    {"hang_cb_deadlock", "CB deadlock"},
    {"hang_noc_error", "hang in a NoC barrier"},
    {"hang_unknown", "hang"},
    {"setup_error", "set-up error"},
    {"unknown", "unknown"},
};

Classification of_code(const std::string& code) {
    if (code == "TW2501") return Classification::WatcherAssert;
    if (code == "TW3101" || code == "TW3301") return Classification::CompilationError;
    if (code.rfind("TW310", 0) == 0 || code.rfind("TW330", 0) == 0) return Classification::SetupError;
    if ((code >= "TW1001" && code <= "TW1005") || code == "TW1009") return Classification::HangCbDeadlock;
    if (code == "TW1007") return Classification::HangNocError;
    if (code == "TW1000" || code == "TW1006" || code == "TW1008" || code == "TW1010" || code == "TW2602")
        return Classification::HangUnknown;
    return Classification::RuntimeError;
}

}  // namespace

const char* classification_name(Classification kind) { return kNames[static_cast<size_t>(kind)].name; }
const char* classification_words(Classification kind) { return kNames[static_cast<size_t>(kind)].words; }

bool is_hang(Classification kind) {
    return kind == Classification::HangCbDeadlock || kind == Classification::HangNocError ||
           kind == Classification::HangUnknown;
}

std::string Failure::text() const {
    return fmt::format("{}{}{}: {}", test, test.empty() ? "" : ": ", classification_words(kind), summary);
}

nlohmann::json Failure::to_json() const {
    nlohmann::json json = {{"classification", classification_name(kind)},
                           {"test", test},
                           {"summary", summary},
                           {"details", details},
                           {"suggested_action", suggested_action}};
    if (!code.empty()) json["code"] = code;
    return json;
}

Exit Failure::exit_status() const {
    if (is_hang(kind)) return Exit::Hang;
    return kind == Classification::SetupError ? Exit::Environment : Exit::Finding;
}

Failure classify(const Finding& finding, const std::string& test) {
    return {of_code(finding.code),
            test,
            finding.message,
            finding.to_text(),
            finding.fix,
            finding.code,
            std::make_shared<const Finding>(finding)};
}

Failure classify(const std::exception& error, const std::string& test) {
    if (const auto* own = dynamic_cast<const Error*>(&error)) {
        Failure failure = classify(own->finding(), test);
        if (own->exit_status() == Exit::Environment) failure.kind = Classification::SetupError;
        return failure;
    }
    const std::string text = error.what(), sentence = refusal(text);
    // The host API refuses a kernel file that is not there before anything is built.
    const bool no_file = sentence.find("TW3100") != std::string::npos;
    return {no_file ? Classification::SetupError : Classification::RuntimeError,
            test,
            sentence,
            text == sentence ? "" : text,
            no_file ? "put the kernel there, or name another in the factory" : "",
            ""};
}

std::string refusal(const std::string& text) {
    const size_t begin = text.find("info:\n"), end = text.find("\nbacktrace:");
    if (begin == std::string::npos) return text;
    return text.substr(begin + 6, end == std::string::npos ? std::string::npos : end - begin - 6);
}

}  // namespace tilewright::workshop
