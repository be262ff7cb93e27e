// An exported op loaded here again: it must give the bits that the op it came from gives.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "workshop/export/exported.hpp"
#include "workshop/op/op_case.hpp"

namespace tilewright::workshop::exported {

struct LoadedBack {
    size_t cases = 0, equal = 0;
    std::vector<std::string> different;  // cases, as text
    bool ok() const { return cases > 0 && equal == cases; }
};

// `files`: of the C++ form. Throws what compiling and running them throws.
LoadedBack load_back(const rows::Plan& plan, const Files& files, ttnn::MeshDevice& device);

}  // namespace tilewright::workshop::exported
