// How findings read, as text and as JSON.
#include "base/error.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/core_coord.hpp"

namespace tilewright {

namespace {
const char* severity_name(Severity severity) {
    switch (severity) {
        case Severity::Note: return "note";
        case Severity::Warning: return "warning";
        case Severity::Error: return "error";
    }
    return "error";
}

}  // namespace

const Frame* Place::line() const {
    for (const Frame& frame : stack) {
        const size_t header = frame.file.find("kernel_api/");
        const bool ours = header != std::string::npos && (header == 0 || frame.file[header - 1] == '/');
        if (frame.line != 0 && !ours) return &frame;
    }
    return stack.empty() ? nullptr : &stack.front();
}

std::string Finding::to_text() const {
    std::string text;
    if (const Frame* at = place.line(); at != nullptr && at->line != 0) {
        text += fmt::format("{}:{}: ", at->file, at->line);
        // In a file that was read, not run, the column is known for sure.
        if (place.core.empty() && place.kernel.empty() && at->column != 0) {
            text.insert(text.size() - 1, fmt::format("{}:", at->column));
        }
    } else if (!place.kernel.empty()) {
        text += place.kernel + ": ";
    }
    text += fmt::format("{}[{}]: {}\n", severity_name(severity), code, message);
    if (!place.core.empty()) {
        std::vector<std::string> cores = also_on;
        cores.push_back(place.core);
        text += fmt::format("  on     {}{}{}\n", cores_text(cores), place.thread.empty() ? "" : ", ", place.thread);
    }
    if (place.stack.size() > 1) {
        text += "  stack  ";
        for (size_t i = place.stack.size(); i-- > 0;) {
            const Frame& frame = place.stack[i];
            text += fmt::format("{} ({}:{}){}", frame.function, frame.file, frame.line, i ? " > " : "\n");
        }
    }
    for (size_t i = 0; i < seen.size(); ++i) text += (i == 0 ? "  seen   " : "         ") + seen[i] + "\n";
    if (!why.empty()) text += "  why    " + why + "\n";
    // What was looked into and not proven is a hint; only where nobody looks (a wrong option, say) a fix is just said.
    if (!fix.empty() && fix_proven) text += "  fix    proven: " + fix + "\n";
    if (!fix.empty() && !fix_proven) text += (proof.empty() ? "  fix    " : "  hint   ") + fix + "\n";
    if (!proof.empty()) text += "  proof  " + proof + "\n";
    return text;
}

nlohmann::json Finding::to_json() const {
    nlohmann::json json = {{"code", code}, {"severity", severity_name(severity)}, {"message", message}};
    nlohmann::json at = nlohmann::json::object();
    if (!place.core.empty()) at["core"] = place.core;
    if (!place.thread.empty()) at["thread"] = place.thread;
    if (!place.kernel.empty()) at["kernel"] = place.kernel;
    nlohmann::json stack = nlohmann::json::array();
    for (const Frame& frame : place.stack) {
        stack.push_back(
            {{"function", frame.function}, {"file", frame.file}, {"line", frame.line}, {"column", frame.column}});
    }
    if (!stack.empty()) at["stack"] = stack;
    if (const Frame* line = place.line()) at["file"] = line->file, at["line"] = line->line;
    if (!at.empty()) json["place"] = at;
    if (!seen.empty()) json["seen"] = seen;
    if (!why.empty()) json["why"] = why;
    if (!fix.empty()) json["fix"] = fix;
    if (!proof.empty()) json["fix_proven"] = fix_proven, json["proof"] = proof;
    if (!also_on.empty()) json["also_on"] = also_on;
    if (arguments) json["arguments"] = *arguments;
    if (cb) json["cb"] = *cb;
    return json;
}

Error::Error(Finding finding, Exit exit_status)
    : std::runtime_error(finding.to_text()),
      finding_(std::make_shared<const Finding>(std::move(finding))),
      exit_status_(exit_status) {}

Error::Error(std::string code, std::string message, std::string fix, Exit exit_status)
    : Error(
          [&] {
              Finding finding;
              finding.code = std::move(code);
              finding.message = std::move(message);
              finding.fix = std::move(fix);
              return finding;
          }(),
          exit_status) {}

InternalError::InternalError(const std::string& message)
    : Error("TW9000", "internal error: " + message,
            "this is a fault of Tilewright, not of the kernel; keep the command that shows it and report it",
            Exit::Bug) {}

}  // namespace tilewright
