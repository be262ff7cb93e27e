// What the engine tells the layers above it. Declared here and defined in src/checks and src/calls: the engine knows
// that they are there and nothing about them. Internal to src/engine, src/checks, src/calls and
// src/doctor.
#pragma once

namespace tilewright::engine {
class Run;
struct Fiber;
}  // namespace tilewright::engine

namespace tilewright::checks {

void run_begins(engine::Run& run);       // every run, before its first thread
void thread_ends(engine::Fiber& fiber);  // strict mode, before its transfers land; on the thread itself
void run_ends(engine::Run& run);         // strict mode, when every thread has ended

}  // namespace tilewright::checks

namespace tilewright::calls {

void run_ended();  // every run: half-finished lines of prints come out

}  // namespace tilewright::calls
