// What a debugger asks of a program that it has stopped in a kernel (data/gdb/tilewright.py): plain functions that
// return text, since a debugger can call those and needs to know nothing of the engine. They change nothing.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>
#include <vector>

#include "card/core.hpp"
#include "card/tensix.hpp"
#include "engine/run_state.hpp"
#include "program/operand_formats.hpp"
#include "tile/formats/convert.hpp"
#include "tile/formats/format.hpp"
#include "tile/formats/layout.hpp"

namespace tilewright::doctor {

namespace {

using engine::Fiber;

std::string answer;  // until the next question

const char* say(std::string text) {
    answer = std::move(text);
    return answer.c_str();
}

Fiber* stopped() { return tw_self == nullptr ? nullptr : reinterpret_cast<Fiber*>(tw_self); }

constexpr const char* kNoKernel = "not in a kernel\n";

// What the program says of the CB on this core; null: there is none.
const program::CbFormat* format_of(const Fiber& fiber, uint32_t cb) {
    for (const program::CbDescriptor& descriptor : fiber.run->program.cbs) {
        if (!contains(descriptor.cores, fiber.core_run->core->logical())) continue;
        for (const program::CbFormat& format : descriptor.formats)
            if (format.index == cb) return &format;
    }
    return nullptr;
}

std::string cb_shown(const program::CbFormat& format) {
    return format.name.empty() ? fmt::format("c_{}", format.index)
                               : fmt::format("c_{} ({})", format.index, format.name);
}

std::string cb_state_line(const Fiber& fiber, const program::CbFormat& format) {
    const TwCbShared& cb = fiber.core_run->core->cbs[format.index];
    const auto address = [&](uint64_t page) { return cb.address + page % std::max(cb.num_pages, 1u) * cb.page_bytes; };
    return fmt::format(
        "{:<18} {:<10} {:>3} of {:>3} pages full, {:>5} pushed, {:>5} popped, {:>5} bytes each, next read "
        "at {:#x}, next written at {:#x}\n",
        cb_shown(format), tile::format_name(format.format), cb.pushed - cb.popped, cb.num_pages, cb.pushed, cb.popped,
        cb.page_bytes, address(cb.popped), address(cb.pushed));
}

// Rows and columns as the tile has them, the first of each face and what is about them.
std::string grid(const float* face_order, tile::TileShape shape) {
    std::string text = "        ";
    const auto shown = [](uint32_t i) { return i % 16 < 4; };
    for (uint32_t column = 0; column < shape.width; ++column)
        if (shown(column)) text += fmt::format("{:>11}", fmt::format("[{}]", column));
    text += "\n";
    for (uint32_t row = 0; row < shape.height; ++row) {
        if (!shown(row)) continue;
        text += fmt::format("  [{:>2}]  ", row);
        for (uint32_t column = 0; column < shape.width; ++column)
            if (shown(column)) text += fmt::format("{:>11.5g}", face_order[tile::face_index(row, column, shape)]);
        text += "\n";
    }
    const auto [low, high] = std::minmax_element(face_order, face_order + shape.height * shape.width);
    return text + fmt::format("  {} x {}, the first 4 rows and columns of each face; from {:.6g} to {:.6g}\n",
                              shape.height, shape.width, *low, *high);
}

std::string where(const Fiber& fiber) {
    return fmt::format("core {}, {}", fiber.core_run->core->logical().str(), fiber.name());
}

}  // namespace

// Names of C, found by the debugger.
extern "C" {

__attribute__((used, visibility("default"))) const char* tw_debug_where() {
    const Fiber* fiber = stopped();
    return say(fiber == nullptr ? kNoKernel : where(*fiber) + "\n");
}

// Where tw_self says who runs: conditions of breakpoints read memory and call nothing.
extern const int tw_debug_offset_processor;
const int tw_debug_offset_processor = offsetof(TwThread, processor);
extern const int tw_debug_offset_x;
const int tw_debug_offset_x = offsetof(TwThread, logical_x);
extern const int tw_debug_offset_y;
const int tw_debug_offset_y = offsetof(TwThread, logical_y);

__attribute__((used, visibility("default"))) const char* tw_debug_cbs() {
    const Fiber* fiber = stopped();
    if (fiber == nullptr) return say(kNoKernel);
    std::string text;
    for (uint32_t index = 0; index < TW_MAX_CBS; ++index)
        if (const program::CbFormat* format = format_of(*fiber, index)) text += cb_state_line(*fiber, *format);
    return say(text.empty() ? "no circular buffers here\n" : text);
}

// Page `page` from the one that is read next; negative: the page that is written next.
__attribute__((used, visibility("default"))) const char* tw_debug_tile(int cb, int page) {
    const Fiber* fiber = stopped();
    if (fiber == nullptr) return say(kNoKernel);
    const program::CbFormat* format = cb < 0 ? nullptr : format_of(*fiber, static_cast<uint32_t>(cb));
    if (format == nullptr) return say(fmt::format("no circular buffer {} on {}\n", cb, where(*fiber)));
    const TwCbShared& shared = fiber->core_run->core->cbs[format->index];
    const uint64_t number = page < 0 ? shared.pushed : shared.popped + static_cast<uint64_t>(page);
    const bool full = number < shared.pushed;
    const uint64_t offset = number % std::max(shared.num_pages, 1u) * shared.page_bytes;
    const uint8_t* bytes = fiber->core_run->l1 + shared.address + offset;
    const std::string what =
        fmt::format("{}, page {} ({}) at {:#x}, {}\n", cb_shown(*format), number, full ? "full" : "not pushed",
                    shared.address + offset, tile::format_name(format->format));
    const tile::TileShape shape{format->tile.height, format->tile.width};
    if (shared.page_bytes < tile::tile_bytes(format->format, shape.height, shape.width)) {
        std::string words = what;
        for (uint32_t at = 0; at + 4 <= std::min(shared.page_bytes, 64u); at += 4) {
            uint32_t word = 0;
            std::copy_n(bytes + at, 4, reinterpret_cast<uint8_t*>(&word));
            words += fmt::format("{}{:#010x}", at % 32 == 0 ? (at == 0 ? "  " : "\n  ") : " ", word);
        }
        return say(words + "\n  not a whole tile: its first words\n");
    }
    try {
        std::vector<float> values(shape.height * shape.width);
        tile::tile_to_floats(format->format, bytes, values.data(), shape.height, shape.width);
        return say(what + grid(values.data(), shape));
    } catch (const std::exception& error) {
        return say(what + error.what() + "\n");
    }
}

// A slot as MATH (or PACK, when that has stopped) counts it; negative: which of them are in use.
__attribute__((used, visibility("default"))) const char* tw_debug_dst(int slot) {
    const Fiber* fiber = stopped();
    if (fiber == nullptr) return say(kNoKernel);
    if (fiber->tensix == nullptr) return say(where(*fiber) + " is no compute thread: it has no DST\n");
    card::Tensix& tensix = *fiber->tensix;
    const bool packs = fiber->thread.processor == TW_PACK;
    const uint32_t capacity = tensix.dst.capacity(tensix.setup.dst_fp32);
    const auto place = [&](uint32_t index) {
        return packs ? tensix.dst.pack_slot(index) : tensix.dst.math_slot(index);
    };
    std::string text = fmt::format("DST as {} has it: {} slots of {} bits, {}\n", packs ? "PACK" : "MATH", capacity,
                                   tensix.setup.dst_fp32 ? 32 : 16,
                                   (packs ? tensix.dst.pack_open : tensix.dst.math_open) ? "held" : "not held");
    if (slot >= static_cast<int>(capacity)) return say(text + fmt::format("no slot {}\n", slot));
    if (slot < 0) {
        for (uint32_t index = 0; index < capacity; ++index)
            text += fmt::format("  [{}] {}\n", index, tensix.dst.is_clear(place(index)) ? "clear" : "written");
        return say(text);
    }
    if (tensix.dst.is_clear(place(static_cast<uint32_t>(slot))))
        return say(text + "clear: never written since it was acquired\n");
    const uint32_t* words = tensix.dst.words(place(static_cast<uint32_t>(slot)));
    float values[1024];
    for (uint32_t i = 0; i < 1024; ++i) values[i] = std::bit_cast<float>(words[i]);
    return say(text + fmt::format("slot {}\n", slot) + grid(values, {}));
}

}  // extern "C"

}  // namespace tilewright::doctor
