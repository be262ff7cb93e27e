// Units of the compute side used while set up for something else: TW2401, TW2402, TW2403.
#include <fmt/format.h>

#include "checks/compute_hooks.hpp"
#include "engine/fiber.hpp"

namespace tilewright::calls {

void ComputeHooks::initialised_for(const char* unit, const char* call, const char* wanted, const char* found) {
    Finding finding;
    finding.code = "TW2401";
    finding.message =
        fmt::format("{} needs {} initialised for {}, but it is initialised for {}", call, unit, wanted, found);
    finding.why = "the unit runs the program of its last init, whatever the tile call is named";
    finding.fix = "call the init that belongs to this tile call, with the same arguments, before it";
    engine::report(std::move(finding));
}

void ComputeHooks::format_differs(const char* unit, uint32_t cb, tile::DataFormat configured, tile::DataFormat of_cb) {
    Finding finding;
    finding.code = "TW2402";
    if (cb == TW_NO_CB) {
        finding.message = fmt::format("{} is configured for {}, but the operand was unpacked as {}", unit,
                                      tile::format_name(configured), tile::format_name(of_cb));
    } else {
        finding.message = fmt::format("{} is configured for {}, but c_{} holds {}", unit, tile::format_name(configured),
                                      cb, tile::format_name(of_cb));
    }
    finding.why = "formats are state of the unit: the bytes are taken for what it was last configured for";
    finding.fix = std::string_view(unit) == "the packer"
                      ? "call pack_reconfig_data_format for this CB before packing to it"
                      : "call reconfig_data_format (or _srca, _srcb) for this CB before the init";
    engine::report(std::move(finding));
}

void ComputeHooks::reduce_mask_left(uint32_t cb, uint32_t dst_index, card::MathOp written_by) {
    Finding finding;
    finding.code = "TW2403";
    finding.message = fmt::format("DST[{}], the result of {}, is packed to c_{} under the edge mask of a reduce",
                                  dst_index, name_of(written_by), cb);
    finding.why =
        "reduce_init makes the packer write zeros outside the reduced row, column or element until reduce_uninit";
    finding.fix = "call reduce_uninit after the last reduce_tile, before packing anything else";
    engine::report(std::move(finding));
}

}  // namespace tilewright::calls
