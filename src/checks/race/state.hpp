// What races.cpp remembers: the clocks of threads, what signals carry, the shadows of L1. Internal to src/checks.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "checks/check.hpp"
#include "checks/race/near_events.hpp"
#include "checks/race/shadow.hpp"

namespace tilewright::checks::races {

constexpr uint32_t kOwners = 3;  // BRISC, NCRISC, and the three threads of compute as one
constexpr uint32_t kElsewhere = UINT32_MAX;
constexpr uint8_t kNoCb = UINT8_MAX;

// Something a thread did that others hear of, or a transfer it issued: what a report says of it.
struct Deed {
    uint32_t number = 0;  // of the transfer, or of the work that ends with it
    uint32_t work = 0;    // transfers: the thread's own number at the time
    const Fiber* fiber = nullptr;
    const char* call = "";
    void* pc = nullptr;
    Id way = 0;  // transfers: of the first destination
    uint32_t bytes = 0;
    uint8_t noc = 0;
    bool multicast = false;
    bool far = false;    // told another core
    uint8_t cb = kNoCb;  // whose counter told it
};

// The last deeds, by number. Transfers come in rows that differ in nothing else, and are kept as such.
class Deeds {
public:
    void add(const Deed& deed) {
        if (!rows_.empty()) {
            Row& last = rows_[last_];
            if (deed.number == last.first.number + last.count && alike(deed, last.first)) {
                ++last.count;
                return;
            }
        }
        if (rows_.size() < kKept) {
            last_ = rows_.size();
            rows_.push_back({deed, 1});
        } else {
            last_ = (last_ + 1) % kKept;
            rows_[last_] = {deed, 1};
        }
    }
    std::optional<Deed> find(uint32_t number) const {
        if (rows_.empty()) return std::nullopt;
        const uint32_t latest = rows_[last_].first.number + rows_[last_].count - 1;
        if (number > latest || latest - number >= kKept) return std::nullopt;
        for (size_t back = 0; back < rows_.size(); ++back) {
            const Row& row = rows_[(last_ + rows_.size() - back) % rows_.size()];
            if (number < row.first.number) continue;
            if (number - row.first.number >= row.count) break;
            Deed deed = row.first;
            deed.number = number;
            return deed;
        }
        return std::nullopt;
    }
    static constexpr uint32_t kKept = 512;

private:
    struct Row {
        Deed first;
        uint32_t count;
    };
    static bool alike(const Deed& a, const Deed& b) {
        return a.pc == b.pc && a.call == b.call && a.work == b.work && a.way == b.way && a.bytes == b.bytes &&
               a.fiber == b.fiber && a.noc == b.noc && a.multicast == b.multicast && a.far == b.far && a.cb == b.cb;
    }
    std::vector<Row> rows_;  // a ring once it is full
    size_t last_ = 0;
};

// An Id has the core, the thread, and what of it: 0 its own work, else a Channel::Kind and a number.
constexpr uint32_t kIndexBits = kLocalBits - 4;
constexpr Id work_of(Id id) { return id & ~((1u << kLocalBits) - 1 - 3); }
constexpr bool is_work(Id id) { return (id >> 2 & 3) == 0; }

// A way on which transfers of one thread complete in order.
struct Channel {
    enum class Kind : uint8_t { Read = 1, Way = kWay, Source } kind;  // Source: the reading of what a write sends
    bool posted, multicast;
    uint8_t noc;
    uint32_t trid;
    uint32_t to;  // Way: place among the run's cores, or kElsewhere
    Id id;
    uint32_t last_write = 0, last_atomic = 0;
    uint32_t atomic_address = 0;
    void* atomic_pc = nullptr;

    bool same(const Channel& other) const {
        return kind == other.kind && posted == other.posted && multicast == other.multicast && noc == other.noc &&
               trid == other.trid && to == other.to;
    }
};

// What one thread knows and has done.
struct Owner {
    Id id = 0;
    Clock clock;
    uint32_t work = 1;       // number of what it does until it next tells anyone
    uint32_t transfers = 0;  // issued
    std::vector<Channel> channels;
    Deeds told, issued;
    uint32_t last_load = UINT32_MAX;
    uint32_t announced = UINT32_MAX;  // a store that was told of as a signal already
    const Fiber* fiber = nullptr;     // that did something last

    Mark mark() const { return Mark::of(id, work); }
};

// A signal on its way, or arrived.
struct Signal {
    enum class Kind : uint8_t { Inc, Set, Store, Add } kind = Kind::Inc;  // Store, Add: by the core itself
    uint32_t core = 0;                                                    // whose word
    uint32_t address = 0;
    uint32_t value = 0;
    Id id = 0;     // channel, or the thread itself
    Id owner = 0;  // the thread
    uint32_t number = 0;
    const char* call = "";
    void* pc = nullptr;
    Carried clock;
};

// Amounts that add up, and what each of them carried: pages of a CB, increments of a semaphore.
class History {
public:
    void add(uint64_t amount, Carried carried) {
        entries_.push_back({amount, std::move(carried)});
        if (entries_.size() - first_ > kKept) fold();
    }
    // What had to be there for the total to reach `total`.
    void acquire(uint64_t total, Clock& clock) {
        while (first_ < entries_.size() && total_ < total) fold();
        if (base_) clock.join(*base_);
    }
    void acquire_all(Clock& clock) { acquire(UINT64_MAX, clock); }
    void restart(uint64_t total, Carried carried) {
        entries_.clear();
        first_ = 0;
        total_ = total;
        base_ = std::move(carried);
    }
    uint64_t total() const {
        uint64_t sum = total_;
        for (size_t i = first_; i < entries_.size(); ++i) sum += entries_[i].amount;
        return sum;
    }
    void lower(uint64_t amount) { total_ -= std::min(total_, amount); }

private:
    struct Entry {
        uint64_t amount;
        Carried carried;
    };
    void fold() {
        Entry entry = std::move(entries_[first_++]);
        if (first_ == entries_.size()) {
            entries_.clear();
            first_ = 0;
        } else if (first_ > kKept) {
            entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(first_));
            first_ = 0;
        }
        total_ += entry.amount;
        if (!base_ || (entry.carried && entry.carried->covers(*base_))) {
            base_ = std::move(entry.carried);
        } else if (entry.carried) {
            Clock both(base_->home);
            both.join(*base_);
            both.join(*entry.carried);
            base_ = std::make_shared<const Snapshot>(both.snapshot());
        }
    }
    static constexpr size_t kKept = 4096;
    uint64_t total_ = 0;
    Carried base_;
    std::vector<Entry> entries_;  // from first_ on
    size_t first_ = 0;
};

// A word that is used as a signal.
struct Word {
    History history;
    std::vector<Signal> last;           // by each thread, of each kind
    std::map<Id, uint32_t> waited_for;  // up to which signals of a channel somebody has waited
};

// Locked where several host threads run the program; one alone needs none.
class SpinLock {
public:
    void lock() {
        if (!needed) return;
        while (flag_.test_and_set(std::memory_order_acquire)) {
        }
    }
    void unlock() {
        if (needed) flag_.clear(std::memory_order_release);
    }
    bool needed = true;  // set before the program runs

private:
    std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

struct Pages {
    History pushed, popped;
};

struct CoreState {
    explicit CoreState(const CoreRun& core);
    SpinLock events_lock;  // taken before the others
    SpinLock lock;         // shadow and words
    SpinLock deeds_lock;   // of owners; taken after `lock`
    uint32_t place = 0;
    const CoreRun* core = nullptr;
    bool on = false;
    // So far the core has met no other one: what its threads do is put down here, and comes to be known when it does.
    bool asleep = true;
    // The run has no other core: until this one writes to itself through the NoC, nothing need be put down.
    bool alone = false;
    NearEvents events;
    Shadow shadow;
    // Of each 16 bytes whether a word in it is a signal: semaphores of the program, and what turned out to be one.
    uint32_t semaphores_begin = 0, semaphores_end = 0;
    std::vector<uint64_t> signal_granules;                 // a bit each; empty: none turned out to be one
    uint64_t signals_begin = UINT64_MAX, signals_end = 0;  // of these
    std::unordered_map<uint32_t, Word> words;              // by address
    std::array<Owner, kOwners> owners;
    std::array<std::unique_ptr<Pages>, TW_MAX_CBS> cbs;

    bool has_signal(uint64_t address, uint64_t bytes) const {
        if (address < semaphores_end && address + bytes > semaphores_begin) return true;
        if (address >= signals_end || address + bytes <= signals_begin) return false;
        uint64_t at = address / kGranuleBytes;
        const uint64_t last = (address + bytes - 1) / kGranuleBytes;
        while (at <= last && at / 64 < signal_granules.size()) {
            uint64_t mask = ~uint64_t{0} << at % 64;
            if (last / 64 == at / 64) mask &= ~uint64_t{0} >> (63 - last % 64);
            if ((signal_granules[at / 64] & mask) != 0) return true;
            at = (at | 63) + 1;
        }
        return false;
    }
    void mark_signal(uint32_t address) {
        const uint32_t l1_bytes = core->core->l1_bytes();
        if (address >= l1_bytes) return;
        const uint32_t at = address / kGranuleBytes;
        if (signal_granules.empty()) signal_granules.resize(l1_bytes / kGranuleBytes / 64 + 1);
        signal_granules[at / 64] |= uint64_t{1} << at % 64;
        signals_begin = std::min(signals_begin, uint64_t{at} * kGranuleBytes);
        signals_end = std::max(signals_end, (uint64_t{at} + 1) * kGranuleBytes);
    }
};

// Signals that a thread had sent when it ended without knowing that they had arrived.
struct Unanswered {
    Signal signal;
    const Fiber* fiber;
    void* pc;
};

struct RunState {
    explicit RunState(const Run& run);
    bool on = false;
    std::unordered_map<const card::Core*, uint32_t> place_of;
    std::mutex mutex;
    std::vector<Unanswered> unanswered;  // guarded by mutex
};

uint32_t owner_index(const Fiber& fiber);
Owner& owner_of(const Fiber& fiber);
CoreState& core_state(const Run& run, uint32_t place);
// Two accesses that nothing orders: the running thread's, and an earlier one.
struct Clash {
    const Fiber& fiber;
    const CoreState& where;
    const char* call;
    uint32_t address, bytes;
    bool writes;
    Mark other;
    bool other_wrote;
};
void report_clash(const Clash& clash);
void report_lost_signal(const Fiber& fiber, const CoreState& where, const Signal& mine, const char* call,
                        const Signal& other);

}  // namespace tilewright::checks::races
