// Reading which part of a run is to be drawn.
#include "engine/trace_options.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <sstream>

#include "base/error.hpp"

namespace tilewright::engine {

CoreRanges parse_trace_cores(const std::string& who, const std::string& text) {
    CoreRanges ranges;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        CoreRange range;
        int one = 0, two = 0;
        const auto size = static_cast<int>(word.size());
        const int read = std::sscanf(word.c_str(), "%u,%u%n-%u,%u%n", &range.start.x, &range.start.y, &one,
                                     &range.end.x, &range.end.y, &two);
        if (read == 2 && one == size) range.end = range.start;
        const bool whole = (read == 2 && one == size) || (read == 4 && two == size);
        if (!whole || range.end.x < range.start.x || range.end.y < range.start.y)
            throw Error("TW3904", fmt::format("{}: \"{}\" names no cores", who, word),
                        "give a core as 0,0 or a rectangle of them as 0,0-1,0", Exit::Usage);
        ranges.push_back(range);
    }
    return ranges;
}

void parse_trace_window(const std::string& who, const std::string& text, TraceOptions& to) {
    const size_t colon = text.find(':');
    const auto number = [&](const std::string& part, double otherwise) {
        if (part.empty()) return otherwise;
        size_t used = 0;
        double value = -1;
        try {
            value = std::stod(part, &used);
        } catch (const std::exception&) {
            used = 0;
        }
        return used == part.size() ? value : -1;
    };
    const double begin = number(text.substr(0, colon), 0);
    const double end = colon == std::string::npos ? -1 : number(text.substr(colon + 1), 0);
    if (!(begin >= 0) || !(end == 0 || end > begin))
        throw Error("TW3904", fmt::format("{}: \"{}\" is no stretch of time", who, text),
                    "give its begin and end in microseconds, as 10:25", Exit::Usage);
    to.begin_us = begin;
    to.end_us = end;
}

}  // namespace tilewright::engine
