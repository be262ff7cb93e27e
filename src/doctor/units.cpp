// TW1012: a unit of the core was given work that it never finishes, whatever the other threads do.
#include <fmt/format.h>

#include "doctor/verdict.hpp"
#include "tile/formats/format.hpp"

namespace tilewright::doctor {

std::optional<Verdict> judge_units(const Case& hang) {
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        const engine::Wait& wait = hang.stuck[i].wait;
        if (wait.kind != engine::WaitKind::Unpacker) continue;
        Verdict verdict;
        verdict.code = "TW1012";
        verdict.kind = "unit";
        verdict.at = i;
        verdict.cb = wait.index;
        verdict.message = fmt::format("{} waits for the unpacker, which never finishes a tile of c_{}",
                                      hang.thread_name(hang.stuck[i].core_index, hang.stuck[i].processor), wait.index);
        const auto format = tile::format_name(static_cast<tile::DataFormat>(wait.wanted));
        verdict.why = fmt::format(
            "SrcA is configured for {} in L1, tilize_init sets the register to TF32, as c_{} needs it, and in tilize "
            "mode the unpacker does not finish that pair",
            format, wait.index);
        verdict.hint = fmt::format(
            "call reconfig_data_format_srca(c_{}) before tilize_init, or give c_{} as first operand of "
            "compute_kernel_hw_startup",
            wait.index, wait.index);
        return verdict;
    }
    return std::nullopt;
}

}  // namespace tilewright::doctor
