// Findings and failed tests as workflow commands of GitHub, which shows them at their lines.
#include <fmt/format.h>

#include "report/verdicts.hpp"

namespace tilewright::report {

namespace {

std::string escaped(const std::string& text, bool property) {
    std::string made;
    for (const char c : text) {
        switch (c) {
            case '%': made += "%25"; break;
            case '\r': made += "%0D"; break;
            case '\n': made += "%0A"; break;
            case ':': made += property ? "%3A" : ":"; break;
            case ',': made += property ? "%2C" : ","; break;
            default: made += c;
        }
    }
    return made;
}

const char* command_of(Severity severity) {
    switch (severity) {
        case Severity::Note: return "notice";
        case Severity::Warning: return "warning";
        case Severity::Error: return "error";
    }
    return "error";
}

std::string annotation(const Finding& finding, const ReportOf& of) {
    std::string properties;
    const auto add = [&](const char* name, const std::string& value) {
        properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", name, escaped(value, true));
    };
    if (const Frame* at = finding.place.line()) {
        add("file", path_from(of.root, at->file));
        if (at->line != 0) add("line", std::to_string(at->line));
        if (at->line != 0 && at->column != 0) add("col", std::to_string(at->column));
    } else if (!finding.place.kernel.empty()) {
        add("file", path_from(of.root, finding.place.kernel));
    }
    add("title", finding.code);
    std::string text = finding.message;
    if (!finding.place.core.empty()) text += fmt::format("\non {}, {}", finding.place.core, finding.place.thread);
    if (!finding.why.empty()) text += "\n" + finding.why;
    if (!finding.fix.empty()) text += "\nfix: " + finding.fix;
    return fmt::format("::{}{}::{}\n", command_of(finding.severity), properties, escaped(text, false));
}

}  // namespace

std::string github_annotations(const Verdicts& verdicts, const ReportOf& of) {
    std::string text;
    for (const Finding& finding : verdicts.findings()) text += annotation(finding, of);
    for (const Finding& finding : verdicts.notifications()) text += annotation(finding, of);
    return text;
}

}  // namespace tilewright::report
