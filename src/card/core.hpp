// One worker core of the virtual card: L1, circular buffers, source registers, DST. State only; src/engine runs it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "base/core_coord.hpp"
#include "tw/abi.h"

namespace tilewright::card {

class Tensix;  // tensix.hpp: unpackers, source registers, FPU configuration, DST, packer

class Core {
public:
    Core(LogicalCore logical, uint32_t index, uint8_t* l1, uint32_t l1_bytes);
    ~Core();
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    LogicalCore logical() const { return logical_; }
    uint32_t index() const { return index_; }  // in the card's list of workers
    uint8_t* l1() const { return l1_; }        // host address of L1 address 0, a multiple of 4 GiB
    uint32_t l1_bytes() const { return l1_bytes_; }
    Tensix& tensix();  // made on first use

    std::array<TwCbShared, TW_MAX_CBS> cbs{};
    // Set by whoever changes this core's L1 from outside (NoC, host): its blocked threads must be looked at again.
    std::atomic<bool> touched{false};

private:
    LogicalCore logical_;
    uint32_t index_;
    uint8_t* l1_;
    uint32_t l1_bytes_;
    std::unique_ptr<Tensix> tensix_;
};

}  // namespace tilewright::card
