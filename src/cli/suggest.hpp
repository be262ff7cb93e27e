// "Did you mean ...?": the nearest of some names, by edit distance.
#pragma once

#include <string>
#include <vector>

namespace tilewright::cli {

// Insertions, deletions, substitutions and swaps of neighbours, one each.
size_t edit_distance(const std::string& a, const std::string& b);

// The nearest name, or empty when none is near enough to be meant: at most a third of the letters may differ, or the
// word must begin a name.
std::string nearest(const std::string& word, const std::vector<std::string>& names);

}  // namespace tilewright::cli
