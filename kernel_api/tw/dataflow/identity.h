// Who am I and where are the banks: names that look like the card's global arrays but read the running thread's state.
#pragma once

#include <stdint.h>

#include "internal/risc_attribs.h"
#include "tw/abi.h"

// Default of every `noc` parameter. Evaluated at the call, so that headers compiled ahead serve kernels of both NoCs.
#define TW_DEFAULT_NOC (tw_self->noc_index)

namespace tw {

struct CoordinateX {
    uint8_t operator[](uint32_t noc) const { return tw_self->my_x[noc]; }
};
struct CoordinateY {
    uint8_t operator[](uint32_t noc) const { return tw_self->my_y[noc]; }
};
struct DramBankXy {
    const uint16_t* operator[](uint32_t noc) const { return tw_self->dram_bank_to_noc_xy[noc]; }
};
struct L1BankXy {
    const uint16_t* operator[](uint32_t noc) const { return tw_self->l1_bank_to_noc_xy[noc]; }
};
struct DramBankOffset {
    int32_t operator[](uint32_t bank) const { return tw_self->bank_to_dram_offset[bank]; }
};
struct L1BankOffset {
    int32_t operator[](uint32_t bank) const { return tw_self->bank_to_l1_offset[bank]; }
};

}  // namespace tw

inline constexpr tw::CoordinateX my_x{};
inline constexpr tw::CoordinateY my_y{};
inline constexpr tw::DramBankXy dram_bank_to_noc_xy{};
inline constexpr tw::L1BankXy l1_bank_to_noc_xy{};
inline constexpr tw::DramBankOffset bank_to_dram_offset{};
inline constexpr tw::L1BankOffset bank_to_l1_offset{};

// On the card these are numbers of the build; here the engine knows them.
#ifndef NUM_DRAM_BANKS
#define NUM_DRAM_BANKS (tw_self->num_dram_banks)
#endif
#ifndef NUM_L1_BANKS
#define NUM_L1_BANKS (tw_self->num_l1_banks)
#endif

#if !defined(TW_LOGICAL_COORDINATES_DEFINED)
#define TW_LOGICAL_COORDINATES_DEFINED
inline uint8_t get_absolute_logical_x() { return tw_self->logical_x; }
inline uint8_t get_absolute_logical_y() { return tw_self->logical_y; }
inline uint8_t get_relative_logical_x() { return tw_self->relative_x; }
inline uint8_t get_relative_logical_y() { return tw_self->relative_y; }
#endif
