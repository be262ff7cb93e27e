// Tile arithmetic: nanoseconds per 32x32 tile, for both arithmetics, as scalar definition and vectorised.
#include <benchmark/benchmark.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tile/math.hpp"
#include "tile/sfpu.hpp"
#include "tile/view.hpp"

namespace {

using namespace tilewright::tile;

// bf16 values around 1, as L1 tiles: the case kernels see most.
std::vector<uint16_t> bf16_tile(uint32_t seed) {
    std::mt19937 generator(seed);
    std::normal_distribution<float> normal(1.0f, 0.5f);
    std::vector<uint16_t> tile(kTileWords);
    for (uint16_t& value : tile) {
        const float number = normal(generator);
        uint32_t bits;
        std::memcpy(&bits, &number, sizeof bits);
        value = static_cast<uint16_t>(bits >> 16);
    }
    return tile;
}

struct Tiles {
    std::vector<uint16_t> a = bf16_tile(1);
    std::vector<uint16_t> b = bf16_tile(2);
    std::vector<uint32_t> registers = std::vector<uint32_t>(kTileWords);
    std::vector<uint16_t> packed = std::vector<uint16_t>(kTileWords);
    Operand operand_a() const { return {a.data(), true}; }
    Operand operand_b() const { return {b.data(), true}; }
};

template <typename Work>
void add(const std::string& name, Numerics numerics, bool simd, Work work) {
    const TileMath& math = tile_math(numerics, simd);
    benchmark::RegisterBenchmark(name.c_str(), [&math, work](benchmark::State& state) {
        Tiles tiles;
        math.unpack(DataFormat::Float16_b, DataFormat::Float16_b, tiles.a.data(), tiles.registers.data());
        for (auto _ : state) {
            work(math, tiles);
            benchmark::DoNotOptimize(tiles.registers.data());
            benchmark::ClobberMemory();
        }
    });
}

void add_all(Numerics numerics, bool simd) {
    const std::string tail =
        std::string(numerics == Numerics::Card ? "/card" : "/float") + (simd ? "/simd" : "/scalar");
    const MathConfig config{};
    add("tile/unpack_bf16" + tail, numerics, simd, [](const TileMath& math, Tiles& tiles) {
        math.unpack(DataFormat::Float16_b, DataFormat::Float16_b, tiles.a.data(), tiles.registers.data());
    });
    add("tile/pack_bf16" + tail, numerics, simd, [](const TileMath& math, Tiles& tiles) {
        math.pack(PackConfig{}, tiles.registers.data(), tiles.packed.data());
    });
    add("tile/tilize_bf16" + tail, numerics, simd, [](const TileMath& math, Tiles& tiles) {
        math.unpack_tilize(DataFormat::Float16_b, DataFormat::Float16_b, tiles.a.data(), 64, tiles.registers.data());
    });
    add("tile/copy" + tail, numerics, simd, [config](const TileMath& math, Tiles& tiles) {
        math.copy(config, Broadcast::None, tiles.operand_a(), tiles.registers.data());
    });
    add("tile/add" + tail, numerics, simd, [config](const TileMath& math, Tiles& tiles) {
        math.eltwise(config, EltwiseOp::Add, Broadcast::None, false, 0, tiles.operand_a(), tiles.operand_b(), true,
                     tiles.registers.data());
    });
    add("tile/mul" + tail, numerics, simd, [config](const TileMath& math, Tiles& tiles) {
        math.eltwise(config, EltwiseOp::Mul, Broadcast::None, false, 0, tiles.operand_a(), tiles.operand_b(), true,
                     tiles.registers.data());
    });
    add("tile/reduce_row" + tail, numerics, simd, [config](const TileMath& math, Tiles& tiles) {
        math.reduce(config, Pool::Sum, ReduceDim::Row, tiles.operand_a(), tiles.operand_b(), true,
                    tiles.registers.data());
    });
    add("tile/matmul" + tail, numerics, simd, [config](const TileMath& math, Tiles& tiles) {
        math.matmul(config, tiles.operand_a(), tiles.operand_b(), true, tiles.registers.data());
    });
}

// SFPU operations that row kernels are made of, on float32 tiles in DST.
void add_sfpu(Numerics numerics, bool simd) {
    const std::string tail =
        std::string(numerics == Numerics::Card ? "/card" : "/float") + (simd ? "/simd" : "/scalar");
    const SfpuContext context{numerics, true, simd};
    const auto binary = [&](const std::string& name, SfpuOp op) {
        benchmark::RegisterBenchmark((name + tail).c_str(), [context, op](benchmark::State& state) {
            std::vector<uint32_t> a(kTileWords, 0x3FC00000u), b(kTileWords, 0x3F400000u), out(kTileWords);
            const uint32_t p[2] = {0, 0};
            const SfpuState kept;
            for (auto _ : state) {
                sfpu_binary(context, op, TW_VECTOR_RC, p, kept, a.data(), b.data(), out.data());
                benchmark::ClobberMemory();
            }
        });
    };
    binary("sfpu/add", SfpuOp::ADD);
    binary("sfpu/mul", SfpuOp::MUL);
    binary("sfpu/sub_bcast_col", SfpuOp::BCAST_COL_SUB);
    binary("sfpu/mul_bcast_row", SfpuOp::BCAST_ROW_MUL);
    const auto unary = [&](const std::string& name, SfpuOp op, uint32_t p1) {
        benchmark::RegisterBenchmark((name + tail).c_str(), [context, op, p1](benchmark::State& state) {
            const std::vector<uint32_t> first(kTileWords, 0x3FC00000u);
            std::vector<uint32_t> words(kTileWords);
            SfpuState kept;
            const uint32_t p[3] = {0, p1, 0};
            for (auto _ : state) {
                std::memcpy(words.data(), first.data(), kTileWords * 4);
                sfpu_unary(context, op, TW_VECTOR_RC, p, kept, words.data());
                benchmark::ClobberMemory();
            }
        });
    };
    unary("sfpu/rsqrt", SfpuOp::RSQRT, 0);
    unary("sfpu/exp", SfpuOp::EXP, 0);
    unary("sfpu/reduce_row", SfpuOp::REDUCE, static_cast<uint32_t>(ReduceDim::Row));
}

// Passes that fast mode makes of several calls.
void add_views(bool simd) {
    const ViewMath& math = view_math(simd);
    const std::string tail = simd ? "/simd" : "/scalar";
    const auto view_pass = [&](const std::string& name, bool bf16, bool add_up) {
        benchmark::RegisterBenchmark((name + tail).c_str(), [&math, bf16, add_up](benchmark::State& state) {
            std::vector<uint8_t> tile(4096, 0x3F);
            std::vector<uint32_t> out(kTileWords, 0x3F800000u);
            TileView view;
            view.data = tile.data();
            view.bf16 = bf16;
            view.steps = 1;
            view.step[0].op = ViewStep::Op::SubColumn;
            for (auto _ : state) {
                (add_up ? math.add_to : math.store)(view, out.data());
                benchmark::ClobberMemory();
            }
        });
    };
    view_pass("view/bf16_minus_column", true, false);
    view_pass("view/bf16_minus_column_added_up", true, true);
    view_pass("view/fp32_minus_column_added_up", false, true);
    for (const bool bf16 : {true, false}) {
        const std::string name = bf16 ? "view/tilize_bf16" : "view/tilize_fp32";
        benchmark::RegisterBenchmark((name + tail).c_str(), [&math, bf16](benchmark::State& state) {
            std::vector<uint8_t> rows(32 * 4096, 0x3F), tile(4096);
            for (auto _ : state) {
                math.rows_to_tile(bf16, false, rows.data(), 4096, tile.data());
                benchmark::ClobberMemory();
            }
        });
    }
}

}  // namespace

void register_tile_benchmarks() {
    for (const bool simd : {false, true}) {
        for (const Numerics numerics : {Numerics::Float, Numerics::Card}) add_sfpu(numerics, simd);
        add_views(simd);
    }
    for (const Numerics numerics : {Numerics::Float, Numerics::Card}) {
        for (const bool simd : {false, true}) add_all(numerics, simd);
    }
}
