// The machine's timing figures, read once from its file ([timing] of data/*.toml). Cycles, or bytes a cycle; where a
// number stands in code it is a count of something, never a cost. Internal to src/clock.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "card/arch.hpp"
#include "clock/tape.hpp"

namespace tilewright::clock {

struct Figures {
    // `llk`: generation of the low-level library, year and month. Figures of an older one stand in tables of their own
    // (timing.math_202607) and take the place of the newest where there are some.
    explicit Figures(const card::Arch& arch, uint32_t llk = kNewestLlk);
    static constexpr uint32_t kNewestLlk = 202608;

    double clock_ghz = 1;
    double plain_code = 1;  // what the compiler pass has counted between calls: times this

    struct {
        double processor_step = 0;  // each further processor of the core starts so much later
        double core_step = 0;       // each further core, on average
        double entry = 0;           // what a kernel does before its first own instruction
        double compute_entry = 0;   // likewise on the compute processors
        double exit = 0;
    } launch;

    struct {  // calls of BRISC and NCRISC
        double cb_wait = 0, cb_reserve = 0, cb_push = 0, cb_pop = 0;
        double notice = 0;  // from the change to the end of the polling loop that waits for it
        double read = 0, read_with_state = 0, write = 0, write_with_state = 0, word = 0, atomic = 0;
        double set_state = 0, barrier = 0, semaphore = 0;
        double zone = 0, read_clock = 0;
    } call;

    struct {  // calls of UNPACK, MATH and PACK: what the processor does
        double cb_wait = 0, cb_reserve = 0, cb_push = 0, cb_pop = 0;
        double notice = 0;
        double unpack_one = 0, unpack_pair = 0, unpack_reduce = 0, unpack_matmul = 0, unpack_matmul_tile = 0;
        double unpack_tilize = 0;
        double math = 0, math_matmul = 0, sfpu = 0;
        double pack = 0;
        double acquire = 0, commit = 0, wait = 0, release = 0;
        double mailbox = 0, semaphore = 0;
        std::array<double, 11> configure{};       // by ConfigureKind
        std::array<double, 11> configure_unit{};  // the unit has to stand still for it
        double unpack_contexts = 0;               // UNPACK programs so many tiles before the first is fetched
        // Instructions: what fits between MATH or PACK and its unit, and what calls put there.
        double queue = 0, queued_math = 0, queued_pack = 0, queued_dst = 0, queued_release = 0, queued_push = 0;
        double queued_configure = 0;
    } compute;

    struct {
        double bytes_per_cycle = 0;  // both unpackers together
        double instruction = 0;      // set-up of one fetch
        double fetches_per_tile = 0;
        double tile = 0;        // on top, each call
        double tilize_row = 0;  // a row of 32 values of a row-major block
        double to_dst = 0;      // hand-shake of data that goes past the source registers
        double transpose = 0;
    } unpack;

    struct {
        // Of a tile: the first phase, and each further one (fidelity).
        double copy = 0, add = 0, multiply_base = 0, multiply_phase = 0;
        double column_broadcast = 0, reuse_dst = 0, dst32 = 0;
        double matmul_phase = 0, matmul_base = 0;
        double reduce_row_phase = 0, reduce_row_base = 0;
        double reduce_column_phase = 0, reduce_column_base = 0, reduce_scalar_phase = 0, reduce_scalar_base = 0;
        double reduce_max = 0;
        double transpose = 0, copy_dst = 0, clear = 0;
        double sfpu_instruction = 0;  // of SFPI code
        double sfpu_call = 0, sfpu_face = 0, sfpu_default = 0;
        double sfpu_reduce_row = 0;  // sfpu_reduce along rows: a tile
        double commit = 0;
    } math;
    struct SfpuVector {  // cycles a vector; 0: as the plain form, or math.sfpu_default
        double plain = 0, approximate = 0, legacy = 0;
    };
    std::vector<SfpuVector> sfpu_vector;  // by TW_SFPU_*

    struct {
        double bytes_per_cycle = 0;
        double tile = 0;
        double dst32 = 0;
        double accumulate_bytes_per_cycle = 0;
        double untilize_tile = 0;
        double release = 0;
    } pack;

    struct {
        uint32_t columns = 0, rows = 0;                     // of the network
        std::vector<uint32_t> worker_columns, worker_rows;  // where logical columns and rows lie
        double hop = 0, endpoint = 0;       // latency of a router; of leaving and entering the network, both ways
        double column_bytes_per_cycle = 0;  // a link within a column, where traffic of many rows meets
        double link_bytes_per_cycle = 0, inject_bytes_per_cycle = 0, absorb_bytes_per_cycle = 0;
        double flit_bytes = 0, burst_bytes = 0;
        double multicast_setup = 0, multicast_bytes_per_cycle = 0;
        double atomic = 0;
    } noc;

    struct {
        double bytes_per_cycle = 0, write_bytes_per_cycle = 0;
        double read_latency = 0, write_latency = 0;
        double access = 0;      // at least, however small
        double turn = 0;        // between a read and a write
        double turn_batch = 0;  // work of a bank between two turns, so that they cost all that
    } dram;
};

}  // namespace tilewright::clock
