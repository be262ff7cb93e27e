// TW2129: a kernel signals or stores where a program's semaphores and arguments lie, and no semaphore is there.
#include "checks/check.hpp"

namespace tilewright::checks::program_memory {

namespace {

// Semaphores and arguments of programs, from here on; sizes as the engine lays them out.
uint32_t begin_of(const Fiber& fiber) { return fiber.thread.semaphore_addr; }
bool is_there(const Fiber& fiber, uint64_t address) {
    return address >= begin_of(fiber) && address < fiber.run->card.arch().l1_map_end + card::kConfigBytes;
}

bool is_semaphore(const Fiber& fiber, const LogicalCore& core, uint32_t address) {
    const uint32_t place = (address - begin_of(fiber)) / 16;
    const auto& all = fiber.run->program.semaphores;
    return std::any_of(all.begin(), all.end(), [&](const program::SemaphoreDescriptor& one) {
        return one.id == place && contains(one.cores, core);
    });
}

bool is_own_argument(const Fiber& fiber, uint32_t address) {
    const auto within = [&](uint32_t from, uint32_t count) { return address >= from && address < from + 4 * count; };
    return within(fiber.thread.rta_addr, fiber.thread.rta_count) ||
           within(fiber.thread.crta_addr, fiber.thread.crta_count);
}

std::string semaphores_of(const Fiber& fiber, const LogicalCore& core) {
    std::string list;
    for (const program::SemaphoreDescriptor& one : fiber.run->program.semaphores) {
        if (contains(one.cores, core)) list += fmt::format("{}{}", list.empty() ? "" : ", ", one.id);
    }
    return list.empty() ? "no semaphore" : "semaphore " + list;
}

void judge(const Fiber& fiber, const LogicalCore& core, const char* call, uint64_t address, bool own_arguments) {
    if (!is_there(fiber, address)) return;
    const auto at = static_cast<uint32_t>(address);
    if (is_semaphore(fiber, core, at) || (own_arguments && is_own_argument(fiber, at))) return;
    const uint32_t place = (at - begin_of(fiber)) / 16;
    const std::string what =
        place < TW_MAX_SEMAPHORES
            ? fmt::format("semaphore {} would lie there, which the program does not have on core {}", place, core.str())
            : "behind all semaphores: arguments of kernels lie there";
    report("TW2129", fmt::format("{} at L1 address {:#x} of core {}: {}", call, at, core.str(), what),
           fmt::format("core {} has {}; on the card the place belongs to something else: arguments, other semaphores, "
                       "the configuration of CBs",
                       core.str(), semaphores_of(fiber, core)),
           "create the semaphore on every core that uses it, and pass the id that the host got for it");
}

void store(const L1Use& use) { judge(use.fiber, use.fiber.core_run->core->logical(), "store", use.address, true); }
void word(const WordUse& use) { judge(use.fiber, use.fiber.core_run->core->logical(), use.call, use.address, false); }
void sent(const NocCall& use) {
    if (use.kind == NocCall::Kind::Read || use.target.core == nullptr) return;
    judge(use.fiber, use.target.core->logical(), use.call, use.target.offset, false);
}

}  // namespace

void listen(Events& on) {
    on.store.add(store);
    on.word.add(word);
    on.noc_call.add(sent);
}

}  // namespace tilewright::checks::program_memory
