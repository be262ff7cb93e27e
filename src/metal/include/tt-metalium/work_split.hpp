// How work is divided over cores.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "tt-metalium/core_coord.hpp"

namespace tt::tt_metal {

uint32_t merge_num_sticks_to_read(uint32_t num_sticks_to_read, uint32_t stick_size_bytes, uint32_t max_read_size);

std::tuple<uint32_t, uint32_t> get_max_cores_divisible_by_tiles_per_core_tiles(const uint32_t& num_tiles,
                                                                               const uint32_t& num_cores_max,
                                                                               bool request_even = false);

// Largest divisor of val that is at most start_max_div; 5 and 7 are left out.
int find_max_divisor(uint32_t val, uint32_t start_max_div);
int find_max_block_size(uint32_t val, uint32_t max_block_size = 8);

// The first n cores of the grid as at most three ranges: partial first line, full lines, partial last line.
CoreRangeSet num_cores_to_corerangeset(CoreCoord start_core, uint32_t target_num_cores, CoreCoord grid_size,
                                       bool row_wise = false);
CoreRangeSet num_cores_to_corerangeset(uint32_t target_num_cores, CoreCoord grid_size, bool row_wise = false);
CoreRangeSet num_cores_to_corerangeset_in_subcoregrids(CoreCoord start_core, uint32_t target_num_cores,
                                                       const CoreRangeSet& sub_core_grids, bool row_wise = false);

// {cores used, all of them, first group, second group, units per core of the first, of the second}. With
// q = units / n and r = units % n the first r cores get q + 1; r == 0 leaves the second group empty.
std::tuple<uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, uint32_t, uint32_t> split_work_to_cores(
    CoreCoord grid_size, uint32_t units_to_divide, bool row_wise = false);
std::tuple<uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, uint32_t, uint32_t> split_work_to_cores(
    const CoreRangeSet& core_grid, uint32_t units_to_divide, bool row_wise = false);

std::tuple<std::vector<uint32_t>, CoreRangeSet> split_work_to_cores_even_multiples(const CoreCoord& core_grid,
                                                                                   uint32_t units_to_divide,
                                                                                   uint32_t multiple,
                                                                                   bool row_wise = false);

}  // namespace tt::tt_metal
