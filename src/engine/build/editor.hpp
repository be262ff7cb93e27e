// How an editor compiles a kernel: as it was last built, its generated head in a file of its own, so that clangd sees
// the same arguments, formats and macros. Notes lie in the folder `editor` of the kernel cache and are never evicted.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/build/kernel_build.hpp"

namespace tilewright::engine {

// An entry of compile_commands.json.
struct EditorEntry {
    std::filesystem::path file;
    std::vector<std::string> arguments;  // the compiler first, the file last
    nlohmann::json to_json() const;
};

// Of a kernel in a file. Compute kernels are shown as one thread has all three parts.
EditorEntry editor_entry(const KernelBuildRequest& request);

// What stands in front of a kernel that was never built: CBs of bfloat16 tiles, the default settings.
std::string guessed_prologue(KernelThread thread);

// Keeps the entry, and puts it into the file that TILEWRIGHT_COMPILE_COMMANDS names. `only_new`: what is known of the
// kernel stays. Whatever goes wrong is nobody's concern here.
void note_for_editors(const KernelBuildRequest& request, bool only_new) noexcept;
std::optional<EditorEntry> noted_entry(const std::filesystem::path& file);

// Entries of these files take the place of those that are there, others stay; a link becomes a file. `all`: kernels
// that are not among them have no entry any more. TW3008 where it cannot be written, TW4521 where what is there is no
// compile_commands.json.
void merge_compile_commands(const std::filesystem::path& json, const std::vector<EditorEntry>& entries, bool all);

}  // namespace tilewright::engine
