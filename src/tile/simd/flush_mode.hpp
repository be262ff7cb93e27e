// The processor's own flushing of subnormal numbers, which is the card's: subnormal operands are zero, and so are
// results that are below the normal range after rounding (x86 looks at them then).
#pragma once

#include <xmmintrin.h>

#include <cstdint>

namespace tilewright::tile {

// While it lives. Arithmetic is not moved across a call through a table: put it around one.
class FlushMode {
public:
    explicit FlushMode(bool wanted = true) : wanted_(wanted) {
        if (!wanted_) return;
        before_ = _mm_getcsr();
        _mm_setcsr(before_ | 0x8040);  // flush to zero, denormals are zero
    }
    ~FlushMode() {
        if (wanted_) _mm_setcsr(before_);
    }
    FlushMode(const FlushMode&) = delete;
    FlushMode& operator=(const FlushMode&) = delete;

private:
    bool wanted_;
    uint32_t before_ = 0;
};

}  // namespace tilewright::tile
