// Copies of tapes, and what makes two of them the same program.
#include "clock/tape.hpp"

#include <string_view>

namespace tilewright::clock {

std::unique_ptr<Tape> copy_of(const Tape& tape) {
    auto made = std::make_unique<Tape>(tape.card);
    made->program = tape.program;
    made->names = tape.names;
    made->signals = tape.signals;
    made->core_of_worker = tape.core_of_worker;
    made->cb_names = tape.cb_names;
    made->phases = tape.phases;
    for (const CoreTape& from : tape.cores) {
        CoreTape& core = made->cores.emplace_back();
        core.at = from.at;
        core.worker = from.worker;
        core.l1_semaphores = from.l1_semaphores;
        core.cb_pages = from.cb_pages;
        core.cb_page_bytes = from.cb_page_bytes;
        core.l1_free_bytes = from.l1_free_bytes;
        core.semaphores = from.semaphores;
        core.sections = from.sections;
        core.last_signal = from.last_signal;
        for (const auto& thread : from.threads) {
            core.threads.push_back(std::make_unique<ThreadTape>(*thread));
            core.threads.back()->tape = made.get();
        }
    }
    return made;
}

namespace {

// FNV-1a.
class Hash {
public:
    void add(uint64_t value) {
        for (int i = 0; i < 8; ++i) byte(static_cast<uint8_t>(value >> (8 * i)));
    }
    void add(std::string_view text) {
        for (const char c : text) byte(static_cast<uint8_t>(c));
        byte(0);
    }
    uint64_t value() const { return value_; }

private:
    void byte(uint8_t next) { value_ = (value_ ^ next) * 0x100000001b3; }
    uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace

uint64_t fingerprint(const Tape& tape) {
    Hash hash;
    hash.add(tape.program);
    hash.add(tape.card.arch().name);
    for (const CoreTape& core : tape.cores) {
        hash.add(core.worker);
        for (const auto& [cb, pages] : core.cb_pages) hash.add(uint64_t{cb} << 32 | pages);
        for (const auto& thread : core.threads) {
            hash.add(thread->kernel);
            hash.add(thread->processor);
            for (const Event& event : thread->events) {
                // Values of semaphores and sizes count, addresses and numbers of signals do not.
                hash.add(uint64_t{event.a} << 32 | static_cast<uint64_t>(event.op) << 16 | event.kind);
                hash.add(uint64_t{event.scalar} << 16 | event.flags);
            }
        }
    }
    return hash.value();
}

}  // namespace tilewright::clock
