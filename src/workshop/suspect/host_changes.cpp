// What the host may have meant: changes of the doctor's list, judged by the reference.
#include <fmt/format.h>

#include <cmath>

#include "doctor/host_changes.hpp"
#include "workshop/suspect/rerun_bench.hpp"

namespace tilewright::workshop {

namespace {

constexpr double kSeconds = 2;  // for all changes
constexpr size_t kMost = 3;     // that are told

bool all_right(const RerunBench& bench, const std::optional<Numbers>& result) {
    const Compared& seen = bench.judge.seen;
    if (!result || result->size() != seen.expected.size()) return false;
    for (size_t i = 0; i < result->size(); ++i) {
        const bool same = std::isnan(seen.expected[i]) && std::isnan((*result)[i]);
        if (!same && (*result)[i] != seen.expected[i] &&
            !(std::abs((*result)[i] - seen.expected[i]) <= seen.allowed[i]))
            return false;
    }
    return true;
}

Suspect suspect_of(const RerunBench& bench, doctor::HostChange change) {
    Suspect suspect;
    suspect.kind = change.cb ? "format" : "argument";
    suspect.code = "TW2706";
    suspect.what = change.what;
    suspect.evidence = fmt::format("{}, and every element is right", change.proposal.words);
    suspect.proof = Proof::Rerun;
    suspect.explained = suspect.of = bench.judge.wrong_at.size();
    suspect.rank = -2;
    suspect.place = std::move(change.place);
    suspect.cb = change.cb;
    suspect.fix = change.proposal.words;
    suspect.program = std::make_shared<const program::ProgramDescriptor>(std::move(change.proposal.program));
    return suspect;
}

}  // namespace

void try_host_changes(RerunBench& bench, std::vector<Suspect>& list) {
    bench.give_time(kSeconds);
    // A result that another run makes right without any change says nothing about one.
    const auto plain = bench.run({});
    if (!plain || all_right(bench, plain)) return;
    std::vector<uint64_t> tensors;
    for (const ttnn::Tensor& input : bench.rerun.inputs) tensors.push_back(input.mesh_buffer()->address());
    tensors.push_back(bench.rerun.output.mesh_buffer()->address());
    size_t told = 0;
    for (size_t index = 0; index < bench.rerun.programs.size(); ++index) {
        for (doctor::HostChange& change : doctor::host_changes(bench.card(), bench.rerun.programs[index], tensors)) {
            // Where an argument explains it, no kernel is built for others.
            if (told == kMost || (told != 0 && change.builds)) return;
            const auto with = [&](engine::Mode mode) {
                return bench.run([&](size_t at, program::ProgramDescriptor& program, engine::RunOptions& options) {
                    if (at == index) program = change.proposal.program;
                    options.mode = mode;
                    options.prove_fixes = false;
                    options.run_limit_seconds = kSeconds;
                });
            };
            if (!all_right(bench, with(engine::Mode::Fast))) continue;
            bench.findings.clear();
            if (!all_right(bench, with(engine::Mode::Strict)) || !bench.findings.empty()) continue;
            list.push_back(suspect_of(bench, std::move(change)));
            ++told;
        }
    }
}

}  // namespace tilewright::workshop
