// Small things of the platform: caches that do not exist here, delays, the wall clock, registers.
#pragma once

#include <stdint.h>

#include "internal/risc_attribs.h"
#include "tw/card_types.h"
#include "tw/abi.h"

inline void riscv_wait(uint32_t cycles) { tw_delay(cycles); }

inline uint64_t get_timestamp() { return tw_clock(); }
inline uint32_t get_timestamp_32b() { return (uint32_t)tw_clock(); }

#define TW_DATAFLOW_LOAD_BLOCKING
namespace ckernel {
// The value arrives before the next instruction runs; every load here does.
template <typename T>
FORCE_INLINE T load_blocking(volatile T* ptr) {
    T value = *ptr;
    __asm__ volatile("" ::: "memory");
    return value;
}
}  // namespace ckernel

// Command buffers of the NoC: names that calls take and nothing depends on.
constexpr uint32_t read_cmd_buf = 0;
constexpr uint32_t write_cmd_buf = 1;
constexpr uint32_t write_reg_cmd_buf = 2;
constexpr uint32_t write_at_cmd_buf = 3;

inline void RISC_POST_HEARTBEAT(uint32_t& heartbeat) { ++heartbeat; }
