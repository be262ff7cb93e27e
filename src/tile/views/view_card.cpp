// Passes over described tiles in card arithmetic: a scalar definition on the lane of tw/sfpu_lane.h, and a vectorised
// version per instruction set.
//
// An addition or multiplication of the vector unit is IEEE's with subnormals and -0 as +0 (flush_mode.hpp), but for Inf
// and NaN. These stay Inf or NaN through all further steps, so a vector whose result has none was right all along, and
// one that has goes to the definition.
#include "tile/simd/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/views/view_card.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>

#include "tile/simd/flush_mode.hpp"
#include "tile/sfpu/sfpu_lanes.hpp"
#include "tile/views/view_sequences.hpp"

#ifndef TILEWRIGHT_TILE_VIEW_CARD_ONCE
#define TILEWRIGHT_TILE_VIEW_CARD_ONCE
namespace tilewright::tile {

// The word of element `i` (face order) of a view.
inline uint32_t card_view_word(const TileView& view, uint32_t i) {
    uint32_t word = 0;
    std::memcpy(&word, view.data + (view.bf16 ? 2 : 4) * i, view.bf16 ? 2 : 4);
    if (view.bf16) word <<= 16;
    if (view.through_source)
        word = lane::exponent(word) == 0 ? 0 : lane::exponent(word) == 255 ? word & 0xFF800000u : word;
    float x = lane::as_float(word);
    const uint32_t row = i / 512 * 16 + i / 16 % 16, column = i / 256 % 2 * 16 + i % 16;
    for (uint32_t k = 0; k < view.steps; ++k) {
        const float* line = view.step[k].line;
        switch (view.step[k].op) {
            case ViewStep::Op::AddColumn: x = lane::add(x, line[row]); break;
            case ViewStep::Op::SubColumn: x = lane::add(x, -line[row]); break;
            case ViewStep::Op::MulColumn: x = lane::mul(x, line[row]); break;
            case ViewStep::Op::AddRow: x = lane::add(x, line[column]); break;
            case ViewStep::Op::SubRow: x = lane::add(x, -line[column]); break;
            case ViewStep::Op::MulRow: x = lane::mul(x, line[column]); break;
            case ViewStep::Op::Square: x = lane::mul(x, x); break;
        }
    }
    return lane::as_bits(x);
}

// Where values go, one by one: i is the index in face order.
struct CardWords {
    static constexpr bool kAdds = false;
    uint32_t* dst;
    void put_word(uint32_t word, uint32_t i) const { dst[i] = word; }
};
struct CardAdded {
    static constexpr bool kAdds = true;
    uint32_t* dst;
    void put_word(uint32_t word, uint32_t i) const { dst[i] = lane::mad_bits(dst[i], 0x3F800000u, word); }
};
template <bool kBf16, bool kRows>
struct CardPacked {
    static constexpr bool kAdds = false;
    uint8_t* to;
    uint32_t stride;
    static constexpr uint32_t kDatum = kBf16 ? 2 : 4;
    uint8_t* place(uint32_t i) const {
        if (!kRows) return to + size_t{i} * kDatum;
        const uint32_t row = i / 512 * 16 + i / 16 % 16, column = i / 256 % 2 * 16 + i % 16;
        return to + size_t{row} * stride + column * kDatum;
    }
    void put_word(uint32_t word, uint32_t i) const {
        if (kBf16) {  // the packer: NaN is infinity, ties away, then no subnormals and no -0
            word = lane::exponent(word) == 255 ? word & 0xFF800000u : word + 0x8000;
            word = lane::exponent(word) == 0 ? 0 : word >> 16;
        }
        std::memcpy(place(i), &word, kDatum);
    }
};

}  // namespace tilewright::tile
#endif

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace card_view {
namespace hn = hwy::HWY_NAMESPACE;

using Df = hn::CappedTag<float, 16>;  // at most one face row
using Du = hn::RebindToUnsigned<Df>;
using F = hn::Vec<Df>;
using U = hn::Vec<Du>;
using Op = ViewStep::Op;

HWY_INLINE U word(uint32_t v) { return hn::Set(Du(), v); }
HWY_INLINE U exponent_field(U v) { return hn::And(v, word(0x7F800000u)); }
HWY_INLINE bool has_special(F x) {
    return !hn::AllFalse(Du(), hn::Eq(exponent_field(hn::BitCast(Du(), x)), word(0x7F800000u)));
}
HWY_INLINE F no_minus_zero(F x) { return hn::Add(x, hn::Zero(Df())); }

template <bool kBf16>
HWY_INLINE U load(const uint8_t* data, uint32_t i) {
    if constexpr (kBf16) {
        const hn::Rebind<uint16_t, Du> half;
        return hn::ShiftLeft<16>(hn::PromoteTo(Du(), hn::LoadU(half, reinterpret_cast<const uint16_t*>(data) + i)));
    } else {
        return hn::LoadU(Du(), reinterpret_cast<const uint32_t*>(data) + i);
    }
}

// One step on the vector at face row `row` (0 to 63) and `column` (0 to 15).
template <Op kOp>
HWY_INLINE F apply(F x, const float* line, uint32_t row, uint32_t column) {
    const Df d;
    if constexpr (kOp == Op::Square) return no_minus_zero(hn::Mul(x, x));
    const bool by_column = kOp == Op::AddColumn || kOp == Op::SubColumn || kOp == Op::MulColumn;
    const F y =
        by_column ? hn::Set(d, line[row / 32 * 16 + row % 16]) : hn::LoadU(d, line + row / 16 % 2 * 16 + column);
    if constexpr (kOp == Op::MulColumn || kOp == Op::MulRow) return no_minus_zero(hn::Mul(x, y));
    return no_minus_zero(kOp == Op::SubColumn || kOp == Op::SubRow ? hn::Sub(x, y) : hn::Add(x, y));
}
HWY_INLINE F apply_any(Op op, F x, const float* line, uint32_t row, uint32_t column) {
    switch (op) {
        case Op::AddColumn: return apply<Op::AddColumn>(x, line, row, column);
        case Op::SubColumn: return apply<Op::SubColumn>(x, line, row, column);
        case Op::MulColumn: return apply<Op::MulColumn>(x, line, row, column);
        case Op::AddRow: return apply<Op::AddRow>(x, line, row, column);
        case Op::SubRow: return apply<Op::SubRow>(x, line, row, column);
        case Op::MulRow: return apply<Op::MulRow>(x, line, row, column);
        default: return apply<Op::Square>(x, line, row, column);
    }
}

// A vector into its place; false: Inf or NaN is involved, nothing was written.
HWY_INLINE bool put(const CardWords& into, F x, uint32_t i) {
    if (HWY_UNLIKELY(has_special(x))) return false;
    hn::StoreU(hn::BitCast(Du(), x), Du(), into.dst + i);
    return true;
}
HWY_INLINE bool put(const CardAdded& into, F x, uint32_t i) {
    const F sum = no_minus_zero(hn::Add(hn::BitCast(Df(), hn::LoadU(Du(), into.dst + i)), x));
    return put(CardWords{into.dst}, sum, i);
}
template <bool kBf16, bool kRows>
HWY_INLINE bool put(const CardPacked<kBf16, kRows>& into, F x, uint32_t i) {
    if (HWY_UNLIKELY(has_special(x))) return false;
    U words = hn::BitCast(Du(), x);
    if constexpr (kBf16) {
        words = hn::Add(words, word(0x8000));
        words = hn::IfThenZeroElse(hn::Eq(exponent_field(words), hn::Zero(Du())), words);
        const hn::Rebind<uint16_t, Du> half;
        hn::StoreU(hn::TruncateTo(half, hn::ShiftRight<16>(words)), half, reinterpret_cast<uint16_t*>(into.place(i)));
    } else {
        hn::StoreU(words, Du(), reinterpret_cast<uint32_t*>(into.place(i)));
    }
    return true;
}

template <bool kBf16, class Into, class Steps>
HWY_INLINE void pass(const TileView& view, const Into& into, Steps steps) {
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(Df()));
    for (uint32_t row = 0; row < 64; ++row)
        for (uint32_t column = 0; column < 16; column += n) {
            const uint32_t i = row * 16 + column;
            U words = load<kBf16>(view.data, i);
            if (view.through_source) words = hn::IfThenZeroElse(hn::Eq(exponent_field(words), hn::Zero(Du())), words);
            if (HWY_LIKELY(put(into, steps(hn::BitCast(Df(), words), row, column), i))) continue;
            for (uint32_t k = i; k < i + n; ++k) into.put_word(card_view_word(view, k), k);
        }
}

template <bool kBf16, class Into>
struct Passes {
    const TileView& view;
    const Into& into;
    template <Op... kOps>
    void fixed() const {
        pass<kBf16>(view, into, [&](F x, [[maybe_unused]] uint32_t row, [[maybe_unused]] uint32_t column) HWY_ATTR {
            [[maybe_unused]] uint32_t k = 0;
            ((x = apply<kOps>(x, view.step[k++].line, row, column)), ...);
            return x;
        });
    }
    void any() const {
        pass<kBf16>(view, into, [&](F x, uint32_t row, uint32_t column) HWY_ATTR {
            for (uint32_t k = 0; k < view.steps; ++k) x = apply_any(view.step[k].op, x, view.step[k].line, row, column);
            return x;
        });
    }
};

template <class Into>
void run(const TileView& view, const Into& into) {
    view.bf16 ? choose_pass<Into::kAdds>(view, Passes<true, Into>{view, into})
              : choose_pass<Into::kAdds>(view, Passes<false, Into>{view, into});
}

static void store(const TileView& view, uint32_t* dst) { run(view, CardWords{dst}); }
static void add_to(const TileView* views, uint32_t count, uint32_t* dst) {
    for (uint32_t k = 0; k < count; ++k) run(views[k], CardAdded{dst});
}
static void pack(const TileView& view, bool bf16, uint8_t* tile) {
    bf16 ? run(view, CardPacked<true, false>{tile, 0}) : run(view, CardPacked<false, false>{tile, 0});
}
static void pack_rows(const TileView& view, bool bf16, uint8_t* rows, uint32_t stride) {
    bf16 ? run(view, CardPacked<true, true>{rows, stride}) : run(view, CardPacked<false, true>{rows, stride});
}

}  // namespace card_view

static const ViewMath* card_passes() {
    static constexpr ViewMath kTable = {
        nullptr, card_view::store, card_view::add_to, card_view::pack, card_view::pack_rows, nullptr, nullptr};
    return &kTable;
}

}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilewright::tile {

HWY_EXPORT(card_passes);

namespace {

const ViewMath& passes() {
    static const ViewMath* const kBest = HWY_DYNAMIC_DISPATCH(card_passes)();
    return *kBest;
}

void read_line(const TileView& view, bool column, float line[32]) {
    view_math().read_line(view, column, line);
    if (!view.through_source) return;
    for (uint32_t i = 0; i < 32; ++i) {
        const uint32_t bits = lane::as_bits(line[i]);
        if (lane::exponent(bits) == 0) line[i] = 0.0f;
        if (lane::exponent(bits) == 255) line[i] = lane::as_float(bits & 0xFF800000u);
    }
}

void store(const TileView& view, uint32_t* dst) {
    const FlushMode mode;
    passes().store(view, dst);
}
void add_to(const TileView* views, uint32_t count, uint32_t* dst) {
    const FlushMode mode;
    passes().add_to(views, count, dst);
}
void pack(const TileView& view, bool bf16, uint8_t* tile) {
    const FlushMode mode;
    passes().pack(view, bf16, tile);
}
void pack_rows(const TileView& view, bool bf16, uint8_t* rows, uint32_t stride) {
    const FlushMode mode;
    passes().pack_rows(view, bf16, rows, stride);
}

template <class Into>
void one_by_one(const TileView& view, const Into& into) {
    for (uint32_t i = 0; i < 1024; ++i) into.put_word(card_view_word(view, i), i);
}
void scalar_store(const TileView& view, uint32_t* dst) { one_by_one(view, CardWords{dst}); }
void scalar_add_to(const TileView* views, uint32_t count, uint32_t* dst) {
    for (uint32_t k = 0; k < count; ++k) one_by_one(views[k], CardAdded{dst});
}
void scalar_pack(const TileView& view, bool bf16, uint8_t* tile) {
    bf16 ? one_by_one(view, CardPacked<true, false>{tile, 0}) : one_by_one(view, CardPacked<false, false>{tile, 0});
}
void scalar_pack_rows(const TileView& view, bool bf16, uint8_t* rows, uint32_t stride) {
    bf16 ? one_by_one(view, CardPacked<true, true>{rows, stride})
         : one_by_one(view, CardPacked<false, true>{rows, stride});
}

}  // namespace

const ViewMath& card_view_math(bool simd) {
    static const ViewMath kVectors = {
        read_line, store, add_to, pack, pack_rows, view_math().rows_to_tiles, view_math().tile_to_rows};
    static const ViewMath kScalar = {read_line,
                                     scalar_store,
                                     scalar_add_to,
                                     scalar_pack,
                                     scalar_pack_rows,
                                     scalar_view_math().rows_to_tiles,
                                     scalar_view_math().tile_to_rows};
    return simd ? kVectors : kScalar;
}

}  // namespace tilewright::tile
#endif
