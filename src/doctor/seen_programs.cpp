// What makes two programs the same one.
#include "doctor/seen_programs.hpp"

#include <fmt/format.h>

#include "doctor/every/form.hpp"

namespace tilewright::doctor {

std::optional<size_t> SeenPrograms::add(const program::ProgramDescriptor& program) {
    std::string key = form_of(program);
    for (const program::KernelDescriptor& kernel : program.kernels)
        key += fmt::format("|{}", fmt::join(kernel.compile_time_args, ","));
    const std::lock_guard lock(mutex_);
    const size_t number = seen_.size();
    if (!seen_.insert(std::move(key)).second) return std::nullopt;
    return number;
}

}  // namespace tilewright::doctor
