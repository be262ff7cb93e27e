// What a host program can ask of a device of ours beyond the field's API: how its programs are run, what they ended
// with, and which programs a piece of host code would run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/run.hpp"
#include "program/descriptor.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "tt-metalium/mesh_workload.hpp"
#include "tt-metalium/program.hpp"

namespace tilewright {

using tt::tt_metal::distributed::MeshDevice;

// What a device is opened with where the environment is not to decide.
struct DeviceOptions {
    std::string arch;  // name of a machine; empty: TILEWRIGHT_ARCH, ARCH_NAME, wormhole_b0
    engine::RunOptions run;
    std::string plan;  // what plans of row ops are to be like, "streaming,block=4"; empty: theirs to choose
    static DeviceOptions from_environment();
};
std::shared_ptr<MeshDevice> open_device(const DeviceOptions& options);

// Options hold from the next program on; what was prepared with others is prepared again.
const engine::RunOptions& run_options(const MeshDevice& device);
void set_run_options(MeshDevice& device, const engine::RunOptions& options);

// What plans of row ops are asked to be (workshop/plan/plan_ask.hpp), from the next call on.
const std::string& asked_plan(const MeshDevice& device);
void ask_plan(MeshDevice& device, const std::string& plan);

// What the programs of this device ended with since somebody asked: findings of all of them, counts and times of the
// last. Programs that hang or fail throw instead.
engine::RunResult take_results(MeshDevice& device);

// Whether a finding of severity error makes this process end with 1 where it would end with 0, whatever else it does
// about it. On, unless TILEWRIGHT_FINDINGS_EXIT is 0; off is for programs that judge findings themselves.
void set_findings_exit(bool on);

// The program as data, as it stands now.
const program::ProgramDescriptor& describe(const tt::tt_metal::Program& program);
// The programs that `work` enqueues on the device, in order. None is built or run; data moves as always.
// Programs that other threads enqueue on the device meanwhile are among them: give the asking thread a device of its
// own.
std::vector<program::ProgramDescriptor> describe(MeshDevice& device, const std::function<void()>& work);

// Runs a program on the device's card. It need not be one that the device was given: a changed copy will do.
engine::RunResult run(MeshDevice& device, const program::ProgramDescriptor& program, const engine::RunOptions& options);

// What the field's API has no words for. Reports, checks and `accuracy` use it; the program runs the same without.
void set_program_name(tt::tt_metal::Program& program, const std::string& name);
// Every CB of this index. Persistent: pushed once, never popped.
void set_cb_name(tt::tt_metal::Program& program, uint32_t cb_index, const std::string& name, bool persistent = false);
// Its part in the program: "reader", "mask sender" ...
void set_kernel_name(tt::tt_metal::Program& program, uint32_t kernel, const std::string& name);
void set_phases(tt::tt_metal::Program& program, std::vector<program::Phase> phases);

}  // namespace tilewright
