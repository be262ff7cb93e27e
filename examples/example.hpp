// The examples as a list. Each makes buffers and a program on a device it is given, and knows what the host expects.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tt-metalium/distributed.hpp>
#include <vector>

namespace tilewright::examples {

struct Outcome {
    bool ok = false;
    uint32_t cores = 0;
    uint64_t tiles = 0;  // tiles (or pages) the program produced
    std::string note;    // what was compared, in a few words
};

// Ready to be enqueued: one program, the buffers it works on, and the comparison afterwards.
struct Ready {
    tt::tt_metal::distributed::MeshWorkload workload;
    std::vector<std::shared_ptr<tt::tt_metal::distributed::MeshBuffer>> buffers;
    std::function<Outcome()> compare;
};

struct Example {
    const char* name;
    const char* description;
    Ready (*prepare)(tt::tt_metal::distributed::MeshDevice& device);
};

// Prepares, enqueues, compares.
Outcome run(const Example& example, tt::tt_metal::distributed::MeshDevice& device);

// In the order of a first reading.
const std::vector<Example>& example_list();
const Example* find_example(const std::string& name);

Ready prepare_dram_loopback(tt::tt_metal::distributed::MeshDevice& device);
Ready prepare_add_integers(tt::tt_metal::distributed::MeshDevice& device);
Ready prepare_eltwise_binary(tt::tt_metal::distributed::MeshDevice& device);
Ready prepare_sfpu_chain(tt::tt_metal::distributed::MeshDevice& device);
Ready prepare_vecadd_multi_core(tt::tt_metal::distributed::MeshDevice& device);
Ready prepare_vecadd_sharded(tt::tt_metal::distributed::MeshDevice& device);
Ready prepare_matmul_single_core(tt::tt_metal::distributed::MeshDevice& device);
Ready prepare_matmul_multi_core(tt::tt_metal::distributed::MeshDevice& device);
Ready prepare_tile_exchange(tt::tt_metal::distributed::MeshDevice& device);
Ready prepare_multicast(tt::tt_metal::distributed::MeshDevice& device);

}  // namespace tilewright::examples
