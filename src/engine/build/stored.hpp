// What was built and is kept in the cache, with a manifest that says how it must look and what it was made from.
// Whatever is not whole, or was made from something else, is not there; so it is built anew. Internal to src/engine and
// src/workshop/load.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/build/dependency.hpp"
#include "engine/build/in_use.hpp"

namespace tilewright::engine {

// A file that may be loaded or compiled with as long as this lives.
struct Stored {
    std::filesystem::path path;
    std::vector<Dependency> dependencies;
    FileInUse use;

    explicit operator bool() const { return static_cast<bool>(use); }
};

// By the key it was stored with.
Stored find_stored(const std::string& key);

// Moves a finished file into the cache, under a name that is never used for other contents: PREFIX, a hash of key,
// dependencies and contents, and `extension`. `certain`: it can be found again.
Stored store(const std::filesystem::path& finished, const std::string& key, const std::string& extension,
             std::vector<Dependency> dependencies, bool certain, const std::string& prefix = "");

// So that nobody finds it again.
void forget_stored(const std::string& key);

}  // namespace tilewright::engine
