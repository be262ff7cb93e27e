// Notes for editors.
#include "engine/build/editor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/wrapper.hpp"
#include "engine/prologue.hpp"
#include "program/operand_formats.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFix = "check free space and permissions";

fs::path note_of(const fs::path& file, const char* extension) {
    ContentHash hash;
    hash.add(file.string());
    return KernelCache::directory() / "editor" / (hash.text() + extension);
}

std::string text_of(const EditorEntry& entry) {
    return nlohmann::json{{"file", entry.file.string()}, {"arguments", entry.arguments}}.dump();
}

std::optional<EditorEntry> read_entry(const std::string& text) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("arguments") || !json["arguments"].is_array()) return {};
    EditorEntry entry{json.value("file", ""), {}};
    for (const nlohmann::json& word : json["arguments"])
        if (word.is_string()) entry.arguments.push_back(word);
    return entry;
}

// The name of the file in an entry of anybody's, as an absolute path.
fs::path file_of(const nlohmann::json& entry) {
    if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string()) return {};
    return (fs::path(entry.value("directory", "")) / entry["file"].get<std::string>()).lexically_normal();
}

// Of a kernel: it includes a head of ours.
bool is_ours(const nlohmann::json& entry) {
    if (!entry.is_object() || !entry.contains("arguments") || !entry["arguments"].is_array()) return false;
    const nlohmann::json& words = entry["arguments"];
    for (size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "-include" && words[i + 1].is_string() &&
            fs::path(words[i + 1].get<std::string>()).parent_path().filename() == "editor")
            return true;
    }
    return false;
}

}  // namespace

nlohmann::json EditorEntry::to_json() const {
    return {{"directory", file.parent_path().string()}, {"file", file.string()}, {"arguments", arguments}};
}

EditorEntry editor_entry(const KernelBuildRequest& given) {
    KernelBuildRequest request = with_absolute_paths(given);
    request.strict = request.timed = request.isolated = request.trusted = false;
    if (!is_data_movement(request.thread)) request.thread = KernelThread::Fused;
    // The head stays in place and changes its contents: an editor that has it open follows.
    const fs::path head = note_of(request.source_path, ".h");
    KernelCache::path_of("");  // makes the folder, and refuses one that others may write to
    std::error_code ignored;
    fs::create_directories(head.parent_path(), ignored);
    if (const std::string text = "#pragma once\n" + wrapper_head(request); read_file(head) != text)
        write_file(head, text, "TW3103", kFix);
    EditorEntry entry{request.source_path, {toolchain().compiler.string()}};
    for (const std::string& flag : common_flags(request)) {
        // About code, which an editor does not make.
        if (flag != "-fpch-instantiate-templates" && flag != "-fno-crash-diagnostics") entry.arguments.push_back(flag);
    }
    for (const fs::path& folder : include_folders(request)) entry.arguments.push_back("-I" + folder.string());
    entry.arguments.push_back("-I" + toolchain().kernel_api.string());
    entry.arguments.push_back("-I" + toolchain().kernel_forwards.string());
    entry.arguments.insert(entry.arguments.end(),
                           {"-include", head.string(), "-x", "c++", "-c", request.source_path.string()});
    return entry;
}

std::string guessed_prologue(KernelThread thread) {
    program::KernelDescriptor kernel;
    const program::ComputeConfig compute;
    if (!is_data_movement(thread)) kernel.config = compute;
    program::OperandFormats formats;
    program::CbFormat tiles;
    tiles.page_bytes = 2048;
    for (program::OperandFormat& format : formats) format = program::operand_format(tiles, compute);
    return kernel_prologue(kernel, formats);
}

void note_for_editors(const KernelBuildRequest& request, bool only_new) noexcept {
    try {
        if (request.source_path.empty()) return;
        const fs::path file = with_absolute_paths(request).source_path;
        const std::string list = environment::text("TILEWRIGHT_COMPILE_COMMANDS");
        const fs::path note = note_of(file, ".json");
        if (only_new && list.empty() && fs::exists(note)) return;
        const EditorEntry entry = editor_entry(request);
        if (read_file(note) != text_of(entry)) write_file(note, text_of(entry), "TW3103", kFix);
        if (!list.empty()) {
            const BuildLock lock("editor");
            merge_compile_commands(list, {entry}, /*all=*/false);
        }
    } catch (...) {  // the run is what matters
    }
}

std::optional<EditorEntry> noted_entry(const fs::path& file) {
    std::error_code error;
    const fs::path path = fs::absolute(file, error).lexically_normal();
    std::optional<EditorEntry> entry = read_entry(read_file(note_of(path, ".json")));
    if (!entry || entry->file != path || !fs::exists(note_of(path, ".h"), error)) return {};
    // Headers and compiler may have gone elsewhere since.
    const std::string include = "-I" + toolchain().kernel_api.string();
    const bool ours = std::find(entry->arguments.begin(), entry->arguments.end(), include) != entry->arguments.end();
    return ours ? entry : std::nullopt;
}

void merge_compile_commands(const fs::path& json, const std::vector<EditorEntry>& entries, bool all) {
    nlohmann::json list = nlohmann::json::array();
    std::error_code error;
    if (fs::exists(json, error)) {
        list = nlohmann::json::parse(read_file(json), nullptr, false);
        if (!list.is_array()) {
            throw Error("TW4521", fmt::format("{} is no compile_commands.json", json.string()),
                        "move it away, or name another folder", Exit::Usage);
        }
    }
    std::map<fs::path, const EditorEntry*> ours;
    for (const EditorEntry& entry : entries) ours[entry.file.lexically_normal()] = &entry;
    nlohmann::json merged = nlohmann::json::array();
    for (nlohmann::json& entry : list)
        if (!ours.contains(file_of(entry)) && !(all && is_ours(entry))) merged.push_back(std::move(entry));
    for (const auto& [file, entry] : ours) merged.push_back(entry->to_json());
    if (fs::is_symlink(json, error)) fs::remove(json, error);  // what it leads to is a build's
    write_file(json, merged.dump(1) + "\n", "TW3008", kFix);
}

}  // namespace tilewright::engine
