// Arguments out of a program and back into one; those of findings as text.
#include "engine/isolate/requests.hpp"

#include <nlohmann/json.hpp>

namespace tilewright::engine {

std::string arguments_text(const Finding& finding) {
    return finding.arguments->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool read_arguments_text(Finding& finding, const std::string& text) {
    if (text.empty()) return true;
    nlohmann::json parsed = nlohmann::json::parse(text, nullptr, false);
    if (parsed.is_discarded()) return false;
    finding.arguments = std::make_shared<const nlohmann::json>(std::move(parsed));
    return true;
}

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
