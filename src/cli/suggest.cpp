// Damerau-Levenshtein distance (optimal string alignment) over short words.
#include "cli/suggest.hpp"

#include <algorithm>

namespace tilewright::cli {

size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
    for (size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t change = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
            }
        }
    }
    return cost[a.size()][b.size()];
}

std::string nearest(const std::string& word, const std::vector<std::string>& names) {
    std::string best;
    size_t best_distance = 0;
    for (const std::string& name : names) {
        const bool begins = word.size() >= 2 && name.compare(0, word.size(), word) == 0;
        const size_t distance = begins ? 0 : edit_distance(word, name);
        if (distance > std::max<size_t>(1, std::max(word.size(), name.size()) / 3)) continue;
        if (best.empty() || distance < best_distance) {
            best = name;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace tilewright::cli
