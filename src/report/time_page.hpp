// The HTML page of `tilewright time`: the verdict in words, then the pictures.
#pragma once

#include <filesystem>
#include <string>

#include "report/pictures/pictures.hpp"

namespace tilewright::report {

// `verdict`: what the command prints.
std::string time_page(const std::string& verdict, const Pictures& pictures);
// TW3310: it cannot be written.
void write_time_page(const std::filesystem::path& file, const std::string& verdict, const Pictures& pictures);

}  // namespace tilewright::report
