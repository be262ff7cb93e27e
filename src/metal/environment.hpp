// What the environment chooses for the host API: the machine, the age of the kernel API, and where kernel files are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "card/arch.hpp"
#include "metal/checkout.hpp"
#include "program/descriptor.hpp"
#include "umd/device/types/arch.hpp"

namespace tilewright::metal {

// TILEWRIGHT_ARCH, then ARCH_NAME, then card::kDefaultArch.
const card::Arch& selected_arch();

// The tt::ARCH that the host API reports for a machine; its file says which (TW3900 when tt::ARCH has no such value).
tt::ARCH host_arch(const card::Arch& arch);

// TILEWRIGHT_ERA = 202601, 202603 or 202608, with the low-level library of its time; unset: what the files under
// root_dir() look like, else 202608.
Age selected_age();
program::Era selected_era();

// Where kernel headers come from and how old they are, for the top of a run: "kernel headers of ~/tt-metal (API of
// 2026-03, low-level library of 2026-04)".
std::string headers_in_words();

// SetRootDir, else TT_METAL_HOME, else empty.
std::filesystem::path root_dir();
void set_root_dir(const std::string& root);

// First hit of: current directory, $TT_METAL_KERNEL_PATH, installed kernels, root. Absolute paths as they are.
std::filesystem::path find_kernel_file(const std::string& name);

// Roots that kernels' includes are looked up in before the ones that ship with the library.
std::vector<std::filesystem::path> include_roots();

}  // namespace tilewright::metal
