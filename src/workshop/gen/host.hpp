// The host files of an op: the nine of a TTNN op, its plan and its entry in the workshop's registry.
#pragma once

#include <map>
#include <string>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

// File name to text; names are relative to the op's folder.
std::map<std::string, std::string> host_files(const Plan& plan);

}  // namespace tilewright::workshop::rows
