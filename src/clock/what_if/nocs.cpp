// What if transfers took the other network. Only programs whose cores talk to nothing but DRAM are asked: signals and
// data between cores lean on the order of one network.
#include <fmt/format.h>

#include <set>

#include "clock/tape.hpp"
#include "clock/what_if/questions.hpp"

namespace tilewright::clock {

namespace {

bool is_on_a_noc(Op op) { return op == Op::Read || op == Op::Write || op == Op::Barrier || op == Op::SetState; }

// NoCs that the threads of a processor use.
std::set<uint32_t> nocs_of(const Tape& tape, TwProcessor processor) {
    std::set<uint32_t> nocs;
    for (const CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            if (thread->processor != processor) continue;
            for (const Event& event : thread->events) {
                if (event.op == Op::Read || event.op == Op::Write) nocs.insert(event.kind & 1u);
            }
        }
    }
    return nocs;
}

void move(Tape& tape, TwProcessor processor) {
    for (CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            if (thread->processor != processor) continue;
            for (Event& event : thread->events) {
                if (!is_on_a_noc(event.op)) continue;
                event.kind ^= 1;
                if (event.op != Op::Read && event.op != Op::Write) continue;
                const auto& end = tape.card.arch().dram_banks[tape.card.resolve(event.address).bank].endpoint;
                constexpr uint64_t kLocal = (uint64_t{1} << 36) - 1;
                event.address = (event.address & kLocal) | uint64_t{end[event.kind & 1].x} << 36 |
                                uint64_t{end[event.kind & 1].y} << 42;
            }
        }
    }
}

std::string role_of(const Tape& tape, TwProcessor processor) {
    for (const CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            if (thread->processor == processor) return thread->name.substr(thread->name.find(' ') + 1);
        }
    }
    return {};
}

}  // namespace

void ask_nocs(Trials& trials) {
    const Tape& tape = trials.tape();
    if (!talks_only_to_dram(tape)) return;
    const std::set<uint32_t> first = nocs_of(tape, TW_NCRISC), second = nocs_of(tape, TW_BRISC);
    if (first.size() > 1 || second.size() > 1 || (first.empty() && second.empty())) return;
    const auto tried = [&](const std::string& text, std::initializer_list<TwProcessor> processors) {
        const auto changed = copy_of(tape);
        for (const TwProcessor processor : processors) move(*changed, processor);
        if (const auto ns = trials.time(*changed)) trials.add({"noc", text, *ns});
    };
    const auto alone = [&](TwProcessor processor, const std::set<uint32_t>& nocs) {
        tried(fmt::format("the {} on NoC {} instead of {}", role_of(tape, processor), 1 - *nocs.begin(), *nocs.begin()),
              {processor});
    };
    if (first.empty()) {
        alone(TW_BRISC, second);
    } else if (second.empty()) {
        alone(TW_NCRISC, first);
    } else if (first == second) {
        alone(TW_NCRISC, first);
        alone(TW_BRISC, second);
    } else {
        tried(fmt::format("{} and {} with each other's NoC", role_of(tape, TW_NCRISC), role_of(tape, TW_BRISC)),
              {TW_NCRISC, TW_BRISC});
    }
}

}  // namespace tilewright::clock
