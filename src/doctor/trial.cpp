// The trials.
#include "doctor/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/hang.hpp"
#include "engine/strict.hpp"

namespace tilewright::doctor {

namespace {
using Clock = std::chrono::steady_clock;

constexpr uint64_t kOtherSeeds = 2;

// Where the buffers in DRAM lie on the host, bank by bank.
std::vector<std::pair<const uint8_t*, const uint8_t*>> tensors_in_dram(card::Card& card) {
    std::vector<std::pair<const uint8_t*, const uint8_t*>> ranges;
    for (const card::Allocation& allocation : card.dram_allocator().allocations()) {
        for (uint32_t bank = 0; bank < card.num_dram_banks(); ++bank) {
            const uint64_t xy = card.dram_bank_to_noc_xy(0)[bank];
            const uint64_t address = allocation.address + card.arch().dram_banks[bank].offset;
            const uint8_t* at = card.resolve((xy & 63) << 36 | (xy >> 6) << 42 | address).host;
            if (at != nullptr) ranges.emplace_back(at, at + allocation.bytes);
        }
    }
    return ranges;
}

// Which pages of each tensor these ranges touch, by its address. Tensors that are interleaved over the banks only:
// where pages of others lie is not asked here.
TouchedPages pages_in(card::Card& card, const std::vector<engine::UndoLog::Range>& ranges) {
    std::vector<std::pair<const uint8_t*, const uint8_t*>> sorted;
    for (const engine::UndoLog::Range& range : ranges) sorted.emplace_back(range.at, range.at + range.bytes);
    std::sort(sorted.begin(), sorted.end());
    std::vector<const uint8_t*> reach;  // the furthest end so far
    for (const auto& [begin, end] : sorted) reach.push_back(reach.empty() ? end : std::max(reach.back(), end));
    const auto touched = [&](const uint8_t* begin, const uint8_t* end) {
        const auto after = std::lower_bound(sorted.begin(), sorted.end(), std::pair{end, end},
                                            [](const auto& a, const auto& b) { return a.first < b.first; });
        return after != sorted.begin() && reach[static_cast<size_t>(after - sorted.begin()) - 1] > begin;
    };
    TouchedPages all;
    for (const card::Allocation& allocation : card.dram_allocator().allocations()) {
        if (!allocation.pages || allocation.pages->sharding) continue;
        const card::PageMap& map = *allocation.pages;
        std::vector<bool>& pages = all[allocation.address];
        pages.resize(map.num_pages);
        for (uint64_t page = 0; page < map.num_pages; ++page) {
            const auto bank = static_cast<uint32_t>(page % card.num_dram_banks());
            const uint64_t xy = card.dram_bank_to_noc_xy(0)[bank];
            const uint64_t address = allocation.address + card.arch().dram_banks[bank].offset +
                                     page / card.num_dram_banks() * map.aligned_page_bytes;
            const uint8_t* at = card.resolve((xy & 63) << 36 | (xy >> 6) << 42 | address).host;
            pages[page] = at != nullptr && touched(at, at + map.page_bytes);
        }
    }
    return all;
}

std::string count_words(card::Card& card, uint64_t address, uint64_t count, uint64_t of) {
    const card::Allocation* tensor = card.dram_allocator().starts_at(address);
    return fmt::format("{} of the {} pages of {}", count, of, tensor == nullptr ? "a tensor" : tensor->words());
}

// Pages of a tensor that were left out while others of it were written; empty: there are none.
std::string skipped_pages(card::Card& card, const engine::UndoLog& undo) {
    for (const auto& [address, pages] : pages_in(card, undo.ranges())) {
        const auto found = static_cast<uint64_t>(std::count(pages.begin(), pages.end(), true));
        if (found != 0 && found != pages.size()) return count_words(card, address, pages.size() - found, pages.size());
    }
    return {};
}

// Pages that were read before and are not any more; empty: there are none.
std::string no_longer_read(card::Card& card, const TouchedPages& before, const TouchedPages& now) {
    for (const auto& [address, pages] : before) {
        const auto it = now.find(address);
        if (it == now.end() || it->second.size() != pages.size()) continue;
        uint64_t lost = 0;
        for (size_t page = 0; page < pages.size(); ++page) lost += pages[page] && !it->second[page];
        if (lost != 0) return count_words(card, address, lost, pages.size());
    }
    return {};
}

}  // namespace

std::string TrialResult::words() const {
    switch (end) {
        case End::Hangs: return fmt::format("it then hangs ({})", hangs_at);
        case End::Fails: return fmt::format("it then ends with {}", failure_code);
        case End::NotRun: return fmt::format("it cannot be run ({})", failure_code);
        case End::Finished: break;
    }
    if (!findings.empty()) return fmt::format("it then gives {}", findings.front().code);
    return same ? "it then finishes" : "it then finishes with other results than it had written before";
}

Trials::Trials(card::Card& card, const program::ProgramDescriptor& program, engine::RunOptions options, double seconds)
    : card_(card), program_(program), options_(std::move(options)) {
    end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    options_.mode = engine::Mode::Strict;
    options_.host_threads = 1;
    options_.timed = false;
    options_.trace = {};
    options_.timed_report.clear();
    options_.time_limit_seconds = 1;
}

Trials::~Trials() = default;

bool Trials::time_left() const { return Clock::now() < end_; }

TrialResult Trials::run_once(const program::ProgramDescriptor& program, uint64_t seed, bool keep_written) {
    ++runs_;
    TrialResult result;
    options_.schedule = seed == 0 ? engine::Schedule::Fixed : engine::Schedule::Random;
    options_.seed = seed;
    std::unique_ptr<engine::PreparedProgram> prepared;
    try {
        prepared = std::make_unique<engine::PreparedProgram>(card_, program, options_);
    } catch (const Error& error) {
        result.failure = error.finding().message;
        result.failure_code = error.code();
        return result;
    }
    const engine::L1Snapshot tensors_in_l1(card_);
    engine::RunSetup setup;
    setup.undo = std::make_unique<engine::UndoLog>();
    setup.undo->keeps_reads = true;
    setup.silent = true;
    engine::Outcome outcome = engine::run_once(*prepared, std::move(setup));
    engine::Run& run = *outcome.run;
    if (run.failure() != nullptr) {
        result.end = TrialResult::End::Fails;
        result.failure = run.failure()->message;
        result.failure_code = run.failure()->code;
    } else if (!outcome.finished) {
        result.end = TrialResult::End::Hangs;
        const std::vector<engine::BlockedThread> blocked = engine::blocked_threads(run);
        if (!blocked.empty()) {
            const Place place{{}, {}, {}, blocked.front().stack};
            const Frame* at = place.line();
            result.hangs_at = blocked.front().name;
            if (at != nullptr) result.hangs_at += fmt::format(" at {}:{}", at->file, at->line);
        }
    } else {
        result.end = TrialResult::End::Finished;
        checks::run_ends(run);
        if (!keep_written) result.skipped = skipped_pages(card_, *run.undo);
    }
    if (keep_written) {
        read_ = pages_in(card_, run.undo->read());
    } else if (result.end == TrialResult::End::Finished) {
        result.unread = no_longer_read(card_, read_, pages_in(card_, run.undo->read()));
    }
    for (Finding& finding : run.take_findings()) {
        if (finding.severity != Severity::Note || (counts && counts(finding)))
            result.findings.push_back(std::move(finding));
    }
    // A wait that can never be granted says nothing against what was written before it.
    const bool right = std::all_of(result.findings.begin(), result.findings.end(),
                                   [](const Finding& finding) { return finding.code == "TW2003"; });
    if (keep_written && right && result.end != TrialResult::End::Fails) {
        const auto tensors = tensors_in_dram(card_);
        for (const engine::UndoLog::Range& wrote : run.undo->ranges()) {
            const bool of_a_tensor = std::any_of(tensors.begin(), tensors.end(), [&](const auto& range) {
                return wrote.at >= range.first && wrote.at < range.second;
            });
            if (of_a_tensor) written_.push_back({wrote.at, std::vector<uint8_t>(wrote.at, wrote.at + wrote.bytes)});
        }
    }
    if (!keep_written) {
        result.same = std::all_of(written_.begin(), written_.end(), [](const Piece& piece) {
            return std::memcmp(piece.at, piece.bytes.data(), piece.bytes.size()) == 0;
        });
    }
    run.undo->restore();
    tensors_in_l1.restore();
    engine::give_back_stacks(run);
    return result;
}

const TrialResult& Trials::as_it_is() {
    if (!as_it_is_) as_it_is_ = run_once(program_, 0, true);
    return *as_it_is_;
}

TrialResult Trials::run(const program::ProgramDescriptor& program, uint64_t seed) {
    as_it_is();
    return run_once(program, seed, false);
}

Proof Trials::prove(const std::vector<Proposal>& proposals, size_t most) {
    Proof proof;
    size_t tried = 0;
    std::string rival;
    for (const Proposal& proposal : proposals) {
        // Rivals are always tried: they may unsay what is proven.
        if (!proof.proven.empty() && proposal.rank != proof.proven.front().rank && !proposal.rival) continue;
        if (tried++ >= most || !time_left()) {
            proof.out_of_time = true;
            break;
        }
        TrialResult result = run(proposal.program);
        for (uint64_t seed = 1; seed <= kOtherSeeds && result.good(); ++seed) result = run(proposal.program, seed);
        if (result.good() && !result.skipped.empty()) {
            proof.refuted.push_back({proposal.words, "it then finishes, but never writes " + result.skipped});
        } else if (result.good() && !result.unread.empty()) {
            proof.refuted.push_back({proposal.words, "it then finishes, but no longer reads " + result.unread});
        } else if (result.good()) {
            proof.proven.push_back(proposal);
        } else if (result.failure_code != "TW3101") {  // what does not compile was no change to speak of
            const bool other = result.end == TrialResult::End::Finished && result.findings.empty() && !result.same;
            proof.refuted.push_back({proposal.words, result.words(), other});
            if (other && proposal.rival) rival = proposal.words;
        }
    }
    // Two ways may have come to the same change.
    for (auto one = proof.proven.begin(); one != proof.proven.end();) {
        const bool told =
            std::any_of(proof.proven.begin(), one, [&](const auto& other) { return other.words == one->words; });
        one = told ? proof.proven.erase(one) : one + 1;
    }
    if (!rival.empty()) {
        for (const Proposal& proposal : proof.proven)
            proof.refuted.push_back(
                {proposal.words,
                 fmt::format("it then finishes with the results it had, but they may be wrong: {} lets it "
                             "finish, too, without a finding and with others",
                             rival)});
        proof.proven.clear();
    }
    for (const Piece& piece : written_) proof.compared_bytes += piece.bytes.size();
    proof.compared = proof.compared_bytes != 0;
    return proof;
}

}  // namespace tilewright::doctor
