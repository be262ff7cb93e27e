// Which data formats a compute kernel uses for each CB: in L1, in the source registers, as the packer's intermediate.
// Software chooses them from the CB's format and the compute config, before the kernel is compiled.
#pragma once

#include <array>
#include <cstdint>

#include "program/descriptor.hpp"

namespace tilewright::program {

struct OperandFormat {
    DataFormat unpack_src = DataFormat::Invalid;  // in L1
    DataFormat unpack_dst = DataFormat::Invalid;  // in the source registers (or DST with unpack_to_dest)
    DataFormat pack_src = DataFormat::Invalid;    // the packer's intermediate
    DataFormat pack_dst = DataFormat::Invalid;    // in L1
    TileShape tile;
    uint32_t page_bytes = 0;
    bool unpack_to_dest = false;
};

using OperandFormats = std::array<OperandFormat, 64>;

// Formats of every CB that exists on `core`; entries of other CBs stay Invalid.
OperandFormats operand_formats(const ProgramDescriptor& program, LogicalCore core, const ComputeConfig& config);
OperandFormat operand_format(const CbFormat& cb, const ComputeConfig& config);

}  // namespace tilewright::program
