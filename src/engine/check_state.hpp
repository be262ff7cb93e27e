// What strict mode remembers about one core for its checks: where CBs lie, which bytes were ever written, what was
// used.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "tw/abi.h"

namespace tilewright::engine {

struct CbRange {
    uint32_t begin = 0;  // L1 addresses
    uint32_t end = 0;
    uint32_t cb = 0;
    bool placed = false;  // lies on a buffer of the host's: addressed as anyone likes
    bool shared = false;  // several indices on the same bytes
};

struct CoreChecks {
    std::vector<CbRange> ranges;
    std::bitset<TW_MAX_CBS> persistent;
    std::bitset<TW_MAX_CBS> used;
    std::bitset<TW_MAX_CBS> waited_by_anyone;
    // One bit per 16 bytes of L1. Other cores write into it through the NoC, so bits are set atomically.
    std::vector<uint64_t> written;

    static constexpr uint32_t kGranule = 16;

    const CbRange* range_at(uint32_t address) const {
        for (const CbRange& range : ranges) {
            if (address >= range.begin && address < range.end) return &range;
        }
        return nullptr;
    }
    void mark_written(uint32_t address, uint32_t bytes) {
        each_word(address, bytes, [&](uint32_t word, uint64_t mask) {
            __atomic_fetch_or(&written[word], mask, __ATOMIC_RELAXED);
            return true;
        });
    }
    // True if nothing of these bytes was ever written.
    bool untouched(uint32_t address, uint32_t bytes) const {
        return bytes != 0 && each_word(address, bytes, [&](uint32_t word, uint64_t mask) {
                   return (__atomic_load_n(&written[word], __ATOMIC_RELAXED) & mask) == 0;
               });
    }
    // True if every granule of these bytes was written.
    bool complete(uint32_t address, uint32_t bytes) const {
        return each_word(address, bytes, [&](uint32_t word, uint64_t mask) {
            return (__atomic_load_n(&written[word], __ATOMIC_RELAXED) & mask) == mask;
        });
    }

private:
    // use(index in `written`, bits of these bytes in it), for every word until it says false; whether none did.
    template <class Use>
    bool each_word(uint32_t address, uint32_t bytes, Use use) const {
        if (bytes == 0) return true;
        uint32_t bit = address / kGranule;
        const uint32_t last = (address + bytes - 1) / kGranule;
        while (bit <= last && bit / 64 < written.size()) {
            const uint32_t end = bit | 63;
            uint64_t mask = ~uint64_t{0} << (bit & 63);
            if (last < end) mask &= ~uint64_t{0} >> (63 - (last & 63));
            if (!use(bit / 64, mask)) return false;
            bit = end + 1;
        }
        return true;
    }
};

}  // namespace tilewright::engine
