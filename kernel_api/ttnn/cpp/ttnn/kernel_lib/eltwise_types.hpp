// The vocabulary of element-wise chains: shapes, page policies, operand descriptions, DST slots.
//
// Three generations of kernels name these things differently. All spellings live here and mean the same two records,
// InputSpec and OutputSpec, which is all the chain itself knows.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_fpu.hpp"

#ifndef CKL_ELTWISE_CHAIN_SKIP_COMPUTE
#define CKL_ELTWISE_CHAIN_SKIP_COMPUTE 0
#endif

namespace compute_kernel_lib {

// ---- shapes ----------------------------------------------------------------------------------------------------
struct EltwiseShape {
    uint32_t Ht, Wt, block_size;
    constexpr EltwiseShape(uint32_t H, uint32_t W, uint32_t blk = 1) : Ht(H), Wt(W), block_size(blk) {}
    explicit constexpr EltwiseShape(uint32_t n_tiles) : Ht(1), Wt(n_tiles), block_size(1) {}
    static constexpr EltwiseShape tiles(uint32_t n, uint32_t blk = 1) { return {1, n, blk}; }
    static constexpr EltwiseShape grid(uint32_t H, uint32_t W, uint32_t blk = 1) { return {H, W, blk}; }
    static constexpr EltwiseShape of(uint32_t r, uint32_t c) { return {r, c, 1}; }
    static constexpr EltwiseShape row(uint32_t c) { return {1, c, 1}; }
    static constexpr EltwiseShape col(uint32_t r) { return {r, 1, 1}; }
    static constexpr EltwiseShape single() { return {1, 1, 1}; }
};

// Whether the short last block of a row synchronises the tiles it has or a whole block (the producer pads).
enum class BlockTailSync : uint8_t { ValidTiles, FullBlock };
enum class IterationShapeKind : uint8_t { Tiles, Grid };

template <IterationShapeKind Kind>
struct TypedIterationShape;

struct IterationShape {
    uint32_t Ht, Wt, block_size = 1;
    BlockTailSync tail_sync = BlockTailSync::ValidTiles;
    constexpr IterationShape(uint32_t H, uint32_t W) : Ht(H), Wt(W) {}
    explicit constexpr IterationShape(uint32_t n_tiles) : Ht(1), Wt(n_tiles) {}
    static constexpr TypedIterationShape<IterationShapeKind::Tiles> tiles(uint32_t n);
    static constexpr TypedIterationShape<IterationShapeKind::Grid> grid(uint32_t H, uint32_t W);
    static constexpr TypedIterationShape<IterationShapeKind::Grid> of(uint32_t r, uint32_t c);
    static constexpr TypedIterationShape<IterationShapeKind::Grid> row(uint32_t c);
    static constexpr TypedIterationShape<IterationShapeKind::Grid> col(uint32_t r);
    static constexpr TypedIterationShape<IterationShapeKind::Tiles> one_tile();
};

template <IterationShapeKind Kind>
struct TypedIterationShape : IterationShape {
    static constexpr IterationShapeKind kind = Kind;
    constexpr TypedIterationShape(uint32_t H, uint32_t W) : IterationShape(H, W) {}
    constexpr TypedIterationShape block_size(uint32_t value, BlockTailSync sync = BlockTailSync::ValidTiles) const {
        TypedIterationShape shape = *this;
        shape.IterationShape::block_size = value;
        shape.tail_sync = sync;
        return shape;
    }
};

constexpr TypedIterationShape<IterationShapeKind::Tiles> IterationShape::tiles(uint32_t n) { return {1, n}; }
constexpr TypedIterationShape<IterationShapeKind::Grid> IterationShape::grid(uint32_t H, uint32_t W) { return {H, W}; }
constexpr TypedIterationShape<IterationShapeKind::Grid> IterationShape::of(uint32_t r, uint32_t c) { return {r, c}; }
constexpr TypedIterationShape<IterationShapeKind::Grid> IterationShape::row(uint32_t c) { return {1, c}; }
constexpr TypedIterationShape<IterationShapeKind::Grid> IterationShape::col(uint32_t r) { return {r, 1}; }
constexpr TypedIterationShape<IterationShapeKind::Tiles> IterationShape::one_tile() { return {1, 1}; }

// Who initialises and reconfigures: the chain, or the caller who runs many chains alike.
enum class SetupOwner { Chain, Caller };
enum class InitReconfigOwner { Chain, Caller };
enum class AutoBlock : bool { Off = false, On = true };

// ---- page policies ---------------------------------------------------------------------------------------------
enum class WaitPolicy : uint8_t { None, PerTile, PerBlockSize, PerOuter, Upfront, Cumulative, PerChunk = PerBlockSize };
enum class PopPolicy : uint8_t { None, PerTile, PerBlockSize, PerOuter, AtEnd, PerChunk = PerBlockSize };
enum class ReservePolicy : uint8_t {
    None,
    PerTile,
    PerBlockSize,
    PerOuter,
    Upfront,
    OneUpfront,
    PerChunk = PerBlockSize,
};
enum class PushPolicy : uint8_t { None, PerTile, PerBlockSize, PerOuter, AtEnd, OneAtEnd, PerChunk = PerBlockSize };

struct InputLifecycle {
    WaitPolicy wait;
    PopPolicy pop;
    constexpr bool operator==(const InputLifecycle&) const noexcept = default;
    static const InputLifecycle Streaming, Chunked, Bulk, Pipelined, CallerManaged, BulkDrain, HeldBulk, HeldCumulative,
        HeldStream, DeferredPop, NoWaitPop, OuterStream;
};
inline constexpr InputLifecycle InputLifecycle::Streaming{WaitPolicy::PerTile, PopPolicy::PerTile};
inline constexpr InputLifecycle InputLifecycle::Chunked{WaitPolicy::PerChunk, PopPolicy::PerChunk};
inline constexpr InputLifecycle InputLifecycle::Bulk{WaitPolicy::Upfront, PopPolicy::AtEnd};
inline constexpr InputLifecycle InputLifecycle::Pipelined{WaitPolicy::Cumulative, PopPolicy::AtEnd};
inline constexpr InputLifecycle InputLifecycle::CallerManaged{WaitPolicy::None, PopPolicy::None};
inline constexpr InputLifecycle InputLifecycle::BulkDrain{WaitPolicy::Upfront, PopPolicy::PerTile};
inline constexpr InputLifecycle InputLifecycle::HeldBulk{WaitPolicy::Upfront, PopPolicy::None};
inline constexpr InputLifecycle InputLifecycle::HeldCumulative{WaitPolicy::Cumulative, PopPolicy::None};
inline constexpr InputLifecycle InputLifecycle::HeldStream{WaitPolicy::PerTile, PopPolicy::None};
inline constexpr InputLifecycle InputLifecycle::DeferredPop{WaitPolicy::None, PopPolicy::AtEnd};
inline constexpr InputLifecycle InputLifecycle::NoWaitPop{WaitPolicy::None, PopPolicy::PerTile};
inline constexpr InputLifecycle InputLifecycle::OuterStream{WaitPolicy::PerOuter, PopPolicy::PerOuter};

struct OutputLifecycle {
    ReservePolicy reserve;
    PushPolicy push;
    constexpr bool operator==(const OutputLifecycle&) const noexcept = default;
    static const OutputLifecycle Streaming, Chunked, Bulk, BulkReservePerTile, BulkReservePerChunk, CallerManaged,
        HeldReserve, DeferredReserve, OuterStream;
    // Late July's names, among them those for sums in one page and in one DST slot per row.
    static const OutputLifecycle ReserveAllPushPerTile, ReserveAllPushPerChunk, ReserveNonePushEnd, L1Accumulation,
        L1AccumulationCallerManaged, DestAccumulation, DestAccumulationCallerManaged;
};
inline constexpr OutputLifecycle OutputLifecycle::Streaming{ReservePolicy::PerTile, PushPolicy::PerTile};
inline constexpr OutputLifecycle OutputLifecycle::Chunked{ReservePolicy::PerChunk, PushPolicy::PerChunk};
inline constexpr OutputLifecycle OutputLifecycle::Bulk{ReservePolicy::Upfront, PushPolicy::AtEnd};
inline constexpr OutputLifecycle OutputLifecycle::BulkReservePerTile{ReservePolicy::Upfront, PushPolicy::PerTile};
inline constexpr OutputLifecycle OutputLifecycle::BulkReservePerChunk{ReservePolicy::Upfront, PushPolicy::PerChunk};
inline constexpr OutputLifecycle OutputLifecycle::CallerManaged{ReservePolicy::None, PushPolicy::None};
inline constexpr OutputLifecycle OutputLifecycle::HeldReserve{ReservePolicy::PerTile, PushPolicy::None};
inline constexpr OutputLifecycle OutputLifecycle::DeferredReserve{ReservePolicy::None, PushPolicy::AtEnd};
inline constexpr OutputLifecycle OutputLifecycle::OuterStream{ReservePolicy::PerOuter, PushPolicy::PerOuter};
inline constexpr OutputLifecycle OutputLifecycle::ReserveAllPushPerTile = BulkReservePerTile;
inline constexpr OutputLifecycle OutputLifecycle::ReserveAllPushPerChunk = BulkReservePerChunk;
inline constexpr OutputLifecycle OutputLifecycle::ReserveNonePushEnd = DeferredReserve;
inline constexpr OutputLifecycle OutputLifecycle::L1Accumulation{ReservePolicy::OneUpfront, PushPolicy::OneAtEnd};
inline constexpr OutputLifecycle OutputLifecycle::L1AccumulationCallerManaged = CallerManaged;
inline constexpr OutputLifecycle OutputLifecycle::DestAccumulation = OuterStream;
inline constexpr OutputLifecycle OutputLifecycle::DestAccumulationCallerManaged = CallerManaged;

// May's names.
enum class CopyTilePolicy : uint8_t {
    WaitAndPop,
    WaitNoPop,
    NoWaitPop,
    NoWaitNoPop,
    WaitUpfrontPopAtEnd,
    CumulativeWaitPopAtEnd,
};
enum class CbIndexMode : uint8_t { FirstTile, BlockIter, Pinned, Absolute };
enum class PackTilePolicy : uint8_t {
    PerTileReserveAndPush,
    PerTileReserveNoPush,
    NoReservePushAtEnd,
    NoReserveNoPush,
    UpfrontReservePushAtEnd,
};
enum class PackTileIndexMode : uint8_t { FirstTile, BlockIter, Pinned, Absolute };

// ---- operands --------------------------------------------------------------------------------------------------
// Which tile of the CB belongs to (row, column): row * W + column, the column, the row, or the front one.
enum class OperandKind : uint8_t { Block, Row, Col, Scalar };

// Whether the element carries a run-time offset into its CB; Strided adds a row pitch.
enum class TileOffset : uint8_t { Unset, Set, Strided };
struct StridedTileRange {
    uint32_t base, row_stride;
};

enum class DataFormatReconfig : bool { Disabled = false, Enabled = true };
enum class CopyTileReconfig : uint8_t { None, Input };
enum class DestReuseReconfig : uint8_t { None, Input, SrcA, SrcB };
enum class UnaryBcastReconfig : uint8_t { None, Input };
enum class PackTileReconfig : uint8_t { None, Output, OutputConditional };

// Packs of one chain that add up in one page, or tiles that add up in one DST slot.
enum class L1Accumulation : uint8_t { Disabled, Enabled, AddToExisting };
enum class PackTileL1Accumulation : uint8_t { Disabled, Enabled, SeedFirst };  // July: SeedFirst is today's Enabled
enum class DestAccumulation : uint8_t { Disabled, PerRow, WholeShape, Enabled = PerRow };
enum class PackRelu : bool { Disabled = false, Zero = true, None = Disabled };

enum class BinaryFpuOp : uint8_t { Add, Sub, Mul };
enum class DestReuseType : uint8_t { DEST_TO_SRCA, DEST_TO_SRCB };

enum class Dst : uint32_t { D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11, D12, D13, D14, D15 };
constexpr uint32_t to_u32(Dst slot) noexcept { return static_cast<uint32_t>(slot); }

struct InputSpec {
    uint32_t cb_id;
    WaitPolicy wait = WaitPolicy::PerTile;
    PopPolicy pop = PopPolicy::PerTile;
    OperandKind index = OperandKind::Scalar;
    DataFormatReconfig reconfig = DataFormatReconfig::Enabled;
    TileOffset offset = TileOffset::Unset;
};
struct BinaryFpuInputSpec {
    InputSpec input_spec;
    BroadcastDim broadcast;
};
struct OutputSpec {
    uint32_t cb_id;
    ReservePolicy reserve = ReservePolicy::PerTile;
    PushPolicy push = PushPolicy::PerTile;
    DataFormatReconfig reconfig = DataFormatReconfig::Enabled;
    PackRelu relu = PackRelu::Disabled;
    L1Accumulation l1_accumulation = L1Accumulation::Disabled;
    DestAccumulation dest_accumulation = DestAccumulation::Disabled;
    TileOffset offset = TileOffset::Unset;
};

constexpr InputSpec input(uint32_t cb_id, WaitPolicy wait = WaitPolicy::PerTile, PopPolicy pop = PopPolicy::PerTile,
                          OperandKind index = OperandKind::Scalar,
                          DataFormatReconfig reconfig = DataFormatReconfig::Enabled,
                          TileOffset offset = TileOffset::Unset) noexcept {
    return {cb_id, wait, pop, index, reconfig, offset};
}
constexpr InputSpec input(uint32_t cb_id, WaitPolicy wait, PopPolicy pop, DataFormatReconfig reconfig) noexcept {
    return {cb_id, wait, pop, OperandKind::Scalar, reconfig, TileOffset::Unset};
}
constexpr InputSpec input(uint32_t cb_id, WaitPolicy wait, PopPolicy pop, OperandKind index,
                          TileOffset offset) noexcept {
    return {cb_id, wait, pop, index, DataFormatReconfig::Enabled, offset};
}
constexpr BinaryFpuInputSpec input(InputSpec input_spec, BroadcastDim broadcast) noexcept {
    return {input_spec, broadcast};
}
constexpr BinaryFpuInputSpec input(uint32_t cb_id, BroadcastDim broadcast, WaitPolicy wait = WaitPolicy::PerTile,
                                   PopPolicy pop = PopPolicy::PerTile, OperandKind index = OperandKind::Scalar,
                                   DataFormatReconfig reconfig = DataFormatReconfig::Enabled,
                                   TileOffset offset = TileOffset::Unset) noexcept {
    return {{cb_id, wait, pop, index, reconfig, offset}, broadcast};
}
constexpr BinaryFpuInputSpec input(uint32_t cb_id, BroadcastDim broadcast, WaitPolicy wait, PopPolicy pop,
                                   DataFormatReconfig reconfig) noexcept {
    return {input(cb_id, wait, pop, reconfig), broadcast};
}
constexpr BinaryFpuInputSpec input(uint32_t cb_id, BroadcastDim broadcast, WaitPolicy wait, PopPolicy pop,
                                   OperandKind index, TileOffset offset) noexcept {
    return {input(cb_id, wait, pop, index, offset), broadcast};
}
constexpr OutputSpec output(uint32_t cb_id, ReservePolicy reserve = ReservePolicy::PerTile,
                            PushPolicy push = PushPolicy::PerTile,
                            DataFormatReconfig reconfig = DataFormatReconfig::Enabled,
                            PackRelu relu = PackRelu::Disabled,
                            L1Accumulation l1_accumulation = L1Accumulation::Disabled,
                            DestAccumulation dest_accumulation = DestAccumulation::Disabled,
                            TileOffset offset = TileOffset::Unset) noexcept {
    return {cb_id, reserve, push, reconfig, relu, l1_accumulation, dest_accumulation, offset};
}
constexpr OutputSpec output(uint32_t cb_id, ReservePolicy reserve, PushPolicy push, TileOffset offset) noexcept {
    return output(cb_id, reserve, push, DataFormatReconfig::Enabled, PackRelu::Disabled, L1Accumulation::Disabled,
                  DestAccumulation::Disabled, offset);
}

namespace detail {
inline constexpr bool eltwise_chain_skip_compute_v = CKL_ELTWISE_CHAIN_SKIP_COMPUTE != 0;
}

}  // namespace compute_kernel_lib
