// SARIF 2.1.0: findings as editors and code hosts read them.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "report/text.hpp"
#include "report/verdicts.hpp"

namespace tilewright::report {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char* kSchema = "https://json.schemastore.org/sarif-2.1.0.json";
constexpr const char* kRoot = "SRCROOT";  // the base that uris are relative to

const char* level_of(Severity severity) {
    switch (severity) {
        case Severity::Note: return "note";
        case Severity::Warning: return "warning";
        case Severity::Error: return "error";
    }
    return "error";
}

std::string percent_encoded(const std::string& path) {
    std::string text;
    for (const char c : path) {
        const bool plain =
            std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string("/-._~").find(c) != std::string::npos;
        text += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return text;
}

json artifact(const fs::path& root, const std::string& file) {
    const std::string path = path_from(root, file);
    if (fs::path(path).is_absolute()) return {{"uri", "file://" + percent_encoded(path)}};
    return {{"uri", percent_encoded(path)}, {"uriBaseId", kRoot}};
}

json location(const fs::path& root, const Frame& frame) {
    json physical = {{"artifactLocation", artifact(root, frame.file)}};
    if (frame.line != 0) {
        physical["region"] = {{"startLine", frame.line}};
        if (frame.column != 0) physical["region"]["startColumn"] = frame.column;
    }
    json place = {{"physicalLocation", physical}};
    if (!frame.function.empty())
        place["logicalLocations"] = {{{"fullyQualifiedName", frame.function}, {"kind", "function"}}};
    return place;
}

// A rule for each code, in the order of the first finding, with its page.
class Rules {
public:
    explicit Rules(const fs::path& pages) : pages_(pages) {}

    size_t index(const std::string& code, Severity severity) {
        const auto [at, fresh] = indices_.emplace(code, list_.size());
        if (fresh) list_.push_back(describe(code, severity));
        return at->second;
    }
    const json& list() const { return list_; }

private:
    fs::path pages_;
    std::map<std::string, size_t> indices_;
    json list_ = json::array();

    json describe(const std::string& code, Severity severity) const {
        json rule = {{"id", code}, {"defaultConfiguration", {{"level", level_of(severity)}}}};
        const std::string page = read_text((pages_ / (code + ".md")).string());
        std::string title = code;
        std::replace(title.begin(), title.end(), '_', ' ');
        if (const size_t colon = page.find(": "); colon != std::string::npos)
            title = page.substr(colon + 2, page.find('\n') - colon - 2);
        rule["shortDescription"] = {{"text", title}};
        if (!page.empty()) rule["help"] = {{"text", page.substr(page.find('\n') + 1)}, {"markdown", page}};
        return rule;
    }
};

std::string message_of(const Finding& finding) {
    std::string text = finding.message;
    if (!finding.why.empty()) text += "\nwhy: " + finding.why;
    if (!finding.fix.empty())
        text += fmt::format("\n{}: {}",
                            finding.fix_proven      ? "fix, proven"
                            : finding.proof.empty() ? "fix"
                                                    : "hint",
                            finding.fix);
    return text;
}

// The same finding of another run, although lines above it were added: no line, no number in it.
std::string fingerprint(const Finding& finding, const fs::path& root) {
    std::string text = finding.code + "|";
    if (const Frame* at = finding.place.line()) text += path_from(root, at->file) + "|" + at->function;
    for (const char c : "|" + finding.place.thread + "|" + finding.message)
        if (std::isdigit(static_cast<unsigned char>(c)) == 0) text += c;
    uint64_t hash = 14695981039346656037ull;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return fmt::format("{:016x}", hash);
}

json result(const Finding& finding, const ReportOf& of, Rules& rules) {
    json entry = {{"ruleId", finding.code},
                  {"ruleIndex", rules.index(finding.code, finding.severity)},
                  {"level", level_of(finding.severity)},
                  {"message", {{"text", message_of(finding)}}},
                  {"partialFingerprints", {{"tilewright/v1", fingerprint(finding, of.root)}}}};
    json places = json::array();
    if (const Frame* at = finding.place.line()) {
        places.push_back(location(of.root, *at));
    } else if (!finding.place.kernel.empty()) {
        places.push_back(location(of.root, {"", finding.place.kernel, 1, 0}));
    }
    if (!finding.place.core.empty()) {
        if (places.empty()) places.push_back(json::object());
        json& logical = places[0]["logicalLocations"];
        logical.push_back(
            {{"fullyQualifiedName", fmt::format("core {}{}{}", finding.place.core,
                                                finding.place.thread.empty() ? "" : "/", finding.place.thread)},
             {"kind", "thread"}});
    }
    if (!places.empty()) entry["locations"] = places;
    if (finding.place.stack.size() > 1) {
        json frames = json::array();
        for (const Frame& frame : finding.place.stack) frames.push_back({{"location", location(of.root, frame)}});
        entry["stacks"] = {{{"message", {{"text", "how the kernel came there"}}}, {"frames", frames}}};
    }
    json more = finding.to_json();
    for (const char* told : {"code", "severity", "message", "place"}) more.erase(told);
    if (!more.empty()) entry["properties"] = more;
    return entry;
}

}  // namespace

std::string sarif(const Verdicts& verdicts, const ReportOf& of) {
    Rules rules(of.diagnostics);
    json results = json::array(), notifications = json::array();
    for (const Finding& finding : verdicts.findings()) results.push_back(result(finding, of, rules));
    for (const Finding& finding : verdicts.notifications()) {
        notifications.push_back({{"level", level_of(finding.severity)},
                                 {"message", {{"text", message_of(finding)}}},
                                 {"descriptor", {{"id", finding.code}}}});
    }
    const int status = verdicts.exit_status();
    const bool judged =
        status == 0 || status == static_cast<int>(Exit::Finding) || status == static_cast<int>(Exit::Hang);
    json invocation = {{"commandLine", of.command},
                       {"exitCode", status},
                       {"executionSuccessful", judged},
                       {"workingDirectory", {{"uri", "file://" + percent_encoded(fs::current_path().string()) + "/"}}}};
    if (!of.started.empty()) invocation["startTimeUtc"] = of.started;
    if (!notifications.empty()) invocation["toolExecutionNotifications"] = notifications;
    const json driver = {
        {"name", "Tilewright"}, {"version", of.version}, {"semanticVersion", of.version}, {"rules", rules.list()}};
    const json run = {{"tool", {{"driver", driver}}},
                      {"invocations", {invocation}},
                      {"originalUriBaseIds", {{kRoot, {{"uri", "file://" + percent_encoded(of.root.string()) + "/"}}}}},
                      {"columnKind", "utf16CodeUnits"},
                      {"results", results}};
    return json{{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", {run}}}.dump(2, ' ', false,
                                                                                  json::error_handler_t::replace) +
           "\n";
}

}  // namespace tilewright::report
