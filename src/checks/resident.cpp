// No code: CBs that lie on a buffer of the host's and that nobody pushes to. What they hold is there before
// the program starts, so there is nothing to wait for, and waiting would never end. Only the run can tell: what other
// checks have to say about unwaited pages of such a CB is held back until somebody pushes to it.
#include "checks/check.hpp"

namespace tilewright::checks::resident {

namespace {
struct Held {
    explicit Held(const CoreRun&) {}
    std::vector<std::pair<uint32_t, Finding>> findings;  // by CB
};

void tell(const CoreRun& core, Run& run, uint32_t cb) {
    std::vector<std::pair<uint32_t, Finding>> kept;
    for (auto& [of_cb, finding] : of<Held>(core).findings) {
        if (of_cb == cb) {
            run.add_finding(std::move(finding));
        } else {
            kept.emplace_back(of_cb, std::move(finding));
        }
    }
    of<Held>(core).findings = std::move(kept);
}

void push(const CbUse& use) {
    const CoreRun& core = *use.fiber.core_run;
    if (!of<Held>(core).findings.empty()) tell(core, *use.fiber.run, use.cb);
}

// Pops may go round: a buffer is gone through once or several times, or in part. What remains is a wrong count.
void end(const RunEnd& end) {
    for (const auto& core : end.run.cores) {
        for (const CbPlan& plan : core->checks->cbs) {
            const TwCbShared& cb = core->core->cbs[plan.index];
            if (cb.popped > cb.num_pages && cb.popped % cb.num_pages != 0) tell(*core, end.run, plan.index);
        }
    }
}
}  // namespace

void listen(Events& on) {
    keep<Held, CoreRun>(on);
    on.cb_push.add(push);
    on.run_end.add(end);
}

}  // namespace tilewright::checks::resident

namespace tilewright::checks {

void report_unless_resident(const Fiber& fiber, uint32_t cb, const char* code, std::string message, std::string why,
                            std::string fix) {
    const CoreRun& core = *fiber.core_run;
    const CbPlan* plan = core.checks->cb(cb);
    if (plan == nullptr || !plan->placed || core.producer[cb] != nullptr)
        return report(code, std::move(message), std::move(why), std::move(fix));
    Finding finding;
    finding.code = code;
    finding.message = std::move(message);
    finding.why = std::move(why);
    finding.fix = std::move(fix);
    if (engine::fill_first_place(finding)) of<resident::Held>(core).findings.emplace_back(cb, std::move(finding));
}

bool first_round_of_placed(const Fiber& fiber, uint32_t cb, uint64_t pages) {
    const CbPlan* plan = fiber.core_run->checks->cb(cb);
    const TwCbShared& buffer = fiber.thread.cb_shared[cb];
    return plan != nullptr && plan->placed && buffer.pushed + pages <= buffer.num_pages;
}

}  // namespace tilewright::checks
