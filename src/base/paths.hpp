// Where files that ship with the library lie: in an installed prefix, or in the source tree it was built from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilewright {

// The folder `part` ("data", "docs/diagnostics", "kernel_api") of the installation. Order: the environment variable
// TILEWRIGHT_<FIRST WORD OF PART> (TILEWRIGHT_DATA for "data"), <prefix>/share/tilewright/<part> beside the loaded
// library, the source tree. Empty when none of them exists.
std::filesystem::path shipped_folder(const std::string& part);

// What the library was installed to, or the build folder: lib/libtilewright.so lies in it.
std::filesystem::path own_prefix();

// Where machines' files lie: shipped_folder("data"), and the folders that TILEWRIGHT_MACHINES lists, separated by ':'.
std::vector<std::filesystem::path> machine_folders();

}  // namespace tilewright
