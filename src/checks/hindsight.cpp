// No code: keeps doubtful findings to the end of a run.
#include "checks/hindsight.hpp"

#include <deque>
#include <mutex>

namespace tilewright::checks::hindsight {

namespace {
struct Doubts {
    explicit Doubts(const Run&) {}
    std::mutex mutex;
    std::deque<Doubt> all;  // guarded by mutex
};

// The rule and the line by which Run::add_finding makes findings of several cores one.
bool same(const Finding& a, const Finding& b) {
    const Frame* here = a.place.line();
    const Frame* there = b.place.line();
    if (a.code != b.code || a.place.kernel != b.place.kernel || a.place.thread != b.place.thread) return false;
    return here == nullptr || there == nullptr ? a.message == b.message : *here == *there;
}

void settle(Run& run) {
    const std::deque<Doubt>& doubts = of<Doubts>(run).all;
    if (doubts.empty()) return;
    for (Finding& finding : run.take_findings()) {
        const Doubt* harmless = nullptr;
        bool stands = false;
        for (const Doubt& doubt : doubts) {
            if (!same(doubt.finding, finding)) continue;
            harmless = &doubt;
            stands |= doubt.stands;
        }
        if (harmless != nullptr && !stands) {
            finding.severity = Severity::Note;
            finding.why = harmless->why;
            finding.fix = harmless->fix;
        }
        run.add_finding(std::move(finding));
    }
}
}  // namespace

Doubt* tell(const Fiber& fiber, Doubt doubt) {
    if (!engine::fill_first_place(doubt.finding)) return nullptr;
    fiber.run->add_finding(doubt.finding);
    Doubts& doubts = of<Doubts>(*fiber.run);
    const std::lock_guard lock(doubts.mutex);
    return &doubts.all.emplace_back(std::move(doubt));
}

void listen(Events& on) { keep<Doubts, Run>(on); }

void end(Run& run) { settle(run); }

}  // namespace tilewright::checks::hindsight

namespace tilewright::checks {

Doubt* report_for_now(const Fiber& fiber, Finding finding, std::string why, std::string fix) {
    return hindsight::tell(fiber, {std::move(finding), std::move(why), std::move(fix), false});
}

void settle_doubts(Run& run) { hindsight::end(run); }

}  // namespace tilewright::checks
