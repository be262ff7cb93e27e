// Scaler and mask tiles for reductions. bfloat16 or float32 by the CB's format; the value stands in row 0 of every face
// and the rest is zero, which is what the reduce unit multiplies with.
//
// The template arguments changed over time. All forms are accepted and told apart by the types of the constants:
//   prepare_reduce_scaler<cb[, columns]>(f), <cb, ReduceDim[, positions]>(f), <cb, PoolType, ReduceDim>(f, valid)
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "api/dataflow/dataflow_api.h"
#include "llk_defs.h"
#include "tt-metalium/constants.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/dfb_helpers_dataflow.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp"

namespace dataflow_kernel_lib {

using ckernel::PoolType;
using ckernel::ReduceDim;

constexpr uint32_t SUM_AND_MAX_REDUCE_FACTOR = 1;

namespace detail {

// Sorts template constants into pool type, dimension and up to two numbers; switches (bool) are dropped.
template <auto... Options>
struct ScalerOptions {
    PoolType pool = PoolType::SUM;
    ReduceDim dim = ReduceDim::REDUCE_ROW;
    uint32_t numbers[2] = {0, 0};
    uint32_t count = 0;

    constexpr ScalerOptions() { (take(Options), ...); }

private:
    template <typename T>
    constexpr void take(T value) {
        if constexpr (std::is_same_v<T, PoolType>) {
            pool = value;
        } else if constexpr (std::is_same_v<T, ReduceDim>) {
            dim = value;
        } else if constexpr (!std::is_same_v<T, bool>) {
            if (count < 2) numbers[count] = static_cast<uint32_t>(value);
            ++count;
        }
    }
};

template <DataFormat format>
constexpr uint32_t scaler_bits(float value) {
    static_assert(format == DataFormat::Float16_b || format == DataFormat::Float32,
                  "reduce scalers are Float16_b or Float32: give the scaler's CB one of these formats");
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    return format == DataFormat::Float32 ? bits : bits >> 16;  // bfloat16 by truncation
}

// Writes one datum of the tile at `address`.
template <DataFormat format>
FORCE_INLINE void put(uint32_t address, uint32_t index, uint32_t bits) {
    using T = std::conditional_t<format == DataFormat::Float32, uint32_t, uint16_t>;
    *tw::touched_l1<T>(address + index * sizeof(T), sizeof(T)) = static_cast<T>(bits);
}

// Row 0 of every face, as far as positions along the reduced dimension are valid: columns for a row reduce, rows for a
// column reduce (where position r of the tile is column r % 16 of the faces in its row of faces).
template <uint32_t cb_id, ReduceDim dim>
void fill_scaler(uint32_t address, float value, uint32_t valid) {
    constexpr DataFormat format = get_dataformat(cb_id);
    constexpr uint32_t face_rows = get_tile_r_dim<cb_id>() / 16 > 0 ? get_tile_r_dim<cb_id>() / 16 : 1;
    constexpr uint32_t faces_across = get_tile_c_dim<cb_id>() / 16;
    const uint32_t bits = scaler_bits<format>(value);
    for (uint32_t face = 0; face < face_rows * faces_across; ++face) {
        const uint32_t first = dim == ReduceDim::REDUCE_COL ? face / faces_across * 16 : face % faces_across * 16;
        for (uint32_t i = 0; i < 16; ++i) {
            if (dim == ReduceDim::REDUCE_SCALAR || first + i < valid) put<format>(address, face * 256 + i, bits);
        }
    }
}

// One scaler tile at a page of the reserved block.
template <uint32_t cb_id, ReduceDim dim>
void write_scaler(uint32_t page, float value, uint32_t valid) {
    const uint32_t address = get_write_ptr(cb_id) + page * get_local_cb_interface(cb_id).fifo_page_size;
    tw::zero_l1(address, get_tile_size(cb_id));
    if (value != 0.0f) fill_scaler<cb_id, dim>(address, value, valid);
}

// AVG divides by N; a scalar reduce applies its scaler twice, so it takes the root.
inline float scaler_of(PoolType pool, ReduceDim dim, uint32_t reduce_factor) {
    if (pool != PoolType::AVG) return 1.0f;
    const float n = static_cast<float>(reduce_factor);
    return 1.0f / (dim == ReduceDim::REDUCE_SCALAR ? __builtin_sqrtf(n) : n);
}

}  // namespace detail

template <uint32_t cb_id, auto... Options>
FORCE_INLINE void prepare_reduce_scaler(float scaler_f,
                                        uint32_t valid_reduce_dim_elements_in_tile = tt::constants::TILE_WIDTH) {
    constexpr detail::ScalerOptions<Options...> options;
    cb_reserve_back(cb_id, 1);
    detail::write_scaler<cb_id, options.dim>(
        0, scaler_f, options.count > 0 ? options.numbers[0] : valid_reduce_dim_elements_in_tile);
    cb_push_back(cb_id, 1);
}

// <cb, PoolType, ReduceDim, …>: until April 2026 [positions, [factor]], from May on [factor].
template <uint32_t cb_id, auto... Options>
FORCE_INLINE void calculate_and_prepare_reduce_scaler(
    uint32_t valid_reduce_dim_elements_in_tile = tt::constants::TILE_WIDTH) {
    constexpr detail::ScalerOptions<Options...> options;
    constexpr bool positions_first = TW_ERA < 202605 || options.count >= 2;
    constexpr uint32_t factor =
        positions_first ? (options.count >= 2 ? options.numbers[1] : 1) : (options.count >= 1 ? options.numbers[0] : 1);
    const uint32_t valid =
        positions_first && options.count >= 1 ? options.numbers[0] : valid_reduce_dim_elements_in_tile;
    static_assert(options.pool != PoolType::AVG || factor > 0, "AVG needs the number of elements as reduce_factor");
    cb_reserve_back(cb_id, 1);
    detail::write_scaler<cb_id, options.dim>(0, detail::scaler_of(options.pool, options.dim, factor), valid);
    cb_push_back(cb_id, 1);
}

// Two tiles: for full tiles, and for the last one with `partial` valid positions.
template <uint32_t cb_id, auto... Options>
FORCE_INLINE void prepare_partial_reduce_scalers(float scaler_f) {
    constexpr detail::ScalerOptions<Options...> options;
    static_assert(options.count >= 1, "prepare_partial_reduce_scalers: give the number of valid positions");
    cb_reserve_back(cb_id, 2);
    detail::write_scaler<cb_id, options.dim>(0, scaler_f, 32);
    detail::write_scaler<cb_id, options.dim>(1, scaler_f, options.numbers[0]);
    cb_push_back(cb_id, 2);
}
template <uint32_t cb_id, auto... Options>
FORCE_INLINE void calculate_and_prepare_partial_reduce_scalers() {
    constexpr detail::ScalerOptions<Options...> options;
    static_assert(options.count >= 1,
                  "calculate_and_prepare_partial_reduce_scalers: give the number of valid positions");
    constexpr uint32_t factor = options.count >= 2 ? options.numbers[1] : 1;
    prepare_partial_reduce_scalers<cb_id, options.dim, options.numbers[0]>(
        detail::scaler_of(options.pool, options.dim, factor));
}

// Column reduces by their older name.
template <uint32_t cb_id, uint32_t tile_rows_to_fill = tt::constants::TILE_HEIGHT>
FORCE_INLINE void prepare_reduce_scaler_rows(float scaler_f) {
    prepare_reduce_scaler<cb_id, ReduceDim::REDUCE_COL, tile_rows_to_fill>(scaler_f);
}
template <uint32_t cb_id, uint32_t partial_tile_rows>
FORCE_INLINE void prepare_partial_reduce_scalers_rows(float scaler_f) {
    prepare_partial_reduce_scalers<cb_id, ReduceDim::REDUCE_COL, partial_tile_rows>(scaler_f);
}

// Ones in the first valid_elems positions of row 0 (for a row reduce) or column 0 (for a column reduce), zeros
// elsewhere.
template <uint32_t cb_id, ReduceDim reduce_dim>
FORCE_INLINE void prepare_reduce_mask(uint32_t valid_elems) {
    static_assert(reduce_dim != ReduceDim::REDUCE_SCALAR, "prepare_reduce_mask: REDUCE_ROW or REDUCE_COL");
    constexpr DataFormat format = get_dataformat(cb_id);
    constexpr uint32_t faces_across = get_tile_c_dim<cb_id>() / 16;
    ASSERT(valid_elems > 0);
    cb_reserve_back(cb_id, 1);
    const uint32_t address = get_write_ptr(cb_id);
    tw::zero_l1(address, get_tile_size(cb_id));
    for (uint32_t i = 0; i < valid_elems; ++i) {
        const uint32_t index = reduce_dim == ReduceDim::REDUCE_ROW ? tw::tile_index(0, i, faces_across)
                                                                   : tw::tile_index(i, 0, faces_across);
        detail::put<format>(address, index, detail::scaler_bits<format>(1.0f));
    }
    cb_push_back(cb_id, 1);
}

}  // namespace dataflow_kernel_lib
