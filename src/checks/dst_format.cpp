// TW2411, TW2412: a call is told a format with which the card does nothing, or moves other bits than DST holds.
#include "checks/check.hpp"

namespace tilewright::checks::dst_format {

namespace {
void told(const DstFormat& use) {
    const bool wide = use.tensix.fpu.dst_fp32;
    const auto format = tile::format_name(use.format);
    if (use.widths == 0) {
        report("TW2411", fmt::format("{} does nothing with DataFormat::{}", use.call, format),
               "the card's function chooses its code by the format and has none for this one: the tile stays as it is",
               "leave the format out, or name one that the function knows: Float16_b stands for floats of any width in "
               "DST, Int32 for integers");
        return;
    }
    if (use.widths & (wide ? TW_ON_32_BIT_DST : TW_ON_16_BIT_DST)) return;
    report("TW2412",
           fmt::format("{} with DataFormat::{} takes the elements of DST for {} bits wide, they are {}", use.call,
                       format, wide ? 16 : 32, wide ? 32 : 16),
           "the SFPU finds rows and bits of DST by the format it is told: it reads and writes parts of other elements",
           wide ? "name the format of a 32-bit DST (Float32, Int32, UInt32), e.g. by DST_ACCUM_MODE, or leave out "
                  "fp32_dest_acc_en"
                : "name the format of a 16-bit DST (Float16_b), e.g. by DST_ACCUM_MODE, or set fp32_dest_acc_en");
}
}  // namespace

void listen(Events& on) { on.dst_format.add(told); }

}  // namespace tilewright::checks::dst_format
