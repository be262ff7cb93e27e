// Which formats are chosen for a compute operand.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "program/operand_formats.hpp"

namespace tilewright::program {
namespace {

OperandFormat of(DataFormat format, bool fp32_dest = false, bool precise = false, bool to_dest = false) {
    ComputeConfig config;
    config.fp32_dest_acc_en = fp32_dest;
    config.bfp8_pack_precise = precise;
    config.unpack_to_dest_fp32 = {to_dest};
    return operand_format({0, format, 2048, {}, {}}, config);
}

TEST(OperandFormats, Float32IsCutForTheSourceRegisters) {
    EXPECT_EQ(DataFormat::Float16_b, of(DataFormat::Float32).unpack_dst);
    EXPECT_EQ(DataFormat::Tf32, of(DataFormat::Float32, true).unpack_dst);
    EXPECT_EQ(DataFormat::Float32, of(DataFormat::Float32, true, false, true).unpack_dst);
    EXPECT_TRUE(of(DataFormat::Float32, true, false, true).unpack_to_dest);
    EXPECT_FALSE(of(DataFormat::Float32, true).unpack_to_dest);
}

TEST(OperandFormats, PackerIntermediate) {
    EXPECT_EQ(DataFormat::Float16_b, of(DataFormat::Float32).pack_src);
    EXPECT_EQ(DataFormat::Float32, of(DataFormat::Float32, true).pack_src);
    EXPECT_EQ(DataFormat::Float16_b, of(DataFormat::Float16_b, true).pack_src);
    EXPECT_EQ(DataFormat::Bfp8_b, of(DataFormat::Bfp4_b).pack_src);
    EXPECT_EQ(DataFormat::Float16_b, of(DataFormat::Bfp8_b, false, true).pack_src);
    EXPECT_EQ(DataFormat::Float32, of(DataFormat::Bfp8_b, true, true).pack_src);
    EXPECT_EQ(DataFormat::Float16_b, of(DataFormat::Float16, true).pack_src);
    EXPECT_EQ(DataFormat::UInt16, of(DataFormat::UInt16).pack_src);
}

TEST(OperandFormats, OneExponentFamilyPerCore) {
    const CoreRanges here = {{{0, 0}, {0, 0}}};
    ProgramDescriptor program;
    CbDescriptor cb;
    cb.cores = here;
    cb.formats = {{0, DataFormat::Float16, 2048, {}, {}}, {1, DataFormat::Float32, 4096, {}, {}}};
    program.cbs = {cb};
    EXPECT_EQ(DataFormat::Float16, operand_formats(program, {0, 0}, {})[1].unpack_dst);
    EXPECT_EQ(DataFormat::Invalid, operand_formats(program, {1, 0}, {})[1].unpack_dst) << "not on that core";
    cb.formats = {{2, DataFormat::Float16_b, 2048, {}, {}}};
    program.cbs.push_back(cb);
    try {
        operand_formats(program, {0, 0}, {});
        FAIL() << "mixed exponent families were accepted";
    } catch (const Error& error) {
        EXPECT_EQ("TW1401", error.code());
    }
}

}  // namespace
}  // namespace tilewright::program
