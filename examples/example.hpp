// The examples as a list: each is a function that opens a device, runs a program and compares with the host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tilewright::examples {

struct Outcome {
    bool ok = false;
    uint32_t cores = 0;
    uint64_t tiles = 0;  // tiles (or pages) the program produced
    std::string note;    // what was compared, in a few words
};

struct Example {
    const char* name;
    const char* description;
    Outcome (*run)();
};

// In the order of a first reading.
const std::vector<Example>& example_list();
const Example* find_example(const std::string& name);

Outcome run_dram_loopback();
Outcome run_add_integers();
Outcome run_eltwise_binary();
Outcome run_sfpu_chain();
Outcome run_vecadd_multi_core();
Outcome run_vecadd_sharded();
Outcome run_matmul_single_core();
Outcome run_matmul_multi_core();
Outcome run_tile_exchange();
Outcome run_multicast();

}  // namespace tilewright::examples
