// Compiling the host code of an op folder.
#pragma once

#include <filesystem>

#include "workshop/load/load.hpp"

namespace tilewright::workshop {

// The shared object of a folder, from the cache when nothing has changed. Throws TW3301.
std::filesystem::path compile_folder(const OpFolder& folder);

}  // namespace tilewright::workshop
