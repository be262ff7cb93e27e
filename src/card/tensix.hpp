// The compute side of one core as state and rules: unpacker and packer configuration, source registers, FPU
// configuration, DST with its sections. Who waits and who reports is src/calls; the arithmetic is src/tile.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>

#include "card/source_registers.hpp"
#include "tile/formats/format.hpp"
#include "tile/fpu/math.hpp"
#include "tile/sfpu/sfpu.hpp"
#include "tile/views/view.hpp"
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
    bool plain = false;  // every call is carried out by itself; for comparison
    // Sequences of calls may be carried out as one: one thread and nobody watching.
    bool short_ways() const { return fused && !strict && !dry && !plain; }
    // Copies into DST may be put off until their use: no arithmetic that rounds between.
    bool views() const { return short_ways() && dst_fp32; }
    // The same where MATH is a thread of its own and copies from the source registers: before UNPACK fills them again
    // it settles what is described there.
    bool bank_views() const { return strict && !fused && !dry && !plain && dst_fp32; }
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
    bool tilize_both = false;  // fast tilize fetches the lower faces through SrcB
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
    uint32_t rows = 0;        // of pack_rows
    bool mask_alone = false;  // the edge mask was set by itself, not by the init of a reduce
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
    // Words of a slot that may be read and written; those of a clear slot mean nothing.
    uint32_t* words(uint32_t slot) {
        ++generation_[slot];
        add_owed(slot);
        if (viewed_ >> slot & 1) settle(slot);
        return at(slot);
    }
    // The same where every word is about to be written.
    uint32_t* overwritten(uint32_t slot) {
        ++generation_[slot];
        forget_owed(slot);
        viewed_ &= ~(1u << slot);
        return at(slot);
    }
    bool is_clear(uint32_t slot) const { return clear_ >> slot & 1; }
    // A clear slot in a section where others are not: nobody meant a tile of zeros.
    bool is_forgotten(uint32_t slot) const {
        const uint32_t section = full_sync_ ? 0xFFFFu : 0xFFu << (slot & 8);
        return is_clear(slot) && (~clear_ & section) != 0;
    }
    void set_written(uint32_t slot) { clear_ &= ~(1u << slot); }
    void set_clear(uint32_t slot) {
        ++generation_[slot];
        forget_owed(slot);
        clear_ |= 1u << slot;
        viewed_ &= ~(1u << slot);
    }
    // Words of a slot for reading: a clear slot is filled with zeros first.
    uint32_t* readable(uint32_t slot) {
        ++generation_[slot];  // the caller may write
        add_owed(slot);
        if ((clear_ | viewed_) >> slot & 1) fill(slot);
        return at(slot);
    }

    // A slot may be described instead of filled (tile/views/view.hpp), as long as nobody can change what it describes:
    // it is settled before somebody writes over its source, and where that is L1, before the thread lets others run.
    tile::TileView* view(uint32_t slot) { return viewed_ >> slot & 1 ? &views_[slot] : nullptr; }
    tile::TileView& start_view(uint32_t slot) {
        ++generation_[slot];
        forget_owed(slot);
        viewed_ |= 1u << slot;
        clear_ &= ~(1u << slot);
        views_[slot].steps = 0;
        return views_[slot];
    }
    // The arithmetic of descriptions; Tensix sets it.
    const tile::ViewMath* passes = &tile::view_math();
    void settle_all() {
        if (owed_count_ != 0) add_owed();
        if (viewed_ != 0) settle_mask(viewed_);
    }
    // The packer is about to write these bytes.
    void settle_sources_in(const uint8_t* begin, size_t bytes) {
        if ((viewed_ | owed_count_) != 0) settle_range(begin, bytes);
    }
    // A view that is to be added to a filled slot. Several are added in one pass, at the latest when somebody looks.
    void add_later(uint32_t slot, const tile::TileView& view) {
        if (owed_count_ != 0 && owed_slot_ != slot) add_owed();
        ++generation_[slot];
        owed_slot_ = slot;
        owed_[owed_count_++] = view;
        if (owed_count_ == tile::TileView::kTogether) add_owed();
    }
    // A step for a view: column 0 or row 0 of `slot`. It may settle views whose lines are old, so ask for it first and
    // for the view then.
    struct Line {
        const float* values;
        uint64_t number;
    };
    Line line(uint32_t slot, bool column) {
        const SlotLine& known = lines_[slot];
        const bool valid =
            known.column == column && known.generation == generation_[slot] && known.number + kLines / 4 > lines_read_;
        const uint64_t number = valid ? known.number : read_line(slot, column);
        return {line_values_[number % kLines].data(), number};
    }
    void add_step(uint32_t slot, tile::ViewStep::Op op, Line line) {
        tile::TileView& described = views_[slot];
        ++generation_[slot];
        if (described.steps == 0 || line.number < oldest_line_[slot]) oldest_line_[slot] = line.number;
        described.step[described.steps++] = {op, line.values};
    }

    uint32_t math_section = 0, pack_section = 0, committed = 0;
    bool math_open = false;  // between acquire and commit
    bool pack_open = false;  // between wait and release
    // Which FPU operation filled a slot last; the packer's edge mask suits only reductions.
    std::array<MathOp, kSlots> writer{};

private:
    struct alignas(64) Words {
        std::array<uint32_t, kSlots * tile::kTileWords> all;
    };
    uint32_t* at(uint32_t slot) { return words_->all.data() + slot * tile::kTileWords; }
    void settle(uint32_t slot);
    void fill(uint32_t slot);
    void add_owed();
    void add_owed(uint32_t slot) {
        if (owed_count_ != 0 && owed_slot_ == slot) add_owed();
    }
    void forget_owed(uint32_t slot) {
        if (owed_slot_ == slot) owed_count_ = 0;
    }
    void settle_mask(uint32_t slots);
    void settle_range(const uint8_t* begin, size_t bytes);
    uint64_t read_line(uint32_t slot, bool column);

    std::unique_ptr<Words> words_ = std::make_unique<Words>();
    uint32_t clear_ = 0;   // by slot
    uint32_t viewed_ = 0;  // by slot
    bool full_sync_ = false;
    std::array<uint64_t, kSlots> generation_{};  // counts what may have changed a slot
    std::array<tile::TileView, kSlots> views_;
    std::array<tile::TileView, tile::TileView::kTogether> owed_;
    uint32_t owed_slot_ = 0, owed_count_ = 0;
    // Lines that views refer to. A place is used again after kLines further ones; views are settled before.
    static constexpr uint32_t kLines = 64;
    struct SlotLine {  // the one read last
        bool column = false;
        uint64_t generation = UINT64_MAX;
        uint64_t number = 0;
    };
    struct alignas(64) LineValues : std::array<float, 32> {};
    std::array<SlotLine, kSlots> lines_;
    std::array<LineValues, kLines> line_values_;
    uint64_t lines_read_ = 0;
    std::array<uint64_t, kSlots> oldest_line_{};  // of each view with steps that have one
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
