// What is left when a strict run has finished: pages in CBs, CBs nobody used, arguments nobody read.
#include "checks/end_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace tilewright::checks {

namespace {
using engine::CoreRun;
using engine::Fiber;
using engine::Run;

std::string cores_text(const std::vector<std::string>& cores) {
    return cores.size() == 1 ? "core " + cores.front()
                             : fmt::format("core {} and {} more", cores.front(), cores.size() - 1);
}

void pages_left(Run& run, const CoreRun& core) {
    for (const engine::CbRange& range : core.checks->ranges) {
        const TwCbShared& cb = core.core->cbs[range.cb];
        if (range.placed || core.checks->persistent.test(range.cb) || cb.pushed <= cb.popped) continue;
        const uint64_t left = cb.pushed - cb.popped;
        // Pushed and waited for, but never popped: a constant that serves the whole run.
        if (cb.popped == 0 && core.checks->waited_by_anyone.test(range.cb)) continue;
        const Fiber* producer = core.producer[range.cb];
        if (producer == nullptr) continue;
        Finding finding;
        finding.code = "TW2008";
        finding.severity = Severity::Warning;
        finding.place = {core.core->logical().str(), producer->processor_name(), producer->kernel->display_name(), {}};
        const std::string name = engine::cb_name(run, *producer, range.cb);
        finding.message = fmt::format("{} page{} left in {} at the end: {} pushed, {} popped", left,
                                      left == 1 ? " is" : "s are", name, cb.pushed, cb.popped);
        finding.why =
            "the two sides count differently; a longer run fills the buffer and hangs, and a kernel that keeps the CB "
            "across launches meets old pages";
        finding.fix = fmt::format("pop every page of {} once, or do not push it", name);
        const Fiber* consumer = core.consumer[range.cb];
        finding.seen = {fmt::format("{} pushed {}, {} popped {}", producer->processor_name(), cb.pushed,
                                    consumer == nullptr ? "nobody" : consumer->processor_name(), cb.popped)};
        run.add_finding(std::move(finding));
    }
}

void unused_cbs(Run& run) {
    std::map<uint32_t, std::pair<bool, std::vector<std::string>>> cbs;  // used anywhere, cores
    for (const auto& core : run.cores) {
        for (const engine::CbRange& range : core->checks->ranges) {
            auto& [used, cores] = cbs[range.cb];
            used |= range.placed || core->checks->used.test(range.cb);
            cores.push_back(core->core->logical().str());
        }
    }
    for (const auto& [cb, state] : cbs) {
        if (state.first) continue;
        Finding finding;
        finding.code = "TW2010";
        finding.severity = Severity::Note;
        finding.message = fmt::format("c_{} is configured and never used ({})", cb, cores_text(state.second));
        finding.why = "it takes L1 that other buffers could have";
        finding.fix = "remove it, or check the index in the kernels";
        run.add_finding(std::move(finding));
    }
}

void unread_arguments(Run& run) {
    for (uint32_t k = 0; k < run.program.kernels.size(); ++k) {
        const program::KernelDescriptor& kernel = run.program.kernels[k];
        std::vector<uint8_t> read;
        size_t set = 0;
        std::vector<std::string> cores;
        for (const auto& core : run.cores) {
            for (const auto& fiber : core->fibers) {
                if (fiber->kernel_index != k) continue;
                set = std::max<size_t>(set, fiber->thread.rta_count);
                if (read.size() < fiber->args_read.size()) read.resize(fiber->args_read.size());
                for (size_t i = 0; i < fiber->args_read.size(); ++i) read[i] |= fiber->args_read[i];
                cores.push_back(core->core->logical().str());
            }
        }
        std::string unread;
        for (size_t i = 0; i < set; ++i) {
            if (i >= read.size() || read[i] == 0) unread += (unread.empty() ? "" : ", ") + std::to_string(i);
        }
        // A kernel that reads none takes its arguments by address.
        if (unread.empty() || std::find(read.begin(), read.end(), 1) == read.end()) continue;
        Finding finding;
        finding.code = "TW2203";
        finding.severity = Severity::Note;
        finding.place.kernel = kernel.display_name();
        finding.message = fmt::format("runtime argument{} {} of {} never read on any core",
                                      unread.find(',') == std::string::npos ? "" : "s", unread, kernel.display_name());
        finding.why = "host and kernel may disagree about the order of the arguments";
        finding.fix = "remove the argument, or check the indices";
        run.add_finding(std::move(finding));
    }
}

}  // namespace

void end_of_run(Run& run) {
    for (const auto& core : run.cores) pages_left(run, *core);
    unused_cbs(run);
    unread_arguments(run);
}

}  // namespace tilewright::checks
