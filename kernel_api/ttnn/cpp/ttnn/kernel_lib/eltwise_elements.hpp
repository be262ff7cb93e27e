// The elements of a chain: what reads a CB into DST, what works in DST, what packs DST into a CB.
//
// An element's template arguments are told apart by their types, so the argument lists of May (policies), July
// (lifecycles) and August 2026 (input()/output()) all describe the same element:
//   CopyTile<cb, Dst, CopyTilePolicy, CbIndexMode, CopyTileReconfig>
//   CopyTile<cb, Dst, InputLifecycle, CopyTileReconfig, OperandKind, TileOffset>
//   CopyTile<input(cb, ...), Dst>
// Where a type occurs twice, the first is operand A and the second operand B.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_types.hpp"

namespace compute_kernel_lib {

struct CbReaderTag {};
struct CbWriterTag {};
struct DestOnlyTag {};

namespace detail {

template <typename Tag, typename T>
inline constexpr bool has_tag = requires(const T& element) { [](const Tag&) {}(element); };

constexpr InputLifecycle lifecycle_of(CopyTilePolicy policy) {
    switch (policy) {
        case CopyTilePolicy::WaitNoPop: return InputLifecycle::HeldStream;
        case CopyTilePolicy::NoWaitPop: return InputLifecycle::NoWaitPop;
        case CopyTilePolicy::NoWaitNoPop: return InputLifecycle::CallerManaged;
        case CopyTilePolicy::WaitUpfrontPopAtEnd: return InputLifecycle::Bulk;
        case CopyTilePolicy::CumulativeWaitPopAtEnd: return InputLifecycle::Pipelined;
        default: return InputLifecycle::Streaming;
    }
}
constexpr OutputLifecycle lifecycle_of(PackTilePolicy policy) {
    switch (policy) {
        case PackTilePolicy::PerTileReserveNoPush: return OutputLifecycle::HeldReserve;
        case PackTilePolicy::NoReservePushAtEnd: return OutputLifecycle::DeferredReserve;
        case PackTilePolicy::NoReserveNoPush: return OutputLifecycle::CallerManaged;
        case PackTilePolicy::UpfrontReservePushAtEnd: return OutputLifecycle::Bulk;
        default: return OutputLifecycle::Streaming;
    }
}

// Collects template arguments by type.
struct ElementArguments {
    InputSpec in[2] = {{0}, {0}};
    OutputSpec out = {0};
    Dst dst[2] = {Dst::D0, Dst::D0};
    BinaryFpuOp op = BinaryFpuOp::Add;
    BroadcastDim broadcast = BroadcastDim::None;
    DestReuseType reuse = DestReuseType::DEST_TO_SRCA;
    DestAccumulation accumulation = DestAccumulation::Disabled;
    uint32_t cbs = 0, lives = 0, kinds = 0, offsets = 0, dsts = 0;

    constexpr void take(InputSpec spec) { in[cbs++ & 1] = spec; }
    constexpr void take(BinaryFpuInputSpec spec) {
        take(spec.input_spec);
        broadcast = spec.broadcast;
    }
    constexpr void take(OutputSpec spec) { out = spec; }
    constexpr void take(InputLifecycle life) {
        in[lives & 1].wait = life.wait;
        in[lives++ & 1].pop = life.pop;
    }
    constexpr void take(CopyTilePolicy policy) { take(lifecycle_of(policy)); }
    constexpr void take(OutputLifecycle life) {
        out.reserve = life.reserve;
        out.push = life.push;
    }
    constexpr void take(PackTilePolicy policy) { take(lifecycle_of(policy)); }
    constexpr void take(OperandKind kind) { in[kinds++ & 1].index = kind; }
    constexpr void take(CbIndexMode mode) {
        const bool block = mode == CbIndexMode::BlockIter || mode == CbIndexMode::Absolute;
        if (mode == CbIndexMode::Pinned || mode == CbIndexMode::Absolute) in[kinds & 1].offset = TileOffset::Set;
        in[kinds++ & 1].index = block ? OperandKind::Block : OperandKind::Scalar;
    }
    constexpr void take(PackTileIndexMode mode) {
        if (mode == PackTileIndexMode::Pinned || mode == PackTileIndexMode::Absolute) out.offset = TileOffset::Set;
    }
    constexpr void take(TileOffset offset) {
        in[offsets++ & 1].offset = offset;
        out.offset = offset;
    }
    constexpr void reconfigure(bool a, bool b) {
        in[0].reconfig = a ? DataFormatReconfig::Enabled : DataFormatReconfig::Disabled;
        in[1].reconfig = b ? DataFormatReconfig::Enabled : DataFormatReconfig::Disabled;
    }
    constexpr void take(DataFormatReconfig mode) {
        reconfigure(mode == DataFormatReconfig::Enabled, mode == DataFormatReconfig::Enabled);
    }
    constexpr void take(CopyTileReconfig mode) {
        reconfigure(mode == CopyTileReconfig::Input, mode == CopyTileReconfig::Input);
    }
    constexpr void take(UnaryBcastReconfig mode) {
        reconfigure(mode == UnaryBcastReconfig::Input, mode == UnaryBcastReconfig::Input);
    }
    constexpr void take(DestReuseReconfig mode) {
        reconfigure(mode != DestReuseReconfig::None, mode != DestReuseReconfig::None);
    }
    constexpr void take(BinaryDataFormatReconfig mode) {
        const bool both = reconfigures_input(mode);
        reconfigure(both || mode == BinaryDataFormatReconfig::SrcA, both || mode == BinaryDataFormatReconfig::SrcB);
    }
    constexpr void take(PackTileReconfig mode) {
        out.reconfig = mode == PackTileReconfig::None ? DataFormatReconfig::Disabled : DataFormatReconfig::Enabled;
    }
    constexpr void take(L1Accumulation mode) { out.l1_accumulation = mode; }
    constexpr void take(PackTileL1Accumulation mode) {
        out.l1_accumulation = mode == PackTileL1Accumulation::SeedFirst ? L1Accumulation::Enabled
                              : mode == PackTileL1Accumulation::Enabled ? L1Accumulation::AddToExisting
                                                                        : L1Accumulation::Disabled;
    }
    constexpr void take(PackRelu mode) { out.relu = mode; }
    constexpr void take(Dst slot) { dst[dsts++ & 1] = slot; }
    constexpr void take(BinaryFpuOp value) { op = value; }
    constexpr void take(BroadcastDim value) { broadcast = value; }
    constexpr void take(DestReuseType value) { reuse = value; }
    constexpr void take(DestAccumulation value) { accumulation = value; }
    // A plain number is a CB. May's elements name the output CB too; the pack element says it again.
    constexpr void take(uint32_t cb) {
        if (cbs < 2) in[cbs].cb_id = cb;
        if (cbs == 0) out.cb_id = cb;
        ++cbs;
    }
};

template <auto... Args>
consteval ElementArguments element_arguments() {
    ElementArguments arguments;
    (arguments.take(Args), ...);
    if (arguments.kinds == 1) arguments.in[1].index = arguments.in[0].index;
    if (arguments.dsts == 1) arguments.dst[1] = arguments.dst[0];
    return arguments;
}

// Where an operand starts in its CB; zero unless its TileOffset says that the element carries it.
struct OperandOffset {
    uint32_t base = 0, row_stride = 0;
};

template <Dst slot>
constexpr void check_slot() {
    static_assert(
        to_u32(slot) < DEST_AUTO_LIMIT,
        "eltwise_chain: an element names a DST slot beyond DEST_AUTO_LIMIT; use a lower slot or a 16-bit DST");
}

// What the chain asks of every reader, with `operands` CBs behind it.
template <uint32_t operands>
struct Reader : CbReaderTag {
    OperandOffset offset[operands];
    constexpr Reader() = default;
    constexpr explicit Reader(uint32_t base) {
        for (OperandOffset& o : offset) o.base = base;
    }
    constexpr explicit Reader(StridedTileRange range) {
        for (OperandOffset& o : offset) o = {range.base, range.row_stride};
    }
    constexpr Reader(uint32_t base_a, uint32_t base_b)
        requires(operands == 2)
        : offset{{base_a, 0}, {base_b, 0}} {}
    constexpr Reader(StridedTileRange a, StridedTileRange b)
        requires(operands == 2)
        : offset{{a.base, a.row_stride}, {b.base, b.row_stride}} {}
};

constexpr EltwiseBinaryType fpu_op(BinaryFpuOp op) {
    return op == BinaryFpuOp::Add   ? EltwiseBinaryType::ELWADD
           : op == BinaryFpuOp::Sub ? EltwiseBinaryType::ELWSUB
                                    : EltwiseBinaryType::ELWMUL;
}

}  // namespace detail

template <auto... Args>
struct CopyTile : detail::Reader<1> {
    using detail::Reader<1>::Reader;
    static constexpr auto arguments = detail::element_arguments<Args...>();
    static constexpr InputSpec inputs[1] = {arguments.in[0]};
    static constexpr uint32_t lane_width = to_u32(arguments.dst[0]) + 1;
    static constexpr DestAccumulation accumulation = DestAccumulation::Disabled;

    template <bool accumulate>
    ALWI void setup() const {
        detail::check_slot<arguments.dst[0]>();
        if constexpr (inputs[0].reconfig == DataFormatReconfig::Enabled) reconfig_data_format_srca(inputs[0].cb_id);
        copy_tile_to_dst_init_short(inputs[0].cb_id);
    }
    ALWI void tile(uint32_t tile, uint32_t, uint32_t slot_offset) const {
        copy_tile(inputs[0].cb_id, tile, to_u32(arguments.dst[0]) + slot_offset);
    }
};

template <auto... Args>
struct BinaryFpu : detail::Reader<2> {
    using detail::Reader<2>::Reader;
    static constexpr auto arguments = detail::element_arguments<Args...>();
    static constexpr InputSpec inputs[2] = {arguments.in[0], arguments.in[1]};
    static constexpr uint32_t lane_width = to_u32(arguments.dst[0]) + 1;
    static constexpr DestAccumulation accumulation = arguments.accumulation;
    static_assert(arguments.cbs >= 2, "BinaryFpu: two input CBs are needed");
    static_assert(inputs[0].cb_id != inputs[1].cb_id ||
                      (inputs[0].wait == inputs[1].wait && inputs[0].pop == inputs[1].pop),
                  "BinaryFpu: both operands come from one CB but wait or pop differently; give them one lifecycle");

    template <bool accumulate>
    ALWI void setup() const {
        detail::check_slot<arguments.dst[0]>();
        constexpr bool a = inputs[0].reconfig == DataFormatReconfig::Enabled;
        constexpr bool b = inputs[1].reconfig == DataFormatReconfig::Enabled;
        if constexpr (a && b) {
            reconfig_data_format(inputs[0].cb_id, inputs[1].cb_id);
        } else if constexpr (a) {
            reconfig_data_format_srca(inputs[0].cb_id);
        } else if constexpr (b) {
            reconfig_data_format_srcb(inputs[1].cb_id);
        }
        detail::fpu_init<detail::fpu_op(arguments.op), arguments.broadcast,
                         accumulate && arguments.op != BinaryFpuOp::Mul>(inputs[0].cb_id, inputs[1].cb_id);
    }
    ALWI void tile(uint32_t tile_a, uint32_t tile_b, uint32_t slot_offset) const {
        detail::fpu_tile<detail::fpu_op(arguments.op), arguments.broadcast>(
            inputs[0].cb_id, inputs[1].cb_id, tile_a, tile_b, to_u32(arguments.dst[0]) + slot_offset);
    }
};

// One operand is the DST slot itself, and the result replaces it.
template <auto... Args>
struct DestReuseBinary : detail::Reader<1> {
    using detail::Reader<1>::Reader;
    static constexpr auto arguments = detail::element_arguments<Args...>();
    static constexpr InputSpec inputs[1] = {arguments.in[0]};
    static constexpr uint32_t lane_width = to_u32(arguments.dst[0]) + 1;
    static constexpr DestAccumulation accumulation = DestAccumulation::Disabled;
    static constexpr auto reuse = arguments.reuse == DestReuseType::DEST_TO_SRCA
                                      ? EltwiseBinaryReuseDestType::DEST_TO_SRCA
                                      : EltwiseBinaryReuseDestType::DEST_TO_SRCB;
    static_assert(arguments.dst[0] == arguments.dst[1],
                  "DestReuseBinary: the result replaces its DST operand; DstIn and DstOut must be the same slot");

    template <bool accumulate>
    ALWI void setup() const {
        detail::check_slot<arguments.dst[0]>();
        if constexpr (inputs[0].reconfig == DataFormatReconfig::Enabled) {
            // The CB feeds the source that DST does not.
            if constexpr (arguments.reuse == DestReuseType::DEST_TO_SRCA) {
                reconfig_data_format_srcb(inputs[0].cb_id);
            } else {
                reconfig_data_format_srca(inputs[0].cb_id);
            }
        }
        binary_dest_reuse_tiles_init<detail::fpu_op(arguments.op), reuse>(inputs[0].cb_id);
    }
    ALWI void tile(uint32_t tile, uint32_t, uint32_t slot_offset) const {
        binary_dest_reuse_tiles<detail::fpu_op(arguments.op), reuse>(inputs[0].cb_id, tile,
                                                                     to_u32(arguments.dst[0]) + slot_offset);
    }
};

template <auto... Args>
struct UnaryBcast : detail::Reader<1> {
    using detail::Reader<1>::Reader;
    static constexpr auto arguments = detail::element_arguments<Args...>();
    static constexpr InputSpec inputs[1] = {arguments.in[0]};
    static constexpr uint32_t lane_width = to_u32(arguments.dst[0]) + 1;
    static constexpr DestAccumulation accumulation = DestAccumulation::Disabled;
    static constexpr auto dim = detail::broadcast_type(arguments.broadcast);

    template <bool accumulate>
    ALWI void setup() const {
        detail::check_slot<arguments.dst[0]>();
        if constexpr (inputs[0].reconfig == DataFormatReconfig::Enabled) {
            reconfig_data_format(inputs[0].cb_id, inputs[0].cb_id);
        }
        unary_bcast_init<dim>(inputs[0].cb_id);
    }
    ALWI void tile(uint32_t tile, uint32_t, uint32_t slot_offset) const {
        unary_bcast<dim>(inputs[0].cb_id, tile, to_u32(arguments.dst[0]) + slot_offset);
    }
};

template <auto... Args>
struct PackTile : CbWriterTag {
    uint32_t base = 0;
    constexpr PackTile() = default;
    constexpr explicit PackTile(uint32_t first) : base(first) {}
    static constexpr auto arguments = detail::element_arguments<Args...>();
    static constexpr OutputSpec spec = arguments.out;
    static constexpr uint32_t slot = to_u32(arguments.dst[0]);
    static constexpr uint32_t lane_width = slot + 1;
    static constexpr DestAccumulation accumulation = spec.dest_accumulation;
};

// ---- elements that stay in DST -----------------------------------------------------------------------------------
// Derive from one of these, give `init()` and `exec_impl(slot_offset)` (or `exec(i, slot_offset)`), and the chain runs
// it on every tile; `slot_offset` moves the slots of the element to the lane of the tile.
template <class Derived, Dst Slot>
struct UnaryOp : DestOnlyTag {
    static constexpr Dst dst_idx = Slot;
    static constexpr uint32_t lane_width = to_u32(Slot) + 1;
    ALWI void exec(uint32_t, uint32_t slot_offset) const {
        detail::check_slot<Slot>();
        static_cast<const Derived*>(this)->exec_impl(slot_offset);
    }
};

template <class Derived, Dst In0, Dst In1, Dst Out>
struct BinaryOp : DestOnlyTag {
    static constexpr Dst in0 = In0, in1 = In1, out = Out;
    static constexpr uint32_t lane_width = to_u32(In0 > In1 ? (In0 > Out ? In0 : Out) : (In1 > Out ? In1 : Out)) + 1;
    ALWI void exec(uint32_t, uint32_t slot_offset) const {
        detail::check_slot<Dst(lane_width - 1)>();
        static_cast<const Derived*>(this)->exec_impl(slot_offset);
    }
};

template <class Derived, Dst In0, Dst In1, Dst In2, Dst Out>
struct TernaryOp : BinaryOp<Derived, (In0 > In2 ? In0 : In2), In1, Out> {
    static constexpr Dst in0 = In0, in1 = In1, in2 = In2, out = Out;
};

template <typename T>
inline constexpr bool is_dest_only_op_v = detail::has_tag<DestOnlyTag, T>;
template <typename T>
inline constexpr bool is_cb_reader_op_v = detail::has_tag<CbReaderTag, T>;
template <typename T>
inline constexpr bool is_cb_writer_op_v = detail::has_tag<CbWriterTag, T>;

}  // namespace compute_kernel_lib
