// Op folders outside the tree: the nine host files, kernels and an entry, compiled into a shared object and loaded, so
// that the op is known like a shipped one and Tilewright is not rebuilt.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "workshop/op/op.hpp"

namespace tilewright::workshop {

// What a folder holds, by the naming rules of ops.
struct OpFolder {
    std::filesystem::path path;
    std::string op;
    std::vector<std::filesystem::path> sources;  // host code to compile: everything but the Python binding
    std::vector<std::filesystem::path> headers;
};
// Throws TW3300: no folder, no entry or several, missing files.
OpFolder inspect_folder(const std::filesystem::path& folder);

// How one of its host files is compiled, for editors: the compiler first, the file last.
std::vector<std::string> host_file_command(const std::filesystem::path& file);

// Compiles (or finds in the cache), loads and registers. The same content is loaded once per process. Throws TW3300,
// TW3301 (the host code does not compile; the compiler's own text is in the finding) and TW3302 (the entry registers
// nothing, another op or an incomplete one).
Op load_folder(const std::filesystem::path& folder);

}  // namespace tilewright::workshop
