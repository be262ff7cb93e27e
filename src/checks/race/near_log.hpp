// What the threads of a core do to their own L1, in order, for as long as no other core has touched it: most programs
// never need more, and a line here costs far less than the marks of all its bytes. Internal to src/checks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

namespace tilewright::checks::races {

class NearLog {
public:
    // One access, or a row of them: of transfers that follow each other in number and in place.
    struct Line {
        uint64_t mark;  // of the first, without bytes
        uint32_t address, count;
        uint32_t piece;  // bytes of each
        bool writes;
        uint64_t end() const { return uint64_t{address} + count; }
        bool operator==(const Line&) const = default;
    };

    // `step`: by how much the mark of a transfer is less than that of the next one.
    void add(uint64_t mark, uint32_t address, uint32_t count, bool writes, uint64_t step) {
        if (!lines_.empty()) {
            Line& last = lines_.back();
            if (last.writes == writes) {
                const bool single = last.piece == last.count;
                if (last.mark == mark && single && last.address == address && last.count == count) return;
                if (last.end() == address) {
                    if (last.mark == mark && single) {
                        last.piece = last.count += count;
                        return;
                    }
                    if (last.piece == count && mark == last.mark + last.count / last.piece * step) {
                        last.count += count;
                        return;
                    }
                }
            }
        }
        lines_.push_back({mark, address, count, count, writes});
    }
    // Time to see what of it still matters, or to give it up.
    bool is_long() const { return lines_.size() >= kLong; }
    // Drops what later writes have made void, and what was noted again later.
    void shorten(uint64_t bytes, uint32_t granule) {
        std::vector<bool> written(bytes / granule + 1);
        std::unordered_set<Line, Hash> seen;
        std::vector<Line> kept;
        for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
            const uint64_t from = line->address / granule,
                           to = std::min((line->end() - 1) / granule + 1, bytes / granule);
            uint64_t at = from;
            while (at < to && written[at]) ++at;
            if (at < to && seen.insert(*line).second) kept.push_back(*line);
            if (!line->writes) continue;
            const uint64_t first_whole = (line->address + granule - 1) / granule;
            const uint64_t last_whole = std::min(line->end() / granule, bytes / granule);
            for (at = first_whole; at < last_whole; ++at) written[at] = true;
        }
        std::reverse(kept.begin(), kept.end());
        lines_ = std::move(kept);
    }
    const std::vector<Line>& lines() const { return lines_; }
    void clear() { lines_ = {}; }
    static constexpr size_t kLong = size_t{1} << 14;

private:
    struct Hash {
        size_t operator()(const Line& line) const {
            return (line.mark * 0x9E3779B97F4A7C15u) ^ (uint64_t{line.address} << 20) ^ line.count ^
                   (line.writes ? 1 : 0);
        }
    };
    std::vector<Line> lines_;
};

}  // namespace tilewright::checks::races
