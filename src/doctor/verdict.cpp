// Judging: which family of verdicts applies, cheapest certain evidence first.
#include "doctor/verdict.hpp"

#include <fmt/format.h>

namespace tilewright::doctor {

Verdict judge(Case& hang, Replayer& replayer) {
    const auto replay = [&] {
        hang.as_is = replayer.run(ReplayMode::AsIs);
        hang.reproduced = !hang.as_is.finished && !hang.as_is.failed && hang.as_is.stuck_like(hang.stuck);
    };
    replay();
    if (!hang.reproduced && replayer.dry()) {  // it steers by what it computes: once more, with data
        replayer.with_data();
        replay();
    }
    if (hang.reproduced) {
        if (auto verdict = judge_overpop(hang)) return *verdict;
        if (replayer.dry()) {
            if (auto verdict = judge_capacity(hang, replayer)) return *verdict;
        }
        hang.fed = replayer.run(ReplayMode::Feed);
        if (auto verdict = judge_units(hang)) return *verdict;
        if (auto verdict = judge_pages(hang)) return *verdict;
    }
    if (auto verdict = judge_units(hang)) return *verdict;
    // A hand-over that a compute thread owes its neighbour is a cause even where a data-movement thread waits for it.
    if (auto verdict = judge_compute(hang)) return *verdict;
    if (auto verdict = judge_signals(hang)) return *verdict;

    Verdict verdict;
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        const std::vector<Dependency> links = hang.chain(i);
        if (links.size() < 2) continue;
        verdict.at = i;
        verdict.why = "each of these threads waits for another of them";
        verdict.hint = "change the order of waits and pushes in one of them, so that somebody can go first";
        break;
    }
    return verdict;
}

}  // namespace tilewright::doctor
