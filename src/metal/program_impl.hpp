// What stands behind a Program: the descriptor it builds, and what was prepared from it.
//
// Runtime arguments live in the descriptor itself, so the data GetRuntimeArgs hands out is what the next launch sees.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/run.hpp"
#include "program/descriptor.hpp"
#include "tt-metalium/buffer.hpp"
#include "tt-metalium/circular_buffer.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/kernel_types.hpp"
#include "tt-metalium/program.hpp"
#include "tt-metalium/program_descriptors.hpp"
#include "tt-metalium/runtime_args_data.hpp"

namespace tt::tt_metal::detail {

class ProgramImpl {
public:
    ProgramImpl();

    uint64_t id;
    uint64_t runtime_id = 0;
    tilewright::program::ProgramDescriptor descriptor;

    // By kernel handle.
    struct KernelArgs {
        CoreRangeSet cores;
        std::vector<std::vector<RuntimeArgsData>> by_core;  // [x][y], views into the descriptor
        RuntimeArgsData common;
        bool common_set = false;
    };
    std::vector<KernelArgs> args;
    std::vector<std::shared_ptr<CircularBuffer>> cbs;  // same order as the descriptor's
    std::vector<std::shared_ptr<Buffer>> owned_buffers;

    uint32_t add_kernel(const std::string& text, bool is_path, CoreRangeSet cores,
                        std::variant<DataMovementConfig, ComputeConfig> config);
    void set_args(uint32_t kernel, const CoreCoord& core, std::span<const uint32_t> words);
    void set_common_args(uint32_t kernel, std::span<const uint32_t> words);
    KernelArgs& kernel_args(uint32_t kernel);
    CircularBuffer& cb(CBHandle handle);
    CBHandle add_cb(CoreRangeSet cores, const CircularBufferConfig& config);
    // Brings the descriptor's entry up to date after a CB's configuration changed.
    void refresh_cb(CBHandle handle);
    uint32_t add_semaphore(const CoreRangeSet& cores, uint32_t initial_value,
                           std::optional<uint32_t> id = std::nullopt);

    std::shared_ptr<tilewright::engine::PreparedProgram> prepared;  // for the card that ran it last
    bool structure_changed = true;                                  // since then
    mutable uint32_t compared_hits = 0;                             // cache_hits.hpp
};

}  // namespace tt::tt_metal::detail

namespace tilewright::metal {

// A core spec as one set.
tt::tt_metal::CoreRangeSet core_set(
    const std::variant<tt::tt_metal::CoreCoord, tt::tt_metal::CoreRange, tt::tt_metal::CoreRangeSet>& spec);
tt::tt_metal::CoreRangeSet core_set(const std::variant<tt::tt_metal::CoreRange, tt::tt_metal::CoreRangeSet>& spec);

}  // namespace tilewright::metal
