// Data formats of compute operands, as the host's build chooses them.
#include "program/operand_formats.hpp"

#include <string>

#include "base/error.hpp"

namespace tilewright::program {

namespace {

// Formats of the 5-bit exponent family. Float32 and the integers fit both, so they decide nothing.
bool is_a_family(DataFormat format) {
    return format == DataFormat::Float16 || format == DataFormat::Bfp8 || format == DataFormat::Bfp4 ||
           format == DataFormat::Bfp2 || format == DataFormat::Lf8;
}

bool is_b_family(DataFormat format) {
    return format == DataFormat::Float16_b || format == DataFormat::Tf32 || format == DataFormat::Bfp8_b ||
           format == DataFormat::Bfp4_b || format == DataFormat::Bfp2_b;
}

// Raw formats are moved, not computed with: the units know them by a format of the same width.
DataFormat without_raw(DataFormat format) {
    switch (format) {
        case DataFormat::RawUInt32: return DataFormat::Float32;
        case DataFormat::RawUInt16: return DataFormat::Float16;
        case DataFormat::RawUInt8: return DataFormat::Lf8;
        default: return format;
    }
}

DataFormat pack_source(DataFormat format, const ComputeConfig& config, DataFormat float32_as) {
    if (tile::is_integer(format)) return format;
    const bool a_family = is_a_family(format);
    if (tile::is_block_float(format)) {
        if (config.bfp8_pack_precise) {
            if (config.fp32_dest_acc_en) return DataFormat::Float32;
            return a_family ? DataFormat::Float16 : DataFormat::Float16_b;
        }
        return a_family ? DataFormat::Bfp8 : DataFormat::Bfp8_b;
    }
    if (config.fp32_dest_acc_en) return format == DataFormat::Float16 ? DataFormat::Float16_b : format;
    return format == DataFormat::Float32 ? float32_as : format;
}

OperandFormat derive(const CbFormat& cb, const ComputeConfig& config, bool a_family) {
    OperandFormat result;
    result.tile = cb.tile;
    result.page_bytes = cb.page_bytes;
    if (cb.format == DataFormat::Invalid) return result;
    const DataFormat l1 = without_raw(cb.format);
    const bool raw = l1 != cb.format;
    const DataFormat narrow = a_family ? DataFormat::Float16 : DataFormat::Float16_b;
    const bool keeps_32bit = cb.index < config.unpack_to_dest_fp32.size() && config.unpack_to_dest_fp32[cb.index];

    result.unpack_src = l1;
    result.unpack_dst = l1;
    if (cb.format == DataFormat::Float32) {
        // The source registers are 19 bits wide: TF32 is the most they take of a float32.
        result.unpack_dst = config.fp32_dest_acc_en && !a_family ? DataFormat::Tf32 : narrow;
        if (keeps_32bit) result.unpack_dst = DataFormat::Float32;
    }
    result.unpack_to_dest = result.unpack_dst == DataFormat::Float32 || result.unpack_dst == DataFormat::Int32 ||
                            result.unpack_dst == DataFormat::UInt32;
    result.pack_dst = l1;
    result.pack_src = raw ? l1 : pack_source(l1, config, narrow);
    return result;
}

}  // namespace

OperandFormat operand_format(const CbFormat& cb, const ComputeConfig& config) {
    return derive(cb, config, is_a_family(cb.format));
}

OperandFormats operand_formats(const ProgramDescriptor& program, LogicalCore core, const ComputeConfig& config) {
    const CbFormat* first_a = nullptr;
    const CbFormat* first_b = nullptr;
    for (const CbDescriptor& cb : program.cbs) {
        if (!contains(cb.cores, core)) continue;
        for (const CbFormat& format : cb.formats) {
            if (!first_a && is_a_family(format.format)) first_a = &format;
            if (!first_b && is_b_family(format.format)) first_b = &format;
        }
    }
    if (first_a && first_b) {
        throw Error(
            "TW1401",
            "cb " + std::to_string(first_a->index) + " (" + std::string(tile::format_name(first_a->format)) +
                ") and cb " + std::to_string(first_b->index) + " (" + std::string(tile::format_name(first_b->format)) +
                ") mix 5-bit and 8-bit exponents on core " + core.str(),
            "give all circular buffers of a compute kernel formats of one exponent family, e.g. Float16_b and Bfp8_b");
    }
    OperandFormats formats{};
    for (const CbDescriptor& cb : program.cbs) {
        if (!contains(cb.cores, core)) continue;
        for (const CbFormat& format : cb.formats) {
            if (format.index < formats.size()) formats[format.index] = derive(format, config, first_a != nullptr);
        }
    }
    return formats;
}

}  // namespace tilewright::program
