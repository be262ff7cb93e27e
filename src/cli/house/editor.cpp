// tilewright editor: compile_commands.json and .clangd for the kernels (and host files of ops) in a folder.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <regex>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "cli/command.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/editor.hpp"
#include "metal/environment.hpp"
#include "workshop/load/load.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;
using engine::EditorEntry;

namespace {

struct EditorOptions {
    std::string folder = ".", root;
};

bool has_any(const std::string& text, std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](const char* word) { return text.find(word) != std::string::npos; });
}

bool is_source(const fs::path& file) {
    const std::string end = file.extension().string();
    return end == ".cpp" || end == ".cc" || end == ".cxx";
}
bool is_header(const fs::path& file) {
    const std::string end = file.extension().string();
    return end == ".hpp" || end == ".h";
}

// A part of the path that is called so, below the folder that was named.
bool lies_in(const fs::path& inside, const char* name) {
    return std::find(inside.begin(), inside.end(), fs::path(name)) != inside.end();
}

bool is_kernel(const fs::path& inside, const std::string& text) {
    static const std::regex entry(R"(\bvoid\s+(kernel_main|MAIN)\b)");
    if (is_header(inside)) return lies_in(inside, "kernels");
    return is_source(inside) && std::regex_search(text, entry) && !has_any(text, {"int main(", "R\"", "<gtest/"});
}

bool is_compute(const fs::path& inside, const std::string& text) {
    if (has_any(text, {"compute_kernel_api", "api/compute", "void MAIN", "tile_regs_acquire", "acquire_dst",
                       "compute_kernel_hw_startup", "compute_kernel_lib"}))
        return true;
    if (has_any(text, {"dataflow_api.h", "noc_async", "api/dataflow/noc.h"})) return false;
    return lies_in(inside, "compute");
}

// A kernel that was never built: nobody knows its arguments. There are many, and all are 2: a number of tiles, a flag,
// the accessor of an interleaved tensor in DRAM.
engine::KernelBuildRequest guess(const fs::path& file, const fs::path& inside, const std::string& text) {
    engine::KernelBuildRequest request;
    request.source_path = file;
    request.arch = &metal::selected_arch();
    request.era = metal::selected_era();
    request.include_roots = metal::include_roots();
    request.include_roots.push_back(shipped_folder("ops").parent_path());
    request.compile_time_args.assign(96, 2);
    static const std::regex named(R"(get_named_compile_time_arg_val\(\s*"([^"]+)\")");
    std::set<std::string> names;
    for (std::sregex_iterator it(text.begin(), text.end(), named), end; it != end; ++it) names.insert((*it)[1]);
    for (const std::string& name : names) request.named_compile_time_args.emplace_back(name, 2);
    request.thread = is_compute(inside, text)                                 ? engine::KernelThread::Fused
                     : has_any(file.filename().string(), {"writer", "write"}) ? engine::KernelThread::DataMovement0
                                                                              : engine::KernelThread::DataMovement1;
    request.prologue = engine::guessed_prologue(request.thread);
    return request;
}

struct Found {
    std::vector<EditorEntry> entries;
    size_t built = 0, guessed = 0, host = 0;
    std::vector<std::string> names_of_guessed;
};

// Folders that hold what was made, not what is written.
bool is_left_out(const fs::path& folder) {
    const std::string name = folder.filename().string();
    return name.starts_with(".") || name.starts_with("build") || name == "node_modules" || name == "__pycache__";
}

// Host files of an op: in a folder with an entry, but for what needs another library.
bool is_host_file(const fs::path& file, const std::set<fs::path>& op_folders) {
    if (!is_source(file) || file.filename().string().ends_with("_nanobind.cpp")) return false;
    const fs::path folder = file.parent_path();
    return op_folders.contains(folder) || (folder.filename() == "device" && op_folders.contains(folder.parent_path()));
}

Found find_all(const fs::path& folder) {
    std::vector<fs::path> files;
    std::set<fs::path> op_folders;
    std::error_code error;
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->is_directory(ignored) && is_left_out(it->path())) it.disable_recursion_pending();
        if (!it->is_regular_file(ignored) || !(is_source(it->path()) || is_header(it->path()))) continue;
        files.push_back(it->path());
        if (it->path().filename().string().ends_with("_entry.cpp")) op_folders.insert(it->path().parent_path());
    }
    std::sort(files.begin(), files.end());
    Found found;
    for (const fs::path& file : files) {
        const fs::path inside = file.lexically_relative(folder);
        const std::string text = engine::read_file(file);
        if (is_kernel(inside, text)) {
            if (std::optional<EditorEntry> noted = engine::noted_entry(file)) {
                ++found.built;
                found.entries.push_back(std::move(*noted));
            } else {
                ++found.guessed;
                found.names_of_guessed.push_back(inside.generic_string());
                found.entries.push_back(engine::editor_entry(guess(file, inside, text)));
            }
        } else if (is_host_file(file, op_folders)) {
            ++found.host;
            found.entries.push_back({file, workshop::host_file_command(file)});
        }
    }
    return found;
}

constexpr const char* kMark = "# Written by `tilewright editor`.";

// An editor's settings that are there stay.
bool write_settings(const fs::path& file) {
    const std::string text =
        std::string(kMark) + R"( Kernels include what leads to other headers; nothing of that is superfluous.
Diagnostics:
  UnusedIncludes: None
  MissingIncludes: None
)";
    std::error_code error;
    if (fs::exists(file, error) && !engine::read_file(file).starts_with(kMark)) return false;
    write_file(file, text, "TW3008", "check free space and permissions");
    return true;
}

int editor(const EditorOptions& options, Context& context) {
    std::error_code error;
    const fs::path folder = fs::canonical(options.folder, error);
    if (error || !fs::is_directory(folder, error)) {
        throw Error("TW4000", fmt::format("{} is no folder", options.folder),
                    "name the folder of an op, or one above it", Exit::Usage);
    }
    if (!options.root.empty()) metal::set_root_dir(fs::absolute(options.root).string());
    const Found found = find_all(folder);
    if (found.built + found.guessed == 0) {
        throw Error("TW4521", fmt::format("{} has no kernels", folder.string()),
                    "name the folder of an op, or one above it", Exit::Usage);
    }
    const fs::path json = folder / "compile_commands.json";
    engine::merge_compile_commands(json, found.entries, /*all=*/true);
    const bool settings = write_settings(folder / ".clangd");
    if (context.json) {
        context.out << nlohmann::json{{"file", json.string()}, {"kernels", found.built + found.guessed},
                                      {"built", found.built},  {"guessed", found.names_of_guessed},
                                      {"host", found.host},    {"settings", settings}}
                           .dump(2)
                    << "\n";
        return static_cast<int>(Exit::Ok);
    }
    context.out << fmt::format("{}: {} kernel file{}", json.string(), found.built + found.guessed,
                               found.built + found.guessed == 1 ? "" : "s");
    if (found.host != 0) context.out << fmt::format(", {} host file{}", found.host, found.host == 1 ? "" : "s");
    context.out << "\n";
    if (found.guessed != 0)
        context.out << fmt::format(
            "{} of them as they were last built; the arguments of {} are guessed until they are (run the op, then this "
            "again)\n",
            found.built, found.guessed);
    if (!settings)
        context.out << (folder / ".clangd").string()
                    << " is yours and stays; Diagnostics: UnusedIncludes: None suits kernels\n";
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_editor(CLI::App& app, Context& context) {
    auto options = std::make_shared<EditorOptions>();
    app.add_option("DIR", options->folder, "a folder with kernels, at any depth")->capture_default_str();
    app.add_option("--root", options->root, "the checkout whose headers come first; TT_METAL_HOME without it");
    app.footer(
        "Entries of other files in compile_commands.json stay. Kernels are shown as they were last built; with\n"
        "TILEWRIGHT_COMPILE_COMMANDS=FILE every build puts its entry into that file by itself.");
    return [options, &context] { return editor(*options, context); };
}

}  // namespace tilewright::cli
