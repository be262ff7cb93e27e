// Changes that would mend what a verdict found, likeliest first, none of them tried. Internal to src/doctor.
#pragma once

#include <vector>

#include "doctor/case.hpp"
#include "doctor/proposal.hpp"
#include "doctor/words.hpp"

namespace tilewright::doctor {

// A line of a kernel from which calls were made.
struct CallLine {
    uint32_t kernel = 0;
    uint32_t processor = 0;
    std::string file;
    uint32_t line = 0;
    uint64_t calls = 0;
    uint32_t pages = 0;   // CB calls: of each call
    bool uniform = true;  // the same number in every one
};

// Lines from which a thread of a core makes a call on a CB, in the order of their first call.
std::vector<CallLine> call_lines(const Case& hang, const Ledger& ledger, uint32_t core_index, uint32_t cb,
                                 engine::CbCall call);
CallLine line_of_site(const Case& hang, const Ledger& ledger, uint32_t core_index, uint32_t processor, uint32_t site);

// mend_pages.cpp: the two sides of a CB count differently in this replay.
std::vector<Proposal> mend_pages(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t cb);
// mend_pages.cpp: pages are popped that were never there.
std::vector<Proposal> mend_overpop(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t cb);
// mend_exchange.cpp: `cb` is too small, and another CB has room that nobody uses.
std::vector<Proposal> mend_exchange(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t cb);
// mend_exchange.cpp: two kernels of a core have numbers of the same two names, the other way round; else numbers of the
// same name that differ.
std::vector<Proposal> mend_swapped(const Case& hang, uint32_t core_index);
// mend_compute.cpp: hand-overs of DST sections that do not pair up on this core.
std::vector<Proposal> mend_sections(const Case& hang, const Ledger& ledger, uint32_t core_index);
// mend_compute.cpp: a wait for (or reserve of) a CB that comes before the calls that make it possible.
std::vector<Proposal> mend_order(const Case& hang, size_t thread);
// mend_signals.cpp: a wait on a semaphore that never ends, or a circle of them.
std::vector<Proposal> mend_signals(const Case& hang, size_t thread, const std::vector<size_t>& circle);
// mend_signals.cpp: a word that is waited for in every round and never set back.
std::vector<Proposal> mend_ahead(const Case& hang, const RunsAhead& ahead);
// mend_signals.cpp: a multicast that counts receivers which are not there.
std::vector<Proposal> mend_barrier(const Case& hang, size_t thread);
// mend_findings.cpp: what a finding of a check speaks of.
std::vector<Proposal> mend_finding(const program::ProgramDescriptor& program, card::Card& card, const Finding& finding);

}  // namespace tilewright::doctor
