// What if compute kernels were built with other settings.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "clock/what_if/questions.hpp"

namespace tilewright::clock {

namespace {

using program::ComputeConfig;
using tile::Fidelity;

constexpr std::pair<Fidelity, const char*> kFidelities[] = {
    {Fidelity::LoFi, "LoFi"}, {Fidelity::HiFi2, "HiFi2"}, {Fidelity::HiFi3, "HiFi3"}, {Fidelity::HiFi4, "HiFi4"}};

const char* name_of(Fidelity fidelity) {
    for (const auto& [known, name] : kFidelities) {
        if (known == fidelity) return name;
    }
    return "?";
}

// A copy whose compute kernels are as `change` leaves them; none where it changes none of them.
template <typename Change>
std::optional<program::ProgramDescriptor> with(const program::ProgramDescriptor& program, const Change& change) {
    program::ProgramDescriptor made = program;
    bool any = false;
    for (program::KernelDescriptor& kernel : made.kernels) {
        if (kernel.is_compute()) any |= change(std::get<ComputeConfig>(kernel.config));
    }
    if (!any) return std::nullopt;
    return made;
}

}  // namespace

std::vector<ChangedProgram> other_fidelities(const program::ProgramDescriptor& program, const Tape& tape) {
    std::vector<ChangedProgram> all;
    if (!uses_fidelity(tape)) return all;
    auto highest = Fidelity::LoFi;
    for (const program::KernelDescriptor& kernel : program.kernels) {
        if (kernel.is_compute()) highest = std::max(highest, std::get<ComputeConfig>(kernel.config).fidelity);
    }
    for (const auto& [fidelity, name] : kFidelities) {
        auto made = with(program, [to = fidelity](ComputeConfig& config) {
            if (config.fidelity <= to) return false;
            config.fidelity = to;
            return true;
        });
        if (made)
            all.push_back({fmt::format("{} instead of {} (less precise)", name, name_of(highest)), std::move(*made)});
    }
    return all;
}

std::vector<ChangedProgram> other_dst(const program::ProgramDescriptor& program, const Tape&) {
    std::vector<ChangedProgram> all;
    for (const bool on : {false, true}) {
        auto made = with(program, [on](ComputeConfig& config) {
            if (config.fp32_dest_acc_en == on) return false;
            config.fp32_dest_acc_en = on;
            if (!on) config.unpack_to_dest_fp32.clear();
            return true;
        });
        if (made)
            all.push_back(
                {on ? "fp32_dest_acc_en on (half as many tiles in DST)" : "fp32_dest_acc_en off (less precise)",
                 std::move(*made)});
    }
    return all;
}

}  // namespace tilewright::clock
