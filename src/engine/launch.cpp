// Launching a prepared program: fibers on cores, cores on host threads, and the result.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "engine/fault.hpp"
#include "engine/hang.hpp"
#include "engine/isolate/isolated.hpp"
#include "engine/interleave.hpp"
#include "engine/launch.hpp"
#include "engine/proof.hpp"
#include "engine/search.hpp"
#include "engine/strict.hpp"
#include "engine/timed.hpp"

namespace tilewright::engine {

namespace {

int argument_slot(TwProcessor processor) { return processor == TW_BRISC ? 0 : processor == TW_NCRISC ? 1 : 2; }

void write_words(card::Core& core, uint32_t address, const std::vector<uint32_t>& words) {
    if (!words.empty()) std::memcpy(core.l1() + address, words.data(), words.size() * 4);
}

card::TensixSetup tensix_setup(const PreparedProgram& prepared, const CorePlan& plan,
                               const program::ComputeConfig& config, bool fused, bool dry) {
    card::TensixSetup setup;
    for (size_t i = 0; i < plan.formats->size(); ++i) {
        const program::OperandFormat& from = (*plan.formats)[i];
        setup.operands[i] = {from.unpack_src, from.unpack_dst,  from.pack_src,
                             from.pack_dst,   from.tile.height, from.tile.width};
    }
    setup.fidelity = config.fidelity;
    setup.dst_fp32 = config.fp32_dest_acc_en;
    setup.dst_full_sync = config.dst_full_sync_en;
    setup.numerics = prepared.options.numerics;
    setup.generation = prepared.options.llk_of(prepared.program);
    setup.strict = prepared.options.mode == Mode::Strict && !dry;
    setup.fused = fused;
    setup.dry = dry;
    return setup;
}

// Core state as the launch firmware leaves it.
void set_up_core(const PreparedProgram& prepared, const CorePlan& plan, const RunSetup& how) {
    card::Core& core = *plan.core;
    std::memset(core.cbs.data(), 0, sizeof core.cbs);
    for (const CbPlan& cb : plan.cbs) {
        TwCbShared& shared = core.cbs[cb.index];
        shared.num_pages = cb.bytes / cb.page_bytes;
        shared.page_bytes = cb.page_bytes;
        shared.address = prepared.layout.cb_address[cb.cb];
        shared.bytes = cb.bytes;
        const auto changed = how.capacity_pages.find(cb.index);
        if (changed != how.capacity_pages.end()) shared.num_pages = changed->second;
    }
    std::memset(core.l1() + prepared.region.semaphores, 0, TW_MAX_SEMAPHORES * 16);
    for (const auto& [id, value] : plan.semaphores)
        std::memcpy(core.l1() + prepared.region.semaphores + 16 * id, &value, 4);
    core.touched.store(false);
}

std::unique_ptr<CoreChecks> make_checks(const PreparedProgram& prepared, const CorePlan& plan) {
    auto checks = std::make_unique<CoreChecks>();
    checks->cbs = plan.cbs;
    for (CbPlan& cb : checks->cbs) {
        cb.address = prepared.layout.cb_address[cb.cb];
        cb.placed = prepared.program.cbs[cb.cb].placed.has_value();
    }
    const auto meet = [](const CbPlan& a, const CbPlan& b) {
        return &a != &b && a.address < b.address + uint64_t{b.bytes} && b.address < a.address + uint64_t{a.bytes};
    };
    checks->overlap = std::any_of(checks->cbs.begin(), checks->cbs.end(), [&](const CbPlan& a) {
        return std::any_of(checks->cbs.begin(), checks->cbs.end(), [&](const CbPlan& b) { return meet(a, b); });
    });
    return checks;
}

std::unique_ptr<Fiber> make_fiber(const PreparedProgram& prepared, Run& run, CoreRun& core_run, const CorePlan& plan,
                                  const ThreadPlan& thread_plan) {
    auto fiber = std::make_unique<Fiber>();
    const program::KernelDescriptor& kernel = prepared.program.kernels[thread_plan.kernel];
    card::Core& core = *plan.core;
    fiber->run = &run;
    fiber->core_run = &core_run;
    fiber->image = thread_plan.image.get();
    fiber->kernel = &kernel;
    fiber->kernel_index = thread_plan.kernel;
    fiber->stack = take_stack();
    if (kernel.is_compute()) fiber->tensix = &core.tensix();

    TwThread& thread = fiber->thread;
    thread.l1_base = reinterpret_cast<uint64_t>(core.l1());
    const uint64_t globals_bytes = fiber->image->globals_bytes;
    if (globals_bytes != 0) {
        fiber->globals = GuardedBlock(globals_bytes, fiber->image->globals_align);
        thread.globals = fiber->globals.data();
        std::memcpy(thread.globals, fiber->image->globals_image, globals_bytes);
    }
    thread.cb = fiber->views.data();
    thread.cb_shared = core.cbs.data();
    thread.processor = static_cast<uint8_t>(thread_plan.processor);
    thread.strict = run.strict;
    if (!kernel.is_compute()) {
        const auto& config = std::get<program::DataMovementConfig>(kernel.config);
        thread.noc_index = static_cast<uint8_t>(config.noc);
        thread.noc_mode = config.dynamic_noc;
    }
    const int slot = argument_slot(thread_plan.processor);
    thread.rta_addr = prepared.region.unique_args[slot];
    thread.crta_addr = prepared.region.common_args[slot];
    const auto args = kernel.runtime_args.find(core.logical());
    if (args != kernel.runtime_args.end()) {
        thread.rta_count = static_cast<uint32_t>(args->second.size());
        write_words(core, thread.rta_addr, args->second);
    }
    thread.crta_count = static_cast<uint32_t>(kernel.common_runtime_args.size());
    write_words(core, thread.crta_addr, kernel.common_runtime_args);
    thread.semaphore_addr = prepared.region.semaphores;
    const card::NocXy at = prepared.card.virtual_core(core.logical());
    for (int noc = 0; noc < TW_NUM_NOCS; ++noc) {
        thread.my_x[noc] = static_cast<uint8_t>(at.x);
        thread.my_y[noc] = static_cast<uint8_t>(at.y);
        thread.dram_bank_to_noc_xy[noc] = prepared.card.dram_bank_to_noc_xy(noc);
        thread.l1_bank_to_noc_xy[noc] = prepared.card.l1_bank_to_noc_xy(noc);
    }
    thread.logical_x = static_cast<uint8_t>(core.logical().x);
    thread.logical_y = static_cast<uint8_t>(core.logical().y);
    thread.relative_x = static_cast<uint8_t>(core.logical().x - kernel.cores.front().start.x);
    thread.relative_y = static_cast<uint8_t>(core.logical().y - kernel.cores.front().start.y);
    thread.num_dram_banks = prepared.card.num_dram_banks();
    thread.num_l1_banks = prepared.card.num_workers();
    thread.bank_to_dram_offset = prepared.card.bank_to_dram_offset();
    thread.bank_to_l1_offset = prepared.card.bank_to_l1_offset();

    // Compute threads count in 16-byte words.
    const uint32_t shift = thread_plan.processor >= TW_UNPACK ? 4 : 0;
    std::memset(fiber->views.data(), 0, sizeof fiber->views);
    for (const CbPlan& cb : plan.cbs) {
        const TwCbShared& shared = core.cbs[cb.index];
        TwCbView& view = fiber->views[cb.index];
        view.fifo_size = shared.bytes >> shift;
        view.fifo_limit = (shared.address + shared.bytes) >> shift;
        view.fifo_page_size = shared.page_bytes >> shift;
        view.fifo_num_pages = shared.num_pages;
        view.fifo_rd_ptr = shared.address >> shift;
        view.fifo_wr_ptr = shared.address >> shift;
    }
    start_fiber(*fiber);
    return fiber;
}

// Everything that touches this core's L1 is a call, nobody watches, and the run will not be taken back.
bool only_calls_touch_l1(const PreparedProgram& prepared, const CorePlan& plan, const Run& run) {
    return !run.strict && !run.dry && run.observer == nullptr && run.undo == nullptr &&
           prepared.options.schedule == Schedule::Fixed && prepared.program.semaphores.empty() &&
           std::none_of(plan.threads.begin(), plan.threads.end(),
                        [](const ThreadPlan& thread) { return thread.image->touches_l1; });
}

// Every core's L1 holds nothing but CBs, and there are many cores.
bool may_share_l1(const PreparedProgram& prepared, uint32_t threads) {
    const auto placed = [](const program::CbDescriptor& cb) { return cb.placed.has_value(); };
    return prepared.cores.size() > 2 * threads && !prepared.card.l1_allocator().lowest_in_use() &&
           !prepared.card.host_uses_l1() &&
           std::none_of(prepared.program.cbs.begin(), prepared.program.cbs.end(), placed);
}

uint32_t host_threads_for(const PreparedProgram& prepared) {
    // So that polling loops go round the same number of times, and that a seed means the same everywhere.
    if (prepared.options.timed || prepared.options.schedule == Schedule::Random) return 1;
    uint32_t threads = prepared.options.host_threads;
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    return std::max(1u, std::min<uint32_t>(threads, static_cast<uint32_t>(prepared.cores.size())));
}

}  // namespace

L1Snapshot::L1Snapshot(card::Card& card) {
    for (const card::Allocation& allocation : card.l1_allocator().allocations()) {
        for (uint32_t i = 0; i < card.num_workers(); ++i) {
            uint8_t* at = card.worker(i).l1() + allocation.address;
            pieces.push_back({at, std::vector<uint8_t>(at, at + allocation.bytes)});
        }
    }
}

void L1Snapshot::restore() const {
    for (const Piece& piece : pieces) std::memcpy(piece.at, piece.bytes.data(), piece.bytes.size());
}

Outcome run_once(PreparedProgram& prepared, RunSetup setup) {
    if (prepared.elsewhere) throw InternalError("an isolated program cannot be looked into");
    Outcome outcome;
    outcome.run = std::make_unique<Run>(prepared.card, prepared.program, prepared.options);
    Run& run = *outcome.run;
    run.undo = std::move(setup.undo);
    run.dry = setup.dry;
    run.strict = run.strict && !run.dry;
    run.silent = setup.silent || setup.probe.active;
    run.observer = setup.observer;
    run.probe = setup.probe;
    run.on_stuck = setup.on_stuck;
    const uint32_t threads = host_threads_for(prepared);
    if (run.undo) run.undo->one_thread = threads == 1;
    prepared.card.dram_allocator().program_runs();
    prepared.card.l1_allocator().program_runs();
    for (uint32_t i = 0; i < threads; ++i) {
        auto host = std::make_unique<HostThread>();
        host->run = &run;
        host->index = i;
        run.hosts.push_back(std::move(host));
    }
    run.core_by_index.resize(prepared.card.num_workers());
    const bool worth_sharing = may_share_l1(prepared, threads);
    for (size_t i = 0; i < prepared.cores.size(); ++i) {
        const CorePlan& plan = prepared.cores[i];
        set_up_core(prepared, plan, setup);
        auto core_run = std::make_unique<CoreRun>();
        core_run->core = plan.core;
        core_run->l1 = plan.core->l1();
        if (prepared.options.schedule == Schedule::Random) {
            core_run->host = run.hosts.front().get();
            run.hosts.front()->cores.push_back(core_run.get());
        }
        bool fused = false;
        for (const ThreadPlan& thread : plan.threads) {
            core_run->fibers.push_back(make_fiber(prepared, run, *core_run, plan, thread));
            fused |= thread.processor == TW_FUSED;
        }
        if (run.strict) core_run->checks = make_checks(prepared, plan);
        if (fused && only_calls_touch_l1(prepared, plan, run)) {
            core_run->reads.begin(core_run->l1);
            core_run->may_share_l1 = worth_sharing;
        }
        core_run->unfinished = static_cast<uint32_t>(core_run->fibers.size());
        for (const ThreadPlan& thread : plan.threads) {
            if (thread.processor < TW_UNPACK) continue;
            const auto& config = std::get<program::ComputeConfig>(prepared.program.kernels[thread.kernel].config);
            plan.core->tensix().begin_program(tensix_setup(prepared, plan, config, fused, run.dry));
            break;
        }
        run.core_by_index[plan.core->index()] = core_run.get();
        run.cores.push_back(std::move(core_run));
    }
    if (run.probe.reversed) std::reverse(run.cores.begin(), run.cores.end());
    const auto count = static_cast<uint32_t>(run.cores.size());
    for (uint32_t i = 0; i < threads && prepared.options.schedule != Schedule::Random; ++i)
        run.hosts[i]->untaken.set(i * count / threads, (i + 1) * count / threads);
    if (prepared.options.schedule == Schedule::Random) {
        if (setup.script != nullptr)
            run.interleaver = std::make_unique<Interleaver>(run, *setup.script);
        else if (!prepared.order.empty())
            run.interleaver = std::make_unique<Interleaver>(run, Script::parse(prepared.order));
        else
            run.interleaver = std::make_unique<Interleaver>(run, prepared.options.seed);
        run.interleaver->keeps_calls = setup.keeps_calls;
        run.interleaver->begin();
    }
    // Beyond this, what is written has left the caches before anyone reads it.
    constexpr uint64_t kCacheBytes = 8u << 20;
    run.stream_writes = prepared.card.dram_allocator().bytes_in_use() * prepared.card.num_dram_banks() > kCacheBytes;
    checks::run_begins(run);
    if (prepared.options.timed) clock::begin(run, prepared);
    outcome.finished = run.execute();
    return outcome;
}

void give_back_stacks(Run& run) {
    for (const auto& core : run.cores) {
        for (const auto& fiber : core->fibers) {
            end_context(fiber->context);
            give_stack(std::exchange(fiber->stack, Stack{}));
        }
    }
}

Run::Run(card::Card& on, const program::ProgramDescriptor& what, const RunOptions& how)
    : card(on), program(what), options(how), strict(how.mode == Mode::Strict) {}

Run::~Run() = default;

namespace {
// Runs the failing program again under ever fewer deviations; what is left of them, in words.
std::vector<std::string> make_small(Rewind& rewind, Outcome& outcome) {
    const std::string how = ending(outcome);
    const Script taken = outcome.run->interleaver->taken();
    rewind.undo(outcome);
    const Script small = shrink(rewind, taken, how, Effort{});
    outcome = rewind.run(small);
    std::vector<std::string> lines;
    const std::vector<std::string> story = outcome.run->interleaver->story();
    if (ending(outcome) != how) return lines;
    if (story.empty() && small.order == 0) {
        lines.push_back("it ends so in the plain order, too: no thread need be stopped");
    } else {
        lines.push_back(fmt::format("it ends so in this order: {}",
                                    story.empty() ? "threads begin in another order" : story.front()));
        for (size_t i = 1; i < story.size(); ++i) lines.push_back("  and " + story[i]);
        lines.push_back(fmt::format("TILEWRIGHT_SCHEDULE=random TILEWRIGHT_ORDER='{}' repeats it", small.text()));
    }
    return lines;
}
}  // namespace

RunResult launch(PreparedProgram& prepared) {
    if (prepared.elsewhere) return launch_isolated(prepared);
    return launch_observed(prepared, [] { return nullptr; });
}

RunResult launch_observed(PreparedProgram& prepared, const std::function<CallObserver*()>& observer) {
    const std::lock_guard one_at_a_time(prepared.card.in_use());
    const auto start = std::chrono::steady_clock::now();
    // A fused compute kernel may stop where three threads would go on (a reserve before the pop that makes room). Until
    // a run has shown that this one does not, what it overwrites is kept, so that it can be run again threaded.
    const bool on_trial = prepared.fused && !prepared.fusion_proven;
    std::unique_ptr<L1Snapshot> snapshot;
    RunSetup setup;
    setup.observer = observer();
    const bool drawn = prepared.options.schedule == Schedule::Random && setup.observer == nullptr && !on_trial;
    const std::unique_ptr<Rewind> rewind = drawn ? std::make_unique<Rewind>(prepared) : nullptr;
    const bool may_prove = worth_proving(prepared) && setup.observer == nullptr && !on_trial;
    if (on_trial || may_prove) snapshot = std::make_unique<L1Snapshot>(prepared.card);
    if (on_trial || may_prove || drawn) setup.undo = std::make_unique<UndoLog>();
    if (may_prove && !drawn) {  // nobody but the proofs takes it back
        setup.undo->most_bytes = kProofBytesMax;
        setup.undo->writes_only = true;
        if (!prepared.card.host_uses_dram()) setup.undo->set_fresh(prepared.card.dram_allocator().fresh());
    }
    Outcome outcome = run_once(prepared, std::move(setup));
    if (on_trial && !outcome.finished && !outcome.run->failure()) {
        outcome.run->undo->restore();
        snapshot->restore();
        give_back_stacks(*outcome.run);
        prepared.build(false);
        RunSetup again;
        again.observer = observer();
        outcome = run_once(prepared, std::move(again));
    }
    if (outcome.finished && prepared.fused) prepared.fusion_proven = true;

    // What fails under a random schedule is run again until the least is known that makes it fail; the last of these
    // runs is the one that is reported.
    const std::vector<std::string> because = rewind && !ending(outcome).empty() && outcome.run->interleaver->complete()
                                                 ? make_small(*rewind, outcome)
                                                 : std::vector<std::string>{};
    Run& run = *outcome.run;
    if (run.failure()) {
        std::vector<Finding> failure = {*run.failure()};
        failure.front().seen.insert(failure.front().seen.end(), because.begin(), because.end());
        doctor::add_arguments(run, failure);
        give_back_stacks(run);
        doctor::treat(prepared, failure);
        throw Error(std::move(failure.front()));
    }
    if (!outcome.finished) {
        if (run.tape) clock::hangs(run);
        HangError error = doctor::explain(run, prepared);
        give_back_stacks(run);
        if (because.empty()) throw error;
        Finding finding = error.finding();
        finding.seen.insert(finding.seen.end(), because.begin(), because.end());
        throw HangError(std::move(finding), error.blocked(), error.findings(), error.details());
    }
    RunResult result;
    if (run.strict) checks::run_ends(run);
    if (run.tape) result.timing = clock::finish(run);
    std::vector<Finding> findings = run.take_findings();
    doctor::add_arguments(run, findings);
    for (Finding& finding : findings) {
        (finding.severity == Severity::Note ? result.notes : result.findings).push_back(std::move(finding));
    }
    result.strict = run.strict;
    result.cores = run.cores.size();
    for (const auto& core : run.cores) result.kernel_threads += core->fibers.size();
    give_back_stacks(run);
    result.seconds_build = prepared.seconds_build;
    result.seconds_run = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    // First which of them matter: notes that do are findings, and what mends a program leaves none of these. Neither
    // kind of run leads to another one.
    if (may_prove) prove_findings(prepared, run, *snapshot, result);
    if (!result.findings.empty()) doctor::treat(prepared, result.findings);
    return result;
}

RunResult run(card::Card& card, const program::ProgramDescriptor& program, const RunOptions& options) {
    std::shared_ptr<PreparedProgram> nothing;
    return launch_kept(card, program, options, nothing);
}

}  // namespace tilewright::engine
