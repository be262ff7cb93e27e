// The compute threads of one core that wait for each other, or for a hand-over that never happens.
#include <fmt/format.h>

#include <algorithm>

#include "doctor/mend.hpp"
#include "doctor/verdict.hpp"

namespace tilewright::doctor {

namespace {
using engine::WaitKind;

// What the partner should have done.
struct Handover {
    WaitKind kind;
    const char* missing;
    const char* why;
    const char* fix;
};
constexpr Handover kHandovers[] = {
    {WaitKind::DstCommitted, "MATH never commits",
     "PACK waits in tile_regs_wait for a section that MATH does not hand over",
     "tile_regs_commit() after the last operation on DST, once for every tile_regs_wait"},
    {WaitKind::DstFree, "PACK never releases",
     "MATH waits in tile_regs_acquire for a section that PACK does not give back",
     "tile_regs_release() after the last pack, once for every tile_regs_acquire"},
    {WaitKind::SourceValid, "UNPACK sends no more operands", "MATH works on operands that UNPACK does not fetch",
     "let UNPACK and MATH run the same tile calls: look for code under only one of UNPACK(...) and MATH(...)"},
    {WaitKind::SourceFree, "MATH uses up no more operands", "UNPACK has fetched operands that MATH does not use",
     "let UNPACK and MATH run the same tile calls: look for code under only one of UNPACK(...) and MATH(...)"},
};
}  // namespace

std::optional<Verdict> judge_compute(const Case& hang) {
    // A hand-over from a thread that has ended.
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        for (const Handover& handover : kHandovers) {
            if (hang.stuck[i].wait.kind != handover.kind) continue;
            const std::vector<Dependency> partner = hang.waits_for(i);
            if (hang.find(partner.front().core_index, partner.front().processor)) continue;
            Verdict verdict;
            verdict.code = "TW1005";
            verdict.kind = "compute self-deadlock";
            verdict.at = i;
            verdict.message =
                fmt::format("{} waits for {}, which has ended: {}",
                            hang.thread_name(hang.stuck[i].core_index, hang.stuck[i].processor),
                            hang.thread_name(partner.front().core_index, partner.front().processor), handover.missing);
            verdict.why = handover.why;
            verdict.hint = handover.fix;
            if (hang.reproduced) verdict.proposals = mend_sections(hang, *hang.as_is.ledger, hang.stuck[i].core_index);
            return verdict;
        }
    }
    // A circle of compute threads.
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        if (!is_compute(hang.stuck[i].processor)) continue;
        const std::vector<Dependency> links = hang.chain(i);
        const Dependency& last = links.back();
        const auto first = std::find_if(links.begin(), links.end() - 1, [&](const Dependency& d) {
            return d.core_index == last.core_index && d.processor == last.processor;
        });
        if (links.size() < 2 || first == links.end() - 1) continue;
        const bool all_compute = std::all_of(first, links.end(), [&](const Dependency& d) {
            return is_compute(d.processor) && d.core_index == last.core_index;
        });
        if (!all_compute) continue;
        Verdict verdict;
        verdict.code = "TW1005";
        verdict.kind = "compute self-deadlock";
        // The CB wait of the circle is where the order can be changed.
        verdict.at = i;
        for (auto link = first; link != links.end(); ++link) {
            const auto index = hang.find(link->core_index, link->processor);
            if (index && (hang.stuck[*index].wait.kind == WaitKind::CbWait ||
                          hang.stuck[*index].wait.kind == WaitKind::CbReserve)) {
                verdict.at = *index;
                verdict.cb = hang.stuck[*index].wait.index;
                break;
            }
        }
        const Stuck& at = hang.stuck[verdict.at];
        if (verdict.cb) {
            const std::string name = hang.cb_name(at.core_index, *verdict.cb);
            verdict.message =
                fmt::format("the compute threads wait for each other: {} needs {}, which the same kernel fills later",
                            hang.thread_name(at.core_index, at.processor), name);
            verdict.why = at.wait.kind == WaitKind::CbWait
                              ? fmt::format("the page of {} is made by tile calls that come after this wait", name)
                              : fmt::format("{} is emptied by the kernel itself, after this reserve", name);
            verdict.hint = at.wait.kind == WaitKind::CbWait
                               ? fmt::format("wait for {} after the calls that produce it", name)
                               : fmt::format("pop {} before reserving, or make it deeper", name);
        } else {
            verdict.message = "the compute threads wait for each other in a circle";
            verdict.why = "UNPACK, MATH and PACK hand registers over in a different order or number";
            verdict.hint =
                "let each of tile_regs_acquire, commit, wait, release be called once per block, in this order";
        }
        if (hang.reproduced) {
            if (verdict.cb) verdict.proposals = mend_order(hang, verdict.at);
            for (Proposal& proposal : mend_sections(hang, *hang.as_is.ledger, at.core_index))
                verdict.proposals.push_back(std::move(proposal));
        }
        return verdict;
    }
    return std::nullopt;
}

}  // namespace tilewright::doctor
