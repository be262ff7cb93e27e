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
    size_t plans = 0, equal_plans = 0;   // calls of which the CBs were compared, most of them without running
    std::vector<std::string> different;  // cases, as text
    bool ok() const { return plans > 0 && equal == cases && equal_plans == plans; }
};

// `files`: of the C++ form; `run`: bits are compared as well as plans. Throws what compiling and running them throws.
LoadedBack load_back(const rows::Plan& plan, const Files& files, ttnn::MeshDevice& device, bool run = true);

}  // namespace tilewright::workshop::exported
