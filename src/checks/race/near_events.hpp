// What the threads of a core do, in order and unjudged, for as long as the core has to do with DRAM alone: nothing of
// it can be a race before it meets another core, and most programs never do. Internal to src/checks.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/run_state.hpp"

namespace tilewright::checks::races {

struct NearEvent {
    enum class Kind : uint8_t {
        Load,
        Read,
        Write,
        TransferIn,
        TransferOut,
        Barrier,
        Push,
        Pop,
        Pushed,
        Popped,
        Probed
    };
    static constexpr uint32_t kDram = UINT32_MAX;
    Kind kind;
    uint8_t noc = 0;
    uint8_t cb = 0;
    uint32_t address = 0, bytes = 0;  // in L1
    uint32_t pages = 0;
    uint32_t trid = 0, flags = 0;  // Barrier: what it waits for
    uint32_t count = 1;            // transfers in a row; `bytes` each, one behind the other
    uint64_t total = 0;            // Pushed, Popped: what the thread has learned of
    uint32_t source = kDram;       // TransferIn: where in the own L1 it comes from
    const engine::Fiber* fiber;
    const char* call = "";
    void* pc = nullptr;
};

class NearEvents {
public:
    static constexpr size_t kMost = size_t{1} << 14;

    bool is_full() const { return all_.size() >= kMost; }
    void add(const NearEvent& event) {
        if (all_.empty() || !joins(all_.back(), event)) all_.push_back(event);
    }
    std::vector<NearEvent> take() { return std::move(all_); }

private:
    // Neighbours of one thread that nothing else lies between are one.
    static bool joins(NearEvent& last, const NearEvent& next) {
        using Kind = NearEvent::Kind;
        if (last.kind != next.kind || last.fiber != next.fiber) return false;
        switch (next.kind) {
            case Kind::Load: return false;  // the address of the last one counts
            case Kind::Read:
            case Kind::Write:
                if (last.address == next.address && last.bytes == next.bytes) return true;
                if (last.address + last.bytes != next.address) return false;
                last.bytes += next.bytes;
                return true;
            case Kind::TransferIn:
            case Kind::TransferOut:
                if (last.bytes != next.bytes || last.address + last.count * last.bytes != next.address ||
                    last.noc != next.noc || last.trid != next.trid || last.flags != next.flags || last.pc != next.pc ||
                    last.call != next.call || last.source != next.source)
                    return false;
                ++last.count;
                return true;
            default: return false;
        }
    }
    std::vector<NearEvent> all_;
};

}  // namespace tilewright::checks::races
