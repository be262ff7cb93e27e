// tilewright bench: runs the benchmark program beside this one and prints the medians.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/table.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;

namespace {

struct Options {
    bool quick = false;
    std::string filter = ".";
};

fs::path bench_program() {
    std::error_code ignored;
    const fs::path path = fs::read_symlink("/proc/self/exe", ignored).parent_path() / "bench_engine";
    if (!fs::exists(path, ignored)) {
        throw Error("TW3900", fmt::format("the benchmark program {} was not built", path.string()),
                    "configure with -DTILEWRIGHT_BENCH=ON and build the target bench_engine", Exit::Environment);
    }
    return path;
}

// The program's own output would mix with ours: it writes JSON to a file and its table nowhere.
nlohmann::json measure(const Options& options) {
    const fs::path program = bench_program();
    const fs::path result = fs::temp_directory_path() / fmt::format("tilewright_bench_{}.json", ::getpid());
    const std::vector<std::string> arguments = {
        program.string(),
        "--benchmark_filter=" + options.filter,
        "--benchmark_out=" + result.string(),
        "--benchmark_out_format=json",
        fmt::format("--benchmark_min_time={}", options.quick ? 0.005 : 0.1),
        fmt::format("--benchmark_repetitions={}", options.quick ? 3 : 7),
        "--benchmark_report_aggregates_only=true",
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
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        throw Error("TW9000", fmt::format("{} ended with wait status {}", program.string(), status),
                    "run it by hand to see its messages", Exit::Bug);
    }
    std::ifstream file(result);
    nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
    std::error_code ignored;
    fs::remove(result, ignored);
    if (json.is_discarded()) {
        throw Error("TW4002", fmt::format("no benchmark matches \"{}\"", options.filter),
                    "give a regular expression that matches part of a name, such as tile/ or build", Exit::Usage);
    }
    return json;
}

int bench(const Options& options, Context& context) {
    const nlohmann::json measured = measure(options);
    nlohmann::json medians = nlohmann::json::array();
    Table table({"benchmark", ">median", ">per page"});
    for (const nlohmann::json& entry : measured.at("benchmarks")) {
        if (entry.value("aggregate_name", "") != "median") continue;
        std::string name = entry.at("run_name");
        if (const size_t tail = name.find("/real_time"); tail != std::string::npos) name.erase(tail);
        if (const size_t tail = name.find("/iterations:"); tail != std::string::npos) name.erase(tail);
        const double seconds = entry.at("real_time").get<double>() * 1e-9;  // the program reports nanoseconds
        nlohmann::json line = {{"name", name}, {"seconds", seconds}};
        std::string per_page;
        if (entry.contains("per_page")) {
            line["seconds_per_page"] = entry["per_page"];
            per_page = duration(entry["per_page"].get<double>());
        }
        medians.push_back(line);
        table.add({name, duration(seconds), per_page});
    }
    if (context.json) {
        context.out
            << nlohmann::json{{"quick", options.quick}, {"context", measured.at("context")}, {"medians", medians}}.dump(
                   2)
            << "\n";
    } else {
        context.out << table.text();
    }
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_bench(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    app.add_flag("--quick", options->quick, "shorter measurements: seconds instead of minutes");
    app.add_option("--filter", options->filter, "only benchmarks whose name matches this regular expression");
    return [options, &context] { return bench(*options, context); };
}

}  // namespace tilewright::cli
