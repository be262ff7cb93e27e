// TW2401: a unit is initialised for a variant of the operation other than the one called.
#include "checks/check.hpp"

namespace tilewright::checks::unit_init {

namespace {
using Kind = ComputeCall::Kind;

void differs(const ComputeCall& use, const std::string& wanted, const std::string& found) {
    report(
        "TW2401",
        fmt::format("{} needs {} initialised for {}, but it is initialised for {}", use.call, use.unit, wanted, found),
        "the unit runs the program of its last init, whatever the tile call is named",
        "call the init that belongs to this tile call, with the same arguments, before it");
}

// "mul, broadcast of column 0": which of the three differs must be seen.
std::string binary_words(tile::EltwiseOp op, tile::Broadcast broadcast, card::DestReuse reuse) {
    static constexpr const char* kNames[] = {"mul", "div", "add", "sub", "less"};
    static constexpr const char* kBroadcasts[] = {" without broadcast", " with a broadcast of column 0 (COL)",
                                                  " with a broadcast of row 0 (ROW)",
                                                  " with a broadcast of one value (SCALAR)"};
    static constexpr const char* kReuses[] = {"", ", DST as SrcA", ", DST as SrcB"};
    const auto name = static_cast<size_t>(op), how = static_cast<size_t>(broadcast), from = static_cast<size_t>(reuse);
    return fmt::format("{}{}{}", name < 5 ? kNames[name] : "?", how < 4 ? kBroadcasts[how] : "",
                       from < 3 ? kReuses[from] : "");
}

std::string broadcast_words(tile::Broadcast broadcast) {
    static constexpr const char* kNames[] = {"no broadcast", "a broadcast of column 0 (COL)",
                                             "a broadcast of row 0 (ROW)", "a broadcast of one value (SCALAR)"};
    return kNames[static_cast<size_t>(broadcast) & 3];
}

std::string reduce_words(tile::Pool pool, tile::ReduceDim dim) {
    static constexpr const char* kPools[] = {"SUM", "AVG", "MAX", "MIN"};
    static constexpr const char* kDims[] = {"REDUCE_ROW", "REDUCE_COL", "REDUCE_SCALAR"};
    return fmt::format("{}, {}", kPools[static_cast<size_t>(pool) & 3], kDims[static_cast<size_t>(dim) % 3]);
}

void call(const ComputeCall& use) {
    const card::FpuState& fpu = use.tensix.fpu;
    const card::Unpacker& unpacker = use.tensix.unpacker;
    const card::Packer& packer = use.tensix.packer;
    const auto& [a, b, c] = use.arguments;
    switch (use.kind) {
        case Kind::Copy:
            if (static_cast<tile::Broadcast>(a) != fpu.broadcast)
                differs(use, broadcast_words(static_cast<tile::Broadcast>(a)), broadcast_words(fpu.broadcast));
            break;
        case Kind::Transpose:
            if (!unpacker.transpose_faces || !unpacker.transpose_within_face)
                differs(use, "transposed tiles", "tiles as they are");
            break;
        case Kind::Binary:
            if (static_cast<tile::EltwiseOp>(a) != fpu.eltwise || static_cast<tile::Broadcast>(b) != fpu.broadcast ||
                static_cast<card::DestReuse>(c) != fpu.reuse) {
                differs(use,
                        binary_words(static_cast<tile::EltwiseOp>(a), static_cast<tile::Broadcast>(b),
                                     static_cast<card::DestReuse>(c)),
                        binary_words(fpu.eltwise, fpu.broadcast, fpu.reuse));
            }
            break;
        case Kind::Reduce:
            if (static_cast<tile::Pool>(a) != fpu.pool || static_cast<tile::ReduceDim>(b) != fpu.dim)
                differs(use, reduce_words(static_cast<tile::Pool>(a), static_cast<tile::ReduceDim>(b)),
                        reduce_words(fpu.pool, fpu.dim));
            break;
        case Kind::Matmul:
            if (a != fpu.ct || b != fpu.rt)
                differs(use, fmt::format("blocks of {} x {} tiles", a, b),
                        fmt::format("blocks of {} x {} tiles", fpu.ct, fpu.rt));
            break;
        case Kind::UnpackMatmul:
            if (a != unpacker.ct || b != unpacker.rt)
                differs(use, fmt::format("blocks of {} x {} tiles", a, b),
                        fmt::format("blocks of {} x {} tiles", unpacker.ct, unpacker.rt));
            break;
        case Kind::Tilize:
            if (a != unpacker.width_tiles)
                differs(use, fmt::format("rows of {} tiles", a), fmt::format("rows of {} tiles", unpacker.width_tiles));
            break;
        case Kind::PackUntilize:
            if (a != packer.block_ct || b != packer.full_ct || c != packer.row_datums)
                differs(use, fmt::format("blocks of {} of {} tiles, {} values each", a, b, c),
                        fmt::format("blocks of {} of {} tiles, {} values each", packer.block_ct, packer.full_ct,
                                    packer.row_datums));
            break;
    }
}
}  // namespace

void listen(Events& on) { on.compute_call.add(call); }

}  // namespace tilewright::checks::unit_init
