// TW2405: UNPACK reads a page that it has not waited for.
#include "checks/check.hpp"

namespace tilewright::checks::tile_pages {

namespace {
void read(const TileUse& use) {
    const uint32_t waited = use.fiber.waited[use.cb];
    if (use.page < waited) return;
    report_unless_resident(
        use.fiber, use.cb, "TW2405",
        fmt::format("{} reads page {} of c_{}, but UNPACK has waited for {}", use.call, use.page, use.cb,
                    pages(waited)),
        "the page may not have been pushed yet, or has been popped: what is read may be old or half written",
        fmt::format("call cb_wait_front(c_{}, {}) before, and pop only after the last use", use.cb, use.page + 1));
}

void read_tile(const TileUse& use) {
    if (!use.beyond_buffer()) read(use);  // that is tile_bounds' business
}
}  // namespace

void listen(Events& on) {
    on.tile_read.add(read_tile);
    on.rows_read.add(read);
}

}  // namespace tilewright::checks::tile_pages
