// Whether what a finding is about reaches a result. Some findings of a strict run are harmless as long as nothing comes
// of them: a padding that nobody filled and that is dropped later, a page read ahead from beyond a buffer, two cores
// that write the same bytes. They are proven by running the program again from the same state with other bytes there,
// or with the cores in the opposite order: where a result comes out differently, the finding is an error and says so;
// where none does, it stays what it was. A third run shows that the program does not differ by itself.
//
// Results are the bytes of buffers, without the padding of tensors (card.hpp). Internal to src/engine.
#pragma once

#include "engine/launch.hpp"

namespace tilewright::engine {

inline constexpr size_t kProofBytesMax = 64u << 20;  // overwritten; beyond this nothing is proven

// Strict runs that may be taken back.
bool worth_proving(const PreparedProgram& prepared);
// `first` has finished, `before` is L1 as it was then. Leaves every memory as `first` left it.
void prove_findings(PreparedProgram& prepared, Run& first, const L1Snapshot& before, RunResult& result);

}  // namespace tilewright::engine
