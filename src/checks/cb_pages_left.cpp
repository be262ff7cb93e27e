// TW2008: pages are left in a CB when the run has ended.
#include "checks/check.hpp"

namespace tilewright::checks::cb_pages_left {

namespace {
void look_at(Run& run, const CoreRun& core, const CbPlan& plan) {
    const TwCbShared& cb = core.core->cbs[plan.index];
    if (plan.placed || plan.persistent || cb.pushed <= cb.popped) return;
    // Pushed and waited for, but never popped: a constant that serves the whole run. What nobody has waited for serves
    // nobody: who never pops sees the first pages again and again.
    uint32_t seen = 0;
    const Fiber* waits = nullptr;
    for (const auto& fiber : core.fibers) {
        if (fiber->waited[plan.index] > seen) seen = fiber->waited[plan.index], waits = fiber.get();
    }
    if (cb.popped == 0 && core.checks->waited_by_anyone.test(plan.index) && (seen == 0 || seen >= cb.pushed)) return;
    const Fiber* producer = core.producer[plan.index];
    const Fiber* consumer = core.consumer[plan.index];
    if (producer == nullptr) return;
    const uint64_t left = cb.pushed - cb.popped;
    const std::string name = cb_name(*producer, plan.index);
    Finding finding;
    finding.code = "TW2008";
    finding.severity = Severity::Warning;
    finding.place = {core.core->logical().str(), producer->name(), producer->kernel->display_name(), {}};
    finding.message = fmt::format("{} page{} left in {} at the end: {} pushed, {} popped", left,
                                  left == 1 ? " is" : "s are", name, cb.pushed, cb.popped);
    finding.why =
        "the two sides count differently; a longer run fills the buffer and hangs, and a kernel that keeps the CB "
        "across launches meets old pages";
    finding.fix = fmt::format("pop every page of {} once, or do not push it", name);
    finding.seen = {fmt::format("{} pushed {}, {} popped {}", producer->name(), cb.pushed,
                                consumer == nullptr ? "nobody" : consumer->name(), cb.popped)};
    if (consumer == nullptr && waits != nullptr)
        finding.seen.push_back(fmt::format("{} has waited for {} and pops none: it meets the first {} every time",
                                           waits->name(), pages(seen), seen == 1 ? "page" : "pages"));
    if (consumer == nullptr && waits == nullptr) {
        std::string others;
        for (const auto& fiber : core.fibers) {
            if (fiber.get() != producer) others += (others.empty() ? "" : ", ") + fiber->name();
        }
        if (!others.empty()) finding.seen.push_back(fmt::format("none of {} waits for it", others));
    }
    run.add_finding(std::move(finding));
}

void end(const RunEnd& end) {
    for (const auto& core : end.run.cores) {
        for (const CbPlan& plan : core->checks->cbs) look_at(end.run, *core, plan);
    }
}
}  // namespace

void listen(Events& on) { on.run_end.add(end); }

}  // namespace tilewright::checks::cb_pages_left
