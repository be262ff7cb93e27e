// Programs by device range; may be enqueued any number of times.
#pragma once

#include <memory>
#include <unordered_map>

#include "tt-metalium/mesh_coord.hpp"
#include "tt-metalium/program.hpp"

namespace tt::tt_metal::distributed {

class MeshCommandQueue;

class MeshWorkload {
public:
    MeshWorkload() = default;
    MeshWorkload(MeshWorkload&&) noexcept = default;
    MeshWorkload& operator=(MeshWorkload&&) noexcept = default;

    // Ranges of one workload must not overlap.
    void add_program(const MeshCoordinateRange& device_range, Program&& program);
    std::unordered_map<MeshCoordinateRange, Program>& get_programs() { return programs_; }
    const std::unordered_map<MeshCoordinateRange, Program>& get_programs() const { return programs_; }
    void set_last_used_command_queue_for_testing(MeshCommandQueue* mesh_cq) { last_queue_ = mesh_cq; }
    MeshCommandQueue* get_last_used_command_queue() const { return last_queue_; }

private:
    friend class MeshCommandQueue;
    std::unordered_map<MeshCoordinateRange, Program> programs_;
    MeshCommandQueue* last_queue_ = nullptr;
};

}  // namespace tt::tt_metal::distributed
