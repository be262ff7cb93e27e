// untilize: 32x32 tiles of one CB become row-major sticks of another, one tile-row after the other.
//
// Two spellings, told apart by their arguments:
//   untilize<width, in, out, init, uninit, wait_upfront>(num_rows, block_rt_dim, total_tiles)   January 2026
//   untilize<width, in, out, modes...>(num_blocks)                                              from February on
//
// Per tile-row: wait for `width` tiles, reserve `width` pages, pack the rows, push `width`, pop `width`. Rows wider
// than DST go through it in equal parts: the largest divisor of the width that fits. All parts of a row land in the one
// reserved block, so the output CB needs `width` pages and the input CB `width` tiles, never more.
#pragma once

#include "api/compute/cb_api.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/reconfig_data_format.h"
#include "ttnn/cpp/ttnn/kernel_lib/common_types.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/dest_helpers.hpp"

namespace compute_kernel_lib {

namespace untilize_config {

constexpr uint32_t INVALID_CB = 0xFFFFFFFFu;
constexpr uint32_t INVALID_DFB = 0xFFFFFFFFu;

enum class ReconfigureRegisterDatatypeMode : uint8_t {
    NoReconfigure,
    UnpackReconfigure,
    PackReconfigure,
    UnpackAndPackReconfigure,
};
enum class InitUninitMode : uint8_t { InitAndUninit, InitOnly, UninitOnly, Neither };
enum class WaitMode : uint8_t { WaitBlock, WaitUpfront, NoWait };
enum class RemapMode : uint8_t { Configure, AssumeConfigured };

// January kernels set formats themselves; helpers reconfigure by default since March.
#if defined(TW_ERA) && TW_ERA < 202603
constexpr auto default_reconfigure = ReconfigureRegisterDatatypeMode::NoReconfigure;
#else
constexpr auto default_reconfigure = ReconfigureRegisterDatatypeMode::UnpackAndPackReconfigure;
#endif

}  // namespace untilize_config

namespace detail {

template <uint32_t width_tiles>
inline constexpr uint32_t untilize_part = largest_divisor(width_tiles, DEST_AUTO_LIMIT);

template <uint32_t width_tiles, uint32_t input_cb, uint32_t output_cb>
ALWI void untilize_rows(uint32_t rows, bool wait_row) {
    constexpr uint32_t part = untilize_part<width_tiles>;
    for (uint32_t row = 0; row < rows; ++row) {
        if (wait_row) cb_wait_front(input_cb, width_tiles);
        cb_reserve_back(output_cb, width_tiles);
        for (uint32_t index = 0; index < width_tiles / part; ++index) {
            pack_untilize_block<part, width_tiles>(input_cb, 1, output_cb, index);
            cb_pop_front(input_cb, part);
        }
        cb_push_back(output_cb, width_tiles);
    }
}

}  // namespace detail

template <uint32_t block_width_tiles, uint32_t input_cb, uint32_t output_cb,
          untilize_config::RemapMode remap_mode = untilize_config::RemapMode::Configure>
ALWI void untilize_init() {
    pack_untilize_init<detail::untilize_part<block_width_tiles>, block_width_tiles>(input_cb, output_cb);
}

template <uint32_t block_width_tiles, uint32_t input_cb, uint32_t output_cb>
ALWI void untilize_uninit() {
    pack_untilize_uninit(output_cb);
}

template <uint32_t block_width_tiles, uint32_t input_cb, uint32_t output_cb,
          untilize_config::InitUninitMode init_uninit_mode = untilize_config::InitUninitMode::InitAndUninit,
          untilize_config::WaitMode wait_mode = untilize_config::WaitMode::WaitBlock,
          untilize_config::ReconfigureRegisterDatatypeMode reconfig_mode = untilize_config::default_reconfigure,
          untilize_config::RemapMode remap_mode = untilize_config::RemapMode::Configure>
ALWI void untilize(uint32_t num_blocks) {
    using untilize_config::InitUninitMode;
    using untilize_config::ReconfigureRegisterDatatypeMode;
    using untilize_config::WaitMode;
    static_assert(block_width_tiles > 0, "untilize: block_width_tiles is 0; a block is at least one tile wide");
    static_assert(input_cb != output_cb, "untilize: input and output are the same CB; they need different ones");
    constexpr bool reconfig_unpack = reconfig_mode == ReconfigureRegisterDatatypeMode::UnpackReconfigure ||
                                     reconfig_mode == ReconfigureRegisterDatatypeMode::UnpackAndPackReconfigure;
    constexpr bool reconfig_pack = reconfig_mode == ReconfigureRegisterDatatypeMode::PackReconfigure ||
                                   reconfig_mode == ReconfigureRegisterDatatypeMode::UnpackAndPackReconfigure;
    if constexpr (reconfig_unpack) reconfig_data_format_srca(input_cb);
    if constexpr (reconfig_pack) pack_reconfig_data_format(output_cb);
    if constexpr (init_uninit_mode == InitUninitMode::InitAndUninit || init_uninit_mode == InitUninitMode::InitOnly) {
        untilize_init<block_width_tiles, input_cb, output_cb, remap_mode>();
    }
    if constexpr (wait_mode == WaitMode::WaitUpfront) cb_wait_front(input_cb, block_width_tiles * num_blocks);
    detail::untilize_rows<block_width_tiles, input_cb, output_cb>(num_blocks, wait_mode == WaitMode::WaitBlock);
    if constexpr (init_uninit_mode == InitUninitMode::InitAndUninit || init_uninit_mode == InitUninitMode::UninitOnly) {
        untilize_uninit<block_width_tiles, input_cb, output_cb>();
    }
}

// January, switches spelled out.
template <uint32_t tile_width, uint32_t icb_id, uint32_t ocb_id, bool init, bool uninit = true,
          bool wait_upfront = false>
ALWI void untilize(uint32_t num_rows, uint32_t block_rt_dim = 1, uint32_t total_tiles = 0) {
    const uint32_t rows = num_rows * block_rt_dim;
    if constexpr (init) untilize_init<tile_width, icb_id, ocb_id>();
    if constexpr (wait_upfront) cb_wait_front(icb_id, total_tiles != 0 ? total_tiles : tile_width * rows);
    detail::untilize_rows<tile_width, icb_id, ocb_id>(rows, !wait_upfront);
    if constexpr (uninit) untilize_uninit<tile_width, icb_id, ocb_id>();
}

// January, switches left out but the later arguments given.
template <uint32_t tile_width, uint32_t icb_id, uint32_t ocb_id>
ALWI void untilize(uint32_t num_rows, uint32_t block_rt_dim, uint32_t total_tiles = 0) {
    untilize<tile_width, icb_id, ocb_id, true, true, false>(num_rows, block_rt_dim, total_tiles);
}

}  // namespace compute_kernel_lib
