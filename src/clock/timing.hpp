// What the clock found out about one program: when each thread of each core began and ended, what it waited for, and
// how long the units of the core worked. Cycles of the card, counted from the first kernel's start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/core_coord.hpp"
#include "tw/abi.h"

namespace tilewright::clock {

enum class WaitFor : uint8_t {
    CbPages,        // index: CB; cb_wait_front
    CbRoom,         // index: CB; cb_reserve_back
    Semaphore,      // index: L1 address
    Reads,          // index: NoC; a read barrier
    Writes,         // index: NoC; a write barrier or flush
    Atomics,        // index: NoC
    CommandBuffer,  // index: NoC; the one before is still being sent
    Queue,          // the processor is as far ahead of its unit as it may be
    SourceFree,     // UNPACK: both banks of the source registers are full
    SourceValid,    // MATH: nothing unpacked yet
    DstFree,        // MATH: tile_regs_acquire
    DstCommitted,   // PACK: tile_regs_wait
    Thread,         // a mailbox or a hardware semaphore of the core
    Poll,           // a loop that reads memory
};

struct Waited {
    WaitFor what = WaitFor::CbPages;
    uint32_t index = 0;
    uint64_t cycles = 0;
    uint64_t times = 0;
    int32_t by = -1;  // Semaphore, Poll: index in Timing::threads of who ended most of it
};

// One kernel thread. The processor's own time: begin + busy + waits = end. Compute threads have a unit behind the
// processor, which works while the processor is already further on: its waits are those of SourceFree to DstCommitted.
struct ThreadTime {
    LogicalCore core;
    TwProcessor processor = TW_BRISC;
    std::string name;    // "NCRISC reader", "MATH" (program/thread_name.hpp)
    std::string kernel;  // its source
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t busy = 0;          // of the processor
    uint64_t scalar = 0;        // of busy: plain code between calls
    std::vector<Waited> waits;  // of the processor, longest first
    uint64_t unit_busy = 0;     // UNPACK, MATH, PACK: the unit worked
    std::vector<Waited> unit_waits;
    std::vector<Waited> starved;  // of `waits`, the part during which the unit had nothing to do
    uint64_t waited() const {
        uint64_t sum = 0;
        for (const Waited& wait : waits) sum += wait.cycles;
        return sum;
    }
};

// A profiler zone (DeviceZoneScopedN), or the thread itself.
struct ZoneTime {
    uint32_t thread = 0;  // index in Timing::threads
    std::string name;
    uint64_t begin = 0;
    uint64_t end = 0;
};

struct BankTime {
    uint64_t read_bytes = 0;
    uint64_t write_bytes = 0;
    uint64_t transfers = 0;
    uint64_t busy = 0;
    uint64_t bytes() const { return read_bytes + write_bytes; }
};

struct Timing {
    std::string program;
    std::string arch;
    double clock_ghz = 0;
    uint64_t cycles = 0;              // from the first kernel's start to the last one's end
    std::vector<ThreadTime> threads;  // by core, then by processor
    std::vector<ZoneTime> zones;
    std::vector<BankTime> banks;  // DRAM
    uint64_t noc_bytes = 0;       // between cores
    uint64_t noc_busy = 0;        // of the link or port of the networks that has most to do
    std::string noc_busiest;      // that one, in words
    bool guessed_order = false;   // a wait was passed in another order than when the program ran

    double ns() const { return static_cast<double>(cycles) / clock_ghz; }
};

}  // namespace tilewright::clock
