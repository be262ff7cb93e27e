// Source text with gaps: "@name@" stands for a value, in the middle of a line or as a whole line.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tilewright::workshop::exported {

using Gaps = std::map<std::string, std::string>;

// A gap that is a line of its own takes as many lines as its value has, each with the line's indentation, or none at
// all where the value is empty. Throws InternalError for a gap that nobody fills.
std::string filled(const std::string& text, const Gaps& gaps);

// One item per line, each followed by `end`.
std::string lines_of(const std::vector<std::string>& items, const std::string& end = "");

}  // namespace tilewright::workshop::exported
