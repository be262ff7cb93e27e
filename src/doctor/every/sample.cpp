// From the ledger of one dry run to numbers beside arguments.
#include "doctor/every/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "doctor/replay.hpp"
#include "program/thread_name.hpp"

namespace tilewright::doctor {

namespace {

uint32_t words_of(const program::KernelDescriptor& kernel, const ArgumentKey& key, LogicalCore core) {
    switch (key.kind) {
        case ArgumentKind::CompileTime: return kernel.compile_time_args[key.index];
        case ArgumentKind::Named: return kernel.named_compile_time_args[key.index].second;
        case ArgumentKind::Common: return kernel.common_runtime_args[key.index];
        case ArgumentKind::Runtime: {
            const auto words = kernel.runtime_args.find(core);
            return words == kernel.runtime_args.end() ? 0 : words->second[key.index];
        }
    }
    return 0;
}

std::string line_of(const Ledger& ledger, const program::ProgramDescriptor& program, const Thread& thread,
                    uint32_t site) {
    const Place place{{}, {}, {}, ledger.site(site).frames()};
    const Frame* at = place.line();
    const std::string who =
        program::thread_name(program.kernels[thread.kernel], static_cast<TwProcessor>(thread.processor));
    return at == nullptr ? who
                         : fmt::format("{} {}:{}", who, std::filesystem::path(at->file).filename().string(), at->line);
}

// The first line from which each thread did it.
void add_lines(const Replay& replay, const program::ProgramDescriptor& program, const CbLedger& cb, uint32_t index,
               uint32_t core_index, ProgramSample& made) {
    for (const Act& act : cb.acts) {
        const Thread* thread = replay.thread(core_index, act.processor);
        if (thread == nullptr) continue;
        What what = What::Pushed;
        if (act.call == engine::CbCall::Pop) what = What::Popped;
        if (act.call == engine::CbCall::Wait) what = What::WaitMost;
        if (act.call == engine::CbCall::Reserve) what = What::ReserveMost;
        const auto [at, fresh] = made.lines.try_emplace(Deed{thread->kernel, index, what});
        if (fresh) at->second = line_of(*replay.ledger, program, *thread, act.site);
    }
}

}  // namespace

std::vector<ArgumentKey> variables_of(const program::KernelDescriptor& kernel, program::Era era) {
    const auto source = argument_source(kernel, era);
    std::vector<ArgumentKey> keys;
    const auto add = [&](ArgumentKind kind, size_t count) {
        for (uint32_t i = 0; i < count; ++i) {
            if (source->accessor_at({kind, i}) == nullptr) keys.push_back({kind, i});
        }
    };
    add(ArgumentKind::CompileTime, kernel.compile_time_args.size());
    add(ArgumentKind::Named, kernel.named_compile_time_args.size());
    add(ArgumentKind::Common, kernel.common_runtime_args.size());
    size_t least = kernel.runtime_args.empty() ? 0 : SIZE_MAX;
    for (const auto& [core, words] : kernel.runtime_args) least = std::min(least, words.size());
    add(ArgumentKind::Runtime, least);
    return keys;
}

std::vector<int64_t> values_of(const program::KernelDescriptor& kernel, const std::vector<ArgumentKey>& keys,
                               LogicalCore core) {
    std::vector<int64_t> values;
    for (const ArgumentKey& key : keys) values.push_back(words_of(kernel, key, core));
    return values;
}

std::string name_of(const program::KernelDescriptor& kernel, ArgumentKey key, program::Era era) {
    if (key.kind == ArgumentKind::Named) return kernel.named_compile_time_args[key.index].first;
    if (const NamedArgument* named = argument_source(kernel, era)->find(key);
        named != nullptr && named->whole && !named->name.empty())
        return named->name;
    const char* kind = key.kind == ArgumentKind::CompileTime ? "compile-time"
                       : key.kind == ArgumentKind::Common    ? "common"
                                                             : "runtime";
    return fmt::format("({} {} of {})", kind, key.index, kernel.display_name());
}

engine::RunOptions sample_options(const engine::RunOptions& asked) {
    engine::RunOptions options;
    options.isolate = asked.isolate;
    options.trusted_kernels = asked.trusted_kernels;
    options = engine::looking_inside(options);
    options.mode = engine::Mode::Strict;
    options.host_threads = 1;
    options.time_limit_seconds = 2;
    return options;
}

ProgramSample sample(card::Card& card, const program::ProgramDescriptor& program, const engine::RunOptions& options) {
    ProgramSample made;
    Replay replay;
    std::unique_ptr<engine::PreparedProgram> prepared;
    try {
        prepared = std::make_unique<engine::PreparedProgram>(card, program, options);
        replay = Replayer(*prepared).run(ReplayMode::Feed);
    } catch (const Error& error) {
        made.wrong = error.finding().code + ": " + error.finding().message;
        return made;
    }
    if (replay.failed || replay.cut || !replay.finished) {
        made.wrong = replay.cut ? "it asks for ever more pages" : "it does not come to an end";
        return made;
    }
    made.finished = replay.grown.empty() && replay.fed.empty() && replay.passed.empty();
    std::vector<std::vector<ArgumentKey>> keys;
    for (const program::KernelDescriptor& kernel : program.kernels) keys.push_back(variables_of(kernel, program.era));
    for (const engine::CorePlan& core : prepared->cores) {
        std::map<uint32_t, KernelSample> kernels;
        for (const Thread& thread : replay.threads) {
            if (thread.core_index != core.core->index()) continue;
            made.polled |= thread.polled;
            KernelSample& one = kernels[thread.kernel];
            one.kernel = thread.kernel;
            one.core = thread.core;
            one.values = values_of(program.kernels[thread.kernel], keys[thread.kernel], thread.core);
        }
        const CoreLedger* ledger = replay.ledger->find(core.core->index());
        for (const engine::CbPlan& plan : core.cbs) {
            if (ledger == nullptr) continue;
            const CbLedger& cb = ledger->cbs[plan.index];
            const auto pages = static_cast<int64_t>(plan.bytes / plan.page_bytes);
            add_lines(replay, program, cb, plan.index, core.core->index(), made);
            for (const Thread& thread : replay.threads) {
                if (thread.core_index != core.core->index()) continue;
                auto& counts = kernels[thread.kernel].counts;
                const auto add = [&](What what, uint64_t count) {
                    counts[{thread.kernel, plan.index, what}] += static_cast<int64_t>(count);
                };
                add(What::Pushed, cb.pushes[thread.processor].pages);
                add(What::Popped, cb.pops[thread.processor].pages);
                add(What::WaitMost, cb.waits[thread.processor].most);
                add(What::ReserveMost, cb.reserves[thread.processor].most);
                if (cb.pushes[thread.processor].calls + cb.waits[thread.processor].calls +
                        cb.reserves[thread.processor].calls !=
                    0)
                    counts[{thread.kernel, plan.index, What::Capacity}] = pages;
                if (cb.consumer() == static_cast<int>(thread.processor)) add(What::Reach, cb.reach);
            }
        }
        for (auto& [index, kernel] : kernels) made.kernels.push_back(std::move(kernel));
    }
    return made;
}

}  // namespace tilewright::doctor
