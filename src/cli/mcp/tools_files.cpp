// files, read, write, diagnostic: the workspace and the pages.
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "cli/mcp/arguments.hpp"
#include "cli/mcp/pages.hpp"
#include "cli/mcp/tools.hpp"

namespace tilewright::cli::mcp {

namespace {

Answer list_files(const Call& call) {
    const std::vector<std::string> names = call.workspace.files(call.given.value("folder", ""));
    Answer made;
    made.verdict = "ok";
    made.summary = fmt::format("{} files", names.size());
    for (const std::string& name : names) made.report += name + "\n";
    return made;
}

Answer read_text(const Call& call) {
    const std::string path = call.given["path"];
    Answer made;
    made.verdict = "ok";
    made.report = call.workspace.read(path);
    made.summary = fmt::format("{}, {} bytes", path, made.report.size());
    return made;
}

Answer write_text(const Call& call) {
    const std::string path = call.given["path"];
    Answer made;
    made.verdict = "ok";
    if (call.given.contains("text") == call.given.contains("replace"))
        throw Error("TW4601", "write: what is to stand in the file is not said once",
                    "give text (the whole file), or replace with by", Exit::Usage);
    std::string text;
    if (call.given.contains("text")) {
        text = call.given["text"].get<std::string>();
    } else {
        const std::string what = call.given["replace"];
        text = call.workspace.read(path);
        size_t count = 0;
        for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++count;
        if (count != 1)
            throw Error("TW4602", fmt::format("{} holds the text to replace {} times", path, count),
                        "give more of what stands around it, so that it is there once", Exit::Usage);
        text.replace(text.find(what), what.size(), call.given.value("by", ""));
    }
    const auto before = call.workspace.write(path, text);
    made.summary = fmt::format("{} {}, {} bytes", path,
                               !before           ? "is new"
                               : *before == text ? "stood there already"
                                                 : "was replaced",
                               text.size());
    return made;
}

Answer diagnostic(const Call& call) {
    Answer made;
    made.verdict = "ok";
    const std::string code = call.given.value("code", "");
    if (code.empty()) {
        for (const Page& page : diagnostic_pages()) made.report += page.name + ": " + page.title + "\n";
        made.summary = "all codes";
        return made;
    }
    for (const Page& page : diagnostic_pages()) {
        if (page.name != code) continue;
        made.summary = page.title;
        made.report = page.text;
        return made;
    }
    throw Error("TW4002", fmt::format("there is no diagnostic code \"{}\"", code), "without code all are listed",
                Exit::Usage);
}

// The server answers it itself.
Answer more(const Call&) { return {}; }

}  // namespace

void add_file_tools(std::vector<Tool>& to) {
    to.push_back({"files", "The files of the workspace.",
                  object_of({{"folder", text_argument("only below this one", 400)}}), list_files, true});
    to.push_back(
        {"read", "A file of the workspace.", object_of({{"path", text_argument("", 400)}}, {"path"}), read_text, true});
    to.push_back({"write",
                  "Write a file of the workspace: kernels, host files, scripts. Whole with text, or one place with "
                  "replace and by.",
                  object_of({{"path", text_argument("e.g. rms_norm/device/kernels/compute/rms_norm_compute.cpp", 400)},
                             {"text", {{"type", "string"}, {"maxLength", Workspace::kMostFileBytes}}},
                             {"replace", text_argument("text that is there once", 100000)},
                             {"by", {{"type", "string"}, {"maxLength", 100000}}}},
                            {"path"}),
                  write_text, true, false});
    to.push_back({"diagnostic", "What a code like TW1001 means and how to mend it; all codes without one.",
                  object_of({{"code", text_argument("", 8)}}), diagnostic, true});
    to.push_back({"more", "The next part of a long report.",
                  object_of({{"cursor", text_argument("next_cursor of the part before", 40)}}, {"cursor"}), more,
                  true});
}

}  // namespace tilewright::cli::mcp
