// tilewright env: what was found on this machine. Ends with status 3 when kernels cannot be built.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "cli/command.hpp"
#include "cli/house/version.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/kernel_build.hpp"

extern char** environ;

namespace tilewright::cli {

namespace {

std::string folder_text(const std::filesystem::path& folder) { return folder.empty() ? "not found" : folder.string(); }

// Every variable of ours that is set; the names are documented in docs/settings.md.
nlohmann::json variables() {
    nlohmann::json set = nlohmann::json::object();
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const size_t equals = text.find('=');
        const std::string name = text.substr(0, equals);
        if (name.rfind("TILEWRIGHT_", 0) == 0 || name == "TT_METAL_HOME") set[name] = text.substr(equals + 1);
    }
    return set;
}

nlohmann::json collect() {
    nlohmann::json json = version_json();
    json["processors"] = std::max(1u, std::thread::hardware_concurrency());
    json["prefix"] = own_prefix().string();
    json["data"] = folder_text(shipped_folder("data"));
    json["diagnostics"] = folder_text(shipped_folder("docs/diagnostics"));
    json["cache"] = engine::KernelCache::directory().string();
    json["variables"] = variables();
    try {
        const engine::Toolchain& tools = engine::toolchain();
        json["toolchain"] = {{"compiler", tools.compiler.string()},
                             {"plugin", tools.plugin.string()},
                             {"kernel_api", tools.kernel_api.string()},
                             {"library", tools.library.string()}};
    } catch (const Error& error) {
        json["toolchain"] = {{"missing", error.finding().message}, {"fix", error.finding().fix}};
    }
    return json;
}

void print_environment(const nlohmann::json& json, std::ostream& out) {
    const auto line = [&](const char* name, const std::string& value) {
        out << fmt::format("{:<16} {}\n", name, value);
    };
    line("version", json["version"]);
    line("processors", std::to_string(json["processors"].get<unsigned>()));
    line("kernel compiler", json["kernel_compiler"]);
    if (json["toolchain"].contains("missing")) {
        line("missing", json["toolchain"]["missing"]);
        line("fix", json["toolchain"]["fix"]);
    } else {
        line("compiler", json["toolchain"]["compiler"]);
        line("plugin", json["toolchain"]["plugin"]);
        line("kernel headers", json["toolchain"]["kernel_api"]);
        line("library", json["toolchain"]["library"]);
    }
    line("prefix", json["prefix"]);
    line("data", json["data"]);
    line("diagnostics", json["diagnostics"]);
    line("kernel cache", json["cache"]);
    for (const auto& [name, value] : json["variables"].items()) line("set", name + "=" + value.get<std::string>());
}

}  // namespace

Action setup_env(CLI::App& app, Context& context) {
    auto prefix = std::make_shared<bool>(false);
    app.add_flag("--prefix", *prefix, "print only the folder for CMAKE_PREFIX_PATH (its lib/pkgconfig is for make)");
    return [prefix, &context] {
        if (*prefix && !context.json) {
            context.out << own_prefix().string() << "\n";
            return static_cast<int>(Exit::Ok);
        }
        const nlohmann::json json = collect();
        if (context.json) {
            context.out << json.dump(2) << "\n";
        } else {
            print_environment(json, context.out);
        }
        return static_cast<int>(json["toolchain"].contains("missing") ? Exit::Environment : Exit::Ok);
    };
}

}  // namespace tilewright::cli
