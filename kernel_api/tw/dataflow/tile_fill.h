// Writing tiles by hand: what scaler, mask and scalar generators share. Tiles lie face by face, faces are 16 wide.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_buffer.h"
#include "tt-metalium/constants.hpp"
#include "tw/l1.h"

namespace tw {

// A CB in any of the ways kernels name one.
class CbRef {
public:
    constexpr CbRef(uint32_t id) : id_(id) {}
    CbRef(const CircularBuffer& cb) : id_(cb.get_cb_id()) {}
    constexpr CbRef(const DataflowBuffer& buffer) : id_(buffer.get_id()) {}
    constexpr CbRef(DFBBindingToken token) : id_(token) {}
    constexpr operator uint32_t() const { return id_; }

private:
    uint32_t id_;
};

// Zeroes local memory by reads of the core's block of zeros, and waits for them; fast mode need not make the reads.
inline void zero_l1(uint32_t address, uint32_t bytes) {
#ifndef TW_STRICT
    if (address % 4 == 0 && bytes % 4 == 0) {
        L1<uint32_t>* words = touched_l1<uint32_t>(address, bytes);
        for (uint32_t i = 0; i < bytes / 4; ++i) words[i] = 0;
        return;
    }
#endif
    const uint64_t zeros = get_noc_addr(MEM_ZEROS_BASE);
    while (bytes > 0) {
        const uint32_t chunk = bytes < MEM_ZEROS_SIZE ? bytes : MEM_ZEROS_SIZE;
        noc_async_read(zeros, address, chunk);
        address += chunk;
        bytes -= chunk;
    }
    noc_async_read_barrier();
}

// Datum of row h, column w in a tile of 16 x 16 faces.
constexpr uint32_t tile_index(uint32_t h, uint32_t w, uint32_t faces_across = 2) {
    return ((h / 16) * faces_across + w / 16) * 256 + h % 16 * 16 + w % 16;
}

// Every datum of a 32 x 32 tile from its row and column.
template <typename T, typename Rule>
void fill_tile(uint32_t address, Rule rule) {
    fill_l1<T>(address, 1024 * sizeof(T), [&](auto* datum) {
        // Two bits of face, four of row, four of column.
        for (uint32_t i = 0; i < 1024; ++i) {
            const uint32_t row = (i >> 9) * 16 + (i >> 4) % 16, column = (i >> 8) % 2 * 16 + i % 16;
            datum[i] = static_cast<T>(rule(row, column));
        }
    });
}

// One, as the mask and scaler tiles hold it: bfloat16 in 16 bits, the integer 1 for int32, else float32.
template <typename T>
constexpr T one_as() {
    if constexpr (std::is_same_v<T, int32_t>) {
        return 1;
    } else if constexpr (sizeof(T) == 2) {
        return 0x3F80;
    } else {
        return 0x3F800000;
    }
}

}  // namespace tw
