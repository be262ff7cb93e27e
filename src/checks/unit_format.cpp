// TW2402: a unit reads or writes data while it is configured for another format.
#include "checks/check.hpp"

namespace tilewright::checks::unit_format {

namespace {
void use_data(const FormatUse& use) {
    if (use.configured == use.actual) return;
    const std::string unit = use.unit;
    const auto configured = tile::format_name(use.configured), actual = tile::format_name(use.actual);
    report("TW2402",
           use.cb == TW_NO_CB
               ? fmt::format("{} is configured for {}, but the operand was unpacked as {}", unit, configured, actual)
               : fmt::format("{} is configured for {}, but c_{} holds {}", unit, configured, use.cb, actual),
           "formats are state of the unit: the bytes are taken for what it was last configured for",
           unit == "the packer" ? "call pack_reconfig_data_format for this CB before packing to it"
                                : "call reconfig_data_format (or _srca, _srcb) for this CB before the init");
}
}  // namespace

void listen(Events& on) { on.format.add(use_data); }

}  // namespace tilewright::checks::unit_format
