// What checks share: reporting and names.
#include "checks/check.hpp"

#include <algorithm>
#include <cctype>

namespace tilewright::checks {

void report(const char* code, std::string message, std::string why, std::string fix, Severity severity) {
    Finding finding;
    finding.code = code;
    finding.severity = severity;
    finding.message = std::move(message);
    finding.why = std::move(why);
    finding.fix = std::move(fix);
    engine::report(std::move(finding));
}

std::string cb_name(const Fiber& fiber, uint32_t cb) { return engine::cb_name(*fiber.run, fiber, cb); }

std::string pages(uint64_t count) { return fmt::format("{} page{}", count, count == 1 ? "" : "s"); }

std::string tile_beside_page(const Fiber& fiber, uint32_t cb) {
    for (const program::CbDescriptor& descriptor : fiber.run->program.cbs) {
        if (!contains(descriptor.cores, fiber.core_run->core->logical())) continue;
        for (const program::CbFormat& format : descriptor.formats) {
            const uint32_t tile = tile::tile_bytes(format.format, format.tile.height, format.tile.width);
            if (format.index != cb || tile <= format.page_bytes) continue;
            return fmt::format(
                "; a page of {} has {} B, a tile of its format ({}) {} B: get_tile_size and tile calls go by the "
                "format",
                cb_name(fiber, cb), format.page_bytes, tile::format_name(format.format), tile);
        }
    }
    return {};
}

std::string sfpu_words(tile::SfpuOp op) {
    std::string name = tile::sfpu_name(op);
    for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return name;
}

namespace {
// `held` pages from the thread's pointer, which compute threads count in 16-byte words.
bool holds(const L1Use& use, uint32_t pointer, uint32_t held) {
    const uint64_t begin = uint64_t{pointer} * (use.fiber.thread.processor >= TW_UNPACK ? 16 : 1);
    const uint64_t end = begin + uint64_t{held} * use.fiber.thread.cb_shared[use.in_cb->index].page_bytes;
    const auto within = [&](uint64_t address) { return address >= begin && address + use.bytes <= end; };
    // Behind the end of the ring the pages go on at its beginning, for who gets there by hand.
    return within(use.address) || within(uint64_t{use.address} + use.in_cb->bytes);
}
}  // namespace

bool holds_waited(const L1Use& use) {
    const uint32_t cb = use.in_cb->index;
    return holds(use, use.fiber.views[cb].fifo_rd_ptr, use.fiber.waited[cb]);
}

bool holds_reserved(const L1Use& use) {
    const uint32_t cb = use.in_cb->index;
    return holds(use, use.fiber.views[cb].fifo_wr_ptr, use.fiber.reserved[cb]);
}

std::string far_place(uint64_t noc_address, const card::Target& target) {
    const uint32_t x = noc_address >> 36 & 63, y = noc_address >> 42 & 63;
    switch (target.kind) {
        case card::Endpoint::Kind::Worker:
            return fmt::format("L1 of core {} at NoC ({},{})", target.core->logical().str(), x, y);
        case card::Endpoint::Kind::Dram: return fmt::format("DRAM bank {} at NoC ({},{})", target.bank, x, y);
        case card::Endpoint::Kind::Nothing: break;
    }
    return fmt::format("NoC ({},{}), where neither a worker nor DRAM sits", x, y);
}

}  // namespace tilewright::checks
