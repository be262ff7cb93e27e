// A machine as data: what its file says about it. Every figure there carries its source. A machine is known by its file
// alone: names, figures and what kernels are compiled with are read, never written down here.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tilewright::card {

struct NocXy {
    uint32_t x = 0;
    uint32_t y = 0;
    bool operator==(const NocXy&) const = default;
};

struct DramBank {
    NocXy endpoint[2];    // by NoC
    uint64_t offset = 0;  // added to an address inside the bank when it goes onto the NoC
};

// One figure of the machine's [timing] tables.
struct TimingFigure {
    std::vector<double> values;  // one, or a list
    char confidence = 'G';       // M measured on silicon, D documented, C counted in code, F fitted, G guessed
};

struct Arch {
    std::string file;                  // where it was read
    std::string name;                  // wormhole_b0; the file is <name>.toml
    std::vector<std::string> aliases;  // further names: wormhole, n150
    std::string board;                 // n150, p150
    std::string host_arch;             // the enumerator of tt::ARCH that the host API reports: WORMHOLE_B0
    std::string numerics;              // what its arithmetic rests on, in words
    // Macros of its own that kernels are compiled with (ARCH_WORMHOLE); the figures below come along as TW_CARD_*.
    std::vector<std::pair<std::string, std::string>> kernel_defines;
    uint32_t grid_x = 0;  // compute grid as programs see it
    uint32_t grid_y = 0;
    uint32_t noc_grid_x = 0;
    uint32_t noc_grid_y = 0;
    NocXy virtual_start;                   // NoC coordinates of logical core (0,0)
    std::vector<uint32_t> worker_columns;  // virtual x of each logical x (a gap may lie between)

    uint32_t l1_bytes = 0;
    uint32_t l1_map_end = 0;     // end of the firmware and mailbox area
    uint32_t l1_first_free = 0;  // first address for CBs and buffers
    uint32_t zeros_address = 0;  // block of zero bytes kept for kernels
    uint32_t zeros_bytes = 0;
    uint32_t data_movement_local_bytes = 0;  // of a processor's own memory: its stack and variables
    uint32_t compute_local_bytes = 0;

    std::vector<DramBank> dram_banks;
    uint64_t dram_bank_bytes = 0;
    uint32_t dram_reserved_bytes = 0;  // at the bottom of each bank

    uint32_t l1_alignment = 0;  // NoC reads and writes of L1
    uint32_t dram_read_alignment = 0;
    uint32_t dram_write_alignment = 0;
    uint32_t dram_alignment = 0;  // pages and buffer bases
    uint32_t pcie_read_alignment = 0;
    uint32_t pcie_write_alignment = 0;

    uint32_t num_cbs = 0;
    uint32_t num_semaphores = 0;
    uint32_t noc_max_burst_bytes = 0;
    uint32_t noc_flit_bytes = 0;
    double aiclk_ghz = 0;
    double dram_gb_per_s = 0;
    double sfpu_epsilon = 0;

    // What the clock needs, by key below [timing]: "noc.hop_cycles". Empty: programs cannot be timed on this machine.
    std::map<std::string, TimingFigure> timing;

    std::vector<std::pair<std::string, std::string>> sources;  // figure -> where it comes from

    // TW3902 names the machine's file and the figure that it lacks.
    const TimingFigure& timing_figure(const std::string& key) const;
    double timing_value(const std::string& key) const { return timing_figure(key).values.front(); }

    uint32_t num_workers() const { return grid_x * grid_y; }
    NocXy virtual_core(uint32_t logical_x, uint32_t logical_y) const {
        return {worker_columns[logical_x], virtual_start.y + logical_y};
    }
};

// What semaphores and kernels' arguments may take, from l1_map_end on.
inline constexpr uint32_t kConfigBytes = 16 * 1024;

// What is opened where nobody names a machine.
inline constexpr const char* kDefaultArch = "wormhole_b0";

// The machine of that name or alias, loaded once. TW3901 says what there is; TW3900 names a damaged file and the key.
const Arch& find_arch(const std::string& name);
// Every machine there is: the .toml files of machine_folders(), in the order of their names.
std::vector<std::string> arch_names();
// "wormhole_b0 (also wormhole, n150), blackhole (also p150)"; for messages and help. Never throws: a damaged file is
// listed by its name.
std::string arch_list();
// Reads one file, uncached.
Arch load_arch(const std::string& path);

}  // namespace tilewright::card
