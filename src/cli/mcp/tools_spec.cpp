// plan, generate: from a line of mathematics to a folder.
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "cli/mcp/arguments.hpp"
#include "cli/mcp/tools.hpp"

namespace tilewright::cli::mcp {

namespace {

json spec_arguments() {
    const json name = {{"type", "string"}, {"minLength", 1}, {"maxLength", 64}};
    return {{"spec", text_argument("a whole spec (TOML); or name and formula", 60000)},
            {"name", text_argument("of the op: lower-case letters, digits and _", 64)},
            {"formula", text_argument("e.g. x * rsqrt(mean(square(x)) + eps) * gamma", 8000)},
            {"row_inputs", list_argument("with formula: inputs of shape [1,W]", name, 32)},
            {"column_inputs", list_argument("with formula: inputs of shape [rows,1]", name, 32)},
            {"optional_inputs", list_argument("with formula: inputs that may be absent", name, 32)},
            {"parameters", list_argument("with formula: numbers, as alpha=0.5", name, 32)}};
}

// The spec that the arguments say, as text; one of a folder where they only name that.
json asked_spec(const Call& call) {
    const json& given = call.given;
    const bool whole = given.contains("spec");
    if (whole == given.contains("formula") || (!whole && !given.contains("name")))
        throw Error("TW4601", "which op is not said once",
                    "give spec (TOML), or name and formula, or where the tool has it an op of the workspace",
                    Exit::Usage);
    json request = {{"spec_only", true}};
    for (const char* key :
         {"spec", "name", "formula", "row_inputs", "column_inputs", "optional_inputs", "parameters"}) {
        if (given.contains(key)) request[key] = given[key];
    }
    return request;
}

Answer refused(const json& answer) {
    Answer made;
    made.verdict = answer["refused"]["hang"].get<bool>() ? "hang" : "refused";
    made.summary = answer["refused"]["code"].get<std::string>() + " (the tool diagnostic explains codes)";
    made.report = answer["refused"]["text"].get<std::string>();
    made.failed = true;
    return made;
}

Answer plan(const Call& call) {
    std::string spec;
    if (call.given.contains("op")) {
        const std::string op = call.given["op"];
        const auto held = call.workspace.held(op);
        if (!held)
            throw Error("TW4604", fmt::format("the server holds no spec for {}", op),
                        "call generate first, or give spec or formula", Exit::Usage);
        spec = *held;
    } else {
        const json answer = ask_step(call, "generate", asked_spec(call));
        if (answer.contains("refused")) return refused(answer);
        spec = answer.at("spec").get<std::string>();
    }
    write_file(call.workspace.room() / "spec.toml", spec, "TW3103", "check free space and permissions");
    std::vector<std::string> words = {"plan", "spec.toml"};
    if (call.given.contains("shape"))
        words.insert(words.end(),
                     {"--shape", fmt::format("{}", fmt::join(call.given["shape"].get<std::vector<uint32_t>>(), ","))});
    if (call.given.contains("dtype")) words.insert(words.end(), {"--dtype", call.given["dtype"]});
    if (call.given.value("explain", false)) words.emplace_back("--explain");
    const Ended ended = ask_command(call, words);
    Answer made;
    made.verdict = ended.status == 0 ? "ok" : ended.status == 2 ? "hang" : "refused";
    made.failed = ended.status != 0 && ended.status != 2;
    made.summary = ended.status == 0 ? "planned; the program finishes and every CB is balanced for this shape"
                                     : "the plan was refused";
    made.report = ended.out + ended.err;
    made.measured_on = "a dry run of the generated kernels: control flow and CBs, no data";
    made.not_checked = {"numbers: no data was moved", "other shapes than this one: check proves all of them", kSilicon};
    return made;
}

Answer generate(const Call& call) {
    json request = asked_spec(call);
    const json seen = ask_step(call, "generate", request);
    if (seen.contains("refused")) return refused(seen);
    const std::string folder = call.given.value("folder", seen.at("op").get<std::string>());
    if (folder.find('/') != std::string::npos)
        throw Error("TW4602", fmt::format("\"{}\" is no name of a folder", folder),
                    "give one word; it lies at the top of the workspace", Exit::Usage);
    request = {{"spec", seen.at("spec")},
               {"folder", call.workspace.inside(folder).string()},
               {"force", call.given.value("force", false)}};
    const json done = ask_step(call, "generate", request);
    if (done.contains("refused")) return refused(done);
    call.workspace.hold(folder, seen.at("spec"));
    Answer made;
    made.verdict = "ok";
    made.summary = fmt::format("{}: {} files written, {} unchanged, {} kept because they were edited", folder,
                               done["written"].size(), done["unchanged"].size(), done["kept"].size());
    made.numbers = {{"folder", folder}, {"formula", done["formula"]}, {"kept", done["kept"]}};
    made.report = done["signature"].get<std::string>();
    for (const json& name : done["written"]) made.report += "wrote " + folder + "/" + name.get<std::string>() + "\n";
    for (const json& name : done["kept"])
        made.report += "kept " + folder + "/" + name.get<std::string>() + ", which was edited; force overwrites it\n";
    made.report += "next: run, then stage\n";
    made.judged_by = fmt::format("from now on {} is judged by this spec, whatever its folder says: {}", folder,
                                 done["formula"].get<std::string>());
    made.not_checked = {"numbers: run compares them", kSilicon};
    return made;
}

}  // namespace

void add_spec_tools(std::vector<Tool>& to) {
    json plans = spec_arguments();
    const json cases = case_arguments();
    plans["op"] = text_argument("a folder of the workspace that generate made, instead of a spec");
    plans["shape"] = cases["shape"];
    plans["dtype"] = cases["dtype"];
    plans["explain"] = flag_argument("every decision with its rule");
    to.push_back(
        {"plan",
         "What Tilewright would do for a spec or formula: phases, circular buffers, L1, and the proof that the "
         "program finishes. Writes nothing.",
         object_of(plans), plan});
    json made = spec_arguments();
    made["folder"] = text_argument("the op's name without it", 64);
    made["force"] = flag_argument("overwrite files that were edited");
    to.push_back(
        {"generate",
         "Write an op folder (host files, kernels, tests) from a spec or formula. The server holds the spec: it "
         "alone says what is right afterwards.",
         object_of(made), generate, false, false});
}

}  // namespace tilewright::cli::mcp
