// Auto mode: the first launch of every program is strict, later ones are fast. A program is new when anything differs
// that its course may depend on: kernels and the files they include, defines, compile-time arguments, CBs, semaphores,
// cores, machine, and the class of each runtime argument. Classes: the address of a buffer is which of the program's
// buffers it is (so that writing in place is another course) and that buffer's size; a number below 65,536, which may
// count something, is itself; any larger number (a packed constant, a seed) is like any other.
//
// What a strict run has found nothing about is remembered by the process and, as a file with a manifest of the
// kernels' files, by the kernel cache: a second process need not repeat it. Internal to src/engine.
#pragma once

#include <string>
#include <vector>

#include "engine/prepare.hpp"

namespace tilewright::engine {

// By what the course of a program is looked up: everything but its runtime arguments, and those.
std::string content_of(card::Card& card, const program::ProgramDescriptor& program, const RunOptions& options);
std::string arguments_of(card::Card& card, const program::ProgramDescriptor& program, std::vector<BufferSeen>& seen);

// Argument sets of one program that are checked; a program whose numbers change with every launch (a position, a step)
// is fast from then on.
inline constexpr size_t kArgumentSetsMax = 16;

bool is_checked(const std::string& content, const std::string& arguments);
// A strict run of this program has finished.
void note_checked(const std::string& content, const std::string& arguments, const PreparedProgram& strict,
                  const RunResult& result);

void forget_checked();  // what this process remembers; for tests

}  // namespace tilewright::engine
