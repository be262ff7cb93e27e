// From runtime arguments to the tiles that each core works on.
#include <algorithm>
#include <map>

#include "workshop/suspect/grid.hpp"
#include "workshop/suspect/rerun.hpp"

namespace tilewright::workshop {

namespace {

struct Part {
    LogicalCore core;
    uint32_t start, count;
};

// Starts at 0, each goes on where the one before ends, ends at `total`.
bool covers(std::vector<Part>& parts, size_t total) {
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.start != b.start ? a.start < b.start : a.count < b.count; });
    size_t next = 0;
    for (const Part& part : parts) {
        if (part.count == 0) continue;
        if (part.start != next) return false;
        next += part.count;
    }
    return next == total;
}

std::vector<TileShare> in_tiles(const std::vector<Part>& parts, size_t tiles_each, size_t rows_each) {
    std::vector<TileShare> shares;
    for (const Part& part : parts) {
        if (part.count == 0) continue;
        if (part.start % rows_each != 0) return {};
        const size_t first = part.start / rows_each, end = (part.start + part.count + rows_each - 1) / rows_each;
        shares.push_back({part.core.str(), first * tiles_each, (end - first) * tiles_each});
    }
    return shares.size() > 1 ? shares : std::vector<TileShare>();
}

}  // namespace

std::vector<TileShare> shares_of(const program::ProgramDescriptor& program, const Compared& compared) {
    const Grid grid(compared.shape, compared.tiled, compared.tile_height, compared.tile_width);
    struct Unit {
        size_t total, tiles_each, rows_each;
    };
    const size_t tile_rows = grid.tiles() / grid.tiles_across;
    std::vector<Unit> units = {{grid.tiles(), 1, 1}};
    if (grid.tiles_across > 1) units.push_back({tile_rows, grid.tiles_across, 1});
    if (!compared.tiled) units.push_back({grid.rows(), grid.tiles_across, grid.tile_height});
    for (const program::KernelDescriptor& kernel : program.kernels) {
        if (kernel.runtime_args.size() < 2) continue;
        const size_t words = kernel.runtime_args.begin()->second.size();
        for (size_t start = 0; start < words; ++start) {
            for (size_t count = 0; count < words; ++count) {
                if (start == count) continue;
                std::vector<Part> parts;
                for (const auto& [core, args] : kernel.runtime_args) {
                    if (args.size() == words) parts.push_back({core, args[start], args[count]});
                }
                if (parts.size() != kernel.runtime_args.size()) continue;
                for (const Unit& unit : units) {
                    if (unit.total < 2 || !covers(parts, unit.total)) continue;
                    std::vector<TileShare> shares = in_tiles(parts, unit.tiles_each, unit.rows_each);
                    if (!shares.empty()) return shares;
                }
            }
        }
    }
    return {};
}

}  // namespace tilewright::workshop
