// What stands behind a MeshDevice: one card, its queues, sub-devices and traces.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_set>
#include <vector>

#include "card/buffer.hpp"
#include "card/card.hpp"
#include "engine/run.hpp"
#include "metal/profiler.hpp"
#include "metal/program_impl.hpp"
#include "metal/run_log.hpp"
#include "tt-metalium/allocator.hpp"
#include "tt-metalium/mesh_command_queue.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "tt-metalium/program_cache.hpp"

namespace tt::tt_metal {

// Buffers that are alive, so that closing the device frees them. Shared: buffers may outlive the device. Guarded by the
// card's lock.
struct LiveBuffers {
    std::unordered_set<tilewright::card::Buffer*> buffers;
};

class AllocatorImpl {
public:
    explicit AllocatorImpl(std::shared_ptr<tilewright::card::Card> card);
    std::shared_ptr<tilewright::card::Card> card;
    std::map<CoreCoord, std::vector<uint32_t>> l1_banks_of_core;
    std::vector<std::vector<uint32_t>> dram_banks_of_channel;
};

namespace distributed {

// A program with the arguments it had when it was recorded.
struct RecordedProgram {
    std::shared_ptr<tt_metal::detail::ProgramImpl> program;
    tilewright::program::ProgramDescriptor descriptor;
};

class MeshDeviceImpl {
public:
    int id = 0;
    MeshShape shape{1, 1};
    bool open = true;
    size_t l1_small_size = 0;
    std::shared_ptr<tilewright::card::Card> card;
    std::shared_ptr<LiveBuffers> live = std::make_shared<LiveBuffers>();
    std::unique_ptr<AllocatorImpl> allocator_impl;
    std::unique_ptr<Allocator> allocator;
    std::unique_ptr<MeshDeviceView> view;
    std::vector<std::unique_ptr<MeshCommandQueue>> queues;
    program_cache::detail::ProgramCache program_cache;

    // Manager 0 is the default: the whole grid as one sub-device.
    std::map<uint64_t, std::vector<SubDevice>> sub_device_managers;
    uint64_t active_manager = 0;
    uint64_t next_manager = 1;
    std::vector<SubDeviceId> sub_device_ids;
    std::vector<SubDeviceId> stall_group;

    std::map<uint32_t, std::vector<RecordedProgram>> traces;
    uint32_t next_trace = 0;

    tilewright::engine::RunOptions options;  // of every program from now on
    std::string asked_plan;
    tilewright::metal::RunLog results;
    tilewright::metal::Profiler profiler;
    // While somebody asks which programs would be run, they go here instead.
    std::vector<tilewright::program::ProgramDescriptor>* described = nullptr;

    // A card of this machine, opened.
    static std::shared_ptr<MeshDevice> open_card(const tilewright::card::Arch& arch,
                                                 const tilewright::engine::RunOptions& run_options, int device_id = 0,
                                                 size_t l1_small_size = 0, size_t num_command_queues = 1,
                                                 size_t worker_l1_size = 0);

    // Hands what was timed since the last call to the profiler's data and files.
    void read_profiler();
    // Prepares (or reuses what was prepared) and launches; throws the engine's errors.
    void run(tt_metal::detail::ProgramImpl& program, const tilewright::program::ProgramDescriptor& descriptor);
};

}  // namespace distributed
}  // namespace tt::tt_metal

namespace tilewright::metal {

// The mesh behind any device handle; throws when it is closed.
tt::tt_metal::distributed::MeshDevice& mesh_of(tt::tt_metal::IDevice* device, const char* what);
std::shared_ptr<card::Card> card_of(tt::tt_metal::IDevice* device, const char* what);
LogicalCore to_logical(const tt::tt_metal::CoreCoord& core);
CoreRanges to_ranges(const tt::tt_metal::CoreRangeSet& cores);

}  // namespace tilewright::metal
