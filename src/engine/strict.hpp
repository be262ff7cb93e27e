// What the engine tells the layers above it. Declared here and defined in src/checks and src/calls: the engine knows
// that they are there and nothing about them. Internal to src/engine, src/checks, src/calls and
// src/doctor.
#pragma once

#include <functional>
#include <string_view>

namespace tilewright::engine {
class Run;
struct Fiber;
}  // namespace tilewright::engine

namespace tilewright::checks {

void signal_lands(engine::Run& run, void* carried);  // strict mode, before the word changes; `carried` may be null
void run_begins(engine::Run& run);                   // every run, before its first thread
void thread_ends(engine::Fiber& fiber);              // strict mode, before its transfers land; on the thread itself
void run_ends(engine::Run& run);                     // strict mode, when every thread has ended

}  // namespace tilewright::checks

namespace tilewright::calls {

void run_ended();  // every run: half-finished lines of prints come out
// Isolated programs: what their kernels print goes to the other process as text, and comes out there.
void send_prints(std::function<void(std::string_view)> to);
void print_text(std::string_view text);

}  // namespace tilewright::calls
