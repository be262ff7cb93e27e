// Programs as data: what a device is asked to run, what is said about it, and what came of it.
#include "base/environment.hpp"
#include "metal/device_impl.hpp"
#include "metal/environment.hpp"
#include "tilewright/device.hpp"
#include "tt_stl/assert.hpp"

namespace tilewright {

namespace {

// A device that was closed has no card any more.
tt::tt_metal::distributed::MeshDeviceImpl& open_impl(MeshDevice& device, const char* what) {
    return metal::mesh_of(&device, what).impl();
}

}  // namespace

DeviceOptions DeviceOptions::from_environment() {
    return {metal::selected_arch().name, engine::RunOptions::from_environment(), environment::text("TILEWRIGHT_PLAN")};
}

std::shared_ptr<MeshDevice> open_device(const DeviceOptions& options) {
    const card::Arch& arch = options.arch.empty() ? metal::selected_arch() : card::find_arch(options.arch);
    auto device = tt::tt_metal::distributed::MeshDeviceImpl::open_card(arch, options.run);
    ask_plan(*device, options.plan);
    return device;
}

const engine::RunOptions& run_options(const MeshDevice& device) { return device.impl().options; }
void set_run_options(MeshDevice& device, const engine::RunOptions& options) {
    open_impl(device, "set_run_options").options = options;
}

const std::string& asked_plan(const MeshDevice& device) { return device.impl().asked_plan; }
void ask_plan(MeshDevice& device, const std::string& plan) { open_impl(device, "ask_plan").asked_plan = plan; }

engine::RunResult take_results(MeshDevice& device) {
    const std::lock_guard lock(device.impl().card->in_use());
    return device.impl().results.take();
}

const program::ProgramDescriptor& describe(const tt::tt_metal::Program& program) { return program.impl().descriptor; }

std::vector<program::ProgramDescriptor> describe(MeshDevice& device, const std::function<void()>& work) {
    auto& impl = open_impl(device, "describe");
    std::vector<program::ProgramDescriptor> programs;
    // Who asks while somebody asks gets the programs of the inner piece of work.
    struct Asking {
        std::vector<program::ProgramDescriptor>*& place;
        std::vector<program::ProgramDescriptor>* before;
        ~Asking() { place = before; }
    } asking{impl.described, impl.described};
    impl.described = &programs;
    work();
    return programs;
}

engine::RunResult run(MeshDevice& device, const program::ProgramDescriptor& program,
                      const engine::RunOptions& options) {
    return engine::run(*open_impl(device, "run").card, program, options);
}

void set_program_name(tt::tt_metal::Program& program, const std::string& name) {
    program.impl().descriptor.name = name;
}

void set_cb_name(tt::tt_metal::Program& program, uint32_t cb_index, const std::string& name, bool persistent) {
    bool found = false;
    for (program::CbDescriptor& cb : program.impl().descriptor.cbs) {
        for (program::CbFormat& format : cb.formats) {
            if (format.index != cb_index) continue;
            format.name = name;
            cb.persistent |= persistent;
            found = true;
        }
    }
    TT_FATAL(found, "set_cb_name: the program has no circular buffer c_{}; create it before it is named", cb_index);
}

void set_kernel_name(tt::tt_metal::Program& program, uint32_t kernel, const std::string& name) {
    auto& kernels = program.impl().descriptor.kernels;
    TT_FATAL(kernel < kernels.size(), "set_kernel_name: kernel {} of a program with {} kernels", kernel,
             kernels.size());
    kernels[kernel].name = name;
}

void set_phases(tt::tt_metal::Program& program, std::vector<program::Phase> phases) {
    program.impl().descriptor.phases = std::move(phases);
}

}  // namespace tilewright
