// Compiling the host code of an op folder.
#pragma once

#include "engine/build/stored.hpp"
#include "workshop/load/load.hpp"

namespace tilewright::workshop {

// The shared object of a folder, from the cache when none of the files it was made from has changed. Throws TW3301.
engine::Stored compile_folder(const OpFolder& folder);

}  // namespace tilewright::workshop
