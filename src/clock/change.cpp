// Figures and CBs changed, then a simulation as always.
#include "clock/change.hpp"

#include "clock/figures.hpp"
#include "clock/simulation.hpp"
#include "clock/tape.hpp"

namespace tilewright::clock {

namespace {

Figures changed(const Tape& tape, uint32_t llk, const Change& change) {
    Figures figures(tape.card.arch(), llk);
    figures.dram.bytes_per_cycle *= change.dram_rate;
    figures.dram.write_bytes_per_cycle *= change.dram_rate;
    figures.dram.access /= change.dram_rate;
    figures.dram.turn /= change.dram_rate;
    for (double* rate :
         {&figures.noc.link_bytes_per_cycle, &figures.noc.column_bytes_per_cycle, &figures.noc.inject_bytes_per_cycle,
          &figures.noc.absorb_bytes_per_cycle, &figures.noc.multicast_bytes_per_cycle})
        *rate *= change.noc_rate;
    for (double* latency :
         {&figures.noc.hop, &figures.noc.endpoint, &figures.dram.read_latency, &figures.dram.write_latency})
        *latency *= change.latency;
    return figures;
}

}  // namespace

Timing time_of(const Tape& tape, uint32_t llk, const Change& change) {
    const Figures figures = changed(tape, llk, change);
    return Simulation(tape, figures, nullptr, change.cb_pages, change.pace).run();
}

std::optional<Timing> try_time(const Tape& tape, uint32_t llk, const Change& change) {
    const Figures figures = changed(tape, llk, change);
    std::optional<Timing> timing = Simulation(tape, figures, nullptr, change.cb_pages, change.pace).try_run();
    if (timing && timing->guessed_order) return std::nullopt;
    return timing;
}

}  // namespace tilewright::clock
