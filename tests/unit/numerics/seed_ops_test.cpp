// The golden chains as ops: centralize_w_rm and variance_w_rm on the matrix unit, from sticks to sticks on the virtual
// card, must leave the golden bytes in every intermediate circular buffer.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "engine/launch.hpp"
#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"
#include "ops/common/seed_ops.hpp"
#include "workshop/op/op_case.hpp"
#include "tile/formats/convert.hpp"
#include "ttnn/device.hpp"
#include "unit/tile/golden.hpp"

namespace tilewright::testing {
namespace {

using tile::DataFormat;
using tile::test::golden;
using tile::test::GoldenCase;
using tile::test::GoldenTensor;
using workshop::Op;

// Row-major data as the floats that a tensor is made of; bfloat16 and float32 both come through unchanged.
std::vector<float> floats_of(const GoldenTensor& tensor) {
    const std::vector<uint8_t> bytes = bytes_of(tensor);
    std::vector<float> values;
    for (size_t i = 0; i < bytes.size(); i += tensor.format == DataFormat::Float32 ? 4 : 2) {
        uint32_t word = 0;
        if (tensor.format == DataFormat::Float32) {
            std::memcpy(&word, &bytes[i], 4);
        } else {
            std::memcpy(reinterpret_cast<uint8_t*>(&word) + 2, &bytes[i], 2);
        }
        values.push_back(std::bit_cast<float>(word));
    }
    return values;
}

using CbBytes = std::map<uint32_t, std::vector<uint8_t>>;

// What the circular buffers of the one core hold after the run. A tile-row fills each of them once, so popped pages are
// still there.
CbBytes contents(const engine::Run& run) {
    CbBytes bytes;
    const TwThread& thread = run.cores.front()->fibers.front()->thread;
    for (const uint32_t cb : {1u, 2u, 3u, 4u, 5u, 6u}) {
        const TwCbShared& shared = thread.cb_shared[cb];
        const auto* from = reinterpret_cast<const uint8_t*>(thread.l1_base + shared.address);
        bytes[cb].assign(from, from + size_t{shared.num_pages} * shared.page_bytes);
    }
    return bytes;
}

workshop::OpCase case_of(const GoldenCase& one, Op op) {
    workshop::OpCase request;
    request.op = op;
    request.shape = {1, 1, 32, one.tensors.at("in_sticks").tiles * 32};
    request.dtype = one.in_format == DataFormat::Float32 ? ttnn::DataType::FLOAT32 : ttnn::DataType::BFLOAT16;
    request.math = workshop::RowMath::Fpu;
    request.fp32_dst = one.dst == "fp32";
    return request;
}

// Empty where `got` is the golden tensor of this role, else what differs.
std::string difference(const GoldenCase& one, const char* role, const std::vector<uint8_t>& got) {
    const std::vector<uint8_t> want = bytes_of(one.tensors.at(role));
    if (got.size() != want.size()) return std::string(role) + " has " + std::to_string(got.size()) + " bytes";
    for (size_t i = 0; i < want.size(); ++i) {
        if (got[i] != want[i]) return std::string(role) + " differs from byte " + std::to_string(i) + " on";
    }
    return "";
}

std::string run_op(const GoldenCase& one, Op op, tile::LlkGeneration generation) {
    const workshop::OpCase request = case_of(one, op);
    workshop::OpData data;
    data.input = floats_of(one.tensors.at("in_sticks"));
    CbBytes cbs;
    DeviceOptions options;
    options.run.generation = generation;
    const auto device = open_device(options);
    const workshop::OpCall call = workshop::make_call(request, data, *device);
    const workshop::Described described = workshop::describe(op, call);
    {
        engine::PreparedProgram prepared(*device->impl().card, described.program, options.run);
        const engine::Outcome outcome = engine::run_once(prepared, {});
        const bool finished = outcome.finished && outcome.run->failure() == nullptr;
        cbs = contents(*outcome.run);
        engine::give_back_stacks(*outcome.run);
        EXPECT_TRUE(finished) << one.id;
    }
    const ttnn::Tensor host = described.output.cpu();
    const auto bytes = host.host_bytes();
    const std::vector<uint8_t> sticks(reinterpret_cast<const uint8_t*>(bytes.data()),
                                      reinterpret_cast<const uint8_t*>(bytes.data()) + bytes.size());

    std::vector<std::pair<const char*, uint32_t>> roles = {{"scaler", 2}, {"tilized", 1}, {"mean", 3}, {"centered", 4}};
    if (op == ops::seed_op("variance_w_rm")) roles.insert(roles.end(), {{"squared", 5}, {"variance", 6}});
    for (const auto& [role, cb] : roles) {
        const std::string text = difference(one, role, cbs[cb]);
        if (!text.empty()) return text;
    }
    if (op == ops::seed_op("centralize_w_rm")) return difference(one, "out_sticks", sticks);
    // The sticks of a variance are column 0 of its tile; untilizing cuts float32 to what the source register holds.
    const std::vector<uint8_t> variance = bytes_of(one.tensors.at("variance"));
    const size_t datum = one.in_format == DataFormat::Float32 ? 4 : 2;
    for (size_t row = 0; row < 32; ++row) {
        uint32_t want = 0, got = 0;
        std::memcpy(&want, &variance[((row / 16) * 512 + row % 16 * 16) * datum], datum);
        std::memcpy(&got, &sticks[row * 32 * datum], datum);
        if (datum == 4) want &= 0xFFFFE000u;
        if (got != want) return "stick " + std::to_string(row) + " is not the variance";
    }
    return "";
}

TEST(SeedOpsOnFpu, EveryIntermediateCbIsGolden) {
    uint32_t count = 0, failed = 0;
    for (const GoldenCase& one : golden().cases) {
        if (one.op != "chain") continue;
        ++count;
        for (const Op op : {ops::seed_op("centralize_w_rm"), ops::seed_op("variance_w_rm")}) {
            const std::string text =
                run_op(one, op, one.llk == "apr" ? tile::LlkGeneration::Apr2026 : tile::LlkGeneration::Aug2026);
            if (text.empty()) continue;
            ADD_FAILURE() << op->name << ", " << one.id << ": " << text;
            if (++failed == 5) return;
        }
    }
    EXPECT_EQ(count, 96u);
}

// The comparison above can fail: other low-level kernels, other fidelity and the other arithmetic give other bytes.
TEST(SeedOpsOnFpu, OtherKernelsGiveOtherMeans) {
    for (const GoldenCase& one : golden().cases) {
        if (one.id != "chain.Float16_b.apr.wt8.fp32.mean1000") continue;
        const Op variance = ops::seed_op("variance_w_rm");
        EXPECT_EQ(run_op(one, variance, tile::LlkGeneration::Apr2026), "");
        EXPECT_EQ(run_op(one, variance, tile::LlkGeneration::Aug2026).substr(0, 4), "mean");
        return;
    }
    FAIL() << "the case is missing";
}

}  // namespace
}  // namespace tilewright::testing
