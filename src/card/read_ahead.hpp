// DRAM that will probably be read next, fetched into the caches a little at a time while tiles are worked on.
//
// On the card transfers run beside arithmetic; here a read is a copy that waits for memory. Readers go through a bank
// in order, so what follows a read is expected next. A guess: nothing but time depends on it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilewright::card {

class ReadAhead {
public:
    void expect(const uint8_t* at, uint32_t bytes) {
        if (end_ - begin_ == kParts) ++begin_;  // the oldest guess has not been needed
        parts_[end_++ % kParts] = {at, at + bytes};
    }

    // What one pass over a tile leaves time for.
    void fetch() {
        for (uint32_t lines = 0; lines < kLines && begin_ != end_;) {
            Part& part = parts_[begin_ % kParts];
            for (; part.next < part.end && lines < kLines; part.next += kLine, ++lines)
                __builtin_prefetch(part.next, 0, 2);
            if (part.next >= part.end) ++begin_;
        }
    }

private:
    static constexpr uint32_t kParts = 256, kLines = 64, kLine = 64;
    struct Part {
        const uint8_t* next;
        const uint8_t* end;
    };
    uint32_t begin_ = 0, end_ = 0;
    Part parts_[kParts];
};

// Of this host thread; null where nothing is fetched ahead. A pointer, because such thread-local memory is scarce in a
// library that an interpreter loads.
extern constinit thread_local ReadAhead* read_ahead __attribute__((tls_model("initial-exec")));

inline void expect_read(const uint8_t* at, uint32_t bytes) {
    if (read_ahead != nullptr) read_ahead->expect(at, bytes);
}
inline void fetch_ahead() {
    if (read_ahead != nullptr) read_ahead->fetch();
}

}  // namespace tilewright::card
