// What tools share: schemas, children, and ops where they can be tried.
#include "cli/mcp/tools.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "cli/mcp/arguments.hpp"
#include "cli/suggest.hpp"
#include "engine/build/cache.hpp"

namespace tilewright::cli::mcp {

namespace fs = std::filesystem;

const char* const kCard =
    "the virtual card: arithmetic and formats of Wormhole bit for bit, strict mode, kernels in a process without "
    "rights";
const char* const kSilicon = "silicon: nothing here has run on a card";

const std::vector<Tool>& tools() {
    static const std::vector<Tool> list = [] {
        std::vector<Tool> made;
        add_spec_tools(made);
        add_op_tools(made);
        add_run_tools(made);
        add_file_tools(made);
        return made;
    }();
    return list;
}

json text_argument(const std::string& description, size_t most) {
    return {{"type", "string"}, {"description", description}, {"minLength", 1}, {"maxLength", most}};
}
json number_argument(const std::string& description, int64_t least, int64_t most) {
    return {{"type", "integer"}, {"description", description}, {"minimum", least}, {"maximum", most}};
}
json choice_argument(const std::string& description, std::vector<std::string> values) {
    json made = {{"type", "string"}, {"enum", std::move(values)}};
    if (!description.empty()) made["description"] = description;
    return made;
}
json flag_argument(const std::string& description) { return {{"type", "boolean"}, {"description", description}}; }
json list_argument(const std::string& description, json items, size_t most) {
    return {{"type", "array"}, {"description", description}, {"items", std::move(items)}, {"maxItems", most}};
}

json case_arguments() {
    const json dimension = {{"type", "integer"}, {"minimum", 1}, {"maximum", 1 << 20}};
    json shape = list_argument("of the first input; [1,1,64,64] without it", dimension, 8);
    shape["minItems"] = 2;
    return {{"op", text_argument("a folder of the workspace, or a shipped op (centralize_w_rm ...)")},
            {"shape", shape},
            {"dtype", choice_argument("", {"bfloat16", "float32"})},
            {"arch", choice_argument("", {"wormhole_b0", "blackhole"})},
            {"plan", text_argument("e.g. streaming,block=4,depth=3")}};
}

void refuse_end(const Call& call, const Ended& ended) {
    if (ended.stopped == Stop::Cancelled) throw Error("TW4605", "cancelled", "call it again", Exit::Finding);
    Limits limits;
    limits.seconds = call.most_seconds;
    if (ended.stopped != Stop::None)
        throw Error("TW4605", fmt::format("it took {} and was stopped", text_of(ended.stopped, limits)),
                    "ask for less at a time (a smaller shape, fewer cases), or start the server with --seconds",
                    Exit::Finding);
    if (ended.status >= 128)
        throw Error("TW4605",
                    fmt::format("the process of this call was ended by signal {}\n{}", ended.status - 128,
                                ended.err.substr(0, 2000)),
                    "the server and the workspace are as they were", Exit::Finding);
}

namespace {

Ended start(const Call& call, std::vector<std::string> words, std::string input, bool isolated,
            const std::function<void(const std::string&)>& told = {}) {
    Started what;
    what.words = std::move(words);
    what.folder = call.workspace.room();
    what.input = std::move(input);
    what.isolated = isolated;
    what.limits.seconds = call.most_seconds;
    Ended ended = run_child(what, call.cancelled, told);
    ended.out = call.workspace.without_places(std::move(ended.out));
    ended.err = call.workspace.without_places(std::move(ended.err));
    return ended;
}

}  // namespace

json ask_step(const Call& call, const std::string& step, const json& request) {
    const auto told = [&](const std::string& line) {
        const json note = json::parse(line, nullptr, false);
        if (note.is_object() && note.contains("progress") && call.told)
            call.told(note.value("progress", 0.0), note.value("of", 0.0), note.value("what", ""));
    };
    Ended ended = start(call, {"mcp", "--step", step}, request.dump(), step != "generate", told);
    refuse_end(call, ended);
    while (!ended.out.empty() && ended.out.back() == '\n') ended.out.pop_back();
    const json answer = json::parse(ended.out.substr(ended.out.rfind('\n') + 1), nullptr, false);
    if (!answer.is_object())
        throw Error("TW4605",
                    fmt::format("the process of this call ended with status {} and no answer\n{}", ended.status,
                                ended.err.substr(0, 2000)),
                    "look at what the host files do when they are loaded", Exit::Finding);
    return answer;
}

Ended ask_command(const Call& call, std::vector<std::string> arguments) {
    const bool isolated = arguments.front() != "plan";
    Ended ended = start(call, {"mcp", "--step", "command"}, json{{"arguments", std::move(arguments)}}.dump(), isolated);
    refuse_end(call, ended);
    return ended;
}

std::string Tried::judged_by() const {
    if (folder.empty()) return fmt::format("the float64 reference of the shipped op {}", word);
    if (held) return fmt::format("float64, from the spec that the server holds: {}", formula);
    return "the float64 reference in the folder itself";
}

std::vector<std::string> Tried::caveats(bool host_code_beside_judge) const {
    std::vector<std::string> all;
    if (!folder.empty() && !held)
        all.push_back(
            "the reference: no spec is held for this folder, so the folder judges itself; generate holds one");
    if (!ignored.empty())
        all.push_back(fmt::format("{}: changed in the folder and not used; reference and tests come from the held spec",
                                  fmt::join(ignored, ", ")));
    if (host_code_beside_judge && !host.empty())
        all.push_back(fmt::format(
            "host files that differ from the generated ones ({}) run in the judging process here: trust run, which "
            "keeps them apart",
            fmt::join(host, ", ")));
    return all;
}

Tried tried(const Call& call, const std::string& op) {
    const Workspace& workspace = call.workspace;
    Tried made;
    std::error_code error;
    const fs::path folder = workspace.inside(op);
    if (fs::is_directory(folder, error)) {
        const std::string base = fs::relative(folder, workspace.root(), error).generic_string();
        json request = {{"from", folder.string()}, {"to", "./" + base}, {"pristine", "generated/" + base}};
        if (const auto spec = workspace.held(op)) request["spec"] = *spec;
        const json answer = ask_step(call, "assemble", request);
        if (answer.contains("refused"))
            throw Error(answer["refused"]["code"].get<std::string>(), "the folder cannot be taken",
                        answer["refused"]["text"].get<std::string>(), Exit::Usage);
        made.word = "./" + base;
        made.folder = op;
        made.held = answer.at("held").get<bool>();
        made.pristine = "generated/" + base;
        made.formula = answer.value("formula", "");
        made.digest = answer.at("digest").get<std::string>();
        made.kernels = answer.at("kernels").get<std::vector<std::string>>();
        made.host = answer.at("host").get<std::vector<std::string>>();
        made.ignored = answer.at("ignored").get<std::vector<std::string>>();
        made.missing = answer.at("missing").get<std::vector<std::string>>();
        if (!made.missing.empty())
            throw Error("TW4604", fmt::format("{} lacks {}", op, fmt::join(made.missing, ", ")),
                        "write it, or call generate with force", Exit::Usage);
        return made;
    }
    std::vector<std::string> names = workspace.folders();
    const fs::path shipped = shipped_folder("ops");
    for (const fs::directory_entry& entry : fs::directory_iterator(shipped, error)) {
        const std::string name = entry.path().filename();
        if (fs::exists(entry.path() / (name + "_entry.cpp"))) names.push_back(name);
    }
    if (std::find(names.begin(), names.end(), op) == names.end()) {
        std::sort(names.begin(), names.end());
        const std::string near = nearest(op, names);
        throw Error("TW4002", fmt::format("the workspace has no folder \"{}\", and no op of that name ships", op),
                    near.empty() ? fmt::format("there are: {}", fmt::join(names, ", "))
                                 : fmt::format("did you mean \"{}\"?", near),
                    Exit::Usage);
    }
    made.word = op;
    made.digest = op;
    return made;
}

uint64_t drawn_seed(const Call& call, const std::string& tool, const Tried& op, const json& ask, uint64_t number) {
    engine::ContentHash hash;
    hash.add(call.workspace.secret());
    hash.add(tool);
    hash.add(op.digest);
    hash.add(op.formula);
    hash.add(ask.dump());
    hash.add(number);
    return std::stoull(hash.text().substr(0, 12), nullptr, 16);
}

}  // namespace tilewright::cli::mcp
