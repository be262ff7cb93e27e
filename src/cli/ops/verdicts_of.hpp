// What stages, sweeps and mutants came to, as tests and findings for machines (report/verdicts.hpp).
#pragma once

#include <filesystem>
#include <string>

#include "doctor/mutate.hpp"
#include "report/verdicts.hpp"
#include "workshop/stage/mutation.hpp"

#if TILEWRIGHT_HAVE_OPS
#include "cli/ops/stage_run.hpp"
#endif

namespace tilewright::cli {

#if TILEWRIGHT_HAVE_OPS
// The host file that registers the op: where findings without a place of their own point to.
std::string entry_file(workshop::Op op);
// A suite for the op: a test for each stage and for each of its cases.
void add_verdicts(report::Verdicts& to, const StageRun& run);
#endif

// A suite with a test for each mutant: passed where the mistake was found.
void add_verdicts(report::Verdicts& to, const std::string& suite, const doctor::MutationReport& mutants);
void add_verdicts(report::Verdicts& to, const workshop::StageMutation& mutants, const std::filesystem::path& folder);

}  // namespace tilewright::cli
