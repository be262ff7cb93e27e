// A machine as data: what data/<arch>.toml says about it. Every figure there carries its source.
#pragma once

#include <cstdint>
#include <string>
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

struct Arch {
    std::string name;     // wormhole_b0, blackhole
    std::string board;    // n150, p150
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

    std::vector<DramBank> dram_banks;
    uint64_t dram_bank_bytes = 0;
    uint32_t dram_reserved_bytes = 0;  // at the bottom of each bank

    uint32_t l1_alignment = 0;  // NoC reads and writes of L1
    uint32_t dram_read_alignment = 0;
    uint32_t dram_write_alignment = 0;
    uint32_t dram_alignment = 0;  // pages and buffer bases

    uint32_t num_cbs = 0;
    uint32_t num_semaphores = 0;
    uint32_t noc_max_burst_bytes = 0;
    uint32_t noc_flit_bytes = 0;
    double aiclk_ghz = 0;
    double dram_gb_per_s = 0;

    std::vector<std::pair<std::string, std::string>> sources;  // figure -> where it comes from

    uint32_t num_workers() const { return grid_x * grid_y; }
    NocXy virtual_core(uint32_t logical_x, uint32_t logical_y) const {
        return {worker_columns[logical_x], virtual_start.y + logical_y};
    }
};

// Loads data/<name>.toml once. Accepts wormhole_b0, blackhole and the short forms wormhole, n150, p150.
const Arch& find_arch(const std::string& name);
std::vector<std::string> arch_names();
// Reads one file, uncached: what find_arch does with data/<name>.toml. Error TW3900 names file and key.
Arch load_arch(const std::string& path);

}  // namespace tilewright::card
