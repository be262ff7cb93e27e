// The text that is compiled: generated prologue, platform header, the kernel, and the entry the engine calls. Internal
// to src/engine.
#pragma once

#include <string>
#include <vector>

#include "engine/build/kernel_build.hpp"

namespace tilewright::engine {

// The name under which the generated text appears in the compiler's messages.
inline constexpr const char* kWrapperName = "<generated>";

bool is_data_movement(KernelThread thread);
// What stands in front of the kernel: arguments, formats, macros, the platform's header.
std::string wrapper_head(const KernelBuildRequest& request);
std::string wrapper_source(const KernelBuildRequest& request, const std::string& kernel_text);
// What the machine's file makes of a kernel: its own macros, and the figures that tw/dataflow/memory_map.h goes by.
std::vector<std::string> machine_flags(const KernelBuildRequest& request);
// What plain code costs on the machine's processors, by TwTimedCost: [timing.processor] of its file, for the compiler
// pass.
std::vector<uint32_t> processor_costs(const card::Arch& arch);
// TILEWRIGHT_DEBUG_KERNELS: not optimised, with everything a debugger wants to know.
bool builds_for_debugger();
// Compiler flags that a precompiled header shares with the kernels that use it.
std::vector<std::string> common_flags(const KernelBuildRequest& request);
// Folders that include roots add: a root, and where its operations' headers lie.
std::vector<std::filesystem::path> include_folders(const KernelBuildRequest& request);
KernelBuildRequest with_absolute_paths(KernelBuildRequest request);
std::string kernel_text_of(const KernelBuildRequest& request);  // throws TW3100 if the file does not exist
// The kernel without comments and string literals: what a search for words may look at.
std::string code_only(const std::string& text);
bool mentions_word(const std::string& code, const std::string& word);

}  // namespace tilewright::engine
