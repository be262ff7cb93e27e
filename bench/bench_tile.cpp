// Tile arithmetic: nanoseconds per 32x32 tile, for both arithmetics, as scalar definition and vectorised.
#include <benchmark/benchmark.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tile/math.hpp"

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

}  // namespace

void register_tile_benchmarks() {
    for (const Numerics numerics : {Numerics::Float, Numerics::Card}) {
        for (const bool simd : {false, true}) add_all(numerics, simd);
    }
}
