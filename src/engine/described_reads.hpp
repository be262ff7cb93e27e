// Reads from DRAM that are described instead of made. Internal to src/engine.
//
// A reader that fetches sticks for tilize has every byte copied into L1 only to be moved on from there. Where all
// kernels of a core touch L1 through calls alone, and no semaphores tell other cores of it, such a read is only noted:
// tilize takes the sticks from where they lie in DRAM. Before anything else can see the difference (another call
// touches these bytes of L1, or writes to these places of DRAM) the reads are made. What the card shows is the same: a
// page that was popped has no defined contents.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tw/abi.h"

namespace tilewright::engine {

class DescribedReads {
public:
    static constexpr uint32_t kLeastBytes = 256;  // smaller ones cost less to make

    // Until then reads are not described.
    void begin(uint8_t* l1) { l1_ = l1; }

    // `bytes` bytes at `from`, which is `offset` in its bank, belong to L1 at `address`. False: make the read.
    bool describe(uint32_t address, uint32_t bytes, const uint8_t* from, uint64_t offset) {
        return l1_ != nullptr && bytes >= kLeastBytes && note(address, bytes, from, offset);
    }
    // Before a call reads or writes L1.
    void touch_l1(uint64_t address, uint32_t bytes) {
        if (address < end_ && begin_ < address + bytes) [[unlikely]]
            make_at(address, bytes);
    }
    // Before DRAM changes.
    void touch_dram(uint64_t offset, uint32_t bytes) {
        if (offset < from_end_ && from_begin_ < offset + bytes) [[unlikely]]
            make();
    }
    // Where 32 rows of `bytes` bytes, `stride` apart in L1, lie in DRAM. Null: they are not all described.
    const uint8_t* const* rows(uint64_t address, uint32_t stride, uint32_t bytes);
    // Every read that is only described is made; where that happens often, describing is no use and ends.
    void make();
    // Nothing is described from here on.
    void end() { make(), l1_ = nullptr; }
    // The program has ended: pages that are still in a CB are filled, those that were popped are not.
    void finish(const TwCbShared* cbs);

private:
    struct Read {
        uint32_t address, bytes;
        const uint8_t* from;
        bool overlaps(uint64_t begin, uint64_t end) const { return address < end && begin < address + bytes; }
    };
    bool note(uint32_t address, uint32_t bytes, const uint8_t* from, uint64_t offset);
    void make_at(uint64_t address, uint32_t bytes);
    void clear();

    static constexpr size_t kMost = 256;
    static constexpr uint32_t kMakesAllowed = 3;
    uint8_t* l1_ = nullptr;
    std::vector<Read> reads_;
    size_t next_ = 0;       // where the next read is expected: a reader comes back to the same places in the same order
    size_t next_rows_ = 0;  // where the next block of rows is expected
    uint32_t makes_ = 0;
    uint64_t begin_ = UINT64_MAX, end_ = 0;            // in L1, around all reads
    uint64_t from_begin_ = UINT64_MAX, from_end_ = 0;  // in the banks
    std::array<const uint8_t*, 32> rows_{};
};

}  // namespace tilewright::engine
