// What --version says.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tilewright::cli {

std::string version_text();
nlohmann::json version_json();

}  // namespace tilewright::cli
