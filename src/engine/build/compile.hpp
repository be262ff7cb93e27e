// One run of the compiler: from a request to a shared object. Internal to src/engine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/build/dependency.hpp"
#include "engine/build/kernel_build.hpp"

namespace tilewright::engine {

struct Compiled {
    std::filesystem::path object;  // a temporary file of the caller's
    std::vector<Dependency> dependencies;
    // A dependency changed while the compiler ran: what it read is unknown, so the result is good for now only.
    bool uncertain = false;
};

// Throws Error: TW3101 (does not compile), TW3102 (no compiler or linker).
Compiled compile_kernel(const KernelBuildRequest& request, const std::string& kernel_text);

std::string shown_name(const KernelBuildRequest& request);

}  // namespace tilewright::engine
