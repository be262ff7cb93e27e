// Which fields of which types cross the border to an isolated process, in both directions. Internal to src/engine and
// src/clock.
#pragma once

#include "card/allocator.hpp"
#include "engine/build/kernel_build.hpp"
#include "engine/isolate/wire.hpp"
#include "engine/run.hpp"
#include "program/descriptor.hpp"

namespace tilewright::engine {

// Arguments of a finding as JSON. Read: false where that is none; an empty text is none to read.
std::string arguments_text(const Finding& finding);
bool read_arguments_text(Finding& finding, const std::string& text);

// ---- what is found ------------------------------------------------------------------------------------------------

template <class A>
void fields(A& a, Frame& frame) {
    a(frame.function, frame.file, frame.line, frame.column);
}
template <class A>
void fields(A& a, Place& place) {
    a(place.core, place.thread, place.kernel, place.stack);
}
template <class A>
void fields(A& a, Finding& finding) {
    a(finding.code, finding.severity, finding.message, finding.place, finding.seen, finding.why, finding.fix,
      finding.also_on);
    a(finding.fix_proven, finding.proof, finding.cb);
    std::string arguments = finding.arguments ? arguments_text(finding) : std::string();
    a(arguments);
    if constexpr (A::kReads) a.check(finding.severity <= Severity::Error && read_arguments_text(finding, arguments));
}
template <class A>
void fields(A& a, LogicalCore& core) {
    a(core.x, core.y);
}
template <class A>
void fields(A& a, BlockedThread& thread) {
    a(thread.core, thread.name, thread.kernel, thread.waits_for, thread.stack);
}
// Without its timing, which the clock packs.
template <class A>
void fields(A& a, RunResult& result) {
    a(result.findings, result.notes, result.strict, result.cores, result.kernel_threads, result.seconds_build,
      result.seconds_run);
}

// ---- programs -----------------------------------------------------------------------------------------------------

template <class A>
void fields(A& a, CoreRange& range) {
    a(range.start, range.end);
}
template <class A>
void fields(A& a, program::TileShape& tile) {
    a(tile.height, tile.width);
}
template <class A>
void fields(A& a, program::CbFormat& format) {
    a(format.index, format.format, format.page_bytes, format.tile, format.name);
}
template <class A>
void fields(A& a, program::CbPlacement& placed) {
    a(placed.address, placed.bytes);
}
template <class A>
void fields(A& a, program::CbDescriptor& cb) {
    a(cb.total_bytes, cb.cores, cb.formats, cb.placed, cb.persistent);
}
template <class A>
void fields(A& a, program::SemaphoreDescriptor& semaphore) {
    a(semaphore.id, semaphore.cores, semaphore.initial_value);
}
template <class A>
void fields(A& a, program::DataMovementConfig& config) {
    a(config.processor, config.noc, config.dynamic_noc);
}
template <class A>
void fields(A& a, program::ComputeConfig& config) {
    a(config.fidelity, config.fp32_dest_acc_en, config.dst_full_sync_en, config.bfp8_pack_precise,
      config.math_approx_mode, config.unpack_to_dest_fp32);
}
template <class A>
void fields(A& a, program::KernelSource& source) {
    a(source.text, source.is_path, source.resolved);
}
template <class A>
void fields(A& a, program::KernelDescriptor& kernel) {
    a(kernel.source, kernel.cores, kernel.config, kernel.compile_time_args, kernel.named_compile_time_args,
      kernel.defines, kernel.runtime_args, kernel.common_runtime_args, kernel.include_paths, kernel.opt_level,
      kernel.name, kernel.role);
}
template <class A>
void fields(A& a, program::Phase& phase) {
    a(phase.name, phase.formula, phase.cb, phase.column, phase.result, phase.approximate, phase.first_columns,
      phase.block_pages, phase.blocks_per_tile_row, phase.blocks);
}
template <class A>
void fields(A& a, program::ProgramDescriptor& program) {
    a(program.name, program.kernels, program.cbs, program.semaphores, program.phases, program.era,
      program.llk, program.include_roots);
}

// ---- what it is run with ------------------------------------------------------------------------------------------

// Strict or fast: what auto mode means is decided before it is sent, by whoever knows what was checked before. Without
// files that a run would write: the isolated process writes none.
template <class A>
void fields(A& a, RunOptions& options) {
    a(options.mode, options.numerics, options.generation, options.host_threads, options.schedule, options.seed,
      options.asserts, options.trusted_kernels, options.prove_fixes, options.time_limit_seconds,
      options.run_limit_seconds, options.timed, options.timed_llk);
}
template <class A>
void fields(A& a, card::Sharding& sharding) {
    a(sharding.tensor_shape_pages, sharding.shard_shape_pages, sharding.cores, sharding.dram_banks,
      sharding.contiguous);
}
template <class A>
void fields(A& a, card::PageMap& pages) {
    a(pages.in_dram, pages.num_pages, pages.page_bytes, pages.aligned_page_bytes, pages.sharding);
}
template <class A>
void fields(A& a, card::Allocation& allocation) {
    a(allocation.address, allocation.bytes, allocation.owner, allocation.pages, allocation.label);
}
// Without the machine, which both sides know.
template <class A>
void fields(A& a, KernelBuildRequest& request) {
    a(request.source_path, request.source_text, request.display_name, request.thread, request.strict, request.trusted,
      request.timed, request.era, request.defines, request.compile_time_args, request.named_compile_time_args,
      request.prologue, request.include_roots, request.opt_level);
    if constexpr (A::kReads) a.check(request.thread <= KernelThread::Fused);
}
template <class A>
void fields(A& a, KernelFile& file) {
    a(file.key, file.library);
}

}  // namespace tilewright::engine
