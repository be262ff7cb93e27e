// TW2401: a unit is initialised for a variant of the operation other than the one called.
#include "checks/check.hpp"

namespace tilewright::checks::unit_init {

namespace {
using Kind = ComputeCall::Kind;

void differs(const ComputeCall& use, const char* wanted, const char* found) {
    report(
        "TW2401",
        fmt::format("{} needs {} initialised for {}, but it is initialised for {}", use.call, use.unit, wanted, found),
        "the unit runs the program of its last init, whatever the tile call is named",
        "call the init that belongs to this tile call, with the same arguments, before it");
}

void call(const ComputeCall& use) {
    const card::FpuState& fpu = use.tensix.fpu;
    const card::Unpacker& unpacker = use.tensix.unpacker;
    const card::Packer& packer = use.tensix.packer;
    const auto& [a, b, c] = use.arguments;
    switch (use.kind) {
        case Kind::Copy:
            if (static_cast<tile::Broadcast>(a) != fpu.broadcast)
                differs(use, "the broadcast of the call", "another broadcast");
            break;
        case Kind::Binary:
            if (static_cast<tile::EltwiseOp>(a) != fpu.eltwise || static_cast<tile::Broadcast>(b) != fpu.broadcast ||
                static_cast<card::DestReuse>(c) != fpu.reuse) {
                static constexpr const char* kNames[] = {"mul", "div", "add", "sub", "less"};
                differs(use, a < 5 ? kNames[a] : "?", kNames[static_cast<int>(fpu.eltwise)]);
            }
            break;
        case Kind::Reduce:
            if (static_cast<tile::Pool>(a) != fpu.pool || static_cast<tile::ReduceDim>(b) != fpu.dim)
                differs(use, "the pool type and dimension of the call", "another pool type or dimension");
            break;
        case Kind::Matmul:
            if (a != fpu.ct || b != fpu.rt) differs(use, "the block size of the call", "another block size");
            break;
        case Kind::UnpackMatmul:
            if (a != unpacker.ct || b != unpacker.rt) differs(use, "the block size of the call", "another block size");
            break;
        case Kind::Tilize:
            if (a != unpacker.width_tiles) differs(use, "rows of the block width of the call", "rows of another width");
            break;
        case Kind::PackUntilize:
            if (a != packer.block_ct || b != packer.full_ct || c != packer.row_datums)
                differs(use, "the block width of the call", "another block width");
            break;
    }
}
}  // namespace

void listen(Events& on) { on.compute_call.add(call); }

}  // namespace tilewright::checks::unit_init
