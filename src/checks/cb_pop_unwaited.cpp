// TW2002: pages are popped that were not waited for.
#include <numeric>

#include "checks/hindsight.hpp"

namespace tilewright::checks::cb_pop_unwaited {

namespace {
// Counters that have run apart mislead the next wait. Where none follows, and in the end as much was pushed as popped,
// pages were only thrown away before they came: a kernel that leaves a CB empty at its end does so.
//
// Nor does it harm where all pages come in units (every push is a multiple of so many) and the wait reaches into the
// unit in which the last of the popped pages lies.
struct Popped {
    explicit Popped(const CoreRun&) {}
    struct Told {
        uint32_t cb;
        Doubt* doubt;
        uint32_t unit;  // as it was then; 0: not covered by the wait
    };
    std::vector<Told> doubts;
    std::array<uint32_t, TW_MAX_CBS> units{};  // largest number that every push so far is a multiple of
};

void push(const CbUse& use) {
    uint32_t& unit = of<Popped>(*use.fiber.core_run).units[use.cb];
    unit = std::gcd(unit, use.pages);
}

// The unit that makes the wait cover the pop; 0: none.
uint32_t covering_unit(const CbUse& use, uint32_t waited) {
    const uint32_t unit = of<Popped>(*use.fiber.core_run).units[use.cb];
    if (waited == 0 || unit == 0) return 0;
    const uint64_t reached = uint64_t{use.buffer.popped} + waited;
    const uint64_t whole = (reached + unit - 1) / unit * unit;
    return whole >= uint64_t{use.buffer.popped} + use.pages ? unit : 0;
}

void pop(const CbUse& use) {
    const uint32_t waited = use.fiber.waited[use.cb];
    if (use.pages <= waited) return;
    const CoreRun& core = *use.fiber.core_run;
    const std::string cb = cb_name(use.fiber, use.cb);
    std::string message = fmt::format("cb_pop_front({}, {}) after {}", cb, use.pages,
                                      waited == 0 ? "no cb_wait_front" : "cb_wait_front of only " + pages(waited));
    std::string why = "pages that were not waited for may not be there yet: the counters run apart";
    std::string fix = fmt::format("cb_wait_front({}, {}) before the pages are used", cb, use.pages);
    if (const CbPlan* plan = core.checks->cb(use.cb); plan == nullptr || plan->placed)
        return report_unless_resident(use.fiber, use.cb, "TW2002", std::move(message), std::move(why), std::move(fix));
    Finding finding;
    finding.code = "TW2002";
    finding.message = std::move(message);
    finding.why = std::move(why);
    finding.fix = fix;
    const uint32_t unit = covering_unit(use, waited);
    Popped& state = of<Popped>(core);
    if (Doubt* doubt = report_for_now(use.fiber, std::move(finding),
                                      "nobody waits for pages of it afterwards, and as many were pushed as popped: the "
                                      "pages are thrown away, be they there or not",
                                      fix)) {
        state.doubts.push_back({use.cb, doubt, unit});
        return;
    }
    for (Popped::Told& told : state.doubts) {
        if (told.cb == use.cb && told.unit != unit) told.unit = 0;
    }
}

void used_again(const CoreRun& core, uint32_t cb) {
    for (const Popped::Told& told : of<Popped>(core).doubts) told.doubt->stands |= told.cb == cb;
}
void wait(const CbUse& use) { used_again(*use.fiber.core_run, use.cb); }
void read(const TileUse& use) { used_again(*use.fiber.core_run, use.cb); }
void touch(const L1Use& use) {
    if (use.in_cb != nullptr) used_again(*use.fiber.core_run, use.in_cb->index);
}

void end(const RunEnd& ended) {
    for (const auto& core : ended.run.cores) {
        const Popped& state = of<Popped>(*core);
        for (const auto& [cb, doubt, unit] : state.doubts) {
            const TwCbShared& buffer = core->core->cbs[cb];
            doubt->stands |= buffer.pushed != buffer.popped;
            if (unit == 0 || unit != state.units[cb]) continue;
            doubt->stands = false;
            doubt->why = fmt::format(
                "every push is of {} or a multiple, so the pages are there when the one waited for is; it is wrong as "
                "soon as a producer pushes smaller blocks",
                pages(unit));
        }
    }
}
}  // namespace

void listen(Events& on) {
    keep<Popped, CoreRun>(on);
    on.cb_push.add(push);
    on.cb_pop.add(pop);
    on.cb_wait.add(wait);
    on.cb_probed.add(wait);
    on.tile_read.add(read);
    on.rows_read.add(read);
    on.l1_read.add(touch);
    on.run_end.add(end);
}

}  // namespace tilewright::checks::cb_pop_unwaited
