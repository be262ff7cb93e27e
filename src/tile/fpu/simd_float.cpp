// The vectorised tables of `Numerics::Float`: compiled once for every instruction set, chosen at run time.
#include "tile/fpu/tables.hpp"
#include "tile/simd/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/fpu/simd_float.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tile/simd/simd_base-inl.hpp"
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "tile/fpu/simd_float-inl.hpp"
#include "tile/moves/simd_moves-inl.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {

// The last-resort target has vectors of one lane, which gain nothing: it gets the definition.
static NamedTable float_target() {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
    return {"scalar", float_scalar_table()};
#else
    return {hwy::TargetName(HWY_TARGET), TileMath{
                                             .unpack = unpack<Numerics::Float>,
                                             .unpack_tilize = unpack_tilize<Numerics::Float>,
                                             .transpose_faces = transpose_faces,
                                             .copy = floats::copy,
                                             .eltwise = floats::eltwise,
                                             .matmul = floats::matmul,
                                             .reduce = floats::reduce,
                                             .dst_to_src = dst_to_src<Numerics::Float>,
                                             .pack = pack<Numerics::Float>,
                                             .pack_untilize = pack_untilize<Numerics::Float>,
                                         }};
#endif
}

}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilewright::tile {

HWY_EXPORT(float_target);

std::vector<NamedTable> float_simd_tables() {
    std::vector<NamedTable> all;
    for (int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
        hwy::ChosenTarget chosen;  // one of our own: the process-wide choice of Highway stays as it is
        chosen.Update(rest & -rest);
        all.push_back(HWY_DISPATCH_TABLE(float_target)[chosen.GetIndex()]());
    }
    return all;
}

}  // namespace tilewright::tile
#endif
