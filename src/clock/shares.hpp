// The time of one core's threads: what part of it each works, waits and for what. Of a compute thread it is the unit
// that counts: what it does, what it waits for, what its processor waits for while the unit has nothing to do, and the
// rest, in which its processor gets the next call ready.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "clock/tape.hpp"
#include "clock/timing.hpp"

namespace tilewright::clock {

struct ShareOfWait {
    Waited wait;
    std::string what;  // "pages of c_0", "semaphore 1"
    double part = 0;   // of the program's time
};

// Parts are of the whole program's time.
struct Share {
    std::string thread;  // "NCRISC reader", "MATH"
    TwProcessor processor = TW_BRISC;
    double busy = 0;
    double plain_code = 0;  // of a data-movement thread's busy: between calls
    double issuing = 0;     // compute threads: the unit waits for its own processor
    double waiting = 0;
    std::vector<ShareOfWait> waits;  // longest first
    const ShareOfWait* longest() const { return waits.empty() ? nullptr : &waits.front(); }
    bool is_compute() const { return processor >= TW_UNPACK; }
    std::string role() const;  // "reader"; compute threads: "compute"
};
std::vector<Share> shares_of(const Timing& timing, const CoreTape& core);

// Who is behind a wait: the thread of the core that pushes, pops, unpacks ...; null: nobody there.
const Share* behind(const std::vector<Share>& shares, const CoreTape& core, const Waited& wait);
// The longest wait of another thread for a CB that this thread fills or empties.
struct Victim {
    const Share* share = nullptr;
    const ShareOfWait* wait = nullptr;
};
Victim victim_of(const std::vector<Share>& shares, const CoreTape& core, const Share& of);

}  // namespace tilewright::clock
