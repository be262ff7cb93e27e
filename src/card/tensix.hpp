// The compute side of one core as state and rules: unpacker and packer configuration, source registers, FPU
// configuration, DST with its sections. Who waits and who reports is src/calls; the arithmetic is src/tile.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <memory>

#include "card/source_registers.hpp"
#include "tile/format.hpp"
#include "tile/math.hpp"
#include "tile/sfpu.hpp"
#include "tw/abi.h"

namespace tilewright::card {

// What software chose for one CB before the kernel was compiled.
struct OperandSetup {
    tile::DataFormat unpack_src = tile::DataFormat::Invalid;  // in L1
    tile::DataFormat unpack_dst = tile::DataFormat::Invalid;  // in the source registers
    tile::DataFormat pack_src = tile::DataFormat::Invalid;    // the packer's intermediate
    tile::DataFormat pack_dst = tile::DataFormat::Invalid;    // in L1
    uint32_t tile_height = 32;
    uint32_t tile_width = 32;
};

struct TensixSetup {
    std::array<OperandSetup, TW_MAX_CBS> operands{};
    tile::Fidelity fidelity = tile::Fidelity::HiFi4;
    bool dst_fp32 = false;
    bool dst_full_sync = false;
    tile::Numerics numerics = tile::Numerics::Float;
    tile::LlkGeneration generation = tile::LlkGeneration::Aug2026;
    bool strict = false;
    bool fused = false;  // UNPACK, MATH and PACK are one thread
    bool dry = false;    // control flow only: no arithmetic
};

enum class UnpackOp : uint8_t { None, Copy, Pair, Reduce, Matmul, Tilize, Untilize, TilizePair };
enum class MathOp : uint8_t { None, Copy, Binary, Reduce, Matmul, TransposeDest };
enum class PackOp : uint8_t { None, Tile, Untilize, Rows };
enum class DestReuse : uint8_t { None = 0, ToSrcA = 1, ToSrcB = 2 };  // numbers of EltwiseBinaryReuseDestType

const char* name_of(UnpackOp);
const char* name_of(MathOp);
const char* name_of(PackOp);

// Invalid formats: never configured since launch.
struct UnpackerSide {
    tile::DataFormat l1 = tile::DataFormat::Invalid;
    tile::DataFormat reg = tile::DataFormat::Invalid;
};

struct Unpacker {
    UnpackerSide a, b;
    UnpackOp op = UnpackOp::None;
    tile::Broadcast broadcast = tile::Broadcast::None;
    bool transpose_faces = false;
    bool transpose_within_face = false;
    DestReuse reuse = DestReuse::None;
    tile::Pool pool = tile::Pool::Sum;
    tile::ReduceDim dim = tile::ReduceDim::Row;
    uint32_t width_tiles = 0;  // tilize: row width
    bool fast_tilize = false;
    bool neginf = false;
    uint32_t ct = 1, rt = 1, kt = 1;
};

struct FpuState {
    tile::DataFormat src_a = tile::DataFormat::Invalid;
    tile::DataFormat src_b = tile::DataFormat::Invalid;
    bool dst_fp32 = false;
    MathOp op = MathOp::None;
    tile::EltwiseOp eltwise = tile::EltwiseOp::Add;
    tile::Broadcast broadcast = tile::Broadcast::None;
    DestReuse reuse = DestReuse::None;
    bool accumulate = false;
    tile::Pool pool = tile::Pool::Sum;
    tile::ReduceDim dim = tile::ReduceDim::Row;
    tile::Fidelity fidelity = tile::Fidelity::HiFi4;
    uint32_t ct = 1, rt = 1;
};

struct Packer {
    tile::PackConfig config;
    bool configured = false;
    PackOp op = PackOp::None;
    uint32_t block_ct = 0, full_ct = 0, row_datums = 32;
    uint32_t rows = 0;  // of pack_rows
};

// DST: 16 tile slots. Half sync cuts them into two sections that MATH and PACK exchange; full sync has one.
class Dst {
public:
    static constexpr uint32_t kSlots = 16;

    void reset(bool full_sync);
    uint32_t capacity(bool fp32) const { return (full_sync_ ? 16u : 8u) / (fp32 ? 2u : 1u); }
    uint32_t sections() const { return full_sync_ ? 1 : 2; }
    bool full_sync() const { return full_sync_; }

    // The hand-over. `committed` counts sections that MATH has finished and PACK has not released.
    bool can_acquire() const { return committed < sections(); }
    void acquire() { math_open = true; }
    void commit();
    void wait() { pack_open = true; }
    void release();

    uint32_t math_slot(uint32_t index) const { return math_section * 8 + index; }
    uint32_t pack_slot(uint32_t index) const { return pack_section * 8 + index; }
    uint32_t* words(uint32_t slot) { return words_->data() + slot * tile::kTileWords; }
    bool is_clear(uint32_t slot) const { return clear_[slot]; }
    void set_written(uint32_t slot) { clear_[slot] = false; }
    void set_clear(uint32_t slot) { clear_[slot] = true; }
    // Words of a slot for reading: a clear slot is filled with zeros first.
    uint32_t* readable(uint32_t slot);

    uint32_t math_section = 0, pack_section = 0, committed = 0;
    bool math_open = false;  // between acquire and commit
    bool pack_open = false;  // between wait and release
    // Which FPU operation filled a slot last; the packer's edge mask suits only reductions.
    std::array<MathOp, kSlots> writer{};

private:
    std::unique_ptr<std::array<uint32_t, kSlots * tile::kTileWords>> words_ =
        std::make_unique<std::array<uint32_t, kSlots * tile::kTileWords>>();
    std::bitset<kSlots> clear_;
    bool full_sync_ = false;
};

struct Mailboxes {
    static constexpr uint32_t kThreads = 4;
    static constexpr uint32_t kDepth = 4;
    std::array<std::array<std::deque<uint32_t>, kThreads>, kThreads> fifo;  // [from][to]
};

struct HardwareSemaphore {
    uint32_t value = 0;
    uint32_t maximum = 15;
};

class Tensix {
public:
    // Everything as at kernel start: DST and source registers clear, nothing configured.
    void begin_program(const TensixSetup& setup);

    TensixSetup setup;
    const tile::TileMath* math = nullptr;
    Unpacker unpacker;
    FpuState fpu;
    Packer packer;
    Dst dst;
    SourceRegisters sources;
    Mailboxes mailboxes;
    std::array<HardwareSemaphore, 8> semaphores;
    tile::SfpuState sfpu;  // what the vector unit keeps between calls

    // Register operand of one source side. L1 data in bf16 that needs no change is used where it lies; anything
    // else is converted into `buffer` (1024 words).
    tile::Operand materialise(const SourceSide& side, uint32_t* buffer) const;
    tile::MathConfig math_config() const;
    const OperandSetup& operand(uint32_t cb) const { return setup.operands[cb < TW_MAX_CBS ? cb : 0]; }
};

}  // namespace tilewright::card
