// tilewright bench: the benchmark program beside this one, the seed ops beside PyTorch, ops from Python, and growth;
// medians and ratios.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "cli/bench/bench_card.hpp"
#include "cli/bench/bench_ops.hpp"
#include "cli/bench/bench_program.hpp"
#include "cli/bench/bench_silicon.hpp"
#include "cli/bench/bench_strict.hpp"
#include "cli/command.hpp"
#include "cli/python.hpp"
#include "cli/table.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;

namespace {

struct BenchOptions {
    bool quick = false;
    std::string filter = ".";
    std::string part = "all";
    std::string op;
    // From Python (bench/calls).
    std::string subject, against;
    std::vector<std::string> shapes, dtypes;
};

// The program's own output would mix with ours: it writes JSON to a file and its table nowhere.
nlohmann::json measure(const BenchOptions& options, const std::string& filter, bool in_turns = false) {
    const fs::path program = bench_program("bench_engine");
    const fs::path result = fs::temp_directory_path() / fmt::format("tilewright_bench_{}.json", ::getpid());
    const std::vector<std::string> arguments = {
        program.string(),
        "--benchmark_filter=" + filter,
        "--benchmark_out=" + result.string(),
        "--benchmark_out_format=json",
        fmt::format("--benchmark_min_time={}", options.quick ? 0.005 : 0.1),
        fmt::format("--benchmark_repetitions={}", options.quick ? 3 : 7),
        fmt::format("--benchmark_enable_random_interleaving={}", in_turns),
    };
    const pid_t child = ::fork();
    if (child == 0) {
        if (std::freopen("/dev/null", "w", stdout) == nullptr || ::dup2(1, 2) < 0) ::_exit(127);
        std::vector<char*> raw;
        for (const std::string& argument : arguments) raw.push_back(const_cast<char*>(argument.c_str()));
        raw.push_back(nullptr);
        ::execv(raw[0], raw.data());
        ::_exit(127);
    }
    int status = 0;
    const bool ended = child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status);
    if (ended && WEXITSTATUS(status) == 127) {  // as the loader ends
        throw Error("TW3900", fmt::format("the benchmark program {} cannot be started", program.string()),
                    "install the library that it lacks (run it to see which): Debian's libbenchmark1debian",
                    Exit::Environment);
    }
    if (!ended || WEXITSTATUS(status) != 0) {
        throw Error("TW9000", fmt::format("{} ended with wait status {}", program.string(), status),
                    "run it by hand to see its messages", Exit::Bug);
    }
    std::ifstream file(result);
    nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
    std::error_code ignored;
    fs::remove(result, ignored);
    if (json.is_discarded()) {
        throw Error("TW4002", fmt::format("no benchmark matches \"{}\"", filter),
                    "give a regular expression that matches part of a name, such as tile/ or build", Exit::Usage);
    }
    return json;
}

nlohmann::json engine_medians(const nlohmann::json& measured) {
    nlohmann::json medians = nlohmann::json::array();
    std::map<std::string, std::pair<double, double>> spread;  // of the single repetitions
    for (const nlohmann::json& entry : measured.at("benchmarks")) {
        if (entry.value("run_type", "") != "iteration") continue;
        const double seconds = entry.at("real_time").get<double>() * 1e-9;
        const auto [at, fresh] = spread.emplace(entry.at("run_name"), std::pair(seconds, seconds));
        at->second = {std::min(at->second.first, seconds), std::max(at->second.second, seconds)};
    }
    for (const nlohmann::json& entry : measured.at("benchmarks")) {
        if (entry.value("aggregate_name", "") != "median") continue;
        std::string name = entry.at("run_name");
        const auto [low, high] = spread[name];
        if (const size_t tail = name.find("/real_time"); tail != std::string::npos) name.erase(tail);
        if (const size_t tail = name.find("/iterations:"); tail != std::string::npos) name.erase(tail);
        const double seconds = entry.at("real_time").get<double>() * 1e-9;  // the program reports nanoseconds
        nlohmann::json line = {{"name", name}, {"seconds", seconds}, {"low", low}, {"high", high}};
        line["cpu_seconds"] = entry.at("cpu_time").get<double>() * 1e-9;
        if (entry.contains("per_page")) line["seconds_per_page"] = entry["per_page"];
        medians.push_back(line);
    }
    return medians;
}

std::string engine_table(const nlohmann::json& medians) {
    Table table({"benchmark", ">median", ">lowest", ">highest", ">per page"});
    for (const nlohmann::json& line : medians) {
        table.add({line["name"], duration(line["seconds"]), duration(line["low"]), duration(line["high"]),
                   line.contains("seconds_per_page") ? duration(line["seconds_per_page"]) : ""});
    }
    return table.text() + "fast mode, but for what is called strict or auto; first_launch: compiled and run once\n";
}

std::string first_line(const char* command) {
    std::string line;
    if (FILE* pipe = ::popen(command, "r")) {
        char text[256];
        if (std::fgets(text, sizeof text, pipe) != nullptr) line = text;
        ::pclose(pipe);
    }
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.pop_back();
    return line;
}

// What the numbers belong to.
nlohmann::json circumstances() {
    nlohmann::json json = {{"compiler", fmt::format("g++ {}", __VERSION__)},
                           {"build", TILEWRIGHT_BUILD_TYPE},
                           {"mode", "fast, but for what is called strict or auto"},
                           {"processors", ::sysconf(_SC_NPROCESSORS_ONLN)}};
    std::ifstream cpu("/proc/cpuinfo");
    for (std::string line; std::getline(cpu, line);) {
        if (line.rfind("model name", 0) == 0) {
            json["processor"] = line.substr(line.find(':') + 2);
            break;
        }
    }
    const fs::path tree = shipped_folder("bench").parent_path();
    json["commit"] = first_line(fmt::format("git -C '{}' rev-parse --short HEAD 2>/dev/null", tree.string()).c_str());
    return json;
}

// Ops as users call them: a Python process measures them beside PyTorch.
[[noreturn]] void bench_calls(const BenchOptions& options, bool as_json) {
    const fs::path script = shipped_folder("bench") / "calls" / "op_calls.py";
    std::error_code unreadable;
    std::vector<std::string> words = {script.string(), "--tool",
                                      fs::read_symlink("/proc/self/exe", unreadable).string()};
    if (!options.subject.empty()) words.push_back(options.subject);
    const auto give = [&](const char* name, const std::string& value) {
        if (!value.empty()) words.insert(words.end(), {name, value});
    };
    give("--against", options.against);
    give("--filter", options.filter == "." ? "" : options.filter);
    for (const std::string& shape : options.shapes) give("--shape", shape);
    for (const std::string& dtype : options.dtypes) give("--dtype", dtype);
    if (options.quick) words.push_back("--quick");
    if (as_json) words.push_back("--json");
    become(python_command(std::move(words)));
}

// --op alone means the part that it is of; so does a subject.
BenchOptions understood(BenchOptions options) {
    if (!options.subject.empty()) {
        if (options.part != "all" && options.part != "calls")
            throw Error("TW4000", fmt::format("{}: --part {} has no subject", options.subject, options.part),
                        "leave --part out, or give the op with --op", Exit::Usage);
        options.part = "calls";
    }
    if (options.part != "calls" && !(options.against.empty() && options.shapes.empty() && options.dtypes.empty()))
        throw Error("TW4000", "--against, --shape and --dtype belong to an op that is measured from Python",
                    "name it, e.g. tilewright bench my_op --against \"torch:torch.softmax(x, -1)\"", Exit::Usage);
    if (options.op.empty()) return options;
    if (options.part == "all") options.part = "ops";
    if (options.part != "ops" && options.part != "card" && options.part != "strict")
        throw Error("TW4000", fmt::format("--op {}: --part {} has no op of its own", options.op, options.part),
                    "leave --part out, or give --part ops, --part card or --part strict", Exit::Usage);
    return options;
}

int bench(const BenchOptions& given, Context& context) {
    const BenchOptions options = understood(given);
    if (options.part == "calls") bench_calls(options, context.json);
    nlohmann::json json = {{"quick", options.quick}, {"machine", circumstances()}};
    const auto wanted = [&](const char* part) { return options.part == "all" || options.part == part; };
    std::string text;
    if (wanted("engine")) {
        const nlohmann::json measured = measure(options, options.filter);
        json["context"] = measured.at("context");
        json["medians"] = engine_medians(measured);
        json["card_against_float"] = card_ratios(json["medians"]);
        text += engine_table(json["medians"]);
        if (!json["card_against_float"].empty()) text += "\n" + card_table(json["card_against_float"]);
    }
    if (options.part == "card" && options.op.empty()) {
        const std::string filter = options.filter == "." ? "^(tile|sfpu)/.*/simd" : options.filter;
        json["card_against_float"] = card_ratios(engine_medians(measure(options, filter, true)));
        text += card_table(json["card_against_float"]);
    }
    if (options.part == "silicon") {
        json["silicon"] = bench_silicon(options.filter, options.quick);
        text += silicon_table(json["silicon"]);
    }
#if TILEWRIGHT_HAVE_OPS
    const bool card_only = options.part == "card";
    const OpBenchOptions ops{options.quick, card_only || options.filter == "." ? "" : options.filter, card_only,
                             options.op};
    if (wanted("ops") || (card_only && (options.filter == "." || !options.op.empty()))) {
        json["ops"] = bench_ops(ops);
        if (options.part == "ops" && json["ops"]["rows"].empty())
            throw Error("TW4002", fmt::format("no op, shape and dtype matches \"{}\"", options.filter),
                        "give part of a line such as \"centralize_w_rm 1x1x4096x4096 bfloat16\"", Exit::Usage);
        text += (text.empty() ? "" : "\n") + (card_only ? card_ops_table(json["ops"]) : ops_table(json["ops"]));
    }
    if (options.part == "strict") {
        json["strict"] = bench_strict(ops);
        if (json["strict"].empty())
            throw Error("TW4002", fmt::format("no op, shape, dtype and arithmetic matches \"{}\"", options.filter),
                        "give part of a line such as \"centralize_w_rm 1x1x1024x1024 bfloat16 sfpu\"", Exit::Usage);
        text += strict_table(json["strict"]);
    }
    if (wanted("growth")) {
        json["growth"] = bench_growth(ops);
        text += (text.empty() ? "" : "\n") + growth_table(json["growth"]);
    }
#endif
    context.out << (context.json ? json.dump(2) + "\n" : text);
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_bench(CLI::App& app, Context& context) {
    auto options = std::make_shared<BenchOptions>();
    app.add_flag("--quick", options->quick, "shorter measurements, smaller shapes: a minute instead of several");
    app.add_option(
           "--part", options->part,
           "all; engine: calls, builds, launches, tile arithmetic; ops; growth; card: card arithmetic against float, "
           "each primitive and each seed op; strict: strict mode against fast mode, each seed op; calls: a list of ops "
           "and programs from Python beside PyTorch; silicon: predicted against measured durations (docs/clock.md)")
        ->check(CLI::IsMember({"all", "engine", "ops", "growth", "card", "strict", "calls", "silicon"}));
    app.add_option(
        "subject", options->subject,
        "an op to measure from Python, with default settings: its name, folder or spec, or FILE.py:FUNCTION");
    app.add_option("--against", options->against,
                   "torch:EXPR, what it is measured against: of its inputs by name, or of x, y, z");
    app.add_option("--shape", options->shapes, "of the subject's first input, e.g. 1,1,4096,4096");
    app.add_option("--dtype", options->dtypes, "of the subject's inputs")
        ->check(CLI::IsMember({"bfloat16", "float32"}));
    app.add_option("--filter", options->filter,
                   "engine: names that match this regular expression; ops: part of \"op shape dtype\"; silicon: a set");
    app.add_option(
        "--op", options->op,
        "ops, card, strict: this op alone, by name or folder; its formula is what PyTorch computes beside it");
    return [options, &context] { return bench(*options, context); };
}

}  // namespace tilewright::cli
