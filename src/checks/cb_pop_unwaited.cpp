// TW2002: pages are popped that were not waited for.
#include "checks/hindsight.hpp"

namespace tilewright::checks::cb_pop_unwaited {

namespace {
// Counters that have run apart mislead the next wait. Where none follows, and in the end as much was pushed as popped,
// pages were only thrown away before they came: a kernel that leaves a CB empty at its end does so.
struct Popped {
    explicit Popped(const CoreRun&) {}
    std::vector<std::pair<uint32_t, Doubt*>> doubts;  // by CB
};

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
    if (Doubt* doubt = report_for_now(use.fiber, std::move(finding),
                                      "nobody waits for pages of it afterwards, and as many were pushed as popped: the "
                                      "pages are thrown away, be they there or not",
                                      fix))
        of<Popped>(core).doubts.emplace_back(use.cb, doubt);
}

void used_again(const CoreRun& core, uint32_t cb) {
    for (auto& [of_cb, doubt] : of<Popped>(core).doubts) doubt->stands |= of_cb == cb;
}
void wait(const CbUse& use) { used_again(*use.fiber.core_run, use.cb); }
void read(const TileUse& use) { used_again(*use.fiber.core_run, use.cb); }
void touch(const L1Use& use) {
    if (use.in_cb != nullptr) used_again(*use.fiber.core_run, use.in_cb->index);
}

void end(const RunEnd& ended) {
    for (const auto& core : ended.run.cores) {
        for (auto& [cb, doubt] : of<Popped>(*core).doubts) {
            const TwCbShared& buffer = core->core->cbs[cb];
            doubt->stands |= buffer.pushed != buffer.popped;
        }
    }
}
}  // namespace

void listen(Events& on) {
    keep<Popped, CoreRun>(on);
    on.cb_pop.add(pop);
    on.cb_wait.add(wait);
    on.cb_probed.add(wait);
    on.tile_read.add(read);
    on.rows_read.add(read);
    on.l1_read.add(touch);
    on.run_end.add(end);
}

}  // namespace tilewright::checks::cb_pop_unwaited
