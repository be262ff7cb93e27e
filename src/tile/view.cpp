// Passes over described tiles: the scalar definition, and a vectorised version per instruction set.
#include "tile/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/view.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>
#include <cstring>

#include "tile/view.hpp"

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

// One step on the vector at face row `row` (0 to 63) and `column` (0 to 15). A difference adds the negated value, as
// the SFPU does.
template <Op kOp>
HWY_INLINE F apply(F x, const float* line, uint32_t row, uint32_t column) {
    const Df d;
    if constexpr (kOp == Op::Square) return hn::Mul(x, x);
    const bool by_column = kOp == Op::AddColumn || kOp == Op::SubColumn || kOp == Op::MulColumn;
    F y = by_column ? hn::Set(d, line[row / 32 * 16 + row % 16]) : hn::LoadU(d, line + row / 16 % 2 * 16 + column);
    if constexpr (kOp == Op::SubColumn || kOp == Op::SubRow) y = hn::Neg(y);
    return kOp == Op::MulColumn || kOp == Op::MulRow ? hn::Mul(x, y) : hn::Add(x, y);
}

template <bool kBf16, bool kAdd, Op... kOps>
void pass(const TileView& view, uint32_t* dst) {
    const Df d;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(d));
    for (uint32_t row = 0; row < 64; ++row) {
        for (uint32_t column = 0; column < 16; column += n) {
            const uint32_t i = row * 16 + column;
            F x = load<kBf16>(view.data, i);
            uint32_t k = 0;
            ((x = apply<kOps>(x, view.step[k++].line, row, column)), ...);
            if constexpr (kAdd) x = hn::Add(hn::BitCast(d, hn::LoadU(Du(), dst + i)), x);
            hn::StoreU(hn::BitCast(Du(), x), Du(), dst + i);
        }
    }
}

// Any sequence of steps: face by face through a buffer that stays in the nearest cache.
template <bool kBf16, bool kAdd>
void any_pass(const TileView& view, uint32_t* dst) {
    const Df d;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(d));
    alignas(64) float face[256];
    for (uint32_t first = 0; first < 64; first += 16) {
        const auto each = [&](auto value) {
            for (uint32_t row = 0; row < 16; ++row) {
                for (uint32_t column = 0; column < 16; column += n) value(row * 16 + column, first + row, column);
            }
        };
        each([&](uint32_t i, uint32_t, uint32_t) { hn::Store(load<kBf16>(view.data, first * 16 + i), d, face + i); });
        for (uint32_t k = 0; k < view.steps; ++k) {
            const float* line = view.step[k].line;
            const auto step = [&](auto op) {
                each([&](uint32_t i, uint32_t row, uint32_t column) {
                    hn::Store(apply<op.value>(hn::Load(d, face + i), line, row, column), d, face + i);
                });
            };
            switch (view.step[k].op) {
                case Op::AddColumn: step(std::integral_constant<Op, Op::AddColumn>()); break;
                case Op::SubColumn: step(std::integral_constant<Op, Op::SubColumn>()); break;
                case Op::MulColumn: step(std::integral_constant<Op, Op::MulColumn>()); break;
                case Op::AddRow: step(std::integral_constant<Op, Op::AddRow>()); break;
                case Op::SubRow: step(std::integral_constant<Op, Op::SubRow>()); break;
                case Op::MulRow: step(std::integral_constant<Op, Op::MulRow>()); break;
                case Op::Square: step(std::integral_constant<Op, Op::Square>()); break;
            }
        }
        each([&](uint32_t i, uint32_t, uint32_t) {
            uint32_t* to = dst + first * 16 + i;
            F x = hn::Load(d, face + i);
            if constexpr (kAdd) x = hn::Add(hn::BitCast(d, hn::LoadU(Du(), to)), x);
            hn::StoreU(hn::BitCast(Du(), x), Du(), to);
        });
    }
}

template <bool kBf16, bool kAdd>
void choose_pass(const TileView& view, uint32_t* dst) {
    const auto is = [&](auto... ops) {
        const Op wanted[] = {ops..., Op::Square};
        if (view.steps != sizeof...(ops)) return false;
        for (uint32_t k = 0; k < view.steps; ++k) {
            if (view.step[k].op != wanted[k]) return false;
        }
        return true;
    };
    if (view.steps == 0) return pass<kBf16, kAdd>(view, dst);
    if (is(Op::SubColumn)) return pass<kBf16, kAdd, Op::SubColumn>(view, dst);
    if (is(Op::Square)) return pass<kBf16, kAdd, Op::Square>(view, dst);
    if (is(Op::MulColumn)) return pass<kBf16, kAdd, Op::MulColumn>(view, dst);
    if (is(Op::SubColumn, Op::SubColumn)) return pass<kBf16, kAdd, Op::SubColumn, Op::SubColumn>(view, dst);
    if (is(Op::MulColumn, Op::MulRow, Op::AddRow))
        return pass<kBf16, kAdd, Op::MulColumn, Op::MulRow, Op::AddRow>(view, dst);
    any_pass<kBf16, kAdd>(view, dst);
}

static void store(const TileView& view, uint32_t* dst) {
    view.bf16 ? choose_pass<true, false>(view, dst) : choose_pass<false, false>(view, dst);
}
static void add_to(const TileView& view, uint32_t* dst) {
    view.bf16 ? choose_pass<true, true>(view, dst) : choose_pass<false, true>(view, dst);
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

HWY_INLINE size_t face_row(uint32_t row, uint32_t half) { return (row / 16 * 2 + half) * 16 + row % 16; }

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

// Rows lie far apart, one tile of each after the other is used: the next tile's are asked for in time.
template <bool kToTile>
HWY_INLINE void move_rows(bool bf16, bool card, uint8_t* rows, uint32_t stride, uint8_t* tile) {
    const uint16_t nan = card ? 0x7F80 : 0x7FC0;
    for (uint32_t row = 0; row < 32; ++row) {
        uint8_t* at = rows + size_t{row} * stride;
        if (bf16) {
            if constexpr (kToTile) __builtin_prefetch(at + 64);
            move_bf16_row<kToTile>(nan, at, tile + face_row(row, 0) * 32, tile + face_row(row, 1) * 32);
            continue;
        }
        if constexpr (kToTile) __builtin_prefetch(at + 128), __builtin_prefetch(at + 192);
        for (uint32_t half = 0; half < 2; ++half) {
            uint8_t* in_tile = tile + face_row(row, half) * 64;
            std::memcpy(kToTile ? in_tile : at + half * 64, kToTile ? at + half * 64 : in_tile, 64);
        }
    }
}

static void rows_to_tile(bool bf16, bool card, const uint8_t* rows, uint32_t stride, uint8_t* tile) {
    move_rows<true>(bf16, card, const_cast<uint8_t*>(rows), stride, tile);
}

static void tile_to_rows(bool bf16, bool card, const uint8_t* tile, uint8_t* rows, uint32_t stride) {
    move_rows<false>(bf16, card, rows, stride, const_cast<uint8_t*>(tile));
}

static const ViewMath* table() {
    static constexpr ViewMath kTable = {store, add_to, rows_to_tile, tile_to_rows};
    return &kTable;
}

}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilewright::tile {

HWY_EXPORT(table);

namespace {

float value_of(const TileView& view, uint32_t i) {
    uint32_t word = 0;
    if (view.bf16) {
        uint16_t half;
        std::memcpy(&half, view.data + 2 * i, 2);
        word = uint32_t{half} << 16;
    } else {
        std::memcpy(&word, view.data + 4 * i, 4);
    }
    float x = std::bit_cast<float>(word);
    const uint32_t row = i / 512 * 16 + i / 16 % 16, column = i / 256 % 2 * 16 + i % 16;
    for (uint32_t k = 0; k < view.steps; ++k) {
        const float* line = view.step[k].line;
        switch (view.step[k].op) {
            case ViewStep::Op::AddColumn: x = x + line[row]; break;
            case ViewStep::Op::SubColumn: x = x + -line[row]; break;
            case ViewStep::Op::MulColumn: x = x * line[row]; break;
            case ViewStep::Op::AddRow: x = x + line[column]; break;
            case ViewStep::Op::SubRow: x = x + -line[column]; break;
            case ViewStep::Op::MulRow: x = x * line[column]; break;
            case ViewStep::Op::Square: x = x * x; break;
        }
    }
    return x;
}

void scalar_store(const TileView& view, uint32_t* dst) {
    for (uint32_t i = 0; i < 1024; ++i) dst[i] = std::bit_cast<uint32_t>(value_of(view, i));
}

void scalar_add_to(const TileView& view, uint32_t* dst) {
    for (uint32_t i = 0; i < 1024; ++i)
        dst[i] = std::bit_cast<uint32_t>(std::bit_cast<float>(dst[i]) + value_of(view, i));
}

uint16_t scalar_settled(uint16_t x, bool card) {
    const uint16_t magnitude = x & 0x7FFF;
    if (magnitude < 0x80) return 0;
    return magnitude > 0x7F80 ? static_cast<uint16_t>((x & 0x8000) | (card ? 0x7F80 : 0x7FC0)) : x;
}

void scalar_move(bool bf16, bool card, const uint8_t* from, uint8_t* to) {
    if (!bf16) {
        std::memcpy(to, from, 4);
        return;
    }
    uint16_t half;
    std::memcpy(&half, from, 2);
    half = scalar_settled(half, card);
    std::memcpy(to, &half, 2);
}

size_t face_index(uint32_t row, uint32_t column) {
    return (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16;
}

void scalar_rows_to_tile(bool bf16, bool card, const uint8_t* rows, uint32_t stride, uint8_t* tile) {
    const uint32_t bytes = bf16 ? 2 : 4;
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t column = 0; column < 32; ++column)
            scalar_move(bf16, card, rows + size_t{row} * stride + column * bytes,
                        tile + face_index(row, column) * bytes);
    }
}

void scalar_tile_to_rows(bool bf16, bool card, const uint8_t* tile, uint8_t* rows, uint32_t stride) {
    const uint32_t bytes = bf16 ? 2 : 4;
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t column = 0; column < 32; ++column)
            scalar_move(bf16, card, tile + face_index(row, column) * bytes,
                        rows + size_t{row} * stride + column * bytes);
    }
}

}  // namespace

void read_line(const TileView& view, bool column, float line[32]) {
    const uint32_t step = column ? 16 : 1, far = column ? 512 : 256;
    for (uint32_t half = 0; half < 2; ++half) {
        for (uint32_t i = 0; i < 16; ++i) {
            uint32_t word = 0;
            if (view.bf16) {
                uint16_t short_word;
                std::memcpy(&short_word, view.data + 2 * (half * far + i * step), 2);
                word = uint32_t{short_word} << 16;
            } else {
                std::memcpy(&word, view.data + 4 * (half * far + i * step), 4);
            }
            line[half * 16 + i] = std::bit_cast<float>(word);
        }
    }
}

const ViewMath& view_math(bool simd) {
    static constexpr ViewMath kScalar = {scalar_store, scalar_add_to, scalar_rows_to_tile, scalar_tile_to_rows};
    static const ViewMath* const kBest = HWY_DYNAMIC_DISPATCH(table)();
    return simd ? *kBest : kScalar;
}

}  // namespace tilewright::tile
#endif
