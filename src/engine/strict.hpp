// What the engine tells the checks of strict mode. Declared here and defined in src/checks, which stands above the
// engine: the engine knows that there are checks and nothing about them. Internal to src/engine and src/checks.
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
