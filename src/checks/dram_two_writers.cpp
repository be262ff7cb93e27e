// TW2116: two cores write to one place in DRAM, and nothing orders them.
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "checks/check.hpp"

namespace tilewright::checks::dram_two_writers {

namespace {
struct Write {
    uintptr_t end;
    uint32_t core;  // worker index
};

// Who wrote where, by host address.
class Places {
public:
    // The first core other than `self` that has written there.
    std::optional<uint32_t> other(uintptr_t begin, uintptr_t end, uint32_t self) const {
        auto next = all_.lower_bound(begin);
        if (next != all_.begin()) {
            const auto before = std::prev(next);
            if (before->second.end > begin) next = before;
        }
        for (auto it = next; it != all_.end() && it->first < end; ++it) {
            if (it->second.core != self) return it->second.core;
        }
        return std::nullopt;
    }
    // Neighbouring writes of one core are one entry: a core writes pages that follow each other in a bank, and there
    // are millions of them.
    void note(uintptr_t begin, uintptr_t end, uint32_t core) {
        auto at = all_.upper_bound(begin);
        if (at != all_.begin()) {
            const auto before = std::prev(at);
            if (before->first == begin || (before->second.core == core && before->second.end >= begin)) {
                if (before->second.core == core) end = std::max(end, before->second.end);
                begin = before->first;
            }
        }
        while (at != all_.end() && at->first <= end && at->second.core == core) {
            end = std::max(end, at->second.end);
            at = all_.erase(at);
        }
        all_[begin] = {end, core};
    }

private:
    std::map<uintptr_t, Write> all_;
};

// Which core alone has touched each few bytes of DRAM. As long as no two have touched the same ones, nobody has written
// where another has, and who wrote what need only be listed.
class Alone {
public:
    explicit Alone(const Run& run) : banks_(run.card.num_dram_banks()), latest_(run.card.num_workers() * banks_) {}

    // False: another core may have been there.
    bool touch(uint32_t bank, uint64_t offset, uint32_t bytes, uint32_t core) {
        const auto mine = static_cast<uint16_t>(core + 1);
        uint64_t at = offset / kGranule;
        const uint64_t last = (offset + bytes - 1) / kGranule;
        while (at <= last) {
            std::array<uint16_t, kGranules>& owners = piece(bank, at / kGranules, core);
            const uint64_t until = std::min(last, at | (kGranules - 1));
            const uint64_t first = at % kGranules, count = until - at + 1;
            if (is_whole(first, count) && take_whole(owners.data() + first, count, mine)) {
                at = until + 1;
                continue;
            }
            uint16_t foreign = 0;
            for (uint64_t i = at; i <= until; ++i) {
                uint16_t& owner = owners[i % kGranules];
                foreign |= owner != 0 && owner != mine;
                owner = mine;
            }
            if (foreign != 0) return false;
            at = until + 1;
        }
        return true;
    }

private:
    static constexpr uint64_t kGranule = 32, kGranules = 1024;
    using Piece = std::array<uint16_t, kGranules>;  // core + 1
    // Four owners at once.
    static bool is_whole(uint64_t first, uint64_t count) { return (first | count) % 4 == 0; }
    static bool take_whole(uint16_t* owners, uint64_t count, uint16_t mine) {
        const uint64_t four = mine * uint64_t{0x0001000100010001};
        for (uint64_t i = 0; i < count; i += 4) {
            uint64_t there = 0;
            std::memcpy(&there, owners + i, sizeof there);
            if (there != 0 && there != four) return false;
            std::memcpy(owners + i, &four, sizeof four);
        }
        return true;
    }
    Piece& piece(uint32_t bank, uint64_t number, uint32_t core) {
        Latest& latest = latest_[core * banks_ + bank];
        if (latest.piece == nullptr || latest.number != number) {
            std::unique_ptr<Piece>& there = pieces_[uint64_t{bank} << 40 | number];
            if (!there) there = std::make_unique<Piece>();
            latest = {number, there.get()};
        }
        return *latest.piece;
    }
    struct Latest {
        uint64_t number = 0;
        Piece* piece = nullptr;
    };
    uint32_t banks_;
    std::unordered_map<uint64_t, std::unique_ptr<Piece>> pieces_;
    std::vector<Latest> latest_;  // by core and bank
};

struct Writes {
    explicit Writes(const Run& run) : several(run.hosts.size() > 1), alone(run) {}
    struct Line {
        uintptr_t begin;
        uint32_t bytes, core;
    };
    const bool several;  // host threads
    std::mutex mutex;    // guards the rest where there are several
    Alone alone;
    std::vector<Line> lines;  // so far, while each core was alone
    bool listed = true;
    Places places;  // from then on

    // True: nobody else has been there.
    bool keep_in_list(const Line& line, const FarUse& use) {
        if (!listed) return false;
        if (lines.size() < kMost && alone.touch(use.target.bank, use.target.offset, line.bytes, line.core)) {
            lines.push_back(line);
            return true;
        }
        for (const Line& before : lines) places.note(before.begin, before.begin + before.bytes, before.core);
        lines = {};
        listed = false;
        return false;
    }
    static constexpr size_t kMost = size_t{1} << 20;
};

void write(const FarUse& use) {
    const Run& run = *use.fiber.run;
    // With semaphores the cores may well have agreed on an order.
    if (use.target.core != nullptr || !run.program.semaphores.empty()) return;
    const uint32_t self = use.fiber.core_run->core->index();
    const auto begin = reinterpret_cast<uintptr_t>(use.target.host);
    Writes& writes = of<Writes>(run);
    std::unique_lock lock(writes.mutex, std::defer_lock);
    if (writes.several) lock.lock();
    if (writes.keep_in_list({begin, use.bytes, self}, use)) return;
    if (const auto other = writes.places.other(begin, begin + use.bytes, self)) {
        report("TW2116",
               fmt::format("{} of {} B at {:#x} of DRAM bank {} overlaps a write of core {}", use.call, use.bytes,
                           use.target.offset, use.target.bank, run.card.worker(*other).logical().str()),
               "nothing orders the two: which one stays is a matter of luck",
               "give every core pages of its own (check the start page and the number of pages per core)",
               Severity::Warning);
    }
    writes.places.note(begin, begin + use.bytes, self);
}
}  // namespace

void listen(Events& on) {
    keep<Writes, Run>(on);
    on.far_write.add(write);
}

}  // namespace tilewright::checks::dram_two_writers
