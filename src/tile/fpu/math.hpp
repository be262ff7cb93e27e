// Tile arithmetic behind one table: the FPU, unpacker and packer of a Tensix core as functions on tiles.
//
// A register tile is 1024 32-bit words in face order (four 16x16 faces, each row-major), each word the bit pattern
// of an IEEE float32 (or a raw 32-bit integer). Values narrower than float32 (bf16, TF32) are kept widened: a bf16
// register value has 16 zero bits below. What is *not* here: who waits for whom (src/card), and the SFPU (sfpu.hpp).
//
// Two arithmetics share the table: `Numerics::Float` is IEEE float32 with the card's format conversions, fast;
// `Numerics::Card` is the Wormhole FPU bit for bit (docs/numerics.md). Each exists as a scalar definition
// and as a vectorised version that must equal it on every input.
#pragma once

#include <cstdint>

#include "tile/formats/format.hpp"

namespace tilewright::tile {

enum class Numerics : uint8_t { Float = 0, Card = 1 };
enum class Fidelity : uint8_t { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 };
enum class EltwiseOp : uint8_t { Mul = 0, Div = 1, Add = 2, Sub = 3, Less = 4 };  // numbers of EltwiseBinaryType
enum class Broadcast : uint8_t { None = 0, Col = 1, Row = 2, Scalar = 3 };        // numbers of BroadcastType
enum class Pool : uint8_t { Sum = 0, Avg = 1, Max = 2, Min = 3 };                 // numbers of PoolType
enum class ReduceDim : uint8_t { Row = 0, Col = 1, Scalar = 2 };                  // numbers of ReduceDim
enum class ReluMode : uint8_t { None = 0, Zero = 1, MinThreshold = 2, MaxThreshold = 3 };
// Generation of the vendor's low-level kernels; only row sums differ between them (docs/numerics.md).
enum class LlkGeneration : uint8_t { Apr2026 = 0, Jul2026 = 1, Aug2026 = 2 };

// Row sums and averages since July 2026 run as data times scaler, with the scaler in SrcA.
constexpr bool row_sums_swap_operands(LlkGeneration generation) { return generation != LlkGeneration::Apr2026; }

// As settings and kernels name it: year and month.
constexpr uint32_t llk_number(LlkGeneration generation) {
    return generation == LlkGeneration::Apr2026 ? 202604 : generation == LlkGeneration::Jul2026 ? 202607 : 202608;
}

inline constexpr int kTileWords = 1024;

// What the math thread is configured for. `src_a`/`src_b` are the register formats of the two source sides: they
// choose how many mantissa bits an operand keeps.
struct MathConfig {
    DataFormat src_a = DataFormat::Float16_b;
    DataFormat src_b = DataFormat::Float16_b;
    bool dst_fp32 = false;
    Fidelity fidelity = Fidelity::HiFi4;
    LlkGeneration generation = LlkGeneration::Aug2026;
    // Row reductions of Apr2026 with enforce_fp32_accumulation: their result passes through SrcB in two halves of 16
    // bits, so none is lost on the way to column 0.
    bool whole_row_results = false;
};

// A source operand: either a register tile (1024 words, already unpacked; `l1_bf16` false), or bf16 data still in
// its L1 form (1024 half-words; `l1_bf16` true), which saves the fast paths a pass over memory. Same results.
struct Operand {
    const void* data = nullptr;
    bool l1_bf16 = false;
};

struct PackConfig {
    DataFormat source = DataFormat::Float16_b;       // the intermediate format
    DataFormat destination = DataFormat::Float16_b;  // the format in L1
    bool dst_fp32 = false;
    ReluMode relu = ReluMode::None;
    uint32_t relu_threshold = 0;  // float32 bits
    bool l1_accumulate = false;   // add to what is in L1
    // Packer edge mask left by reduce_init: keep only columns 0 and 16 / row 0 / element (0,0); None keeps everything.
    enum class Mask : uint8_t { None = 0, Column0 = 1, Row0 = 2, Element00 = 3 } mask = Mask::None;
};

// All functions: `dst` is a register tile; `dst_clear` says that the slot was never written since its section was
// released (reads as 0, as -inf for Max) and its words must not be read. `*_init` state is the caller's business.
struct TileMath {
    // L1 tile -> register tile. Allowed pairs: docs/numerics.md. `l1` need only be 2-byte aligned.
    void (*unpack)(DataFormat l1, DataFormat reg, const void* tile, uint32_t* out);
    // 32 rows of 32 datums, `row_stride_bytes` apart -> register tile (unpacker in tilize mode).
    void (*unpack_tilize)(DataFormat l1, DataFormat reg, const void* rows, uint32_t row_stride_bytes, uint32_t* out);
    void (*transpose_faces)(uint32_t* reg, bool within_face, bool swap_faces);

    // dst = a (copy through SrcA, with SrcB's broadcast forms reading `a`).
    void (*copy)(const MathConfig&, Broadcast, Operand a, uint32_t* dst);
    // a op bcast(b). Add/Sub overwrite unless `accumulate`; Mul always accumulates. `bcast_row`: row used by Row.
    void (*eltwise)(const MathConfig&, EltwiseOp, Broadcast, bool accumulate, uint32_t bcast_row, Operand a, Operand b,
                    bool dst_clear, uint32_t* dst);
    // dst accumulates in0 (SrcB) x in1 (SrcA); `transpose_in1` was applied by the unpacker already.
    void (*matmul)(const MathConfig&, Operand in0, Operand in1, bool dst_clear, uint32_t* dst);
    // dst accumulates reduce(data, scaler). For Row Sum/Avg since Jul2026, src_a is the scaler's side.
    void (*reduce)(const MathConfig&, Pool, ReduceDim, Operand data, Operand scaler, bool dst_clear, uint32_t* dst);
    // What "dest reuse" puts into a source register: dst cut to `reg` precision.
    void (*dst_to_src)(DataFormat reg, bool dst_fp32, const uint32_t* dst, uint32_t* out);

    // register tile -> L1 tile in face order.
    void (*pack)(const PackConfig&, const uint32_t* dst, void* tile);
    // register tile -> 32 rows of 32 datums, `row_stride_bytes` apart. `rows` of the tile are written (32 usually).
    void (*pack_untilize)(const PackConfig&, const uint32_t* dst, void* rows, uint32_t row_stride_bytes,
                          uint32_t row_count);
};

// `simd` false gives the scalar definition. The tables live for ever.
const TileMath& tile_math(Numerics, bool simd = true);

}  // namespace tilewright::tile
