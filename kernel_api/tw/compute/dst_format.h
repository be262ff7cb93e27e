// With which formats calls that are told one act on DST: the SFPU moves elements as the format says, whatever DST
// holds.
#pragma once

#include "tw/abi.h"
#include "tw/compute/defs.h"

namespace ckernel::tw_detail {

// The widths of DST that the SFPU's loads and stores of this format fit. Block formats leave the choice to the unit's
// configuration, which fits both.
constexpr uint32_t widths_of(DataFormat format) {
    switch (format) {
        case DataFormat::Float32:
        case DataFormat::Tf32:
        case DataFormat::Int32:
        case DataFormat::UInt32: return TW_ON_32_BIT_DST;
        case DataFormat::Float16:
        case DataFormat::Float16_b:
        case DataFormat::UInt16:
        case DataFormat::Int8:
        case DataFormat::UInt8: return TW_ON_16_BIT_DST;
        default: return TW_ON_16_BIT_DST | TW_ON_32_BIT_DST;
    }
}

ALWI void says_format(const char* call, DataFormat format, uint32_t widths) {
    if (tw_self->strict) tw_check_dst_format(call, static_cast<uint32_t>(format), widths);
}

}  // namespace ckernel::tw_detail
