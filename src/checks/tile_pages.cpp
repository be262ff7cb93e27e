// TW2405: UNPACK reads a page that it has not waited for.
#include "checks/hindsight.hpp"

namespace tilewright::checks::tile_pages {

namespace {
// Rows that tilize has taken from behind the pages that were waited for. Where nobody ever pushes pages there, there
// was nothing to wait for: a stick or a few were made a tile, and its other rows are nobody's.
struct Behind {
    explicit Behind(const CoreRun&) {}
    struct Rows {
        uint32_t cb;
        uint64_t page;  // the last one read, counted from the beginning of the run
        Doubt* doubt;
    };
    std::vector<Rows> all;
};

struct Words {
    std::string message, why, fix;
};
Words words(const TileUse& use) {
    return {fmt::format("{} reads page {} of c_{}, but UNPACK has waited for {}", use.call, use.page, use.cb,
                        pages(use.fiber.waited[use.cb])),
            "the page may not have been pushed yet, or has been popped: what is read may be old or half written",
            fmt::format("call cb_wait_front(c_{}, {}) before, and pop only after the last use", use.cb, use.page + 1)};
}

void read_tile(const TileUse& use) {
    if (use.beyond_buffer() || use.page < use.fiber.waited[use.cb]) return;  // the first is tile_bounds' business
    Words said = words(use);
    report_unless_resident(use.fiber, use.cb, "TW2405", std::move(said.message), std::move(said.why),
                           std::move(said.fix));
}

void read_rows(const TileUse& use) {
    const uint32_t waited = use.fiber.waited[use.cb];
    if (use.page < waited) return;
    Words said = words(use);
    const CoreRun& core = *use.fiber.core_run;
    const CbPlan* plan = core.checks->cb(use.cb);
    if (waited == 0 || plan == nullptr || plan->placed || plan->shared)
        return report_unless_resident(use.fiber, use.cb, "TW2405", std::move(said.message), std::move(said.why),
                                      std::move(said.fix));
    Finding finding;
    finding.code = "TW2405";
    finding.message = std::move(said.message);
    finding.why = std::move(said.why);
    finding.fix = std::move(said.fix);
    finding.cb = use.cb;
    Doubt* doubt = report_for_now(
        use.fiber, std::move(finding),
        "nobody pushes that page: rows of the tile are what happens to lie behind the CB's pages; strict mode has made "
        "them NaN, so a result that they reach is NaN",
        "make sure that only the rows which were pushed enter a result (a broadcast of row 0), or fill all 32");
    if (doubt != nullptr)
        of<Behind>(core).all.push_back({use.cb, core.core->cbs[use.cb].popped + uint64_t{use.page}, doubt});
}

void end(const RunEnd& ended) {
    for (const auto& core : ended.run.cores) {
        for (Behind::Rows& rows : of<Behind>(*core).all)
            rows.doubt->stands |= core->core->cbs[rows.cb].pushed > rows.page;
    }
}
}  // namespace

void listen(Events& on) {
    keep<Behind, CoreRun>(on);
    on.tile_read.add(read_tile);
    on.rows_read.add(read_rows);
    on.run_end.add(end);
}

}  // namespace tilewright::checks::tile_pages
