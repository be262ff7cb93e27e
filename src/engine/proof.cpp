// Runs that differ in one thing, and what comes of it.
#include "engine/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace tilewright::engine {

namespace {

constexpr double kSecondsMax = 1.0;  // of the run that is repeated
constexpr size_t kSeparateMax = 4;   // suspects that are looked at one by one

// What a run has left in DRAM: disjoint pieces, by address.
struct Written {
    struct Piece {
        uint8_t* at;
        std::vector<uint8_t> bytes;
    };
    std::vector<Piece> pieces;

    Written() = default;
    Written(card::Card& card, const UndoLog& log) {
        std::vector<std::pair<uint8_t*, uint8_t*>> ranges;
        for (const UndoLog::Range& range : log.ranges()) {
            if (bank_of(card, range.at) >= 0) ranges.emplace_back(range.at, range.at + range.bytes);
        }
        std::sort(ranges.begin(), ranges.end());
        for (size_t i = 0; i < ranges.size();) {
            auto [begin, end] = ranges[i++];
            while (i < ranges.size() && ranges[i].first <= end) end = std::max(end, ranges[i++].second);
            pieces.push_back({begin, std::vector<uint8_t>(begin, end)});
        }
    }
    void put_back() const {
        for (const Piece& piece : pieces) std::memcpy(piece.at, piece.bytes.data(), piece.bytes.size());
    }
    // The byte as this run left it; null: it did not write there.
    const uint8_t* find(const uint8_t* address) const {
        const auto next = std::upper_bound(pieces.begin(), pieces.end(), address,
                                           [](const uint8_t* a, const Piece& piece) { return a < piece.at; });
        if (next == pieces.begin()) return nullptr;
        const Piece& piece = *std::prev(next);
        const auto offset = static_cast<size_t>(address - piece.at);
        return offset < piece.bytes.size() ? &piece.bytes[offset] : nullptr;
    }
    const Piece* piece_at(const uint8_t* address) const {
        const auto found = std::lower_bound(pieces.begin(), pieces.end(), address,
                                            [](const Piece& piece, const uint8_t* a) { return piece.at < a; });
        return found != pieces.end() && found->at == address ? &*found : nullptr;
    }
    static int bank_of(card::Card& card, const uint8_t* at) {
        for (uint32_t bank = 0; bank < card.num_dram_banks(); ++bank) {
            if (at >= card.dram(bank) && at < card.dram(bank) + card.arch().dram_bank_bytes)
                return static_cast<int>(bank);
        }
        return -1;
    }
};

// What a run came to.
struct Result {
    bool finished = false;
    Written dram;
    std::unique_ptr<L1Snapshot> l1;
};

struct Difference {
    uint64_t bytes = 0;
    std::string first;  // where
};

// A DRAM byte that the host can read as part of a result.
bool is_result(card::Card& card, uint32_t bank, uint64_t offset) {
    const card::Allocation* buffer = card.dram_allocator().find(offset);
    return buffer != nullptr && card.is_data(true, buffer->address, bank, offset);
}

// Bytes of `pieces` that the other run left otherwise; without those that it wrote, too, if `alone`.
void compare_pieces(card::Card& card, const Written& pieces, const Written& other, bool alone, Difference& found) {
    for (const Written::Piece& piece : pieces.pieces) {
        if (const Written::Piece* same = other.piece_at(piece.at); same != nullptr && same->bytes == piece.bytes)
            continue;
        const auto bank = static_cast<uint32_t>(Written::bank_of(card, piece.at));
        const auto offset = static_cast<uint64_t>(piece.at - card.dram(bank));
        for (size_t i = 0; i < piece.bytes.size(); ++i) {
            const uint8_t* there = other.find(piece.at + i);
            if (alone && there != nullptr) continue;
            if (piece.bytes[i] == (there != nullptr ? *there : piece.at[i]) || !is_result(card, bank, offset + i))
                continue;
            if (found.bytes++ == 0) found.first = fmt::format("{:#x} of DRAM bank {}", offset + i, bank);
        }
    }
}

// Memory is as it was before any run.
Difference difference(card::Card& card, const Result& a, const Result& b) {
    Difference found;
    compare_pieces(card, a.dram, b.dram, false, found);
    compare_pieces(card, b.dram, a.dram, true, found);
    // Pieces of L1 are those of each buffer on each core in turn.
    const std::vector<card::Allocation> buffers = card.l1_allocator().allocations();
    for (size_t i = 0; i < a.l1->pieces.size() && i < b.l1->pieces.size(); ++i) {
        const auto& one = a.l1->pieces[i].bytes;
        const auto& two = b.l1->pieces[i].bytes;
        const card::Allocation& buffer = buffers[i / card.num_workers()];
        const auto core = static_cast<uint32_t>(i % card.num_workers());
        if (one == two) continue;
        for (size_t k = 0; k < one.size() && k < two.size(); ++k) {
            if (one[k] == two[k] || !card.is_data(false, buffer.address, core, buffer.address + k)) continue;
            if (found.bytes++ == 0)
                found.first =
                    fmt::format("{:#x} of L1 of core {}", buffer.address + k, card.worker(core).logical().str());
        }
    }
    return found;
}

// Runs from the state before the first run, and brings it back.
class Prover {
public:
    Prover(PreparedProgram& prepared, Run& first, const L1Snapshot& before)
        : prepared_(prepared), before_(before), options_(prepared.options) {
        first_.finished = true;
        first_.dram = Written(prepared.card, *first.undo);
        first_.l1 = std::make_unique<L1Snapshot>(prepared.card);
        first.undo->restore();
        before_.restore();
        prepared_.options.host_threads = 1;
    }
    ~Prover() {
        prepared_.options = options_;
        first_.dram.put_back();
        first_.l1->restore();
    }
    Prover(const Prover&) = delete;
    Prover& operator=(const Prover&) = delete;

    const Result& first() const { return first_; }

    Result run(Probe probe = {}) {
        probe.active = true;
        RunSetup setup;
        setup.probe = probe;
        setup.undo = std::make_unique<UndoLog>();
        setup.undo->most_bytes = 2 * kProofBytesMax;
        Outcome outcome = run_once(prepared_, std::move(setup));
        Run& run = *outcome.run;
        Result result;
        result.finished = outcome.finished && !run.failure();
        result.dram = Written(prepared_.card, *run.undo);
        result.l1 = std::make_unique<L1Snapshot>(prepared_.card);
        sure_ &= !run.undo->given_up() && !run.interrupted();
        run.undo->restore();
        before_.restore();
        give_back_stacks(run);
        return result;
    }
    // Every run so far could be taken back.
    bool sure() const { return sure_; }

private:
    PreparedProgram& prepared_;
    const L1Snapshot& before_;
    const RunOptions options_;
    Result first_;
    bool sure_ = true;
};

std::string proof(const Result& other, const Difference& found, const char* change) {
    if (!other.finished) return fmt::format("{}, the program does not finish", change);
    return fmt::format("{}, {} B of its results come out differently, the first at {}", change, found.bytes,
                       found.first);
}

struct Suspect {
    Probe probe;
    std::vector<Finding*> findings;
};

void add_suspect(std::vector<Suspect>& suspects, const Probe& probe, Finding& finding) {
    for (Suspect& known : suspects) {
        if (known.probe.cbs == probe.cbs && known.probe.outside == probe.outside) {
            known.findings.push_back(&finding);
            return;
        }
    }
    suspects.push_back({probe, {&finding}});
}

void prove_bytes(card::Card& card, Prover& prover, std::vector<Suspect>& suspects, bool leftovers) {
    Probe all;
    for (const Suspect& suspect : suspects) {
        all.cbs |= suspect.probe.cbs;
        all.outside |= suspect.probe.outside;
    }
    // Loads and transfers of leftovers saw in the first run what happened to be there.
    const Result base = leftovers ? prover.run() : Result{};
    const Result& without = leftovers ? base : prover.first();
    if (!without.finished) return;
    const auto differs = [&](const Result& with) { return !with.finished || difference(card, without, with).bytes; };
    const Result joint = prover.run(all);
    if (!prover.sure() || !differs(joint)) return;
    if (const Result again = prover.run(); differs(again)) return;  // by itself
    constexpr const char* kChange = "with other bytes there";
    for (size_t i = 0; i < suspects.size() && (suspects.size() == 1 || i < kSeparateMax); ++i) {
        const Result one = suspects.size() == 1 ? Result{} : prover.run(suspects[i].probe);
        const Result& with = suspects.size() == 1 ? joint : one;
        if (!prover.sure() || !differs(with)) continue;
        const std::string shown = proof(with, difference(card, without, with), kChange);
        for (Finding* finding : suspects[i].findings) {
            finding->severity = Severity::Error;
            finding->proof = shown;
        }
    }
}

void prove_order(card::Card& card, Prover& prover, const std::vector<Finding*>& findings) {
    Probe backwards;
    backwards.reversed = true;
    const Result there = prover.run(), back = prover.run(backwards), again = prover.run();
    if (!prover.sure() || !there.finished || !back.finished || !again.finished) return;
    const Difference found = difference(card, there, back);
    if (found.bytes == 0 || difference(card, there, again).bytes != 0) return;
    for (Finding* finding : findings) {
        finding->severity = Severity::Error;
        finding->proof = proof(back, found, "with the cores in the opposite order");
    }
}

}  // namespace

bool worth_proving(const PreparedProgram& prepared) {
    return prepared.options.mode == Mode::Strict && !prepared.options.timed && !prepared.card.host_uses_l1();
}

void prove_findings(PreparedProgram& prepared, Run& first, const L1Snapshot& before, RunResult& result) {
    std::vector<Suspect> suspects;
    std::vector<Finding*> order;
    for (std::vector<Finding>* list : {&result.findings, &result.notes}) {
        for (Finding& finding : *list) {
            Probe probe;
            if (finding.severity == Severity::Error) continue;
            if (finding.cb && (finding.code == "TW2117" || finding.code == "TW2118" || finding.code == "TW2405"))
                probe.cbs.set(*finding.cb);
            if (finding.code == "TW2115" && !prepared.card.host_uses_dram()) probe.outside = true;
            if (probe.cbs.any() || probe.outside) add_suspect(suspects, probe, finding);
            if (finding.code == "TW2116") order.push_back(&finding);
        }
    }
    if ((suspects.empty() && order.empty()) || result.seconds_run > kSecondsMax) return;
    if (first.undo->given_up() || first.undo->bytes() > kProofBytesMax) return;
    {
        Prover prover(prepared, first, before);
        if (!suspects.empty()) prove_bytes(prepared.card, prover, suspects, first.leftovers_read.load());
        if (!order.empty()) prove_order(prepared.card, prover, order);
    }
    // Notes that have become errors are findings.
    for (size_t i = 0; i < result.notes.size();) {
        if (result.notes[i].severity == Severity::Note) {
            ++i;
            continue;
        }
        result.findings.push_back(std::move(result.notes[i]));
        result.notes.erase(result.notes.begin() + static_cast<ptrdiff_t>(i));
    }
}

}  // namespace tilewright::engine
