// run, sweep, stage, explain_hang: kernels on data that was drawn after they were handed in.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "cli/mcp/arguments.hpp"
#include "cli/mcp/tools.hpp"

namespace tilewright::cli::mcp {

namespace {

constexpr size_t kCasesTold = 12;

// Calls of an op in children: in one where nothing of the folder but kernels can reach the judge, else host code in one
// and the judge in another.
json judged(const Call& call, const Tried& op, json request) {
    for (const char* key : {"arch", "plan"}) {
        if (call.given.contains(key)) request[key] = call.given[key];
    }
    request["op"] = op.word;
    if (op.folder.empty() || !op.held || op.host.empty()) return ask_step(call, "run", request);
    json described = ask_step(call, "describe", request);
    if (described.contains("refused")) return described;
    request["op"] = op.pristine;
    request["programs"] = std::move(described["programs"]);
    return ask_step(call, "judge", request);
}

// How bad a verdict is.
int rank(const std::string& verdict) {
    for (int i = 0; const char* name : {"right", "finding", "wrong", "error", "refused", "hang"}) {
        if (verdict == name) return i;
        ++i;
    }
    return 3;
}

Answer of_cases(const Tried& op, const json& answer) {
    Answer made;
    made.judged_by = op.judged_by();
    made.measured_on = kCard;
    if (answer.contains("refused")) {
        made.verdict = answer["refused"]["hang"].get<bool>() ? "hang" : "refused";
        made.summary = answer["refused"]["code"].get<std::string>();
        made.report = answer["refused"]["text"].get<std::string>();
        made.failed = made.verdict == "refused";
        return made;
    }
    const std::string name = op.folder.empty() ? op.word : op.folder;
    const json& cases = answer.at("cases");
    size_t right = 0;
    double worst = 0, promised = 1;
    std::string worst_verdict = "right", failures, list;
    json told = json::array();
    for (const json& one : cases) {
        const std::string verdict = one.at("verdict");
        right += verdict == "right";
        if (rank(verdict) > rank(worst_verdict)) worst_verdict = verdict;
        worst = std::max(worst, one.value("worst_of_allowed", 0.0));
        promised = std::min(promised, one.value("promised", 1.0));
        if (one.contains("report")) failures += one["report"].get<std::string>() + "\n";
        list += fmt::format("{:8} {}", verdict, one.at("case").get<std::string>());
        if (one.contains("worst_of_allowed"))
            list += fmt::format(": {:.3g} of the allowed error, {:.3g} ulp", one["worst_of_allowed"].get<double>(),
                                one["worst_ulp"].get<double>());
        list += "\n";
        json seen = {{"verdict", verdict}, {"seed", one.at("seed")}};
        for (const char* key : {"worst_of_allowed", "worst_ulp"}) {
            if (one.contains(key)) seen[key] = one[key];
        }
        if (told.size() < kCasesTold) told.push_back(std::move(seen));
    }
    const bool green = worst_verdict == "right" && right == answer.at("of").get<size_t>();
    made.verdict = green ? "green" : worst_verdict == "hang" ? "hang" : worst_verdict == "refused" ? "refused" : "red";
    made.failed = made.verdict == "refused";
    made.summary = fmt::format("{}: {} of {} cases right", name, right, answer.at("of").get<size_t>());
    if (!green) made.summary += fmt::format("; {} run before it ended", cases.size());
    made.numbers = {{"cases", answer.at("of")},
                    {"right", right},
                    {"worst_of_allowed", worst},
                    {"promised", promised},
                    {"each", told}};
    made.report = failures + list;
    made.not_checked = op.caveats(false);
    if (promised < 0.999)
        made.not_checked.push_back(fmt::format(
            "{:.1f} % of the elements of a case: the error bound promises nothing there", 100 * (1 - promised)));
    return made;
}

json cases_asked(const Call& call, const Tried& op, const std::string& tool) {
    const json& given = call.given;
    json base = json::object();
    for (const char* key :
         {"shape", "dtype", "output_dtype", "without", "parameters", "cores", "fidelity", "bf16_dst"}) {
        if (given.contains(key)) base[key] = given[key];
    }
    // Data of one kind alone proves little: of a constant row every mean is the row.
    std::vector<std::string> patterns = {"normal", "uniform", "outlier"};
    const bool kind = given.contains("data");
    if (kind) patterns.insert(patterns.begin(), given["data"].get<std::string>());
    json cases = json::array();
    if (given.contains("seed")) {
        json known = base;
        known["seed"] = given["seed"];
        known["data"] = given.value("data", "normal");
        known["asked"] = true;
        cases.push_back(known);
    }
    const size_t draws = given.value("draws", size_t{3}) + kind;
    for (size_t i = 0; i < draws; ++i) {
        json one = base;
        one["seed"] = drawn_seed(call, tool, op, given, i);
        one["data"] = patterns[i % patterns.size()];
        one["asked"] = kind && i % patterns.size() == 0;
        cases.push_back(one);
    }
    return {{"cases", cases}, {"strict", true}};
}

Answer run(const Call& call) {
    const Tried op = tried(call, call.given["op"]);
    Answer made = of_cases(op, judged(call, op, cases_asked(call, op, "run")));
    if (!op.kernels.empty()) made.numbers["kernels_changed"] = op.kernels;
    if (!op.host.empty()) made.numbers["host_files_changed"] = op.host;
    made.not_checked.emplace_back("other shapes, dtypes and options than these: sweep draws them, check proves CBs");
    made.not_checked.emplace_back("other orders of the threads than the fixed one");
    made.not_checked.emplace_back(kSilicon);
    return made;
}

Answer sweep(const Call& call) {
    const Tried op = tried(call, call.given["op"]);
    const uint64_t seed = drawn_seed(call, "sweep", op, call.given, 0);
    const json request = {{"sweep",
                           {{"cases", call.given.value("cases", 20)},
                            {"seed", seed},
                            {"elements", call.given.value("max_elements", 1 << 16)}}},
                          {"strict", call.given.value("strict", true)}};
    Answer made = of_cases(op, judged(call, op, request));
    made.numbers["seed"] = seed;
    made.not_checked.emplace_back("cases beyond the sample; larger ones than max_elements");
    made.not_checked.emplace_back("tensors in shards, L1 or other layouts");
    if (!call.given.value("strict", true)) made.not_checked.emplace_back("misuse: fast mode does not look for it");
    made.not_checked.emplace_back(kSilicon);
    return made;
}

Answer stage(const Call& call) {
    const Tried op = tried(call, call.given["op"]);
    const int from = call.given.value("from", 1), to = call.given.value("to", 7);
    std::error_code ignored;
    std::filesystem::remove_all(call.workspace.room() / "reports", ignored);  // histories are for people
    const Ended ended = ask_command(call, {"stage", op.word, "--isolate", "--json", "--out", "reports", "--from",
                                           std::to_string(from), "--to", std::to_string(to)});
    Answer made;
    const json report = json::parse(ended.out, nullptr, false);
    if (!report.is_object() || !report.contains("stages")) {
        made.verdict = "refused", made.failed = true;
        made.summary = "the stages did not begin";
        made.report = report.is_object() && report.contains("error") ? report["error"].dump(2) : ended.out + ended.err;
        return made;
    }
    int green = 0;
    for (const json& one : report["stages"]) {
        green += one.at("passed").get<bool>();
        made.report += fmt::format("stage {} ({}): {}, {} checks, {} calls\n", one.at("stage").get<int>(),
                                   one.at("name").get<std::string>(), one.at("passed").get<bool>() ? "green" : "RED",
                                   one.at("checks").get<size_t>(), one.at("cases").size());
        for (const json& failure : one.at("failures")) {
            made.report += "  " + failure.value("test", "") + ": " + failure.value("summary", failure.dump()) + "\n";
            if (failure.contains("details") && failure["details"].is_string())
                made.report += failure["details"].get<std::string>() + "\n";
        }
    }
    const bool whole = green == to - from + 1;
    made.judged_by = op.judged_by();
    made.measured_on = "the virtual card, its calls in fast mode, and in strict mode where the stage says so";
    made.numbers = {{"green", green}, {"of", to - from + 1}};
    made.verdict = whole ? "green" : ended.status == 2 ? "hang" : "red";
    made.summary =
        fmt::format("{}: {} of {} stages green", op.folder.empty() ? op.word : op.folder, green, to - from + 1);
    if (whole && to == 7) {
        // The calls of stage 7 are known beforehand; these are not.
        const Answer fresh = of_cases(op, judged(call, op, cases_asked(call, op, "stage")));
        made.report += "data drawn for this call:\n" + fresh.report;
        made.numbers["fresh"] = fresh.numbers;
        if (fresh.verdict != "green") {
            made.verdict = fresh.verdict == "refused" ? "red" : fresh.verdict;
            made.summary += ", but " + fresh.summary + " on data drawn for this call: what stage 7 calls is known";
        }
    }
    made.not_checked = op.caveats(true);
    if (to < 7) made.not_checked.emplace_back("later stages");
    made.not_checked.emplace_back("calls beyond those of the stages: sweep; every shape's CBs: check");
    made.not_checked.emplace_back(kSilicon);
    return made;
}

json read_kernels(const Call& call, json program) {
    for (json& kernel : program["kernels"]) {
        const bool text = kernel.contains("source");
        if (text == kernel.contains("file"))
            throw Error("TW4601", "explain_hang: a kernel needs source or file, one of them",
                        "source is the text, file a path in the workspace", Exit::Usage);
        if (!text) kernel["source"] = call.workspace.read(kernel["file"].get<std::string>());
        kernel.erase("file");
    }
    return program;
}

Answer explain_hang(const Call& call) {
    const json& given = call.given;
    const int ways = given.contains("op") + given.contains("program") + given.contains("script");
    if (ways != 1)
        throw Error("TW4601", "explain_hang: what is to run is not said once", "give one of op, program, script",
                    Exit::Usage);
    Answer made;
    if (given.contains("op")) {
        const Tried op = tried(call, given["op"]);
        json asked = cases_asked(call, op, "explain_hang");
        asked["cases"] = json::array({asked["cases"][0]});
        made = of_cases(op, judged(call, op, asked));
    } else if (given.contains("program")) {
        json request = {{"program", read_kernels(call, given["program"])}};
        Tried alone;
        request["seed"] = drawn_seed(call, "program", alone, given, 0);
        if (given.contains("arch")) request["arch"] = given["arch"];
        const json answer = ask_step(call, "program", request);
        made.measured_on = kCard;
        if (answer.contains("refused")) {
            made.verdict = answer["refused"]["hang"].get<bool>() ? "hang" : "red";
            made.summary = answer["refused"]["code"].get<std::string>();
            made.report = answer["refused"]["text"].get<std::string>();
            made.failed = answer["refused"]["code"].get<std::string>().starts_with("TW4");
            if (made.failed) made.verdict = "refused";
        } else {
            const bool clean = answer.at("findings") == 0;
            made.verdict = clean ? "green" : "red";
            made.summary = fmt::format("it finishes; {} findings", answer.at("findings").get<int>());
            made.report = answer.at("report").get<std::string>();
        }
        made.not_checked.emplace_back("results: nothing says what the program is to compute");
    } else {
        const std::string script = given["script"];
        const std::filesystem::path file = call.workspace.inside(script);
        if (!std::filesystem::is_regular_file(file))
            throw Error("TW4602", fmt::format("\"{}\" is no file of the workspace", script), "write it first",
                        Exit::Usage);
        std::vector<std::string> words = {file.string()};
        for (const json& word : given.value("arguments", json::array())) words.push_back(word.get<std::string>());
        Started what;
        what.words = {"mcp", "--step", "script"};
        what.folder = call.workspace.root();
        what.input = json{{"words", words}}.dump();
        what.limits.seconds = call.most_seconds;
        const Ended ended = run_child(what, call.cancelled);
        refuse_end(call, ended);
        made.verdict = ended.status == 0 ? "green" : ended.status == 2 ? "hang" : "red";
        made.report = call.workspace.without_places(ended.out + ended.err);
        // An exception of Python ends it with 1, whatever it is about.
        if (ended.status == 1 && made.report.find("HangError") != std::string::npos) made.verdict = "hang";
        made.summary = fmt::format("{} ended with status {}", script, ended.status);
        made.measured_on = "the virtual card, as the script opens it";
        made.not_checked.emplace_back("results: whatever the script itself does not compare");
    }
    if (made.verdict == "hang") made.summary += "; the report says which thread waits for what, and what was tried";
    made.not_checked.emplace_back("other data, shapes and orders of threads than those of this run");
    made.not_checked.emplace_back(kSilicon);
    return made;
}

json program_schema() {
    const auto number = [](int64_t most) { return json{{"type", "integer"}, {"minimum", 0}, {"maximum", most}}; };
    json argument = {{"type", "string"}, {"maxLength", 64}};
    const json words = list_argument("numbers as text, or names of buffers for their addresses", argument, 341);
    const json name = {{"type", "string"}, {"minLength", 1}, {"maxLength", 64}};
    json kernel = object_of(
        {{"role", choice_argument("", {"reader", "compute", "writer"})},
         {"name", name},
         {"source", {{"type", "string"}, {"maxLength", 100000}}},
         {"file", {{"type", "string"}, {"maxLength", 400}}},
         {"compile_args", words},
         {"runtime_args", words},
         {"fp32_dst", {{"type", "boolean"}}},
         {"defines", {{"type", "object"}, {"additionalProperties", {{"type", "string"}, {"maxLength", 400}}}}}},
        {"role"});
    json cb = object_of({{"index", number(31)},
                         {"pages", number(4096)},
                         {"page_bytes", number(1 << 20)},
                         {"format", choice_argument("", {"bfloat16", "float32", "bfloat8_b", "bfloat4_b", "uint32",
                                                         "uint16", "int32"})},
                         {"name", name}},
                        {"index", "pages"});
    json buffer = object_of({{"name", name}, {"pages", number(1 << 14)}, {"page_bytes", number(1 << 16)}},
                            {"name", "pages", "page_bytes"});
    return object_of(
        {{"cores", {{"type", "string"}, {"maxLength", 40}, {"description", "\"0,0\" or \"0,0-7,3\""}}},
         {"kernels", list_argument("by source or file", kernel, 5)},
         {"cbs", list_argument("", cb, 32)},
         {"buffers", list_argument("in DRAM, filled with drawn bfloat16 numbers", buffer, 16)},
         {"semaphores", list_argument("", object_of({{"id", number(15)}, {"initial", number(1 << 30)}}, {"id"}), 16)}},
        {"kernels"});
}

}  // namespace

void add_run_tools(std::vector<Tool>& to) {
    json runs = case_arguments();
    const json short_text = {{"type", "string"}, {"minLength", 1}, {"maxLength", 64}};
    runs["output_dtype"] = choice_argument("", {"bfloat16", "float32"});
    runs["without"] = list_argument("optional inputs that are not given", short_text, 32);
    runs["parameters"] = {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}};
    runs["cores"] = text_argument("all, or a grid like 1x1", 16);
    runs["fidelity"] = choice_argument("", {"LoFi", "HiFi2", "HiFi3", "HiFi4"});
    runs["bf16_dst"] = flag_argument("16-bit DST");
    runs["data"] = choice_argument("this kind of data, too",
                                   {"normal", "uniform", "constant", "ramp", "large mean", "tiny", "outlier"});
    runs["draws"] = number_argument("how many drawings of data; 3 without it", 1, 20);
    runs["seed"] = number_argument("of a case to see again, beside the drawn ones", 0, int64_t{1} << 48);
    to.push_back({"run",
                  "Call an op in strict mode on data drawn now from a seed no kernel can know, and compare with the "
                  "float64 reference of the spec the server holds.",
                  object_of(runs, {"op"}), run});
    const json cases = case_arguments();
    to.push_back({"sweep", "Call an op on many shapes, dtypes and data, drawn likewise.",
                  object_of({{"op", cases["op"]},
                             {"arch", cases["arch"]},
                             {"plan", cases["plan"]},
                             {"cases", number_argument("20 without it", 1, 500)},
                             {"max_elements", number_argument("of a case; 65536 without it", 1024, 1 << 22)},
                             {"strict", flag_argument("look for misuse, too; true without it")}},
                            {"op"}),
                  sweep, false, true, 600});
    to.push_back(
        {"stage", "The seven stages of an op (API, validation ... correctness), then data drawn for this call.",
         object_of({{"op", cases["op"]}, {"from", number_argument("", 1, 7)}, {"to", number_argument("", 1, 7)}},
                   {"op"}),
         stage, false, true, 600});
    json hangs = {{"op", cases["op"]}, {"shape", cases["shape"]}, {"dtype", cases["dtype"]}, {"arch", cases["arch"]}};
    hangs["program"] = program_schema();
    hangs["script"] = text_argument("a Python script of the workspace that uses ttnn", 400);
    hangs["arguments"] = list_argument("of the script", {{"type", "string"}, {"maxLength", 400}}, 32);
    to.push_back({"explain_hang",
                  "Run an op, kernels with their CBs and arguments, or a script, in strict mode: where it hangs, which "
                  "thread waits for what, why it can never come, and a fix that was tried.",
                  object_of(hangs), explain_hang});
}

}  // namespace tilewright::cli::mcp
