// Tensors in shards: every shape class, kind of shards, layout and format, in strict mode, against float64.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "tilewright/device.hpp"
#include "ttnn/device.hpp"
#include "workshop/run/direct.hpp"
#include "shape_classes.hpp"

using namespace tilewright;
using namespace tilewright::workshop;
using namespace tilewright::workshop::rows;
using testing::AllOf;
using testing::HasSubstr;
using ttnn::TensorMemoryLayout;

namespace {

constexpr TensorMemoryLayout kShards[] = {TensorMemoryLayout::HEIGHT_SHARDED, TensorMemoryLayout::WIDTH_SHARDED,
                                          TensorMemoryLayout::BLOCK_SHARDED};

Plan sharded_plan(const std::string& name) {
    return make_plan(read_spec(shipped_folder("examples") / "specs" / (name + ".toml")));
}

class ShardedCalls {
public:
    ShardedCalls() {
        DeviceOptions strict;
        strict.run.mode = engine::Mode::Strict;
        device_ = open_device(strict);
    }

    void expect_right(const Plan& plan, const DirectCall& call, const std::string& what = "") {
        const std::string text = fmt::format("{} {} {} {} to {}", plan.spec.name, fmt::join(call.shape, "x"), what,
                                             call.input_shards ? call.input_shards->text() : "interleaved",
                                             call.output_shards ? call.output_shards->text() : "interleaved");
        try {
            const DirectResult result = run_direct(plan, call, *device_);
            EXPECT_TRUE(result.match.ok()) << text << ": element " << result.match.worst_index << " is off by "
                                           << result.match.worst_of_allowed << " of what is allowed";
            EXPECT_EQ(result.match.without_bound, 0u) << text;
            for (const Finding& finding : result.findings) ADD_FAILURE() << text << ": " << finding.to_text();
            ++calls;
        } catch (const std::exception& error) {
            ADD_FAILURE() << text << ": " << error.what();
        }
    }

    size_t calls = 0;

private:
    std::shared_ptr<ttnn::MeshDevice> device_;
};

class Sharded : public ::testing::TestWithParam<const char*> {};

bool deep() { return std::getenv("TILEWRIGHT_DEEP") != nullptr; }

}  // namespace

// Each class with one kind of shards and grid in turn; the deep test takes every kind with each, and two more specs.
TEST_P(Sharded, OfEveryShapeClass) {
    static constexpr ttnn::CoreCoord grids[] = {{8, 8}, {2, 2}, {3, 1}, {1, 4}, {5, 3}};
    const std::string name = GetParam();
    if (!deep() && (name == "softmax_to_rows" || name == "row_norm_tiles")) GTEST_SKIP() << "TILEWRIGHT_DEEP=1 runs it";
    const Plan plan = sharded_plan(name);
    ShardedCalls calls;
    size_t turn = 0;
    for (const auto& shape : shapes_of_every_class()) {
        for (size_t kind = 0; kind < (deep() ? 3 : 1); ++kind, ++turn) {
            DirectCall call;
            call.shape = shape;
            const ShardAsk ask{kShards[(turn + turn / 15) % 3], grids[turn % 5], turn % 4 == 3};
            call.input_shards = ask;
            if (turn % 3 != 1) call.output_shards = ask;
            if (turn % 7 == 5) call.output_shards = ShardAsk{kShards[(turn + 1) % 3], grids[(turn + 2) % 5]};
            const bool wide = turn % 2 == 1;
            call.float32.assign(plan.spec.inputs.size(), wide);
            call.output_float32 = wide;
            calls.expect_right(plan, call);
        }
    }
    EXPECT_EQ(shapes_of_every_class().size(), 43u);
    EXPECT_EQ(calls.calls, shapes_of_every_class().size() * (deep() ? 3 : 1));
}

INSTANTIATE_TEST_SUITE_P(All, Sharded,
                         ::testing::Values("rms_norm", "layer_norm_tiles", "softmax_to_rows", "row_norm_tiles",
                                           "std_w"),
                         [](const auto& info) { return std::string(info.param); });

// 8x8 cores with a block each, rows and columns of the grid full; and one tile-row for each of 64 cores.
TEST(Shards, RmsNormOnAllCores) {
    const Plan plan = sharded_plan("rms_norm");
    ShardedCalls calls;
    for (const TensorMemoryLayout kind : kShards) {
        DirectCall call;
        call.shape = {1, 1, 2048, 256};
        if (kind == TensorMemoryLayout::WIDTH_SHARDED) call.shape = {1, 1, 32, 2048};
        call.input_shards = call.output_shards = ShardAsk{kind};
        calls.expect_right(plan, call);
    }
}

// Rows along other dimensions are gathered from wherever their tiles and sticks lie.
TEST(Shards, RowsAlongOtherDimensions) {
    ShardedCalls calls;
    size_t turn = 0;
    for (const char* name : {"softmax_h", "max_hw", "mean_n"}) {
        for (const TensorMemoryLayout kind : kShards) {
            DirectCall call;
            call.shape = {2, 3, 45, 100};
            call.input_shards = ShardAsk{kind, {3, 2}, turn++ % 2 == 1};
            call.output_shards = ShardAsk{kind, {2, 2}};
            calls.expect_right(sharded_plan(name), call);
        }
    }
    EXPECT_EQ(calls.calls, 9u);
}

TEST(Shards, FormatsOfWholeTilesAndShardsOfDram) {
    const Plan plan = sharded_plan("layer_norm_tiles");
    ShardedCalls calls;
    for (const TensorMemoryLayout kind : kShards) {
        DirectCall call;
        call.shape = {2, 40, 200};
        call.input_shards = ShardAsk{kind, {2, 4}};
        for (const auto& [name, format] :
             {std::pair("bfloat8_b", tt::DataFormat::Bfp8_b), std::pair("bfloat4_b", tt::DataFormat::Bfp4_b)}) {
            call.formats.clear();
            for (const SpecInput& input : plan.spec.inputs) {
                const bool takes = std::find(input.dtypes.begin(), input.dtypes.end(), name) != input.dtypes.end();
                call.formats.push_back(takes ? format : tt::DataFormat::Float16_b);
            }
            calls.expect_right(plan, call, name);
        }
        DirectCall dram;
        dram.shape = {2, 40, 200};
        dram.input_shards = ShardAsk{kind,
                                     {kind == TensorMemoryLayout::BLOCK_SHARDED ? 6u : 12u, 1},
                                     kind == TensorMemoryLayout::WIDTH_SHARDED,
                                     ttnn::BufferType::DRAM};
        calls.expect_right(sharded_plan("rms_norm"), dram);
        calls.expect_right(plan, dram);
    }
    EXPECT_EQ(calls.calls, 12u);
}

// Shards say where bytes lie, and nothing else: the bits are those of interleaved tensors, in every mode and plan.
TEST(Shards, SameBitsAsInterleaved) {
    for (const char* name : {"rms_norm", "row_norm_tiles"}) {
        const Plan plan = sharded_plan(name);
        for (const engine::Mode mode : {engine::Mode::Strict, engine::Mode::Fast}) {
            DeviceOptions options;
            options.run.mode = mode;
            const auto device = open_device(options);
            for (const uint32_t l1_bytes : {0u, 200'000u}) {
                DirectCall call;
                call.shape = {2, 50, 1100};
                call.l1_bytes = l1_bytes;
                const std::vector<float> expected = run_direct(plan, call, *device).values;
                for (const TensorMemoryLayout kind : kShards) {
                    call.input_shards = call.output_shards = ShardAsk{kind, {3, 2}};
                    const DirectResult got = run_direct(plan, call, *device);
                    EXPECT_TRUE(got.values == expected) << name << " " << call.input_shards->text();
                    EXPECT_TRUE(got.findings.empty()) << name << " " << call.input_shards->text();
                }
            }
        }
    }
}

namespace {

ttnn::TensorSpec spec_in_shards(const std::vector<uint32_t>& dims, ttnn::Layout layout, TensorMemoryLayout kind,
                                std::array<uint32_t, 2> shard, ttnn::CoreCoord last = {7, 7}) {
    const ttnn::CoreRangeSet cores(ttnn::CoreRange({0, 0}, last));
    const ttnn::MemoryConfig memory(kind, ttnn::BufferType::L1, ttnn::ShardSpec(cores, shard));
    return {ttnn::Shape(ttsl::SmallVector<uint32_t>(dims.begin(), dims.end())),
            ttnn::TensorLayout(ttnn::DataType::BFLOAT16, ttnn::PageConfig(layout), memory)};
}

std::string refusal_of(const ttnn::TensorSpec& spec) {
    try {
        check_shards("some_op", "x", spec, 16);
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(Shards, WhatKernelsCannotFollowIsRefused) {
    using enum TensorMemoryLayout;
    const auto row_major = ttnn::Layout::ROW_MAJOR, tile = ttnn::Layout::TILE;
    // Three columns are 6 bytes; eight are 16. A shard of a whole stick may have any width.
    EXPECT_THAT(refusal_of(spec_in_shards({64, 96}, row_major, WIDTH_SHARDED, {64, 3})),
                AllOf(HasSubstr("TW3221: some_op: x: shards of 3 columns"), HasSubstr("multiple of 8 columns wide")));
    EXPECT_EQ(refusal_of(spec_in_shards({64, 96}, row_major, WIDTH_SHARDED, {64, 8})), "");
    EXPECT_EQ(refusal_of(spec_in_shards({64, 91}, row_major, HEIGHT_SHARDED, {2, 91})), "");
    EXPECT_EQ(refusal_of(spec_in_shards({64, 91}, row_major, BLOCK_SHARDED, {8, 16})), "");
    EXPECT_THAT(refusal_of(spec_in_shards({64, 96}, tile, WIDTH_SHARDED, {64, 48})),
                HasSubstr("TW3221: some_op: x: shards of 64 x 48 cut tiles"));
    EXPECT_EQ(refusal_of(spec_in_shards({64, 96}, tile, WIDTH_SHARDED, {64, 64})), "");
    // A stick with more padding than its last shard needs.
    const auto padded = spec_in_shards({64, 90}, row_major, WIDTH_SHARDED, {64, 32});
    const ttnn::TensorSpec more(padded.logical_shape(),
                                ttnn::TensorLayout(ttnn::DataType::BFLOAT16, ttnn::PageConfig(row_major),
                                                   padded.memory_config(), tt::tt_metal::Alignment({128})));
    EXPECT_EQ(refusal_of(padded), "");
    EXPECT_THAT(refusal_of(more), HasSubstr("TW3221: some_op: x must be padded to whole shards of 32 columns only"));
}

TEST(Shards, AResultOfAnotherShapeIsCutAnew) {
    const auto device = ttnn::open_mesh_device(0);
    const auto shard = [&](const ttnn::TensorSpec& spec, ttnn::Layout layout, Dims reduced) {
        const ttnn::Tensor first = ttnn::create_device_tensor(spec, device.get());
        const ttnn::MemoryConfig made = result_memory(std::nullopt, first, layout, reduced);
        EXPECT_EQ(made.memory_layout(), spec.memory_config().memory_layout());
        EXPECT_EQ(made.shard_spec()->grid, spec.memory_config().shard_spec()->grid);
        return made.shard_spec()->shape;
    };
    using enum TensorMemoryLayout;
    using Pair = std::array<uint32_t, 2>;
    const auto row_major = ttnn::Layout::ROW_MAJOR, tile = ttnn::Layout::TILE;
    const auto blocks = spec_in_shards({2, 33, 100}, tile, BLOCK_SHARDED, {64, 32}, {3, 1});
    EXPECT_EQ(shard(blocks, tile, 0), (Pair{64, 32}));
    EXPECT_EQ(shard(blocks, tile, kW), (Pair{64, 32}));
    EXPECT_EQ(shard(blocks, row_major, 0), (Pair{33, 32}));
    EXPECT_EQ(shard(spec_in_shards({90, 100}, row_major, HEIGHT_SHARDED, {30, 100}, {3, 0}), row_major, kW),
              (Pair{30, 32}));
    EXPECT_EQ(shard(spec_in_shards({90, 100}, row_major, HEIGHT_SHARDED, {30, 100}, {3, 0}), tile, 0), (Pair{32, 128}));
    EXPECT_EQ(shard(spec_in_shards({90, 100}, row_major, WIDTH_SHARDED, {90, 40}, {3, 0}), row_major, kW),
              (Pair{90, 32}));
    // What the caller says counts.
    const ttnn::Tensor first = ttnn::create_device_tensor(blocks, device.get());
    EXPECT_EQ(result_memory(ttnn::DRAM_MEMORY_CONFIG, first, tile, kW), ttnn::DRAM_MEMORY_CONFIG);
}
