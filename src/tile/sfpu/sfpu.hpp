// The SFPU as functions on register tiles (1024 words, face order): element-wise functions of one, two or three tiles.
//
// Two arithmetics, as for the FPU (math.hpp). `Numerics::Float`: float32 with results within 2 ulp; a 16-bit DST rounds
// to nearest even. `Numerics::Card`: the Wormhole vector unit; recip, sqrt, rsqrt, exp, log, sigmoid, silu and tanh
// follow the vendor's instruction sequences, everything else is correctly rounded to float32, and the store into a
// 16-bit DST truncates unless the operation rounds first (tw/sfpu/table.def has a row for each). What is not here:
// which thread runs it and who may read the tile (src/calls, src/card).
#pragma once

#include <cstdint>

#include "tile/fpu/math.hpp"
#include "tw/sfpu_ops.h"

namespace tilewright::tile {

enum class SfpuOp : uint16_t {
#define TW_UNARY(NAME, ...) NAME = TW_SFPU_##NAME,
#define TW_BINARY(NAME, ...) NAME = TW_SFPU_##NAME,
#define TW_TERNARY(NAME, ...) NAME = TW_SFPU_##NAME,
#include "tw/sfpu/table.def"
};
enum class SfpuKind : uint8_t { Unary, Binary, Ternary };
enum class SfpuStore : uint8_t { Truncate, Away, Even, Raw };
enum class SfpuExactness : uint8_t { Exact, Card, Rounded, Free };

// The columns of tw/sfpu/table.def that are no code.
struct SfpuInfo {
    const char* name;  // EXP
    const char* call;  // exp: kernels call exp_tile
    SfpuKind kind;
    SfpuStore store;
    uint32_t init;  // the operation whose init loads what this one reads; TW_SFPU_ANY: any init serves
    SfpuExactness exactness;
};
inline constexpr SfpuInfo kSfpuTable[] = {
#define TW_SFPU_ROW(KIND, NAME, call, STORE, INIT, EXACTNESS) \
    {#NAME, #call, SfpuKind::KIND, SfpuStore::STORE, TW_SFPU_##INIT, SfpuExactness::EXACTNESS},
#define TW_UNARY(NAME, call, header, form, store, init, exactness, ...) \
    TW_SFPU_ROW(Unary, NAME, call, store, init, exactness)
#define TW_BINARY(NAME, call, header, form, store, init, exactness, ...) \
    TW_SFPU_ROW(Binary, NAME, call, store, init, exactness)
#define TW_TERNARY(NAME, call, header, form, store, init, exactness, ...) \
    TW_SFPU_ROW(Ternary, NAME, call, store, init, exactness)
#include "tw/sfpu/table.def"
#undef TW_SFPU_ROW
};
constexpr const SfpuInfo& sfpu_info(SfpuOp op) { return kSfpuTable[static_cast<uint32_t>(op)]; }
constexpr const char* sfpu_name(SfpuOp op) { return sfpu_info(op).name; }
constexpr SfpuKind sfpu_kind(SfpuOp op) { return sfpu_info(op).kind; }

// What the vector unit keeps between calls: written by *_init calls, and by operations that carry on (cumsum, rand).
struct SfpuState {
    uint32_t init_op = TW_SFPU_COUNT;  // last *_init; TW_SFPU_COUNT: none since launch
    uint32_t init[2] = {0, 0};         // parameters given to it (fmod, remainder, quant)
    uint32_t prng[32] = {};            // one generator per lane; all zero: not seeded
    float column_sum[32] = {};         // cumsum: sum down to the last row seen, per column
};

struct SfpuContext {
    Numerics numerics = Numerics::Float;
    bool dst_fp32 = false;
    bool simd = true;  // false: the scalar definition
};

// `mode`: TW_VECTOR_* | steps << TW_VECTOR_STEPS_SHIFT. `p`: the parameters of tw_sfpu_unary, _binary, _ternary.
void sfpu_unary(const SfpuContext&, SfpuOp, uint32_t mode, const uint32_t p[3], SfpuState&, uint32_t* tile);
// `out` may be `a` or `b`.
void sfpu_binary(const SfpuContext&, SfpuOp, uint32_t mode, const uint32_t p[2], const SfpuState&, const uint32_t* a,
                 const uint32_t* b, uint32_t* out);
void sfpu_ternary(const SfpuContext&, SfpuOp, uint32_t mode, uint32_t p, const uint32_t* a, const uint32_t* b,
                  const uint32_t* c, uint32_t* out);

// Column 0 of a tile as the column broadcasts take it. The SFPU loads it with the even columns beside it, multiplies
// those with 0 and adds all of them up: where one of them is Inf or NaN, `column` becomes NaN.
void spoil_column(const uint8_t* tile, bool bf16, float column[32]);

// Seeds the 32 lane generators.
void sfpu_seed(SfpuState&, uint32_t seed);

}  // namespace tilewright::tile
