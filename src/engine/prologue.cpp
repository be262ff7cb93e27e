// Generates the macros that kernel_api/tw/generated.h turns into the names kernels rely on.
#include "engine/prologue.hpp"

#include <fmt/format.h>

namespace tilewright::engine {

namespace {
template <class Get>
void list(std::string& text, const char* name, const program::OperandFormats& formats, Get get) {
    text += fmt::format("#define {} ", name);
    for (size_t i = 0; i < formats.size(); ++i) text += fmt::format("{}{}", i ? "," : "", get(formats[i]));
    text += "\n";
}
}  // namespace

std::string kernel_prologue(const program::KernelDescriptor& kernel, const program::OperandFormats& formats) {
    using program::OperandFormat;
    std::string text;
    list(text, "TW_CB_UNPACK_SRC_FORMATS", formats, [](const OperandFormat& f) { return int(f.unpack_src); });
    list(text, "TW_CB_UNPACK_DST_FORMATS", formats, [](const OperandFormat& f) { return int(f.unpack_dst); });
    list(text, "TW_CB_PACK_SRC_FORMATS", formats, [](const OperandFormat& f) { return int(f.pack_src); });
    list(text, "TW_CB_PACK_DST_FORMATS", formats, [](const OperandFormat& f) { return int(f.pack_dst); });
    list(text, "TW_CB_TILE_HEIGHTS", formats, [](const OperandFormat& f) { return f.tile.height; });
    list(text, "TW_CB_TILE_WIDTHS", formats, [](const OperandFormat& f) { return f.tile.width; });
    list(text, "TW_CB_PAGE_BYTES", formats, [](const OperandFormat& f) { return f.page_bytes; });
    if (kernel.is_compute()) {
        const auto& config = std::get<program::ComputeConfig>(kernel.config);
        text += fmt::format("#define TW_DST_ACCUM {}\n", config.fp32_dest_acc_en ? 1 : 0);
        text += fmt::format("#define TW_DST_FULL_SYNC {}\n", config.dst_full_sync_en ? 1 : 0);
        text += fmt::format("#define TW_MATH_FIDELITY {}\n", int(config.fidelity));
        text += fmt::format("#define TW_APPROX {}\n", config.math_approx_mode ? 1 : 0);
    } else {
        const auto& config = std::get<program::DataMovementConfig>(kernel.config);
        text += fmt::format("#define TW_NOC_INDEX {}\n", config.noc);
        text += fmt::format("#define TW_NOC_MODE {}\n", config.dynamic_noc ? 1 : 0);
    }
    return text;
}

}  // namespace tilewright::engine
