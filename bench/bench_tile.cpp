// Tile arithmetic: nanoseconds per 32x32 tile, for both arithmetics, as scalar definition and vectorised.
#include <benchmark/benchmark.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tile/fpu/math.hpp"
#include "tile/sfpu/sfpu.hpp"
#include "tile/views/view.hpp"

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
    std::vector<uint16_t> ones = std::vector<uint16_t>(kTileWords, 0x3F80);  // the scalers of a maximum
    std::vector<uint32_t> registers = std::vector<uint32_t>(kTileWords);
    std::vector<uint16_t> packed = std::vector<uint16_t>(kTileWords);
    Operand operand_a() const { return {a.data(), true}; }
    Operand operand_b() const { return {b.data(), true}; }
};

template <typename Work>
void add_tile_work(const std::string& name, Numerics numerics, bool simd, Work work) {
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

std::string tail_of(Numerics numerics, bool simd) {
    return std::string(numerics == Numerics::Card ? "/card" : "/float") + (simd ? "/simd" : "/scalar");
}

void add_moves(Numerics numerics, bool simd) {
    const std::string tail = tail_of(numerics, simd);
    const MathConfig config{};
    add_tile_work("tile/unpack_bf16" + tail, numerics, simd, [](const TileMath& math, Tiles& tiles) {
        math.unpack(DataFormat::Float16_b, DataFormat::Float16_b, tiles.a.data(), tiles.registers.data());
    });
    add_tile_work("tile/pack_bf16" + tail, numerics, simd, [](const TileMath& math, Tiles& tiles) {
        math.pack(PackConfig{}, tiles.registers.data(), tiles.packed.data());
    });
    add_tile_work("tile/tilize_bf16" + tail, numerics, simd, [](const TileMath& math, Tiles& tiles) {
        math.unpack_tilize(DataFormat::Float16_b, DataFormat::Float16_b, tiles.a.data(), 64, tiles.registers.data());
    });
    add_tile_work("tile/copy" + tail, numerics, simd, [config](const TileMath& math, Tiles& tiles) {
        math.copy(config, Broadcast::None, tiles.operand_a(), tiles.registers.data());
    });
}

// The matrix unit at HiFi4 on bf16 operands, with a 16-bit and a 32-bit DST.
void add_math(Numerics numerics, bool simd, bool fp32) {
    const std::string tail = (fp32 ? "_fp32" : "") + tail_of(numerics, simd);
    MathConfig config{};
    config.dst_fp32 = fp32;
    const auto eltwise = [&](const std::string& name, EltwiseOp op, Broadcast broadcast) {
        add_tile_work(name + tail, numerics, simd, [=](const TileMath& math, Tiles& tiles) {
            math.eltwise(config, op, broadcast, false, 0, tiles.operand_a(), tiles.operand_b(), true,
                         tiles.registers.data());
        });
    };
    eltwise("tile/add", EltwiseOp::Add, Broadcast::None);
    eltwise("tile/sub_bcast_col", EltwiseOp::Sub, Broadcast::Col);
    eltwise("tile/mul", EltwiseOp::Mul, Broadcast::None);
    const auto reduce = [&](const std::string& name, Pool pool, ReduceDim dim) {
        add_tile_work(name + tail, numerics, simd, [=](const TileMath& math, Tiles& tiles) {
            const Operand scalers = pool == Pool::Max ? Operand{tiles.ones.data(), true} : tiles.operand_b();
            math.reduce(config, pool, dim, tiles.operand_a(), scalers, true, tiles.registers.data());
        });
    };
    reduce("tile/reduce_row", Pool::Sum, ReduceDim::Row);
    reduce("tile/reduce_col", Pool::Sum, ReduceDim::Col);
    reduce("tile/reduce_scalar", Pool::Sum, ReduceDim::Scalar);
    reduce("tile/reduce_row_max", Pool::Max, ReduceDim::Row);
    add_tile_work("tile/matmul" + tail, numerics, simd, [config](const TileMath& math, Tiles& tiles) {
        math.matmul(config, tiles.operand_a(), tiles.operand_b(), true, tiles.registers.data());
    });
}

// SFPU operations on tiles in DST: positive numbers around 1, so that every function has a value there.
struct SfpuTiles {
    std::vector<uint32_t> a, b, c, out = std::vector<uint32_t>(kTileWords);
    explicit SfpuTiles(bool fp32) {
        std::mt19937 generator(3);
        std::normal_distribution<float> normal(1.0f, 0.5f);
        for (auto* tile : {&a, &b, &c})
            for (int i = 0; i < kTileWords; ++i) {
                const float value = std::fabs(normal(generator)) + 0.01f;
                tile->push_back(std::bit_cast<uint32_t>(value) & (fp32 ? ~0u : 0xFFFF0000u));
            }
    }
};

void add_sfpu(Numerics numerics, bool simd, bool fp32) {
    const std::string tail = (fp32 ? "" : "_16bit") + tail_of(numerics, simd);
    const SfpuContext context{numerics, fp32, simd};
    const auto run = [&](const std::string& name, auto work) {
        benchmark::RegisterBenchmark(("sfpu/" + name + tail).c_str(), [context, fp32, work](benchmark::State& state) {
            SfpuTiles tiles(fp32);
            SfpuState kept;
            for (auto _ : state) {
                work(context, tiles, kept);
                benchmark::ClobberMemory();
            }
        });
    };
    const auto unary = [&](const std::string& name, SfpuOp op, uint32_t p0 = 0, uint32_t p1 = 0, uint32_t p2 = 0) {
        run(name, [=](const SfpuContext& c, SfpuTiles& t, SfpuState& kept) {
            const uint32_t p[3] = {p0, p1, p2};
            std::memcpy(t.out.data(), t.a.data(), kTileWords * 4);
            sfpu_unary(c, op, TW_VECTOR_RC, p, kept, t.out.data());
        });
    };
    const auto binary = [&](const std::string& name, SfpuOp op) {
        run(name, [op](const SfpuContext& c, SfpuTiles& t, SfpuState& kept) {
            const uint32_t p[2] = {0, 0};
            sfpu_binary(c, op, TW_VECTOR_RC, p, kept, t.a.data(), t.b.data(), t.out.data());
        });
    };
    const auto ternary = [&](const std::string& name, SfpuOp op) {
        run(name, [op](const SfpuContext& c, SfpuTiles& t, SfpuState&) {
            sfpu_ternary(c, op, TW_VECTOR_RC, 0x3F000000u, t.a.data(), t.b.data(), t.c.data(), t.out.data());
        });
    };
    binary("add", SfpuOp::ADD);
    binary("mul", SfpuOp::MUL);
    binary("div", SfpuOp::DIV);
    binary("sub_bcast_col", SfpuOp::BCAST_COL_SUB);
    binary("mul_bcast_row", SfpuOp::BCAST_ROW_MUL);
    unary("square", SfpuOp::SQUARE);
    unary("rsqrt", SfpuOp::RSQRT);
    unary("sqrt", SfpuOp::SQRT);
    unary("recip", SfpuOp::RECIP);
    unary("recip_legacy", SfpuOp::RECIP, TW_SFPU_LEGACY);
    unary("exp", SfpuOp::EXP);
    unary("exp_approx", SfpuOp::EXP, TW_SFPU_APPROX | TW_SFPU_CLAMP_NEGATIVE);
    unary("log", SfpuOp::LOG);
    unary("sigmoid", SfpuOp::SIGMOID);
    unary("silu", SfpuOp::SILU);
    unary("tanh", SfpuOp::TANH);
    unary("gelu", SfpuOp::GELU);
    unary("power", SfpuOp::POWER, 0x40200000u);
    unary("power_iterative", SfpuOp::POWER_ITERATIVE, 3);
    unary("leaky_relu", SfpuOp::LEAKY_RELU, 0x3DCCCCCDu);
    unary("reduce_row", SfpuOp::REDUCE, 0, static_cast<uint32_t>(ReduceDim::Row));
    ternary("mac", SfpuOp::MAC);
    ternary("addcdiv", SfpuOp::ADDCDIV);
}

// Passes that fast mode makes of several calls.
void add_views(bool simd) {
    const ViewMath& math = view_math(simd);
    const std::string tail = simd ? "/simd" : "/scalar";
    const auto view_pass = [&](const std::string& name, bool bf16, bool add_up) {
        benchmark::RegisterBenchmark((name + tail).c_str(), [&math, bf16, add_up](benchmark::State& state) {
            std::vector<uint8_t> tile(4096, 0x3F);
            std::vector<uint32_t> out(kTileWords, 0x3F800000u);
            const std::vector<float> column(32, 0.5f);
            TileView view;
            view.data = tile.data();
            view.bf16 = bf16;
            view.steps = 1;
            view.step[0] = {ViewStep::Op::SubColumn, column.data()};
            for (auto _ : state) {
                if (add_up)
                    math.add_to(&view, 1, out.data());
                else
                    math.store(view, out.data());
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
            std::vector<uint8_t> data(32 * 4096, 0x3F), tile(4096);
            const uint8_t* rows[32];
            for (uint32_t row = 0; row < 32; ++row) rows[row] = data.data() + row * 4096;
            for (auto _ : state) {
                math.rows_to_tiles(bf16, false, rows, 1, tile.data(), 4096);
                benchmark::ClobberMemory();
            }
        });
    }
}

}  // namespace

void register_tile_benchmarks() {
    for (const bool simd : {false, true}) {
        for (const Numerics numerics : {Numerics::Float, Numerics::Card}) {
            for (const bool fp32 : {true, false}) add_sfpu(numerics, simd, fp32);
            add_moves(numerics, simd);
            for (const bool fp32 : {false, true}) add_math(numerics, simd, fp32);
        }
        add_views(simd);
    }
}
