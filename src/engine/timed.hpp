// What a timed run asks of the clock. Declared here and defined in src/clock: the engine knows that it is there and
// nothing about it. Internal to src/engine and src/clock.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tilewright::engine {
class PreparedProgram;
class Run;
}  // namespace tilewright::engine

namespace tilewright::clock {

struct Timing;

// Before the first thread runs: every thread gets a tape.
void begin(engine::Run& run, const engine::PreparedProgram& prepared);
// When every thread has ended: how long that takes on the card.
std::shared_ptr<const Timing> finish(engine::Run& run);
// A result as bytes, for another process; TW9000 where they are none.
std::string pack_timing(const Timing& timing);
std::shared_ptr<const Timing> unpack_timing(std::string_view bytes);
// When they wait for each other: a trace of how it came to that, where one was asked for.
void hangs(engine::Run& run);

}  // namespace tilewright::clock
