// Source lines of addresses in a kernel, inlined calls resolved.
#pragma once

#include <vector>

#include "base/error.hpp"
#include "engine/build/kernel_image.hpp"

namespace tilewright::engine {

// Innermost first. Empty if the address is not in the kernel.
std::vector<Frame> symbolize(const KernelImage& image, const void* pc);

}  // namespace tilewright::engine
