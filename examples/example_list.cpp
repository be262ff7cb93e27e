// The list of examples.
#include "example.hpp"

namespace tilewright::examples {

const std::vector<Example>& example_list() {
    static const std::vector<Example> list = {
        {"dram_loopback", "copy a buffer from DRAM through L1 back to DRAM", run_dram_loopback},
        {"add_integers", "add two integers in a data-movement kernel", run_add_integers},
        {"eltwise_binary", "add two buffers tile by tile: reader, compute, writer", run_eltwise_binary},
        {"sfpu_chain", "softplus as a chain of SFPU operations in registers", run_sfpu_chain},
        {"vecadd_multi_core", "add two vectors on the whole grid, work split over cores", run_vecadd_multi_core},
        {"vecadd_sharded", "add two vectors that lie sharded in L1, without data movement", run_vecadd_sharded},
        {"matmul_single_core", "multiply two matrices on one core", run_matmul_single_core},
        {"matmul_multi_core", "multiply two matrices, output tiles split over cores", run_matmul_multi_core},
        {"tile_exchange", "two cores swap a tile over the NoC with semaphores", run_tile_exchange},
        {"multicast", "one core sends a tile to a rectangle of cores", run_multicast},
    };
    return list;
}

const Example* find_example(const std::string& name) {
    for (const Example& example : example_list()) {
        if (name == example.name) return &example;
    }
    return nullptr;
}

}  // namespace tilewright::examples
