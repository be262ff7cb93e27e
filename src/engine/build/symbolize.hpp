// Source lines of addresses in a kernel, inlined calls resolved.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "engine/build/kernel_image.hpp"

namespace tilewright::engine {

// The name of a function as its author would say it: no template arguments, parameters, result or clone marks.
std::string plain_function_name(std::string demangled);

// Innermost first. Empty if the address is not in the kernel.
std::vector<Frame> symbolize(const KernelImage& image, const void* pc);

}  // namespace tilewright::engine
