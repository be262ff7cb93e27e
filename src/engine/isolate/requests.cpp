// Arguments out of a program and back into one.
#include "engine/isolate/requests.hpp"

namespace tilewright::engine {

ProgramArguments ProgramArguments::of(const program::ProgramDescriptor& program) {
    ProgramArguments arguments;
    for (const program::KernelDescriptor& kernel : program.kernels)
        arguments.kernels.push_back({kernel.runtime_args, kernel.common_runtime_args});
    for (const program::CbDescriptor& cb : program.cbs) arguments.placed.push_back(cb.placed);
    for (const program::SemaphoreDescriptor& semaphore : program.semaphores)
        arguments.semaphores.push_back(semaphore.initial_value);
    return arguments;
}

program::ProgramDescriptor ProgramArguments::skeleton() const {
    program::ProgramDescriptor program;
    for (const KernelArguments& from : kernels) {
        program::KernelDescriptor& kernel = program.kernels.emplace_back();
        kernel.runtime_args = from.unique;
        kernel.common_runtime_args = from.common;
    }
    for (const std::optional<program::CbPlacement>& from : placed) program.cbs.emplace_back().placed = from;
    for (const uint32_t value : semaphores) program.semaphores.emplace_back().initial_value = value;
    return program;
}

}  // namespace tilewright::engine
