// Shapes of every class that programs depend on: rank, batches, one row and many, a last tile-row or last tile that is
// cut in its left or right half or not at all, rows of one tile, of some, and of so many that they go in blocks.
#pragma once

#include <cstdint>
#include <vector>

inline const std::vector<std::vector<uint32_t>>& shapes_of_every_class() {
    static const std::vector<std::vector<uint32_t>> all = {
        // One matrix, one tile across.
        {1, 1},
        {1, 31},
        {1, 32},
        {32, 1},
        {32, 7},
        {31, 17},
        {32, 16},
        {32, 32},
        {33, 32},
        {64, 31},
        {97, 32},
        {256, 32},
        // Two tiles and some.
        {1, 33},
        {32, 33},
        {32, 48},
        {33, 49},
        {32, 64},
        {63, 63},
        {64, 64},
        {65, 65},
        {128, 96},
        {40, 100},
        {160, 100},
        {96, 160},
        // Many: blocks, streaming.
        {32, 256},
        {1, 257},
        {40, 320},
        {64, 600},
        {33, 1000},
        {32, 2048},
        {70, 1056},
        // Batches.
        {3, 32, 32},
        {2, 33, 100},
        {5, 1, 64},
        {4, 16, 48},
        {1, 1, 32, 32},
        {1, 2, 64, 96},
        {2, 2, 40, 72},
        {3, 1, 5, 40},
        {2, 3, 31, 33},
        {1, 4, 128, 128},
        {2, 1, 1, 1, 65},
        {2, 2, 1, 33, 20},
    };
    return all;
}
