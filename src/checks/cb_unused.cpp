// TW2010: a CB is configured and never used.
#include <bitset>
#include <map>

#include "checks/check.hpp"

namespace tilewright::checks::cb_unused {

namespace {
struct Used : std::bitset<TW_MAX_CBS> {
    explicit Used(const CoreRun&) {}
};

void call(const CbUse& use) { of<Used>(*use.fiber.core_run).set(use.cb); }
void touch(const L1Use& use) {
    if (use.in_cb != nullptr) of<Used>(*use.fiber.core_run).set(use.in_cb->index);
}

void end(const RunEnd& end) {
    std::map<uint32_t, std::pair<bool, std::vector<LogicalCore>>> cbs;  // used anywhere, cores
    for (const auto& core : end.run.cores) {
        for (const CbPlan& plan : core->checks->cbs) {
            auto& [used, cores] = cbs[plan.index];
            used |= plan.placed || of<Used>(*core).test(plan.index);
            cores.push_back(core->core->logical());
        }
    }
    for (const auto& [cb, state] : cbs) {
        const auto& [used, cores] = state;
        if (used) continue;
        Finding finding;
        finding.code = "TW2010";
        finding.severity = Severity::Note;
        finding.message = fmt::format("c_{} is configured on {} and never used", cb, cores_text(cores));
        finding.why = "it takes L1 that other buffers could have";
        finding.fix = "remove it, or check the index in the kernels";
        end.run.add_finding(std::move(finding));
    }
}
}  // namespace

void listen(Events& on) {
    keep<Used, CoreRun>(on);
    on.cb_reserve.add(call);
    on.cb_wait.add(call);
    on.l1_read.add(touch);
    on.l1_write.add(touch);
    on.cb_filled.add(touch);
    on.run_end.add(end);
}

}  // namespace tilewright::checks::cb_unused
