// DRAM that will probably be read next, fetched into the caches a little at a time while tiles are worked on.
//
// On the card transfers run beside arithmetic; here a read is a copy that waits for memory. Readers go through the
// pages of a bank in order, each page in one piece or in parts, so after a part of a page the same part of later pages
// is expected. A guess: nothing but time depends on it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilewright::card {

class ReadAhead {
public:
    // A read of `bytes` bytes at `at`, `left` bytes before the end of a bank: expects that part of the page that is so
    // many `pages` further, or of this one as long as pages are not known.
    void saw(uint32_t bank, const uint8_t* at, uint32_t bytes, uint64_t left, uint32_t pages) {
        Pages& known = pages_[bank % kBanks];
        const auto place = reinterpret_cast<intptr_t>(at);
        const intptr_t step = place - known.last;
        known.last = place;
        if (step >= bytes && step <= kPageMax) {
            // From page to page, if it happens twice; from a page's last part to another's first, if once.
            if (step == known.step) known.bytes = static_cast<uint32_t>(step);
            known.step = step;
        }
        const uint64_t ahead = uint64_t{known.bytes} * pages;
        if (ahead + bytes > left) return;
        if (end_ - begin_ == kParts) forget_oldest();
        parts_[end_++ % kParts] = {at + ahead, at + ahead + bytes, bytes};
        bytes_ += bytes;
    }

    // What one pass over a tile leaves time for; more where guesses pile up.
    void fetch() {
        const uint32_t most = bytes_ < kManyBytes ? kLines : 2 * kLines;
        for (uint32_t lines = 0; lines < most && begin_ != end_;) {
            Part& part = parts_[begin_ % kParts];
            for (; part.next < part.end && lines < most; part.next += kLine, ++lines)
                __builtin_prefetch(part.next, 0, 2);
            if (part.next >= part.end) forget_oldest();
        }
    }

    // The address that is fetched next; null: nothing is expected.
    const uint8_t* next() const { return begin_ != end_ ? parts_[begin_ % kParts].next : nullptr; }

private:
    static constexpr uint32_t kParts = 512, kBanks = 32, kLine = 64, kLines = 40, kManyBytes = 192 * 1024;
    static constexpr intptr_t kPageMax = intptr_t{1} << 20;
    struct Pages {
        intptr_t last = 0, step = 0;  // where the latest read was, and how far the latest step forward was
        uint32_t bytes = 0;           // from page to page; 0: not known
    };
    Pages pages_[kBanks];
    struct Part {
        const uint8_t* next;
        const uint8_t* end;
        uint32_t bytes;
    };
    void forget_oldest() { bytes_ -= parts_[begin_++ % kParts].bytes; }
    uint32_t begin_ = 0, end_ = 0, bytes_ = 0;  // bytes: of all parts
    Part parts_[kParts];
};

// Of this host thread; null where nothing is fetched ahead. A pointer, because such thread-local memory is scarce in a
// library that an interpreter loads.
extern constinit thread_local ReadAhead* read_ahead __attribute__((tls_model("initial-exec")));

inline void saw_read(uint32_t bank, const uint8_t* at, uint32_t bytes, uint64_t left, uint32_t pages) {
    if (read_ahead != nullptr) read_ahead->saw(bank, at, bytes, left, pages);
}
inline void fetch_ahead() {
    if (read_ahead != nullptr) read_ahead->fetch();
}

}  // namespace tilewright::card
