// What tools are given: the part of JSON Schema that they state, checked, with refusals that say what is allowed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tilewright::cli::mcp {

// An object of these properties and no others.
nlohmann::json object_of(nlohmann::json properties, std::vector<std::string> required = {});

// Throws TW4601 for the first thing that does not fit: which argument, what was given, what is allowed.
void check_arguments(const nlohmann::json& schema, const nlohmann::json& given, const std::string& tool);

}  // namespace tilewright::cli::mcp
