// tilize: row-major sticks of one CB become 32x32 tiles of another, block by block (one block = one tile-row).
//
// Three spellings, told apart by their arguments:
//   tilize<init, uninit, use_fast, use_dt, skip_wait>(icb, block_w, ocb, num_blocks, subblock_h, old_icb, input_count,
//                                                     total_rows)
//   tilize<in, out, modes...>(block_width_tiles, num_blocks, total_input_pages)
//   tilize<block_width_tiles, in, out, modes...>(num_blocks, total_input_pages)
//
// Per block: wait for the input pages, reserve `width` output pages, tilize, push `width`, pop the input pages. The
// input pages of a block are `width` tile-sized pages, or, where pages are rows (total_input_pages, total_rows), the 32
// rows of the block or what is left of them. A wait never asks for more than one block, so a CB of one block suffices.
#pragma once

#include "api/compute/cb_api.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/tilize.h"
#include "ttnn/cpp/ttnn/kernel_lib/dest_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/dfb_helpers_compute.hpp"

namespace compute_kernel_lib {

namespace tilize_config {

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
enum class Fp32Mode : uint8_t { Fast, Lossless };
enum class RemapMode : uint8_t { Configure, AssumeConfigured };

}  // namespace tilize_config

// Which input formats the fast path takes, and whether it serves this pair of CBs at all. Since August 2026 float32
// results do not take it.
template <uint32_t input_cb>
constexpr bool is_fp32_input_format() {
    return dfb_l1_format<input_cb>() == static_cast<uint32_t>(DataFormat::Float32);
}

template <uint32_t input_cb>
constexpr bool has_supported_fast_tilize_format() {
    return is_fp32_input_format<input_cb>() ||
           dfb_l1_format<input_cb>() == static_cast<uint32_t>(DataFormat::Float16_b);
}

template <uint32_t block_width_tiles, uint32_t input_cb, uint32_t output_cb>
constexpr bool can_use_fast_tilize() {
    return block_width_tiles < 256 && dfb_has_32x32_tiles<output_cb>() && !get_dst_full_sync_enabled() &&
           has_supported_fast_tilize_format<input_cb>() && !(TW_ERA >= 202608 && is_fp32_input_format<output_cb>());
}

namespace detail {

// Pages given or not: takes a number, nothing, or anything with has_value() (std::optional), without its header.
struct OptionalPages {
    bool given = false;
    uint32_t pages = 0;
    constexpr OptionalPages() = default;
    template <typename T>
    constexpr OptionalPages(const T& value) {
        if constexpr (requires { value.has_value(); }) {
            given = value.has_value();
            if (given) pages = *value;
        } else if constexpr (requires { static_cast<uint32_t>(value); }) {
            given = true;
            pages = static_cast<uint32_t>(value);
        }
    }
};

struct TilizeRun {
    uint32_t icb, ocb, width_tiles, blocks;
    uint32_t input_pages;  // of one block; 0: `total_rows` rows, 32 to a block
    uint32_t total_rows;
    bool fast, init, uninit, wait_block;
};

constexpr uint32_t tilize_rows(uint32_t rows_left) { return smaller(rows_left, 32); }

ALWI void tilize_blocks(const TilizeRun& run) {
    if (run.init) {
        if (run.fast) {
            fast_tilize_init(run.icb, run.width_tiles, run.ocb);
        } else {
            tilize_init(run.icb, run.width_tiles, run.ocb);
        }
    }
    uint32_t rows_left = run.total_rows;
    for (uint32_t block = 0; block < run.blocks; ++block) {
        const uint32_t pages = run.input_pages != 0 ? run.input_pages : tilize_rows(rows_left);
        if (run.wait_block) cb_wait_front(run.icb, pages);
        cb_reserve_back(run.ocb, run.width_tiles);
        if (run.fast) {
            fast_tilize_block(run.icb, run.width_tiles, run.ocb);
        } else {
            tilize_block(run.icb, run.width_tiles, run.ocb);
        }
        cb_push_back(run.ocb, run.width_tiles);
        cb_pop_front(run.icb, pages);
        rows_left -= pages;
    }
    if (run.uninit) {
        if (run.fast) {
            fast_tilize_uninit(run.icb, run.ocb);
        } else {
            tilize_uninit(run.icb, run.ocb);
        }
    }
}

template <uint32_t input_cb, uint32_t output_cb, tilize_config::InitUninitMode init_uninit,
          tilize_config::WaitMode wait, tilize_config::ReconfigureRegisterDatatypeMode reconfig>
ALWI void tilize_configured(uint32_t width_tiles, uint32_t blocks, bool fast, OptionalPages total_pages) {
    using tilize_config::InitUninitMode;
    using tilize_config::ReconfigureRegisterDatatypeMode;
    using tilize_config::WaitMode;
    constexpr bool reconfig_unpack = reconfig == ReconfigureRegisterDatatypeMode::UnpackReconfigure ||
                                     reconfig == ReconfigureRegisterDatatypeMode::UnpackAndPackReconfigure;
    constexpr bool reconfig_pack = reconfig == ReconfigureRegisterDatatypeMode::PackReconfigure ||
                                   reconfig == ReconfigureRegisterDatatypeMode::UnpackAndPackReconfigure;
    if constexpr (reconfig_unpack) reconfig_data_format(input_cb, input_cb);
    if constexpr (reconfig_pack) pack_reconfig_data_format(output_cb);
    if constexpr (wait == WaitMode::WaitUpfront) {
        cb_wait_front(input_cb, total_pages.given ? total_pages.pages : width_tiles * blocks);
    }
    tilize_blocks({.icb = input_cb,
                   .ocb = output_cb,
                   .width_tiles = width_tiles,
                   .blocks = blocks,
                   .input_pages = total_pages.given ? 0 : width_tiles,
                   .total_rows = total_pages.given ? total_pages.pages : 0,
                   .fast = fast,
                   .init = init_uninit == InitUninitMode::InitAndUninit || init_uninit == InitUninitMode::InitOnly,
                   .uninit = init_uninit == InitUninitMode::InitAndUninit || init_uninit == InitUninitMode::UninitOnly,
                   .wait_block = wait == WaitMode::WaitBlock});
}

}  // namespace detail

// Width as a template argument: from mid-March 2026 on.
template <uint32_t block_width_tiles, uint32_t input_cb, uint32_t output_cb,
          tilize_config::InitUninitMode init_uninit_mode = tilize_config::InitUninitMode::InitAndUninit,
          tilize_config::WaitMode wait_mode = tilize_config::WaitMode::WaitBlock,
          tilize_config::ReconfigureRegisterDatatypeMode reconfig_mode =
              tilize_config::ReconfigureRegisterDatatypeMode::UnpackAndPackReconfigure,
          tilize_config::Fp32Mode fp32_mode = tilize_config::Fp32Mode::Fast,
          tilize_config::RemapMode remap_mode = tilize_config::RemapMode::Configure>
ALWI void tilize(uint32_t num_blocks, detail::OptionalPages total_input_pages = {}) {
    static_assert(block_width_tiles > 0, "tilize: block_width_tiles is 0; a block is at least one tile wide");
    static_assert(input_cb != output_cb, "tilize: input and output are the same CB; they need different ones");
    constexpr bool keep_fp32 = fp32_mode == tilize_config::Fp32Mode::Lossless && is_fp32_input_format<input_cb>();
    detail::tilize_configured<input_cb, output_cb, init_uninit_mode, wait_mode, reconfig_mode>(
        block_width_tiles, num_blocks, can_use_fast_tilize<block_width_tiles, input_cb, output_cb>() && !keep_fp32,
        total_input_pages);
}

// Width as a run-time argument: February to mid-March 2026; no reconfiguration unless asked for.
template <uint32_t input_cb, uint32_t output_cb,
          tilize_config::InitUninitMode init_uninit_mode = tilize_config::InitUninitMode::InitAndUninit,
          tilize_config::WaitMode wait_mode = tilize_config::WaitMode::WaitBlock,
          tilize_config::ReconfigureRegisterDatatypeMode reconfig_mode =
              tilize_config::ReconfigureRegisterDatatypeMode::NoReconfigure>
ALWI void tilize(uint32_t block_width_tiles, uint32_t num_blocks, detail::OptionalPages total_input_pages = {}) {
    static_assert(input_cb != output_cb, "tilize: input and output are the same CB; they need different ones");
    detail::tilize_configured<input_cb, output_cb, init_uninit_mode, wait_mode, reconfig_mode>(
        block_width_tiles, num_blocks, /*fast=*/false, total_input_pages);
}

// CBs as run-time arguments: January 2026. `subblock_h` repeats a block; `use_dt` switches SrcA from `old_icb` and
// back.
template <bool init = true, bool uninit = true, bool use_fast = false, bool use_dt = false, bool skip_wait = false>
ALWI void tilize(uint32_t icb, uint32_t block_w, uint32_t ocb, uint32_t num_blocks, uint32_t subblock_h = 1,
                 uint32_t old_icb = 0, uint32_t input_count = 0, uint32_t total_rows = 0) {
    if constexpr (init && use_dt) {
        if constexpr (use_fast) {
            fast_tilize_init_with_dt(icb, block_w, ocb);
        } else {
            tilize_init_short_with_dt(old_icb, icb, block_w, ocb);
        }
    }
    detail::tilize_blocks({.icb = icb,
                           .ocb = ocb,
                           .width_tiles = block_w,
                           .blocks = num_blocks * subblock_h,
                           .input_pages = total_rows != 0 ? 0 : (input_count != 0 ? input_count : block_w),
                           .total_rows = total_rows,
                           .fast = use_fast,
                           .init = init && !use_dt,
                           .uninit = uninit && !(use_dt && !use_fast),
                           .wait_block = !skip_wait});
    if constexpr (uninit && use_dt && !use_fast) tilize_uninit_with_dt(icb, old_icb, ocb);
}

}  // namespace compute_kernel_lib
