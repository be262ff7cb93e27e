// The text that is compiled: generated prologue, platform header, the kernel, and the entry the engine calls.
#pragma once

#include <string>
#include <vector>

#include "engine/build/kernel_build.hpp"

namespace tilewright::engine {

std::string wrapper_source(const KernelBuildRequest& request, const std::string& kernel_text);
// Compiler flags that a precompiled header shares with the kernels that use it.
std::vector<std::string> common_flags(const KernelBuildRequest& request);
// The kernel without comments and string literals: what a search for words may look at.
std::string code_only(const std::string& text);
bool mentions_word(const std::string& code, const std::string& word);

}  // namespace tilewright::engine
