// Builds that are refused: what a kernel may not do, files it may not read, limits of the compiler. Internal to
// src/engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "engine/build/kernel_build.hpp"

namespace tilewright::engine {

// What the plugin's gate (kernel_pass/gate_pass.cpp) said in the compiler's output: TW3110 to TW3112.
std::optional<Finding> refused_by_gate(const KernelBuildRequest& request, const std::string& output);

// The first of these files that the kernel has no business with: neither in its own folders, nor in its include roots,
// nor the platform's. Empty: none.
std::string foreign_file(const KernelBuildRequest& request, const std::vector<std::string>& files);
// Files named in the compiler's messages.
std::vector<std::string> files_in(const std::string& output);
Finding refused_file(const KernelBuildRequest& request, const std::string& file);  // TW3113

}  // namespace tilewright::engine
