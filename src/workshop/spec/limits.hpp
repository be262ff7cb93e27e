// How large a spec may be. Within these bounds a formula is planned in seconds, and names of generated files and values
// stay within what file systems and compilers take; beyond them a spec is refused with TW4122.
#pragma once

#include <cstddef>

namespace tilewright::workshop::rows {

inline constexpr size_t kMostSpecBytes = size_t{1} << 20;
inline constexpr size_t kMostNameLetters = 64;
inline constexpr size_t kMostNesting = 64;      // parentheses, calls and signs within each other
inline constexpr size_t kMostOperations = 256;  // operators and calls of a formula, all its lines together
inline constexpr size_t kMostInputs = 32;       // a core has 32 CBs
inline constexpr size_t kMostOutputs = 8;
inline constexpr size_t kMostParameters = 64;
inline constexpr int kMostInt = 1 << 24;  // of int parameters: all integers up to it are float32 numbers

}  // namespace tilewright::workshop::rows
