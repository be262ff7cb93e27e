// TW2124, TW2125: an accessor's base address is no tensor's: it never was one, or the tensor has been freed.
#include "checks/page_origin.hpp"

namespace tilewright::checks::tensor_address {

namespace {
// The neighbour of an argument that is a tensor's address and that the kernel has not used: ", and runtime argument 0
// is ...".
std::string unused_neighbour(const Fiber& fiber, const card::Allocator& memory, uint32_t base) {
    const auto own = fiber.kernel->runtime_args.find(fiber.core_run->core->logical());
    if (own == fiber.kernel->runtime_args.end()) return {};
    const std::vector<uint32_t>& words = own->second;
    for (size_t i = 0; i < words.size(); ++i) {
        if (words[i] != base) continue;
        for (const size_t beside : {i - 1, i + 1}) {
            if (beside >= words.size() || has_used(fiber, words[beside])) continue;
            const card::Allocation* tensor = memory.starts_at(words[beside]);
            if (tensor == nullptr || !tensor->pages) continue;
            return fmt::format(
                "runtime argument {}, beside it, is the address of a tensor that the kernel has not "
                "touched ({}): the list is shifted by one",
                beside, tensor->words());
        }
    }
    return {};
}

void never_was(const FarUse& use, const PageNote& note, bool reads, const card::Allocation* other_memory) {
    const Fiber& fiber = use.fiber;
    const std::string argument = argument_with(fiber, note.base);
    std::string why = argument.empty() ? "it is none of the kernel's arguments as they stand: it was computed"
                                       : fmt::format("it is {}", argument);
    std::string fix = "check on the host which argument holds which address, and the index in the kernel";
    if (const std::string beside = unused_neighbour(fiber, memory_of(*fiber.run, note), note.base); !beside.empty())
        why += "; " + beside;
    if (other_memory != nullptr) {
        const char* here = note.in_dram() ? "DRAM" : "L1";
        const char* there = note.in_dram() ? "L1" : "DRAM";
        why = fmt::format("{}, and the address of a tensor in {} ({})", why, there, other_memory->words());
        fix = fmt::format("the accessor is one for {}: make it for {}, or give it a tensor in {}", here, there, here);
    }
    report("TW2124",
           fmt::format("{} {} page {} of an accessor whose base address {:#x} is no {} tensor's", use.call,
                       reads ? "reads" : "writes", signed_words(note.page), note.base, note.in_dram() ? "DRAM" : "L1"),
           why, fix);
    set_blamed(fiber, use.target.host);
}

void was_freed(const FarUse& use, const PageNote& note, bool reads, const card::Allocation& gone,
               const card::Allocation* now) {
    const std::string argument = argument_with(use.fiber, note.base);
    report("TW2125",
           fmt::format("{} {} page {} of a tensor that was freed before this launch: {}, which was at {:#x}{}",
                       use.call, reads ? "reads" : "writes", signed_words(note.page), gone.owner, note.base,
                       argument.empty() ? "" : fmt::format(" ({})", argument)),
           now == nullptr
               ? "the address is left over from an earlier launch; nothing lies there any more"
               : fmt::format("the address is left over from an earlier launch; {} lies there now", now->words()),
           "set the argument anew before every launch (override_runtime_arguments on a program-cache hit), or keep the "
           "tensor alive",
           now == nullptr ? Severity::Error : Severity::Warning);
    set_blamed(use.fiber, use.target.host);
}

void judge(const FarUse& use, bool reads) {
    const PageNote* note = page_of(use);
    if (note == nullptr) return;
    Run& run = *use.fiber.run;
    const card::Allocator& memory = memory_of(run, *note);
    if (starts_at(use.fiber, *note) != nullptr) return;
    const card::Allocation* around = memory.find(note->base);  // part of a tensor is addressed: fine
    if (const card::Allocation* gone = memory.freed_from(note->base))
        return was_freed(use, *note, reads, *gone, around);
    if (around != nullptr) return;
    const card::Allocator& other = note->in_dram() ? run.card.l1_allocator() : run.card.dram_allocator();
    const card::Allocation* elsewhere = other.starts_at(note->base);
    if (note->in_dram()) {
        // Without any buffer, or with accesses by address, the host places data in DRAM by hand.
        if (memory.bytes_in_use() == 0 || run.card.host_uses_dram()) return;
    } else if (elsewhere == nullptr || run.card.host_uses_l1() ||
               use.fiber.core_run->checks->cb_at(note->base) != nullptr) {
        return;  // L1 is addressed in many ways
    }
    never_was(use, *note, reads, elsewhere);
}

void read(const FarUse& use) { judge(use, true); }
void write(const FarUse& use) { judge(use, false); }
}  // namespace

void listen(Events& on) {
    on.far_read.add(read);
    on.far_write.add(write);
}

}  // namespace tilewright::checks::tensor_address
