// Preparing a program: validation, L1 layout, kernel builds, one plan per core.
#include "engine/prepare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "base/environment.hpp"
#include "base/round_up.hpp"
#include "engine/build/kernel_build.hpp"
#include "engine/isolate/isolated.hpp"
#include "engine/prologue.hpp"

namespace tilewright::engine {

namespace {

// Threads a kernel runs on.
std::vector<TwProcessor> processors_of(const program::KernelDescriptor& kernel, bool fuse) {
    if (!kernel.is_compute()) {
        const auto& config = std::get<program::DataMovementConfig>(kernel.config);
        return {config.processor == program::DataMovementProcessor::RiscV0 ? TW_BRISC : TW_NCRISC};
    }
    if (fuse) return {TW_FUSED};
    return {TW_UNPACK, TW_MATH, TW_PACK};
}

KernelThread build_thread(TwProcessor processor) {
    switch (processor) {
        case TW_BRISC: return KernelThread::DataMovement0;
        case TW_NCRISC: return KernelThread::DataMovement1;
        case TW_UNPACK: return KernelThread::Unpack;
        case TW_MATH: return KernelThread::Math;
        case TW_PACK: return KernelThread::Pack;
        case TW_FUSED: return KernelThread::Fused;
    }
    return KernelThread::Fused;
}

KernelBuildRequest request_for(const program::ProgramDescriptor& program, const program::KernelDescriptor& kernel,
                               const program::OperandFormats& formats, const card::Arch& arch,
                               const RunOptions& options) {
    KernelBuildRequest request;
    if (kernel.source.is_path) {
        request.source_path =
            kernel.source.resolved.empty() ? std::filesystem::path(kernel.source.text) : kernel.source.resolved;
    } else {
        request.source_text = kernel.source.text;
        request.display_name = kernel.name.empty() ? "inline_kernel.cpp" : kernel.name + ".cpp";
    }
    request.strict = options.mode == Mode::Strict;
    request.timed = options.timed;
    request.trusted = options.trusted_kernels;
    request.arch = &arch;
    request.era = program.era;
    request.defines = kernel.defines;
    request.compile_time_args = kernel.compile_time_args;
    request.named_compile_time_args = kernel.named_compile_time_args;
    request.prologue = kernel_prologue(kernel, formats);
    request.include_roots = kernel.include_paths;
    request.include_roots.insert(request.include_roots.end(), program.include_roots.begin(),
                                 program.include_roots.end());
    request.opt_level = kernel.opt_level;
    return request;
}

}  // namespace

ConfigRegion ConfigRegion::at(uint32_t begin) {
    ConfigRegion region;
    uint32_t address = round_up(begin, 64);
    region.semaphores = address;
    address += TW_MAX_SEMAPHORES * 16;
    const uint32_t args_bytes = round_up(program::kMaxRuntimeArgs * 4, 16);
    for (int i = 0; i < 3; ++i) {
        region.unique_args[i] = address;
        address += args_bytes;
        region.common_args[i] = address;
        address += args_bytes;
    }
    if (address - begin > card::kConfigBytes) throw InternalError("semaphores and arguments outgrow their place in L1");
    return region;
}

PreparedProgram::PreparedProgram(card::Card& target, const program::ProgramDescriptor& description,
                                 const RunOptions& run_options)
    : card(target), program(description), options(run_options), region(ConfigRegion::at(target.arch().l1_map_end)) {
    const program::Limits limits = program::limits_of(card);
    layout = program::validate(program, limits);
    l1_end = limits.l1_end;
    if (options.isolate) {
        toolchain_stamp = toolchain().stamp;
        prepare_isolated(*this);
        return;
    }
    if (options.mode == Mode::Strict || options.timed) {
        build(false);
        return;
    }
    try {
        build(true);
    } catch (const Error& error) {
        // Code for one compute thread can hide in a header: what does not compile fused may well compile per thread.
        const bool has_compute =
            std::any_of(program.kernels.begin(), program.kernels.end(), [](const auto& k) { return k.is_compute(); });
        if (error.code() != "TW3101" || !has_compute) throw;
        build(false);
    }
}

void PreparedProgram::build(bool fuse) {
    const auto start = std::chrono::steady_clock::now();
    toolchain_stamp = toolchain().stamp;
    cores.clear();
    formats.clear();
    std::map<LogicalCore, CorePlan> plans;

    // Cores of one kernel may have different CBs: one build per distinct set of formats.
    std::vector<KernelBuildRequest> requests;
    struct Use {
        LogicalCore core;
        uint32_t kernel;
        TwProcessor processor;
        size_t request;
    };
    std::vector<Use> uses;
    fused = false;
    for (uint32_t k = 0; k < program.kernels.size(); ++k) {
        const program::KernelDescriptor& kernel = program.kernels[k];
        const program::ComputeConfig config =
            kernel.is_compute() ? std::get<program::ComputeConfig>(kernel.config) : program::ComputeConfig{};
        std::map<std::string, std::pair<size_t, const program::OperandFormats*>> by_prologue;
        std::map<std::vector<uint32_t>, std::string> by_cbs;
        for (const LogicalCore& core : cores_of(kernel.cores)) {
            std::vector<uint32_t> cbs;
            for (uint32_t i = 0; i < program.cbs.size(); ++i) {
                if (contains(program.cbs[i].cores, core)) cbs.push_back(i);
            }
            auto known = by_cbs.find(cbs);
            if (known == by_cbs.end()) {
                auto set = std::make_unique<program::OperandFormats>(program::operand_formats(program, core, config));
                KernelBuildRequest request = request_for(program, kernel, *set, card.arch(), options);
                // Helpers put the operands of a row sum where the low-level kernels of their time want them.
                if (const auto llk = options.llk_of(program); llk != tile::LlkGeneration::Aug2026)
                    request.defines.emplace_back("TW_LLK", std::to_string(tile::llk_number(llk)));
                auto [it, inserted] = by_prologue.emplace(request.prologue, std::pair{requests.size(), set.get()});
                if (inserted) {
                    const bool fuse_this = fuse && kernel.is_compute() && !source_has_thread_specific_code(request);
                    fused |= fuse_this;
                    for (TwProcessor processor : processors_of(kernel, fuse_this)) {
                        request.thread = build_thread(processor);
                        requests.push_back(request);
                    }
                    formats.push_back(std::move(set));
                }
                known = by_cbs.emplace(cbs, it->first).first;
            }
            const auto& [first, set] = by_prologue.at(known->second);
            const bool is_fused = requests[first].thread == KernelThread::Fused;
            size_t offset = 0;
            for (TwProcessor processor : processors_of(kernel, is_fused)) {
                uses.push_back({core, k, processor, first + offset++});
            }
            CorePlan& plan = plans[core];
            if (plan.threads.empty() && plan.core == nullptr) {
                plan.core = &card.core(core);
                plan.origin = kernel.cores.front().start;
            }
            if (kernel.is_compute()) plan.formats = set;
        }
    }
    const std::vector<std::shared_ptr<const KernelImage>> images = build_kernels(requests);
    for (const Use& use : uses) plans[use.core].threads.push_back({use.processor, use.kernel, images[use.request]});

    for (auto& [core, plan] : plans) {
        for (uint32_t i = 0; i < program.cbs.size(); ++i) {
            const program::CbDescriptor& cb = program.cbs[i];
            if (!contains(cb.cores, core)) continue;
            for (const program::CbFormat& format : cb.formats)
                plan.cbs.push_back({.index = format.index,
                                    .cb = i,
                                    .bytes = cb.total_bytes,
                                    .page_bytes = format.page_bytes,
                                    .shared = cb.formats.size() > 1,
                                    .persistent = cb.persistent});
        }
        for (const program::SemaphoreDescriptor& semaphore : program.semaphores) {
            if (contains(semaphore.cores, core)) plan.semaphores.emplace_back(semaphore.id, semaphore.initial_value);
        }
        // Data movement first: readers fill the CBs that compute waits for.
        std::stable_sort(plan.threads.begin(), plan.threads.end(), [](const ThreadPlan& a, const ThreadPlan& b) {
            auto order = [](TwProcessor p) { return p == TW_NCRISC ? 0 : p == TW_BRISC ? 9 : int(p); };
            return order(a.processor) < order(b.processor);
        });
        cores.push_back(std::move(plan));
    }
    seconds_build = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::shared_ptr<PreparedProgram> prepare(card::Card& card, const program::ProgramDescriptor& program,
                                         const RunOptions& options) {
    auto prepared = std::make_shared<PreparedProgram>(card, program, options);
    if (options.schedule == Schedule::Random) prepared->order = environment::text("TILEWRIGHT_ORDER");
    return prepared;
}

bool is_reusable(const PreparedProgram& prepared, const card::Card& card, const RunOptions& options) {
    if (&prepared.card != &card || prepared.options != options) return false;
    if (prepared.toolchain_stamp != toolchain().stamp) return false;
    const std::lock_guard lock(card.in_use());
    const auto lowest_buffer = card.l1_allocator().lowest_in_use();
    return !lowest_buffer || *lowest_buffer >= card.l1_first_free() + prepared.layout.l1_peak_bytes;
}

namespace {

// Buffers move between launches; that a changed word is the address of one says nothing new about the program's course.
bool is_buffer_address(card::Card& card, uint32_t word) {
    for (const card::Allocator* memory : {&card.dram_allocator(), &card.l1_allocator()}) {
        const card::Allocation* found = memory->find(word);
        if (found != nullptr && found->address == word) return true;
    }
    return false;
}

// Copies what differs. False: something other than a buffer's address differs.
bool update_words(card::Card& card, bool is_compute, std::vector<uint32_t>& old, const std::vector<uint32_t>& now,
                  bool& same) {
    if (old == now) return true;
    same = false;
    bool addresses = !is_compute && old.size() == now.size();
    for (size_t i = 0; addresses && i < now.size(); ++i)
        addresses = old[i] == now[i] || is_buffer_address(card, now[i]);
    old = now;
    return addresses;
}

// `same_shape` becomes false where other cores or other numbers of arguments are given, `same` where anything differs.
bool update_kernel(card::Card& card, program::KernelDescriptor& old, const program::KernelDescriptor& now,
                   bool& same_shape, bool& same) {
    same_shape &= old.common_runtime_args.size() == now.common_runtime_args.size();
    bool same_course = update_words(card, old.is_compute(), old.common_runtime_args, now.common_runtime_args, same);
    const bool same_cores = old.runtime_args.size() == now.runtime_args.size() &&
                            std::equal(old.runtime_args.begin(), old.runtime_args.end(), now.runtime_args.begin(),
                                       [](const auto& a, const auto& b) { return a.first == b.first; });
    if (!same_cores) {
        old.runtime_args = now.runtime_args;
        return same = same_shape = false;
    }
    auto from = now.runtime_args.begin();
    for (auto& [core, words] : old.runtime_args) {
        same_shape &= words.size() == from->second.size();
        same_course &= update_words(card, old.is_compute(), words, (from++)->second, same);
    }
    return same_course;
}

}  // namespace

void update_arguments(PreparedProgram& prepared, const program::ProgramDescriptor& program) {
    if (program.kernels.size() != prepared.program.kernels.size() ||
        program.cbs.size() != prepared.program.cbs.size()) {
        throw InternalError("update_arguments: the program is not the one that was prepared");
    }
    bool same_course = true;
    bool same_layout = true;
    bool same = true;
    for (size_t i = 0; i < program.kernels.size(); ++i)
        same_course &= update_kernel(prepared.card, prepared.program.kernels[i], program.kernels[i], same_layout, same);
    for (size_t i = 0; i < program.semaphores.size() && i < prepared.program.semaphores.size(); ++i) {
        uint32_t& value = prepared.program.semaphores[i].initial_value;
        same &= value == program.semaphores[i].initial_value;
        same_course &= value == program.semaphores[i].initial_value;
        value = program.semaphores[i].initial_value;
    }
    for (size_t i = 0; i < program.cbs.size(); ++i) {
        same_layout &= !program.cbs[i].placed.has_value() && !prepared.program.cbs[i].placed.has_value();
        same &= program.cbs[i].placed == prepared.program.cbs[i].placed;
        prepared.program.cbs[i].placed = program.cbs[i].placed;
    }
    prepared.arguments_changed |= !same;
    if (prepared.elsewhere) prepared.elsewhere->arguments_changed |= !same;
    const program::Limits limits = program::limits_of(prepared.card);
    if (!same_layout || limits.l1_end != prepared.l1_end) {
        prepared.layout = program::validate(prepared.program, limits);
        prepared.l1_end = limits.l1_end;
    }
    if (!same_course) prepared.fusion_proven = false;
}

}  // namespace tilewright::engine
