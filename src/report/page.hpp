// The frame of an HTML page: one file, nothing from elsewhere, light and dark by the reader's setting, and well-formed
// as XML too.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tilewright::report {

std::string page_begin(const std::string& title);
std::string page_end();
// Links of the page: (address, text).
std::string page_links(const std::vector<std::pair<std::string, std::string>>& links);

}  // namespace tilewright::report
