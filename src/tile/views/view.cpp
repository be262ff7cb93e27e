// Passes over described tiles and moves between rows and tiles, vectorised, once per instruction set.
#include "tile/simd/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/views/view.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>
#include <utility>

#include "tile/views/view_sequences.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most one face row per vector.
using Df = hn::CappedTag<float, 16>;
using Du = hn::RebindToUnsigned<Df>;
using F = hn::Vec<Df>;
using Op = ViewStep::Op;

template <bool kBf16>
HWY_INLINE F load(const uint8_t* data, uint32_t i) {
    if constexpr (kBf16) {
        const hn::Rebind<uint16_t, Du> half;
        const auto words = hn::PromoteTo(Du(), hn::LoadU(half, reinterpret_cast<const uint16_t*>(data) + i));
        return hn::BitCast(Df(), hn::ShiftLeft<16>(words));
    } else {
        return hn::BitCast(Df(), hn::LoadU(Du(), reinterpret_cast<const uint32_t*>(data) + i));
    }
}

HWY_INLINE size_t face_row(uint32_t row, uint32_t half) { return (row / 16 * 2 + half) * 16 + row % 16; }

// Columns `column` on of a tile's row, and those 16 further right, which lie in the next face: what a column is
// combined with is the same for both.
struct Pair {
    F left, right;
};

template <bool kBf16>
HWY_INLINE Pair load_pair(const uint8_t* data, uint32_t row, uint32_t column) {
    const auto at = static_cast<uint32_t>(face_row(row, 0) * 16 + column);
    return {load<kBf16>(data, at), load<kBf16>(data, at + 256)};
}

template <Op kOp>
constexpr bool by_column = kOp == Op::AddColumn || kOp == Op::SubColumn || kOp == Op::MulColumn;

// What a step combines row `row` with. A difference adds the negated value, as the SFPU does.
template <Op kOp>
HWY_INLINE Pair operand([[maybe_unused]] const float* line, [[maybe_unused]] uint32_t row,
                        [[maybe_unused]] uint32_t column) {
    const Df d;
    Pair y = {hn::Zero(d), hn::Zero(d)};
    if constexpr (kOp == Op::Square) return y;
    if constexpr (by_column<kOp>) {
        y.left = hn::Set(d, line[row]);
        if constexpr (kOp == Op::SubColumn) y.left = hn::Neg(y.left);
        y.right = y.left;
    } else {
        y = {hn::LoadU(d, line + column), hn::LoadU(d, line + 16 + column)};
        if constexpr (kOp == Op::SubRow) y = {hn::Neg(y.left), hn::Neg(y.right)};
    }
    return y;
}

template <Op kOp>
HWY_INLINE Pair combine(Pair x, Pair y) {
    if constexpr (kOp == Op::Square) return {hn::Mul(x.left, x.left), hn::Mul(x.right, x.right)};
    if constexpr (kOp == Op::MulColumn || kOp == Op::MulRow)
        return {hn::Mul(x.left, y.left), hn::Mul(x.right, y.right)};
    return {hn::Add(x.left, y.left), hn::Add(x.right, y.right)};
}

template <Op kOp>
HWY_INLINE Pair apply(Pair x, const float* line, uint32_t row, uint32_t column) {
    return combine<kOp>(x, operand<kOp>(line, row, column));
}

// Where the values of a pass go; each gets a pair.
struct IntoWords {
    static constexpr bool kAdds = false;
    uint32_t* dst;
    HWY_INLINE void put(Pair x, uint32_t row, uint32_t column) const {
        uint32_t* to = dst + face_row(row, 0) * 16 + column;
        hn::StoreU(hn::BitCast(Du(), x.left), Du(), to);
        hn::StoreU(hn::BitCast(Du(), x.right), Du(), to + 256);
    }
};

HWY_INLINE Pair words_at(const uint32_t* at) {
    return {hn::BitCast(Df(), hn::LoadU(Du(), at)), hn::BitCast(Df(), hn::LoadU(Du(), at + 256))};
}

struct AddedToWords {
    static constexpr bool kAdds = true;
    uint32_t* dst;
    HWY_INLINE void put(Pair x, uint32_t row, uint32_t column) const {
        const Pair before = words_at(dst + face_row(row, 0) * 16 + column);
        IntoWords{dst}.put({hn::Add(before.left, x.left), hn::Add(before.right, x.right)}, row, column);
    }
};

// The packer's bf16 in the upper halves of words, but for subnormals: ties away from zero, NaN quiet.
HWY_INLINE hn::Vec<Du> rounded(F x) {
    const Du d;
    const auto words = hn::BitCast(d, x);
    const auto quiet = hn::Or(hn::And(words, hn::Set(d, 0x80000000u)), hn::Set(d, 0x7FC00000u));
    return hn::IfThenElse(hn::RebindMask(d, hn::IsNaN(x)), quiet, hn::Add(words, hn::Set(d, 0x8000u)));
}

// As the packer writes a 32-bit DST; a tile is rows of 16 datums, one face after the other.
template <bool kBf16, bool kRows>
struct Packed {
    static constexpr bool kAdds = false;
    uint8_t* to;
    uint32_t stride;
    static constexpr uint32_t kDatum = kBf16 ? 2 : 4;
    HWY_INLINE void put(Pair x, uint32_t row, uint32_t column) const {
        uint8_t* left = to + (kRows ? size_t{row} * stride : face_row(row, 0) * 16 * kDatum) + column * kDatum;
        uint8_t* right = left + (kRows ? 16 : 256) * kDatum;
        const Du d;
        if constexpr (!kBf16) {
            hn::StoreU(hn::BitCast(d, x.left), d, reinterpret_cast<uint32_t*>(left));
            hn::StoreU(hn::BitCast(d, x.right), d, reinterpret_cast<uint32_t*>(right));
            return;
        }
#if HWY_MAX_BYTES >= 64
        if constexpr (kRows) return put_row(x, left);
#endif
        const hn::Rebind<uint16_t, Du> half;
        for (const auto& [value, at] : {std::pair{x.left, left}, std::pair{x.right, right}}) {
            const auto words = rounded(value);
            const auto zero = hn::Eq(hn::And(words, hn::Set(d, 0x7F800000u)), hn::Zero(d));
            hn::StoreU(hn::TruncateTo(half, hn::ShiftRight<16>(hn::IfThenZeroElse(zero, words))), half,
                       reinterpret_cast<uint16_t*>(at));
        }
    }
#if HWY_MAX_BYTES >= 64
    // A whole row at once.
    HWY_INLINE void put_row(Pair x, uint8_t* at) const {
        const Du d;
        const hn::Repartition<uint16_t, Du> half;
        const auto nan = hn::Or(hn::IsNaN(x.left), hn::IsNaN(x.right));
        auto left = hn::Add(hn::BitCast(d, x.left), hn::Set(d, 0x8000u));
        auto right = hn::Add(hn::BitCast(d, x.right), hn::Set(d, 0x8000u));
        if (HWY_UNLIKELY(!hn::AllFalse(Df(), nan))) left = rounded(x.left), right = rounded(x.right);
        const auto datums = hn::ConcatOdd(half, hn::BitCast(half, right), hn::BitCast(half, left));
        const auto zero = hn::Eq(hn::And(datums, hn::Set(half, 0x7F80)), hn::Zero(half));
        hn::StoreU(hn::IfThenZeroElse(zero, datums), half, reinterpret_cast<uint16_t*>(at));
    }
#endif
};

template <bool kBf16, Op... kOps, class Into>
void pass(const TileView& view, const Into& into) {
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(Df()));
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t column = 0; column < 16; column += n) {
            Pair x = load_pair<kBf16>(view.data, row, column);
            [[maybe_unused]] uint32_t k = 0;
            ((x = apply<kOps>(x, view.step[k++].line, row, column)), ...);
            into.put(x, row, column);
        }
    }
}

HWY_INLINE Pair apply_any(const ViewStep& step, Pair x, uint32_t row, uint32_t column) {
    switch (step.op) {
        case Op::AddColumn: return apply<Op::AddColumn>(x, step.line, row, column);
        case Op::SubColumn: return apply<Op::SubColumn>(x, step.line, row, column);
        case Op::MulColumn: return apply<Op::MulColumn>(x, step.line, row, column);
        case Op::AddRow: return apply<Op::AddRow>(x, step.line, row, column);
        case Op::SubRow: return apply<Op::SubRow>(x, step.line, row, column);
        case Op::MulRow: return apply<Op::MulRow>(x, step.line, row, column);
        default: return apply<Op::Square>(x, step.line, row, column);
    }
}

// Any sequence of steps.
template <bool kBf16, class Into>
void any_pass(const TileView& view, const Into& into) {
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(Df()));
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t column = 0; column < 16; column += n) {
            Pair x = load_pair<kBf16>(view.data, row, column);
            for (uint32_t k = 0; k < view.steps; ++k) x = apply_any(view.step[k], x, row, column);
            into.put(x, row, column);
        }
    }
}

template <bool kBf16, class Into>
struct Passes {
    const TileView& view;
    const Into& into;
    template <Op... kOps>
    void fixed() const {
        pass<kBf16, kOps...>(view, into);
    }
    void any() const { any_pass<kBf16>(view, into); }
};

template <class Into>
void choose_source(const TileView& view, const Into& into) {
    view.bf16 ? choose_pass<Into::kAdds>(view, Passes<true, Into>{view, into})
              : choose_pass<Into::kAdds>(view, Passes<false, Into>{view, into});
}

static void store(const TileView& view, uint32_t* dst) { choose_source(view, IntoWords{dst}); }

// Several views of one kind at a time: what they are added to is loaded and stored once. `kShared`: they have the same
// lines, too.
template <bool kBf16, bool kShared, Op... kOps>
void sum_pass(const TileView* views, uint32_t* dst) {
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(Df()));
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t column = 0; column < 16; column += n) {
            Pair sum = words_at(dst + face_row(row, 0) * 16 + column);
            Pair shared[sizeof...(kOps) + 1];
            uint32_t k = 0;
            if constexpr (kShared) ((shared[k] = operand<kOps>(views->step[k].line, row, column), ++k), ...);
            for (uint32_t view = 0; view < TileView::kTogether; ++view) {
                Pair x = load_pair<kBf16>(views[view].data, row, column);
                k = 0;
                if constexpr (kShared)
                    ((x = combine<kOps>(x, shared[k++])), ...);
                else
                    ((x = apply<kOps>(x, views[view].step[k++].line, row, column)), ...);
                sum = {hn::Add(sum.left, x.left), hn::Add(sum.right, x.right)};
            }
            IntoWords{dst}.put(sum, row, column);
        }
    }
}

static bool same_lines(const TileView* views) {
    for (uint32_t view = 1; view < TileView::kTogether; ++view) {
        for (uint32_t k = 0; k < views->steps; ++k) {
            if (views[view].step[k].line != views->step[k].line) return false;
        }
    }
    return true;
}

template <bool kBf16>
struct SumPasses {
    const TileView* views;
    uint32_t* dst;
    template <Op... kOps>
    void fixed() const {
        same_lines(views) ? sum_pass<kBf16, true, kOps...>(views, dst) : sum_pass<kBf16, false, kOps...>(views, dst);
    }
    void any() const {
        for (uint32_t k = 0; k < TileView::kTogether; ++k) any_pass<kBf16>(views[k], AddedToWords{dst});
    }
};

static bool alike(const TileView& a, const TileView& b) {
    return a.bf16 == b.bf16 && sequence_key(a) == sequence_key(b);
}

static void add_to(const TileView* views, uint32_t count, uint32_t* dst) {
    while (count > 0) {
        bool together = count >= TileView::kTogether;
        for (uint32_t k = 1; together && k < TileView::kTogether; ++k) together = alike(views[0], views[k]);
        if (together && views->bf16)
            choose_pass<true>(*views, SumPasses<true>{views, dst});
        else if (together)
            choose_pass<true>(*views, SumPasses<false>{views, dst});
        else
            choose_source(*views, AddedToWords{dst});
        const uint32_t done = together ? TileView::kTogether : 1;
        views += done, count -= done;
    }
}
static void pack(const TileView& view, bool bf16, uint8_t* tile) {
    bf16 ? choose_source(view, Packed<true, false>{tile, 0}) : choose_source(view, Packed<false, false>{tile, 0});
}
static void pack_rows(const TileView& view, bool bf16, uint8_t* rows, uint32_t stride) {
    bf16 ? choose_source(view, Packed<true, true>{rows, stride})
         : choose_source(view, Packed<false, true>{rows, stride});
}

static void read_line(const TileView& view, bool column, float line[32]) {
    const Df d;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(d));
    if (column && view.bf16) return scalar_view_math().read_line(view, column, line);
    const hn::RebindToSigned<Df> signed_words;
    const auto apart = hn::ShiftLeft<4>(hn::Iota(signed_words, 0));  // a column's values are 16 words apart
    for (uint32_t i = 0; i < 32; i += n) {
        if (column)
            hn::StoreU(
                hn::GatherIndex(d, reinterpret_cast<const float*>(view.data) + i / 16 * 512 + i % 16 * 16, apart), d,
                line + i);
        else if (view.bf16)
            hn::StoreU(load<true>(view.data, i / 16 * 256 + i % 16), d, line + i);
        else
            hn::StoreU(load<false>(view.data, i / 16 * 256 + i % 16), d, line + i);
    }
}

// What a bf16 datum is after unpacker, DST and packer.
template <class D, class V>
HWY_INLINE V settled(D d, V x, uint16_t nan) {
    const V magnitude = hn::And(x, hn::Set(d, 0x7FFF));
    const V sign = hn::AndNot(hn::Set(d, 0x7FFF), x);
    // Unsigned order by 16-bit minimum, which every target has.
    const auto small = hn::Eq(hn::Min(magnitude, hn::Set(d, 0x7F)), magnitude);
    const auto number = hn::Eq(hn::Min(magnitude, hn::Set(d, 0x7F80)), magnitude);
    return hn::IfThenZeroElse(small, hn::IfThenElse(number, x, hn::Or(sign, hn::Set(d, nan))));
}

// Vectors of one row where the target has them that wide, else of half a row or less.
using Dh = hn::CappedTag<uint16_t, 32>;

// A bf16 row of 64 bytes and its two halves, in either direction.
template <bool kToTile>
HWY_INLINE void move_bf16_row(uint16_t nan, uint8_t* row, uint8_t* left, uint8_t* right) {
    const Dh d;
    auto* whole = reinterpret_cast<uint16_t*>(row);
    uint16_t* halves[] = {reinterpret_cast<uint16_t*>(left), reinterpret_cast<uint16_t*>(right)};
#if HWY_MAX_BYTES >= 64
    const hn::Half<Dh> h;
    if constexpr (kToTile) {
        const auto x = settled(d, hn::LoadU(d, whole), nan);
        hn::StoreU(hn::LowerHalf(h, x), h, halves[0]);
        hn::StoreU(hn::UpperHalf(h, x), h, halves[1]);
    } else {
        const auto x = hn::Combine(d, hn::LoadU(h, halves[1]), hn::LoadU(h, halves[0]));
        hn::StoreU(settled(d, x, nan), d, whole);
    }
#else
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(d));
    for (uint32_t i = 0; i < 32; i += n) {
        uint16_t* part = halves[i / 16] + i % 16;
        hn::StoreU(settled(d, hn::LoadU(d, kToTile ? whole + i : part), nan), d, kToTile ? part : whole + i);
    }
#endif
}

// Row `row` of a tile and where it lies in row order.
template <bool kToTile>
HWY_INLINE void move_row(bool bf16, uint16_t nan, uint8_t* at, uint32_t row, uint8_t* tile) {
    if (bf16) return move_bf16_row<kToTile>(nan, at, tile + face_row(row, 0) * 32, tile + face_row(row, 1) * 32);
    for (uint32_t half = 0; half < 2; ++half) {
        uint8_t* in_tile = tile + face_row(row, half) * 64;
        std::memcpy(kToTile ? in_tile : at + half * 64, kToTile ? at + half * 64 : in_tile, 64);
    }
}

HWY_INLINE uint16_t nan_of(bool card) { return card ? 0x7F80 : 0x7FC0; }

// Row after row of a few tiles: lines of more tiles would push each other out of the nearest cache. What follows a row
// is probably the same row of the next block.
static void rows_to_tiles(bool bf16, bool card, const uint8_t* const rows[32], uint32_t tiles, uint8_t* out,
                          uint32_t tile_stride) {
    constexpr uint32_t kFew = 4;
    const uint32_t row_bytes = bf16 ? 64 : 128, block_bytes = tiles * row_bytes;
    for (uint32_t first = 0; first < tiles; first += kFew) {
        const uint32_t end = HWY_MIN(first + kFew, tiles);
        for (uint32_t row = 0; row < 32; ++row) {
            auto* from = const_cast<uint8_t*>(rows[row]) + first * row_bytes;
            for (uint32_t i = first; i < end; ++i, from += row_bytes) {
                for (uint32_t line = 0; line < row_bytes; line += 64)
                    __builtin_prefetch(from + block_bytes + line, 0, 2);
                move_row<true>(bf16, nan_of(card), from, row, out + size_t{i} * tile_stride);
            }
        }
    }
}

static void tile_to_rows(bool bf16, bool card, const uint8_t* tile, uint8_t* rows, uint32_t stride) {
    for (uint32_t row = 0; row < 32; ++row)
        move_row<false>(bf16, nan_of(card), rows + size_t{row} * stride, row, const_cast<uint8_t*>(tile));
}

static const ViewMath* table() {
    static constexpr ViewMath kTable = {read_line, store, add_to, pack, pack_rows, rows_to_tiles, tile_to_rows};
    return &kTable;
}

}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilewright::tile {

HWY_EXPORT(table);

const ViewMath& view_math(bool simd) {
    static const ViewMath* const kBest = HWY_DYNAMIC_DISPATCH(table)();
    return simd ? *kBest : scalar_view_math();
}

}  // namespace tilewright::tile
#endif
