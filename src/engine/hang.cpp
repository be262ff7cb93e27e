// Words for what a blocked thread waits for, and the hang error that lists every one of them.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "engine/hang.hpp"
#include "program/thread_name.hpp"

namespace tilewright::engine {

std::string Fiber::name() const { return program::thread_name(*kernel, static_cast<TwProcessor>(thread.processor)); }

std::string cb_name(const Run& run, const Fiber& fiber, uint32_t cb) {
    const LogicalCore core = fiber.core_run->core->logical();
    for (const program::CbDescriptor& descriptor : run.program.cbs) {
        if (!contains(descriptor.cores, core)) continue;
        for (const program::CbFormat& format : descriptor.formats) {
            if (format.index == cb && !format.name.empty()) return fmt::format("{} (c_{})", format.name, cb);
        }
    }
    return fmt::format("c_{}", cb);
}

std::string describe_wait(const Fiber& fiber) {
    const Wait& wait = fiber.wait;
    switch (wait.kind) {
        case WaitKind::CbReserve: {
            const TwCbShared& cb = fiber.thread.cb_shared[wait.index];
            const auto used = static_cast<uint16_t>(cb.pushed - cb.popped);
            return fmt::format("cb_reserve_back({}, {}): {} of {} pages free, {} wanted",
                               cb_name(*fiber.run, fiber, wait.index), wait.wanted,
                               static_cast<int>(cb.num_pages) - used, cb.num_pages, wait.wanted);
        }
        case WaitKind::CbWait: {
            const TwCbShared& cb = fiber.thread.cb_shared[wait.index];
            return fmt::format("cb_wait_front({}, {}): {} of {} pages here, capacity {}",
                               cb_name(*fiber.run, fiber, wait.index), wait.wanted,
                               static_cast<uint16_t>(cb.pushed - cb.popped), wait.wanted, cb.num_pages);
        }
        case WaitKind::SemaphoreEqual:
        case WaitKind::SemaphoreMin: {
            uint32_t value = 0;
            std::memcpy(&value, wait.context, 4);
            const bool equal = wait.kind == WaitKind::SemaphoreEqual;
            std::string which = fmt::format("L1 word {:#x}", wait.address);
            const uint32_t offset = wait.address - fiber.thread.semaphore_addr;
            if (offset < TW_MAX_SEMAPHORES * 16 && offset % 16 == 0) which = fmt::format("semaphore {}", offset / 16);
            return fmt::format("{}({}, {}): its value is {}", equal ? "noc_semaphore_wait" : "noc_semaphore_wait_min",
                               which, wait.wanted, value);
        }
        case WaitKind::SourceFree: return "a free source-register bank: MATH has not used what was unpacked";
        case WaitKind::SourceValid: return "operands in the source registers: UNPACK has sent nothing more";
        case WaitKind::DstFree: return "tile_regs_acquire: PACK has not released a DST section";
        case WaitKind::DstCommitted: return "tile_regs_wait: MATH has not committed a DST section";
        case WaitKind::Barrier: return fmt::format("a barrier on NoC {}", wait.index);
        case WaitKind::Mailbox: return fmt::format("a mailbox message of thread {}", wait.index);
        case WaitKind::T6Semaphore: return fmt::format("hardware semaphore {}", wait.index);
        case WaitKind::Poll: return "a polling loop: the memory it reads does not change";
        case WaitKind::Unpacker:
            return fmt::format("the unpacker, which never finishes c_{}", wait.index);
        case WaitKind::None: break;
    }
    return "nothing (it could run)";
}

HangError::HangError(Finding finding, std::vector<BlockedThread> blocked, std::vector<Finding> findings,
                     std::shared_ptr<const nlohmann::json> details)
    : Error(std::move(finding), Exit::Hang),
      blocked_(std::move(blocked)),
      findings_(std::move(findings)),
      details_(std::move(details)) {}

std::vector<BlockedThread> blocked_threads(Run& run) {
    std::vector<BlockedThread> blocked;
    for (const auto& core : run.cores) {
        for (const auto& fiber : core->fibers) {
            if (fiber->finished()) continue;
            BlockedThread thread;
            thread.core = core->core->logical();
            thread.name = fiber->name();
            thread.kernel = fiber->kernel->display_name();
            thread.waits_for = describe_wait(*fiber);
            if (!fiber->waypoint.empty()) thread.waits_for += "; last waypoint " + fiber->waypoint;
            thread.stack = stack_of(*fiber);
            blocked.push_back(std::move(thread));
        }
    }
    return blocked;
}

size_t longest_name(const std::vector<BlockedThread>& threads) {
    size_t longest = 0;
    for (const BlockedThread& thread : threads) longest = std::max(longest, thread.name.size());
    return longest;
}

HangError hang_error(Run& run) {
    std::vector<BlockedThread> blocked = blocked_threads(run);
    Finding finding;
    finding.code = "TW1000";
    std::map<std::string, std::vector<const BlockedThread*>> groups;  // same thread, line and reason: one line
    std::vector<std::string> order;
    const size_t width = longest_name(blocked);
    for (const BlockedThread& thread : blocked) {
        std::string where = thread.stack.empty()
                                ? thread.kernel
                                : fmt::format("{}:{}", thread.stack.back().file, thread.stack.back().line);
        const Place place{{}, {}, {}, thread.stack};
        if (const Frame* at = place.line()) where = fmt::format("{}:{}", at->file, at->line);
        const std::string line = fmt::format("{:<{}} {}  {}", thread.name, width, where, thread.waits_for);
        if (groups[line].empty()) order.push_back(line);
        groups[line].push_back(&thread);
    }
    std::map<std::string, int> cores;
    for (const BlockedThread& thread : blocked) ++cores[thread.core.str()];
    finding.message = fmt::format("hang: nothing can run; {} thread{} on {} core{} wait{} for what never comes",
                                  blocked.size(), blocked.size() == 1 ? "" : "s", cores.size(),
                                  cores.size() == 1 ? "" : "s", blocked.size() == 1 ? "s" : "");
    if (!blocked.empty()) {
        finding.place.core = blocked.front().core.str();
        finding.place.thread = blocked.front().name;
        finding.place.kernel = blocked.front().kernel;
        finding.place.stack = blocked.front().stack;
    }
    for (const std::string& line : order) {
        const auto& group = groups[line];
        std::vector<LogicalCore> on;
        for (const BlockedThread* thread : group) on.push_back(thread->core);
        finding.seen.push_back(fmt::format("{}  [{}]", line, cores_text(on)));
    }
    return HangError(std::move(finding), std::move(blocked), run.take_findings());
}

}  // namespace tilewright::engine
