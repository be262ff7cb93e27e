// TW2406: a tile is read or written outside its buffer, or written to a page that is not reserved.
#include "checks/check.hpp"

namespace tilewright::checks::tile_bounds {

namespace {
void beyond_buffer(const TileUse& use) {
    report("TW2406",
           fmt::format("{}: {} bytes at {:#x} run past the end of c_{} at {:#x}", use.call, use.bytes, use.address,
                       use.cb, use.limit()),
           "indexed tiles never wrap around: the access falls into the neighbouring buffer",
           "make the capacity a multiple of the block size, so that no block straddles the end");
}

void read(const TileUse& use) {
    if (use.beyond_buffer()) beyond_buffer(use);
}

void write(const TileUse& use) {
    if (use.beyond_buffer()) return beyond_buffer(use);
    const uint32_t reserved = use.fiber.reserved[use.cb];
    if (use.page < reserved || first_round_of_placed(use.fiber, use.cb, uint64_t{use.page} + 1)) return;
    report(
        "TW2406",
        fmt::format("{} writes page {} of c_{}, but PACK has reserved {}", use.call, use.page, use.cb, pages(reserved)),
        "the page may still belong to the consumer, whose data would be overwritten",
        fmt::format("call cb_reserve_back(c_{}, {}) before packing", use.cb, use.page + 1));
}
}  // namespace

void listen(Events& on) {
    on.tile_read.add(read);
    on.tile_write.add(write);
}

}  // namespace tilewright::checks::tile_bounds
