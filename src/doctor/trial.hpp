// Trying a change out: the changed program is run in strict mode, with data, on the same card, and everything it wrote
// is taken back. Internal to src/doctor.
//
// A change is proven if the program finishes without a finding, in the fixed order of threads and in two others, and
// what it had written to DRAM before it hung is the same. One that changes how much is done must also leave no page of
// a tensor unwritten of which the program writes others, and none unread that the program reads: of two counts that
// differ, the smaller one may be the mistake.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "doctor/proposal.hpp"
#include "engine/launch.hpp"

namespace tilewright::doctor {

struct TrialResult {
    enum class End : uint8_t { Finished, Hangs, Fails, NotRun } end = End::NotRun;
    std::vector<Finding> findings;  // errors and warnings, and notes that count
    std::string hangs_at;           // "NCRISC reader at reader.cpp:4"
    std::string failure;            // Fails, NotRun: its message
    std::string failure_code;
    bool same = true;     // what the first run had written is there, too
    std::string skipped;  // "7 of the 12 pages of buffer 2 ...": a tensor that was written, but not to its end
    std::string unread;   // the same of pages that the program as it is reads

    bool good() const { return end == End::Finished && findings.empty() && same; }
    std::string words() const;  // "it then hangs (...)", "it then gives TW2004"
};

// By address of the tensor: for each page whether it was touched.
using TouchedPages = std::map<uint64_t, std::vector<bool>>;

struct Refuted {
    std::string words, how;
    bool finishes = false;  // without a finding, but with other results than the program had written before
};

// What came of a list of proposals.
struct Proof {
    std::vector<Proposal> proven;  // alternatives
    std::vector<Refuted> refuted;
    bool out_of_time = false;
    bool compared = false;  // there was something in DRAM to compare with
    uint64_t compared_bytes = 0;
};

class Trials {
public:
    Trials(card::Card& card, const program::ProgramDescriptor& program, engine::RunOptions options, double seconds);
    ~Trials();

    TrialResult run(const program::ProgramDescriptor& program, uint64_t seed = 0);
    // The first proven one, and others of its rank as long as there is time; `most` trials at most.
    Proof prove(const std::vector<Proposal>& proposals, size_t most = 12);
    // The program as it is: what it wrote, and what strict mode has to say about it.
    const TrialResult& as_it_is();
    bool time_left() const;
    uint32_t runs() const { return runs_; }
    // Notes that count as findings here: a run has shown that they reach a result (engine/proof.hpp).
    std::function<bool(const Finding&)> counts;

private:
    struct Piece {
        uint8_t* at;
        std::vector<uint8_t> bytes;
    };
    card::Card& card_;
    const program::ProgramDescriptor& program_;
    engine::RunOptions options_;
    std::chrono::steady_clock::time_point end_;
    std::optional<TrialResult> as_it_is_;
    TouchedPages read_;           // by the program as it is
    std::vector<Piece> written_;  // to DRAM, by the program as it is, where it gave no finding
    uint32_t runs_ = 0;

    TrialResult run_once(const program::ProgramDescriptor& program, uint64_t seed, bool keep_written);
};

}  // namespace tilewright::doctor
