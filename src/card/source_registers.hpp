// SrcA and SrcB: what UNPACK has fetched and MATH has not used yet. Two bank pairs, a queue of two. When one thread
// plays all parts the queue holds descriptions of tiles that are still in L1, and is as long as it needs to be.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "tile/formats/format.hpp"
#include "tile/fpu/math.hpp"

namespace tilewright::card {

// One operand: where it is and what the unpacker does to it on the way.
struct SourceSide {
    enum class Kind : uint8_t { None, Tile, Rows, Untilize, Registers };
    Kind kind = Kind::None;
    tile::DataFormat l1 = tile::DataFormat::Invalid;
    tile::DataFormat reg = tile::DataFormat::Invalid;
    bool transpose_faces = false;
    bool transpose_within_face = false;
    bool neginf = false;  // Rows: fill of the rows that are not read
    uint32_t tile_height = 32;
    uint32_t tile_width = 32;
    const uint8_t* data = nullptr;  // L1; Registers: 1024 words
    uint32_t row_stride_bytes = 0;  // Rows; Untilize: distance of tiles
    uint32_t valid_rows = 32;       // Rows
    uint32_t width_tiles = 0;       // Untilize: tiles in the row
    uint32_t chunk = 0;             // Untilize: which 1024 datums of the row-major block
    // Rows: the lower 16, where they come through a side that is configured otherwise; null: as the upper ones do.
    const uint8_t* lower_data = nullptr;
    uint32_t lower_stride_bytes = 0;
    tile::DataFormat lower_l1 = tile::DataFormat::Invalid, lower_reg = tile::DataFormat::Invalid;
};

enum class SourceKind : uint8_t { Copy, Pair, Reduce, Matmul };

struct SourceEntry {
    SourceKind kind = SourceKind::Copy;
    SourceSide a, b;
    uint32_t bcast_row = 0;
    bool to_dest = false;  // 32-bit data that bypasses SrcA
};

class SourceRegisters {
public:
    // `keeps`: what MATH has taken stays readable for a few pushes more, for copies that it puts off.
    void reset(bool fused, bool keeps) {
        first_ = count_ = 0;
        pairs_ = keeps ? kPairs : 2;
        if (queue_.empty()) queue_.resize(8);
        fused_ = fused;
        next_bank_ = 0;
        if (!fused && !banks_) banks_ = std::make_unique<Banks>();
    }
    bool can_push() const { return fused_ || count_ < 2; }
    bool empty() const { return count_ == 0; }
    const SourceEntry& front() const { return queue_[first_]; }
    void push(const SourceEntry& entry) {
        if (count_ == queue_.size()) grow();
        queue_[(first_ + count_++) & (queue_.size() - 1)] = entry;
    }
    void pop() {  // gives the bank pair back: only after its last use
        first_ = (first_ + 1) & (queue_.size() - 1);
        --count_;
    }
    // Storage of the bank pair that the next push fills; side 0 is SrcA.
    uint32_t* bank(int side) { return (*banks_)[next_bank_ * 2 + side].data(); }
    void next_bank() { next_bank_ = (next_bank_ + 1) % pairs_; }
    uint32_t* scratch(int side) { return scratch_[side].data(); }

private:
    static constexpr int kPairs = 8;
    using Banks = std::array<std::array<uint32_t, tile::kTileWords>, size_t{2} * kPairs>;
    void grow() {
        std::vector<SourceEntry> larger(queue_.size() * 2);
        for (size_t i = 0; i < count_; ++i) larger[i] = queue_[(first_ + i) & (queue_.size() - 1)];
        queue_ = std::move(larger);
        first_ = 0;
    }

    std::vector<SourceEntry> queue_;  // a ring; its size is a power of two
    size_t first_ = 0, count_ = 0;
    std::unique_ptr<Banks> banks_;
    std::array<std::array<uint32_t, tile::kTileWords>, 3> scratch_{};
    int next_bank_ = 0, pairs_ = 2;  // the card has two; it has no more than two that are full
    bool fused_ = false;
};

}  // namespace tilewright::card
