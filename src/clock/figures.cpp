// Reads the machine's timing figures; a missing one is refused by file and key.
#include "clock/figures.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "tw/sfpu_ops.h"

namespace tilewright::clock {

namespace {

constexpr const char* kConfigureNames[] = {"unpack_all",  "unpack_side", "unpack_init", "math_all",
                                           "math_side",   "math_init",   "sfpu_init",   "pack_all",
                                           "pack_format", "pack_init",   "small"};

std::vector<std::string> sfpu_names() {
    std::vector<std::string> names = {
#define TW_UNARY(NAME, ...) #NAME,
#define TW_BINARY(NAME, ...) #NAME,
#define TW_TERNARY(NAME, ...) #NAME,
#include "tw/sfpu/table.def"
    };
    for (std::string& name : names) {
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return names;
}

std::vector<uint32_t> wholes(const card::TimingFigure& figure) {
    std::vector<uint32_t> all;
    for (const double value : figure.values) all.push_back(static_cast<uint32_t>(value));
    return all;
}

}  // namespace

Figures::Figures(const card::Arch& arch, uint32_t llk) {
    clock_ghz = arch.aiclk_ghz;
    const auto cycles = [&](const std::string& key, double& to) {
        const size_t dot = key.find('.');
        const std::string older = key.substr(0, dot) + "_" + std::to_string(llk) + key.substr(dot) + "_cycles";
        const auto found = llk == kNewestLlk ? arch.timing.end() : arch.timing.find(older);
        to = found != arch.timing.end() ? found->second.values.front() : arch.timing_value(key + "_cycles");
    };
    const auto rate = [&](const std::string& key, double& to) { to = arch.timing_value(key); };
    cycles("launch.processor_step", launch.processor_step);
    cycles("launch.core_step", launch.core_step);
    cycles("launch.entry", launch.entry);
    cycles("launch.compute_entry", launch.compute_entry);
    cycles("launch.exit", launch.exit);
    cycles("call.cb_wait", call.cb_wait);
    cycles("call.cb_reserve", call.cb_reserve);
    cycles("call.cb_push", call.cb_push);
    cycles("call.cb_pop", call.cb_pop);
    cycles("call.notice", call.notice);
    cycles("call.read", call.read);
    cycles("call.read_with_state", call.read_with_state);
    cycles("call.write", call.write);
    cycles("call.write_with_state", call.write_with_state);
    cycles("call.word", call.word);
    cycles("call.atomic", call.atomic);
    cycles("call.set_state", call.set_state);
    cycles("call.barrier", call.barrier);
    cycles("call.semaphore", call.semaphore);
    cycles("call.zone", call.zone);
    cycles("call.read_clock", call.read_clock);
    cycles("compute.cb_wait", compute.cb_wait);
    cycles("compute.cb_reserve", compute.cb_reserve);
    cycles("compute.cb_push", compute.cb_push);
    cycles("compute.cb_pop", compute.cb_pop);
    cycles("compute.notice", compute.notice);
    cycles("compute.unpack_one", compute.unpack_one);
    cycles("compute.unpack_pair", compute.unpack_pair);
    cycles("compute.unpack_reduce", compute.unpack_reduce);
    cycles("compute.unpack_matmul", compute.unpack_matmul);
    cycles("compute.unpack_matmul_tile", compute.unpack_matmul_tile);
    cycles("compute.unpack_tilize", compute.unpack_tilize);
    cycles("compute.math", compute.math);
    cycles("compute.math_matmul", compute.math_matmul);
    cycles("compute.sfpu", compute.sfpu);
    cycles("compute.pack", compute.pack);
    cycles("compute.acquire", compute.acquire);
    cycles("compute.commit", compute.commit);
    cycles("compute.wait", compute.wait);
    cycles("compute.release", compute.release);
    cycles("compute.mailbox", compute.mailbox);
    cycles("compute.semaphore", compute.semaphore);
    cycles("unpack.tile", unpack.tile);
    cycles("unpack.tilize_row", unpack.tilize_row);
    cycles("unpack.to_dst", unpack.to_dst);
    cycles("unpack.transpose", unpack.transpose);
    cycles("unpack.instruction", unpack.instruction);
    cycles("math.copy", math.copy);
    cycles("math.add", math.add);
    cycles("math.multiply_base", math.multiply_base);
    cycles("math.multiply_phase", math.multiply_phase);
    cycles("math.column_broadcast", math.column_broadcast);
    cycles("math.reuse_dst", math.reuse_dst);
    cycles("math.dst32", math.dst32);
    cycles("math.matmul_phase", math.matmul_phase);
    cycles("math.matmul_base", math.matmul_base);
    cycles("math.reduce_row_phase", math.reduce_row_phase);
    cycles("math.reduce_row_base", math.reduce_row_base);
    cycles("math.reduce_column_phase", math.reduce_column_phase);
    cycles("math.reduce_column_base", math.reduce_column_base);
    cycles("math.reduce_scalar_phase", math.reduce_scalar_phase);
    cycles("math.reduce_scalar_base", math.reduce_scalar_base);
    cycles("math.reduce_max", math.reduce_max);
    cycles("math.transpose", math.transpose);
    cycles("math.copy_dst", math.copy_dst);
    cycles("math.clear", math.clear);
    cycles("math.sfpu_call", math.sfpu_call);
    cycles("math.sfpu_face", math.sfpu_face);
    cycles("math.sfpu_default", math.sfpu_default);
    cycles("math.sfpu_instruction", math.sfpu_instruction);
    cycles("math.sfpu_reduce_row", math.sfpu_reduce_row);
    cycles("math.commit", math.commit);
    cycles("pack.tile", pack.tile);
    cycles("pack.dst32", pack.dst32);
    cycles("pack.untilize_tile", pack.untilize_tile);
    cycles("pack.release", pack.release);
    cycles("noc.hop", noc.hop);
    cycles("noc.endpoint", noc.endpoint);
    cycles("noc.multicast_setup", noc.multicast_setup);
    cycles("noc.atomic", noc.atomic);
    cycles("dram.read_latency", dram.read_latency);
    cycles("dram.write_latency", dram.write_latency);
    cycles("dram.access", dram.access);
    cycles("dram.turn", dram.turn);
    cycles("dram.turn_batch", dram.turn_batch);
    rate("unpack.bytes_per_cycle", unpack.bytes_per_cycle);
    rate("unpack.fetches_per_tile", unpack.fetches_per_tile);
    rate("compute.unpack_contexts", compute.unpack_contexts);
    rate("queue.capacity", compute.queue);
    rate("queue.math", compute.queued_math);
    rate("queue.pack", compute.queued_pack);
    rate("queue.dst", compute.queued_dst);
    rate("queue.release", compute.queued_release);
    rate("queue.push", compute.queued_push);
    rate("queue.configure", compute.queued_configure);
    rate("pack.bytes_per_cycle", pack.bytes_per_cycle);
    rate("pack.accumulate_bytes_per_cycle", pack.accumulate_bytes_per_cycle);
    rate("noc.link_bytes_per_cycle", noc.link_bytes_per_cycle);
    rate("noc.column_bytes_per_cycle", noc.column_bytes_per_cycle);
    rate("noc.inject_bytes_per_cycle", noc.inject_bytes_per_cycle);
    rate("noc.absorb_bytes_per_cycle", noc.absorb_bytes_per_cycle);
    rate("noc.multicast_bytes_per_cycle", noc.multicast_bytes_per_cycle);
    rate("dram.bytes_per_cycle", dram.bytes_per_cycle);
    rate("dram.write_bytes_per_cycle", dram.write_bytes_per_cycle);
    for (size_t i = 0; i < std::size(kConfigureNames); ++i) {
        cycles(std::string("configure.") + kConfigureNames[i], compute.configure[i]);
        cycles(std::string("configure_unit.") + kConfigureNames[i], compute.configure_unit[i]);
    }
    for (const std::string& name : sfpu_names()) {
        const auto value = [&](const char* form) {
            const auto found = arch.timing.find("sfpu." + name + form + "_cycles");
            return found == arch.timing.end() ? 0 : found->second.values.front();
        };
        sfpu_vector.push_back({value(""), value("_approx"), value("_legacy")});
    }
    noc.columns = arch.noc_grid_x;
    noc.rows = arch.noc_grid_y;
    noc.worker_columns = wholes(arch.timing_figure("noc.worker_columns"));
    noc.worker_rows = wholes(arch.timing_figure("noc.worker_rows"));
    noc.flit_bytes = arch.noc_flit_bytes;
    noc.burst_bytes = arch.noc_max_burst_bytes;
}

}  // namespace tilewright::clock
