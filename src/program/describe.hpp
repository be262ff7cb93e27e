// A program descriptor as JSON, for whoever is not C++.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "program/descriptor.hpp"

namespace tilewright::program {

nlohmann::json to_json(const ProgramDescriptor& program);

}  // namespace tilewright::program
