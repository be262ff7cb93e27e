// Welford's running mean and M2 over the rows of DST tiles, one statistic per column.
//
// On the card both live in two vector registers between the calls; here they are variables of the MATH thread in the
// same lane order, so that save_state, restore_state and the "raw" forms put them where the card does: lane (i, c) of
// a vector is column 16 * (i / 2) + 2 * c + i % 2.
#pragma once

#include <array>
#include <cstdint>

#include "tw/compute/copy_pack.h"
#include "tw/compute/sfpu_call.h"
#include "tw/sfpu_lane.h"

namespace ckernel {

enum class WelfordInitMode : std::uint8_t { ClearStats, PreserveStats };

namespace tw_detail {

struct Welford {
    float mean[32];
    float m2[32];
};
inline Welford welford = {};

constexpr std::uint32_t tile_word(std::uint32_t row, std::uint32_t column) {
    return (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16;
}
constexpr std::uint32_t welford_column(std::uint32_t lane) { return lane / 16 * 16 + lane % 8 * 2 + lane / 8 % 2; }

template <std::size_t size>
inline float welford_reciprocal(std::uint32_t index, const std::array<std::uint32_t, size>& lut) {
    if constexpr (size == 0)
        return 1.0f / static_cast<float>(index + 1);
    else
        return tw::lane::as_float(lut[index]);
}

template <std::size_t size>
inline void welford_rows(std::uint32_t dst, std::uint32_t start, std::uint32_t row, std::uint32_t rows,
                         const std::array<std::uint32_t, size>& lut) {
    const std::uint32_t* words = tw_dst_words(dst);
    for (std::uint32_t n = 0; n < rows; ++n) {
        const float reciprocal = welford_reciprocal(start + n, lut);
        for (std::uint32_t lane = 0; lane < 32; ++lane) {
            const float x = tw::lane::as_float(words[tile_word(row + n, welford_column(lane))]);
            float& mean = welford.mean[lane];
            const float delta = tw::lane::sub(x, mean);
            mean = tw::lane::mad(delta, reciprocal, mean);
            welford.m2[lane] = tw::lane::mad(delta, tw::lane::sub(x, mean), welford.m2[lane]);
        }
    }
}

inline std::uint32_t welford_bits(float value) {
    return tw::lane::as_bits(value) & (tw_dst_is_fp32() ? 0xFFFFFFFFu : 0xFFFF0000u);
}

// Where lane `lane` of group `group` lies in the raw form: four rows per group, even columns of the first face column.
constexpr std::uint32_t welford_raw_word(std::uint32_t group, std::uint32_t lane) {
    return tile_word(group * 4 % 16 + group / 4 * 16 + lane / 8, lane % 8 * 2);
}

inline void welford_store_raw(std::uint32_t dst, std::uint32_t group, float scale) {
    std::uint32_t* mean = tw_dst_words(dst);
    std::uint32_t* second = tw_dst_words(dst + 1);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        mean[welford_raw_word(group, lane)] = welford_bits(welford.mean[lane]);
        second[welford_raw_word(group, lane)] =
            welford_bits(scale == 1.0f ? welford.m2[lane] : tw::lane::mul(welford.m2[lane], scale));
    }
}

inline void welford_load_raw(std::uint32_t dst, std::uint32_t group) {
    const std::uint32_t* mean = tw_dst_words(dst);
    const std::uint32_t* m2 = tw_dst_words(dst + 1);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        welford.mean[lane] = tw::lane::as_float(mean[welford_raw_word(group, lane)]);
        welford.m2[lane] = tw::lane::as_float(m2[welford_raw_word(group, lane)]);
    }
}

// Mean into row 0 of tile `dst`, variance into row 0 of the next.
inline void welford_store_row(std::uint32_t dst, float scale) {
    std::uint32_t* mean = tw_dst_words(dst);
    std::uint32_t* variance = tw_dst_words(dst + 1);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const std::uint32_t word = tile_word(0, welford_column(lane));
        mean[word] = welford_bits(welford.mean[lane]);
        variance[word] = welford_bits(tw::lane::mul(welford.m2[lane], scale));
    }
}

}  // namespace tw_detail

ALWI void welford_clear() { MATH((void(tw_detail::welford = {}))); }

template <WelfordInitMode mode = WelfordInitMode::ClearStats>
ALWI void welford_init() {
    MATH((tw_sfpu_init(TW_SFPU_IDENTITY, 0, 0)));
    if constexpr (mode == WelfordInitMode::ClearStats) welford_clear();
}
// Back to unpacking and copying `cbid` after another operation used the units; the statistics stay.
ALWI void welford_reinit(uint32_t cbid, uint32_t /*call_line*/ = 0) { copy_tile_to_dst_init_short(cbid); }
template <uint32_t reciprocal_size>
ALWI void welford_update(uint32_t input_dst_idx, uint32_t start_idx,
                         const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    MATH((tw_detail::welford_rows(input_dst_idx, start_idx, 0, 32, reciprocal_lut)));
}
template <uint32_t reciprocal_size>
ALWI void welford_update_rows(uint32_t input_dst_idx, uint32_t start_idx, uint32_t start_row, uint32_t num_rows,
                              const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    MATH((tw_detail::welford_rows(input_dst_idx, start_idx, start_row, num_rows, reciprocal_lut)));
}
// Without a group the statistics are group 0's.
ALWI void welford_restore_state(uint32_t mean_dst_idx, uint32_t group_id = 0) {
    MATH((tw_detail::welford_load_raw(mean_dst_idx, group_id)));
}
ALWI void welford_save_state(uint32_t mean_dst_idx, uint32_t group_id = 0) {
    MATH((tw_detail::welford_store_raw(mean_dst_idx, group_id, 1.0f)));
}
template <std::size_t reciprocal_size>
ALWI void welford_finalize_to_row(uint32_t mean_dst_idx, uint32_t scale_idx,
                                  const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    MATH((tw_detail::welford_store_row(mean_dst_idx, tw_detail::welford_reciprocal(scale_idx, reciprocal_lut))));
}
template <std::size_t reciprocal_size>
ALWI void welford_finalize_to_face(uint32_t mean_dst_idx, uint32_t scale_idx,
                                   const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    MATH((tw_detail::welford_store_raw(mean_dst_idx, 0, tw_detail::welford_reciprocal(scale_idx, reciprocal_lut))));
}
template <std::size_t reciprocal_size>
ALWI void welford_finalize_to_face(uint32_t mean_dst_idx, uint32_t group_id, uint32_t scale_idx,
                                   const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    MATH((tw_detail::welford_store_raw(mean_dst_idx, group_id,
                                       tw_detail::welford_reciprocal(scale_idx, reciprocal_lut))));
}

}  // namespace ckernel
