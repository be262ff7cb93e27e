// The engine: opening a card, building kernels, launching, switching fibers, moving pages. `tilewright bench` runs
// this.
#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <string>

#include "card/card.hpp"
#include "clock/recording.hpp"
#include "clock/tape.hpp"
#include "engine/run.hpp"

void register_tile_benchmarks();

namespace {

using namespace tilewright;

const card::Arch& arch() { return card::find_arch("wormhole_b0"); }

CoreRanges one_core() { return {CoreRange{{0, 0}, {0, 0}}}; }
CoreRanges whole_grid() { return {CoreRange{{0, 0}, {arch().grid_x - 1, arch().grid_y - 1}}}; }

program::KernelDescriptor data_movement(const std::string& text, CoreRanges cores, bool reader) {
    program::KernelDescriptor kernel;
    kernel.source.text = "#include \"api/dataflow/dataflow_api.h\"\n" + text;
    kernel.source.is_path = false;
    kernel.cores = std::move(cores);
    program::DataMovementConfig config;
    config.processor = reader ? program::DataMovementProcessor::RiscV1 : program::DataMovementProcessor::RiscV0;
    config.noc = reader ? 0 : 1;
    kernel.config = config;
    kernel.name = reader ? "reader" : "writer";
    return kernel;
}

program::CbDescriptor circular_buffer(uint32_t index, uint32_t pages, CoreRanges cores) {
    program::CbDescriptor cb;
    cb.total_bytes = pages * 2048;
    cb.cores = std::move(cores);
    cb.formats = {{index, tile::DataFormat::Float16_b, 2048, {}, ""}};
    return cb;
}

const char* const kCopyTiles = R"(
#include "api/compute/common.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
void kernel_main() {
    constexpr uint32_t tiles = get_compile_time_arg_val(0);
    unary_op_init_common(0, 16);
    for (uint32_t i = 0; i < tiles; ++i) {
        cb_wait_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
        cb_pop_front(0, 1);
    }
}
)";

program::KernelDescriptor copy_tiles(uint32_t tiles, CoreRanges cores) {
    program::KernelDescriptor kernel;
    kernel.source.text = kCopyTiles;
    kernel.source.is_path = false;
    kernel.cores = std::move(cores);
    kernel.config = program::ComputeConfig{};
    kernel.compile_time_args = {tiles};
    kernel.name = "compute";
    return kernel;
}

const char* const kEmpty = "void kernel_main() {}\n";
const char* const kPushes =
    "void kernel_main() { for (uint32_t i = 0; i < get_compile_time_arg_val(0); ++i) {"
    " cb_reserve_back(get_compile_time_arg_val(1), 1); cb_push_back(get_compile_time_arg_val(1), 1); } }\n";
const char* const kPops =
    "void kernel_main() { for (uint32_t i = 0; i < get_compile_time_arg_val(0); ++i) {"
    " cb_wait_front(get_compile_time_arg_val(1), 1); cb_pop_front(get_compile_time_arg_val(1), 1); } }\n";
const char* const kReadsPages =
    "void kernel_main() { uint64_t from = get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1),"
    " get_arg_val<uint32_t>(2)); uint32_t to = get_write_ptr(0); for (uint32_t i = 0; i < get_compile_time_arg_val(0);"
    " ++i) { noc_async_read(from, to, 2048); noc_async_read_barrier(); } }\n";

// A program whose kernels move `pages` pages through one CB of `depth` pages.
program::ProgramDescriptor round_trips(uint32_t pages, uint32_t depth) {
    program::ProgramDescriptor program;
    program.name = "round_trips";
    program.kernels = {data_movement(kPushes, one_core(), true), data_movement(kPops, one_core(), false)};
    for (auto& kernel : program.kernels) kernel.compile_time_args = {pages, 0};
    program.cbs = {circular_buffer(0, depth, one_core())};
    return program;
}

program::ProgramDescriptor tile_copies(uint32_t tiles) {
    program::ProgramDescriptor program;
    program.name = "tile_copies";
    program.kernels = {data_movement(kPushes, one_core(), true), copy_tiles(tiles, one_core()),
                       data_movement(kPops, one_core(), false)};
    program.kernels[0].compile_time_args = {tiles, 0};
    program.kernels[2].compile_time_args = {tiles, 16};
    program.cbs = {circular_buffer(0, 2, one_core()), circular_buffer(16, 2, one_core())};
    return program;
}

// Time per page (or launch) of a program that is prepared once.
void launches(benchmark::State& state, const program::ProgramDescriptor& program, engine::Mode mode,
              uint32_t per_launch) {
    card::Card card(arch());
    engine::RunOptions options;
    options.mode = mode;
    const auto prepared = engine::prepare(card, program, options);
    for (auto _ : state) engine::launch(*prepared);
    if (per_launch > 1) {
        state.counters["per_page"] =
            benchmark::Counter(static_cast<double>(per_launch) * static_cast<double>(state.iterations()),
                               benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    }
}

// What the clock costs: programs that are not timed on a card where the same program was timed before, against
// launches() of a card that never did; a recording; a timing of it.
enum class Clock { Off, Recording, Timing };
void clock_costs(benchmark::State& state, const program::ProgramDescriptor& program, Clock what) {
    card::Card card(arch());
    const clock::Recording recording(card, program, {});
    benchmark::DoNotOptimize(recording.time().cycles);
    const auto prepared = engine::prepare(card, program, {});
    for (auto _ : state) {
        if (what == Clock::Off) engine::launch(*prepared);
        if (what == Clock::Recording) benchmark::DoNotOptimize(clock::Recording(card, program, {}).tape().cores.size());
        if (what == Clock::Timing) benchmark::DoNotOptimize(recording.time().cycles);
    }
}

// From the launch of a program that stops at once to the verdict that names what waits for what.
void hang(benchmark::State& state, const program::ProgramDescriptor& program) {
    card::Card card(arch());
    const auto prepared = engine::prepare(card, program, {});
    for (auto _ : state) {
        try {
            engine::launch(*prepared);
            state.SkipWithError("the program ended");
        } catch (const engine::HangError& error) {
            benchmark::DoNotOptimize(error.blocked().size());
        }
    }
}

void card_open(benchmark::State& state, const std::string& name) {
    const card::Arch& machine = card::find_arch(name);
    for (auto _ : state) card::Card card(machine);
}

// A number no build has seen: neither in this process, whose repetitions share loaded kernels, nor in an earlier one,
// whose kernels are still on disk.
uint64_t fresh_number() {
    static uint64_t number = static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    return ++number;
}

// `cold`: every build sees a kernel nobody has built. Otherwise the kernel comes from the cache.
void build(benchmark::State& state, program::ProgramDescriptor program, bool cold) {
    card::Card card(arch());
    engine::prepare(card, program, {});
    for (auto _ : state) {
        if (cold) program.kernels[0].defines = {{"BENCH_NUMBER", std::to_string(fresh_number())}};
        benchmark::DoNotOptimize(engine::prepare(card, program, {}));
    }
}

// The first launch of a program that nobody has run: its kernels are compiled, and in auto mode it is strict.
void first_launch(benchmark::State& state, program::ProgramDescriptor program, engine::Mode mode) {
    card::Card card(arch());
    engine::RunOptions options;
    options.mode = mode;
    for (auto _ : state) {
        for (program::KernelDescriptor& kernel : program.kernels)
            kernel.defines = {{"BENCH_NUMBER", std::to_string(fresh_number())}};
        engine::run(card, program, options);
    }
}

// Later launches in auto mode: what it costs to know that they may be fast.
void later_launches(benchmark::State& state, const program::ProgramDescriptor& program) {
    card::Card card(arch());
    engine::RunOptions options;
    options.mode = engine::Mode::Auto;
    std::shared_ptr<engine::PreparedProgram> kept;
    for (int i = 0; i < 2; ++i) engine::launch_kept(card, program, options, kept);
    for (auto _ : state) engine::launch_kept(card, program, options, kept);
}

program::ProgramDescriptor single(program::KernelDescriptor kernel) {
    program::ProgramDescriptor program;
    program.name = "single";
    program.kernels = {std::move(kernel)};
    program.cbs = {circular_buffer(0, 2, program.kernels[0].cores), circular_buffer(16, 2, program.kernels[0].cores)};
    return program;
}

program::ProgramDescriptor page_reads(uint32_t pages) {
    program::ProgramDescriptor program = single(data_movement(kReadsPages, one_core(), true));
    const card::NocXy bank = arch().dram_banks[0].endpoint[0];
    program.kernels[0].compile_time_args = {pages};
    program.kernels[0].runtime_args[{0, 0}] = {bank.x, bank.y, 2u << 20};
    return program;
}

template <typename Function, typename... Arguments>
benchmark::internal::Benchmark* add(const char* name, Function function, Arguments... arguments) {
    return benchmark::RegisterBenchmark(name, [=](benchmark::State& state) { function(state, arguments...); })
        ->UseRealTime();
}

void register_engine_benchmarks() {
    constexpr uint32_t kPages = 2000;
    add("card_open/wormhole_b0", card_open, std::string("wormhole_b0"));
    add("card_open/blackhole", card_open, std::string("blackhole"));
    add("build/cold/data_movement", build, single(data_movement(kEmpty, one_core(), true)), true)->Iterations(3);
    add("build/cold/compute", build, single(copy_tiles(1, one_core())), true)->Iterations(3);
    add("build/warm/data_movement", build, single(data_movement(kEmpty, one_core(), true)), false);
    add("build/warm/compute", build, single(copy_tiles(1, one_core())), false);
    add("launch/1_core", launches, single(data_movement(kEmpty, one_core(), true)), engine::Mode::Fast, 1u);
    add("launch/64_cores", launches, single(data_movement(kEmpty, whole_grid(), true)), engine::Mode::Fast, 1u);
    add("launch/64_cores_auto", later_launches, single(data_movement(kEmpty, whole_grid(), true)));
    for (const engine::Mode mode : {engine::Mode::Fast, engine::Mode::Strict, engine::Mode::Auto}) {
        const std::string name = std::string("first_launch/cold/") + engine::mode_name(mode);
        add(name.c_str(), first_launch, tile_copies(8), mode)->Iterations(3);
    }
    program::ProgramDescriptor stuck = single(data_movement(kPops, whole_grid(), true));
    stuck.kernels[0].compile_time_args = {1, 0};
    add("hang_to_verdict/64_cores", hang, stuck)->Iterations(3);
    add("cb_round_trip/depth_1", launches, round_trips(kPages, 1), engine::Mode::Fast, kPages);
    add("cb_round_trip/depth_8", launches, round_trips(kPages, 8), engine::Mode::Fast, kPages);
    add("noc_read_page/2_KiB", launches, page_reads(kPages), engine::Mode::Fast, kPages);
    add("copy_tile/fast", launches, tile_copies(kPages), engine::Mode::Fast, kPages);
    add("copy_tile/fast_clock_off", clock_costs, tile_copies(kPages), Clock::Off);
    add("copy_tile/recording", clock_costs, tile_copies(kPages), Clock::Recording);
    add("copy_tile/timing", clock_costs, tile_copies(kPages), Clock::Timing);
    add("copy_tile/strict", launches, tile_copies(kPages), engine::Mode::Strict, kPages);
}

}  // namespace

int main(int argc, char** argv) {
    register_engine_benchmarks();
    register_tile_benchmarks();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 4;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
