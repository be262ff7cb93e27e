// The vocabulary of the reduce helpers: policies, shapes, accumulation, partial scalers.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/common_types.hpp"

namespace compute_kernel_lib {

enum class ReduceDataFormatReconfigMode { NONE, INPUT, OUTPUT, INPUT_AND_OUTPUT, BOTH = INPUT_AND_OUTPUT };
using ReduceDataFormatReconfig = ReduceDataFormatReconfigMode;

// Input side of a reduce:
//   WaitAndPopPerTile  waits for 1 tile and pops it, tile by tile
//   BulkWaitBulkPop    ROW: a tile-row; COL: rows x (columns of one DST section); SCALAR: a batch
//   WaitUpfrontNoPop   waits for everything once and pops nothing
//   NoWaitNoPop        the caller has waited and will pop
// Output side: 1 reserved and pushed per result for the first two; the last two reserve all results first and push
// them together at the end. With accumulation it is always one by one, because the accumulator's pops make the room.
enum class ReduceInputPolicy { WaitAndPopPerTile, BulkWaitBulkPop, WaitUpfrontNoPop, NoWaitNoPop };

// January's names of the same; its PERSISTENT pushes result by result.
enum class ReduceInputMode { STREAMING, STREAMING_BATCHED, PERSISTENT, PRELOADED };

enum class ReduceAlgorithm { Auto, ReduceTile, AccumulateViaAdd };
enum class ReduceWithinTile { Collapse, Skip };
enum class AccumulateReloadMode { FoldViaAdd, CopySeedPairs, CopySeedUniform, CopySeedSfpuAdd, CopySeedZeroPair };

// Tiles from one row of the block to the next; 0: rows follow each other.
struct ReduceInputMemoryLayout {
    explicit constexpr ReduceInputMemoryLayout(uint32_t tiles_per_row = 0) : row_stride{tiles_per_row} {}
    static constexpr auto with_row_stride(uint32_t tiles) { return ReduceInputMemoryLayout(tiles); }
    static constexpr auto contiguous() { return with_row_stride(0); }
    uint32_t row_stride;
};

// In tiles.
struct ReduceInputBlockShape {
    uint32_t rows, cols, batches;
    static constexpr ReduceInputBlockShape of(uint32_t down, uint32_t across, uint32_t times = 1) {
        return {.rows = down, .cols = across, .batches = times};
    }
    static constexpr ReduceInputBlockShape row(uint32_t across, uint32_t times = 1) { return of(1, across, times); }
    static constexpr ReduceInputBlockShape col(uint32_t down, uint32_t times = 1) { return of(down, 1, times); }
    static constexpr ReduceInputBlockShape single() { return of(1, 1); }
};

// January's types. Distinct from the later ones, so that a call says by its arguments which form it means.
struct TileLayout {
    uint32_t row_stride = 0;
    static constexpr TileLayout contiguous() { return {}; }
    static constexpr TileLayout with_row_stride(uint32_t s) { return {s}; }
};
struct TileShape {
    uint32_t rows, cols, batches;
    static constexpr TileShape grid(uint32_t down, uint32_t across, uint32_t times = 1) {
        return {.rows = down, .cols = across, .batches = times};
    }
    static constexpr TileShape row(uint32_t across, uint32_t times = 1) { return grid(1, across, times); }
    static constexpr TileShape col(uint32_t down, uint32_t times = 1) { return grid(down, 1, times); }
    static constexpr TileShape single() { return grid(1, 1); }
};

// For a reduced dimension that is no multiple of 32: which scaler tile weights the last tile, or, for
// AccumulateViaAdd, which 0/1 mask tile blanks its padding.
struct ReducePartialScaler {
    uint32_t last_tile_scaler_idx = 0;
    uint32_t valid_reduce_dim_elements = 0;
    static constexpr ReducePartialScaler none() { return {0, 0}; }
    static constexpr ReducePartialScaler last_tile_at(uint32_t idx = 1) { return {idx, 0}; }
    static constexpr ReducePartialScaler partial_mask(uint32_t valid, uint32_t mask_idx = 0) {
        return {mask_idx, valid};
    }
};

struct AccumulationConfig {
    uint32_t cb_accumulator = 0;
    uint32_t dst_index = 0;
    static constexpr AccumulationConfig with_cb(uint32_t partials, uint32_t slot = 0) {
        return {.cb_accumulator = partials, .dst_index = slot};
    }
};

// Goes on from the partial results in a CB: iteration 0 starts afresh, every later one takes its predecessor's tiles.
struct Accumulate {
    AccumulationConfig config;
    AccumulateReloadMode reload = AccumulateReloadMode::CopySeedPairs;
    uint32_t iteration = 0;
    bool last = false;
    explicit constexpr Accumulate(AccumulationConfig cfg, uint32_t iter = 0, bool is_last = false)
        : config(cfg), iteration(iter), last(is_last) {}
    explicit constexpr Accumulate(uint32_t partials, uint32_t iter = 0, bool is_last = false)
        : Accumulate(AccumulationConfig::with_cb(partials), iter, is_last) {}
    static constexpr Accumulate at(uint32_t partials, uint32_t iter, uint32_t slot = 0) {
        return Accumulate(AccumulationConfig::with_cb(partials, slot), iter);
    }
    static constexpr Accumulate at_last(uint32_t partials, uint32_t iter, uint32_t slot = 0) {
        Accumulate result = at(partials, iter, slot);
        result.last = true;
        return result;
    }
    constexpr Accumulate with_reload(AccumulateReloadMode mode) const {
        Accumulate copy = *this;
        copy.reload = mode;
        return copy;
    }
    constexpr bool is_first() const { return iteration == 0; }
    constexpr bool is_last() const { return last; }
};

template <typename T>
inline constexpr bool is_accumulate_v = detail::same_type<T, Accumulate>;
template <typename T>
inline constexpr bool is_accumulation_type_v = is_accumulate_v<T> || detail::same_type<T, NoAccumulation>;
template <typename T>
inline constexpr bool is_post_reduce_op_v = requires(T op, uint32_t dst) { op(dst); };

namespace detail {

// Everything a reduce needs to know that is not a type.
struct ReduceRun {
    uint32_t icb, scaler, ocb;
    uint32_t rows, cols, batches, row_stride;
    ReduceInputPolicy policy;
    bool push_at_end;
    bool init, uninit;
    ReducePartialScaler partial;

    constexpr bool per_tile() const { return policy == ReduceInputPolicy::WaitAndPopPerTile; }
    constexpr bool bulk() const { return policy == ReduceInputPolicy::BulkWaitBulkPop; }
    constexpr bool upfront() const { return policy == ReduceInputPolicy::WaitUpfrontNoPop; }
    // The last row needs no tiles beyond its columns, whatever the stride.
    constexpr uint32_t total_tiles() const { return (rows * batches - 1) * row_stride + cols; }
    constexpr uint32_t resident_tile(uint32_t batch, uint32_t row, uint32_t col) const {
        return (batch * rows + row) * row_stride + col;
    }
};

}  // namespace detail
}  // namespace compute_kernel_lib
