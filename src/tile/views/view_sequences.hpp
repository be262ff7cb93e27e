// The sequences of steps that rows are made of. Each has a pass of its own, with nothing to decide per value; others go
// through a pass that asks at every step.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tile/views/view.hpp"

namespace tilewright::tile {

// A sequence as a number, three bits a step.
template <class... Ops>
constexpr uint32_t sequence_key(Ops... ops)
    requires(std::is_same_v<Ops, ViewStep::Op> && ...)
{
    uint32_t key = 0, k = 0;
    ((key |= (static_cast<uint32_t>(ops) + 1) << (3 * k++)), ...);
    return key;
}

inline uint32_t sequence_key(const TileView& view) {
    uint32_t key = 0;
    for (uint32_t k = 0; k < view.steps; ++k) key |= (static_cast<uint32_t>(view.step[k].op) + 1) << (3 * k);
    return key;
}

// passes.fixed<steps...>() for a known sequence, else passes.any(). Sums are made of squares and differences, stored
// and packed values of differences, scaled and shifted ones.
template <bool kAdds, class Passes>
void choose_pass(const TileView& view, const Passes& passes) {
    using Op = ViewStep::Op;
    constexpr Op kSub = Op::SubColumn, kScale = Op::MulColumn, kGamma = Op::MulRow, kBeta = Op::AddRow;
    const uint32_t key = sequence_key(view);
    switch (key) {
        case 0: return passes.template fixed<>();
        case sequence_key(kSub): return passes.template fixed<kSub>();
        case sequence_key(kSub, kSub): return passes.template fixed<kSub, kSub>();
        default: break;
    }
    if constexpr (kAdds) {
        switch (key) {
            case sequence_key(Op::Square): return passes.template fixed<Op::Square>();
            case sequence_key(kSub, Op::Square): return passes.template fixed<kSub, Op::Square>();
            case sequence_key(kSub, kSub, Op::Square): return passes.template fixed<kSub, kSub, Op::Square>();
            default: break;
        }
    } else {
        switch (key) {
            case sequence_key(kScale): return passes.template fixed<kScale>();
            case sequence_key(kScale, kGamma, kBeta): return passes.template fixed<kScale, kGamma, kBeta>();
            case sequence_key(kSub, kScale, kGamma, kBeta): return passes.template fixed<kSub, kScale, kGamma, kBeta>();
            case sequence_key(kSub, kSub, kScale, kGamma, kBeta):
                return passes.template fixed<kSub, kSub, kScale, kGamma, kBeta>();
            default: break;
        }
    }
    passes.any();
}

}  // namespace tilewright::tile
