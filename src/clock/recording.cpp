// Dry runs for the clock.
#include "clock/recording.hpp"

#include <chrono>

#include "clock/figures.hpp"
#include "clock/record.hpp"
#include "clock/simulation.hpp"
#include "clock/tape.hpp"
#include "clock/trace.hpp"
#include "engine/hang.hpp"
#include "engine/launch.hpp"
#include "engine/timed.hpp"

namespace tilewright::clock {

Recording::Recording(card::Card& card, const program::ProgramDescriptor& program, engine::RunOptions options) {
    options = engine::looking_inside(options);
    options.timed = true;
    options.mode = engine::Mode::Fast;
    options.schedule = engine::Schedule::Fixed;
    const Figures known(card.arch(),
                        options.timed_llk_of(program));  // refuses a machine without figures before anything is built
    engine::PreparedProgram prepared(card, program, options);
    seconds_build = prepared.seconds_build;
    const auto start = std::chrono::steady_clock::now();
    const engine::L1Snapshot snapshot(card);
    engine::RunSetup setup;
    setup.undo = std::make_unique<engine::UndoLog>();
    setup.dry = true;
    engine::Outcome outcome = engine::run_once(prepared, std::move(setup));
    outcome.run->undo->restore();
    std::unique_ptr<Error> failure;
    if (outcome.run->failure() != nullptr) {
        failure = std::make_unique<Error>(*outcome.run->failure());
    } else if (!outcome.finished) {
        hangs(*outcome.run);
        engine::HangError error = doctor::explain(*outcome.run, prepared);
        engine::give_back_stacks(*outcome.run);
        snapshot.restore();
        throw error;
    }
    engine::give_back_stacks(*outcome.run);
    snapshot.restore();
    if (failure) throw *failure;
    tape_ = outcome.run->tape;
    close_tape(*tape_);
    llk_ = options.timed_llk_of(program);
    seconds_record = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TraceSummary Recording::trace(const engine::TraceOptions& options) const {
    const Figures figures(tape_->card.arch(), llk_);
    Trace trace(*tape_, figures, options);
    Simulation(*tape_, figures, &trace).run();
    return trace.write();
}

Timing Recording::time(const Change& change) const { return time_of(*tape_, llk_, change); }

}  // namespace tilewright::clock
