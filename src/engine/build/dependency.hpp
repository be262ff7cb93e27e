// The files a build depended on, and the manifest that remembers them beside what was built. Internal to src/engine and
// src/workshop/load.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tilewright::engine {

// Unchanged time and size are taken as unchanged contents.
struct Dependency {
    std::string path;
    int64_t mtime_ns = 0;
    uint64_t bytes = 0;
    std::string hash;
};

// As the file is now; false if it cannot be read.
bool describe(const std::string& path, Dependency& dependency);
// A newer time with the same contents is no change; the dependency then takes the newer time.
bool unchanged(Dependency& dependency);
bool unchanged(std::vector<Dependency>& dependencies);

// A kernel header, one of the system's, or a precompiled header of the cache.
bool is_platform_file(const std::string& path);

// The words behind the colon of a make rule; a backslash keeps a space and joins lines.
std::vector<std::string> files_of_rule(const std::string& text);
// Files named in a make-style dependency file, but for the kernel headers and the system's: the toolchain's stamp
// stands for those.
std::vector<Dependency> read_dependency_file(const std::filesystem::path& file, const std::filesystem::path& wrapper);

// Whether none of them has changed since: what was built may be from before or after a change that is newer.
bool older_than(const std::vector<Dependency>& dependencies, int64_t time_ns);
int64_t now_ns();

// What was built from what.
struct Manifest {
    std::string object;  // name of the shared object in the cache
    uint64_t object_bytes = 0;
    std::string object_hash;
    std::vector<Dependency> dependencies;

    std::string to_text() const;
    static bool parse(const std::string& text, Manifest& manifest);
};

}  // namespace tilewright::engine
