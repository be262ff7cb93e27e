// The list of examples.
#include "example.hpp"

namespace tilewright::examples {

const std::vector<Example>& example_list() {
    static const std::vector<Example> list = {
        {"dram_loopback", "copy a buffer from DRAM through L1 back to DRAM", prepare_dram_loopback},
        {"add_integers", "add two integers in a data-movement kernel", prepare_add_integers},
        {"eltwise_binary", "add two buffers tile by tile: reader, compute, writer", prepare_eltwise_binary},
        {"sfpu_chain", "softplus as a chain of SFPU operations in registers", prepare_sfpu_chain},
        {"vecadd_multi_core", "add two vectors on the whole grid, work split over cores", prepare_vecadd_multi_core},
        {"vecadd_sharded", "add two vectors that lie sharded in L1, without data movement", prepare_vecadd_sharded},
        {"matmul_single_core", "multiply two matrices on one core", prepare_matmul_single_core},
        {"matmul_multi_core", "multiply two matrices, output tiles split over cores", prepare_matmul_multi_core},
        {"tile_exchange", "two cores swap a tile over the NoC with semaphores", prepare_tile_exchange},
        {"multicast", "one core sends a tile to a rectangle of cores", prepare_multicast},
    };
    return list;
}

Outcome run(const Example& example, tt::tt_metal::distributed::MeshDevice& device) {
    Ready ready = example.prepare(device);
    tt::tt_metal::distributed::EnqueueMeshWorkload(device.mesh_command_queue(), ready.workload, false);
    return ready.compare();
}

const Example* find_example(const std::string& name) {
    for (const Example& example : example_list()) {
        if (name == example.name) return &example;
    }
    return nullptr;
}

}  // namespace tilewright::examples
