// A timed run from the engine's side: tapes for its threads, and the time that comes out of them.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "clock/figures.hpp"
#include "clock/record.hpp"
#include "clock/simulation.hpp"
#include "clock/tape.hpp"
#include "clock/tape_file.hpp"
#include "clock/timed_report.hpp"
#include "clock/timing.hpp"
#include "clock/trace.hpp"
#include "engine/prepare.hpp"
#include "engine/run_state.hpp"
#include "engine/timed.hpp"

namespace tilewright::clock {

void begin(engine::Run& run, const engine::PreparedProgram& prepared) {
    auto tape = std::make_shared<Tape>(run.card);
    tape->program = run.program.name;
    tape->core_of_worker.assign(run.card.num_workers(), -1);
    tape->phases = run.program.phases;
    for (const program::CbDescriptor& cb : run.program.cbs) {
        for (const program::CbFormat& format : cb.formats) {
            if (!format.name.empty()) tape->cb_names[format.index] = format.name;
        }
    }
    tape->cores.resize(run.cores.size());
    for (size_t i = 0; i < run.cores.size(); ++i) {
        engine::CoreRun& from = *run.cores[i];
        CoreTape& core = tape->cores[i];
        core.at = from.core->logical();
        core.worker = from.core->index();
        tape->core_of_worker[core.worker] = static_cast<int>(i);
        for (const engine::CbPlan& cb : prepared.cores[i].cbs) {
            core.cb_pages[cb.index] = from.core->cbs[cb.index].num_pages;
            if (!run.program.cbs[cb.cb].placed) core.cb_page_bytes[cb.index] = cb.page_bytes;
        }
        const auto used = prepared.layout.l1_used_end.find(core.at);
        const uint32_t from_here = used != prepared.layout.l1_used_end.end() ? used->second : run.card.l1_first_free();
        core.l1_free_bytes = prepared.l1_end - std::min(prepared.l1_end, from_here);
        core.l1_semaphores = prepared.region.semaphores;
        for (const auto& [id, value] : prepared.cores[i].semaphores)
            core.semaphores[prepared.region.semaphores + 16 * id] = value;
        for (const auto& fiber : from.fibers) {
            auto thread = std::make_unique<ThreadTape>();
            thread->tape = tape.get();
            thread->core = static_cast<uint32_t>(i);
            thread->processor = static_cast<TwProcessor>(fiber->thread.processor);
            thread->name = fiber->name();
            thread->kernel = fiber->kernel->source.is_path ? fiber->kernel->source.text : fiber->kernel->name;
            fiber->tape = thread.get();
            if (fiber->tensix != nullptr) core.sections = fiber->tensix->dst.sections();
            core.threads.push_back(std::move(thread));
        }
    }
    run.tape = std::move(tape);
}

std::shared_ptr<const Timing> finish(engine::Run& run) {
    close_tape(*run.tape);
    const Figures figures(run.card.arch(), run.options.timed_llk_of(run.program));
    // For calibrating: TILEWRIGHT_TAPES is the beginning of the files' names.
    if (const std::string prefix = environment::text("TILEWRIGHT_TAPES"); !prefix.empty()) {
        static std::atomic<uint32_t> count{0};
        save_tape(*run.tape, fmt::format("{}.{}.tape", prefix, ++count));
    }
    std::unique_ptr<Trace> trace;
    if (!run.options.trace.file.empty()) trace = std::make_unique<Trace>(*run.tape, figures, run.options.trace);
    Simulation simulation(*run.tape, figures, trace.get());
    auto timing = std::make_shared<const Timing>(simulation.run());
    if (trace) trace->write();
    if (!run.options.timed_report.empty())
        note_program(run.options.timed_report, *run.tape, run.options.timed_llk_of(run.program), *timing);
    return timing;
}

void hangs(engine::Run& run) {
    if (run.options.trace.file.empty()) return;
    try {
        const Figures figures(run.card.arch(), run.options.timed_llk_of(run.program));
        Trace trace(*run.tape, figures, run.options.trace, /*hangs=*/true);
        Simulation(*run.tape, figures, &trace).run(/*hangs=*/true);
        trace.write();
    } catch (const Error& error) {  // what is wrong with the program matters more
        fmt::print(stderr, "{}", error.finding().to_text());
    }
}

}  // namespace tilewright::clock
