// Who last wrote and who has since read each 16 bytes of a core's L1 (races.cpp). Internal to src/checks.
//
// A mark says whose work, up to which number, touched which of the 16 bytes; it fits into a word, so that the shadow of
// a core is two words for every 16 bytes. Where several marks must be kept (two readers, two writers of different
// bytes), the others lie in a list beside it.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "checks/race/clock.hpp"
#include "checks/race/near_log.hpp"

namespace tilewright::checks::races {

constexpr uint32_t kGranuleBytes = 16;
constexpr uint32_t kNumberBits = 27;
constexpr uint32_t kNumberMax = (1u << kNumberBits) - 1;
constexpr uint64_t kNextNumber = uint64_t{1} << 16;  // in the bits of a Mark

struct Mark {
    uint64_t bits = 0;

    static Mark of(Id id, uint32_t number) { return {uint64_t{id} << 43 | uint64_t{number} << 16}; }
    Mark with(uint32_t bytes) const { return {bits | bytes}; }
    bool none() const { return bytes() == 0; }
    uint32_t bytes() const { return bits & 0xFFFF; }
    uint32_t number() const { return bits >> 16 & kNumberMax; }
    Id id() const { return static_cast<Id>(bits >> 43 & 0xFFFFF); }
    bool same_work(Mark other) const { return (bits ^ other.bits) >> 16 == 0; }
};

class Shadow {
public:
    explicit Shadow(uint32_t l1_bytes) : l1_bytes_(l1_bytes), count_(l1_bytes / kGranuleBytes + 1) {}
    ~Shadow() {
        if (cells_ != nullptr) munmap(cells_, bytes());
    }
    Shadow(const Shadow&) = delete;
    Shadow& operator=(const Shadow&) = delete;

    // Notes the access; clash(mark, it_wrote, address) for every earlier one that it touches, unless both are what
    // threads of the core `home` do themselves: what a write brings through the NoC is a stranger's, be it the core's
    // own. A write makes earlier marks of its bytes void.
    template <class Clash>
    void access(uint32_t address, uint32_t count, Mark mine, bool writes, uint32_t home, Clash clash) {
        if (count == 0) return;
        const bool near = core_of(mine.id()) == home && !is_way(mine.id());
        if (!marked_) {
            if (near && keep_in_log(mine, address, count, writes)) return;
            mark_what_was_logged();
        }
        if (cells_ == nullptr) return;
        const uint64_t end = uint64_t{address} + count;
        for (uint64_t at = address / kGranuleBytes; at <= (end - 1) / kGranuleBytes && at < count_; ++at) {
            const uint64_t begin = at * kGranuleBytes;
            uint32_t bytes = 0xFFFF;
            if (begin < address) bytes &= 0xFFFFu << (address - begin) & 0xFFFF;
            if (begin + kGranuleBytes > end) bytes &= 0xFFFFu >> (begin + kGranuleBytes - end);
            const Mark now = mine.with(bytes);
            Cell& cell = cells_[at];
            const bool strangers = !near || cell.far;
            if (strangers) {
                ask(cell.written, now, true, begin, clash);
                if (writes) ask(cell.read, now, false, begin, clash);
            }
            if (cell.more) [[unlikely]]
                more(cell, at, now, writes, strangers, begin, clash);
            note(cell, at, now, writes);
            cell.far |= !near;
        }
    }

    // A write of the NoC or somebody of another core has been here.
    bool is_marked() const { return marked_; }

private:
    struct Cell {
        Mark written, read;
        bool far = false;   // a write of the NoC or somebody of another core was here
        bool more = false;  // see more_
    };
    struct Other {
        Mark mark;
        bool wrote;
    };
    size_t bytes() const { return count_ * sizeof(Cell); }

    bool keep_in_log(Mark mine, uint32_t address, uint32_t count, bool writes) {
        if (log_.is_long()) {
            log_.shorten(l1_bytes_, kGranuleBytes);
            if (log_.lines().size() > NearLog::kLong / 2) return false;
        }
        log_.add(mine.bits, address, count, writes, kNextNumber);
        return true;
    }
    void mark_what_was_logged() {
        marked_ = true;
        // Fresh pages: nothing is resident until it is touched.
        void* at = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        cells_ = at == MAP_FAILED ? nullptr : static_cast<Cell*>(at);
        const auto nobody = [](Mark, bool, uint32_t) {};
        for (const NearLog::Line& line : log_.lines()) {
            uint64_t mark = line.mark;
            for (uint32_t done = 0; done < line.count; done += line.piece, mark += kNextNumber)
                access(line.address + done, line.piece, {mark}, line.writes, core_of(Mark{mark}.id()), nobody);
        }
        log_.clear();
    }

    template <class Clash>
    static void ask(Mark earlier, Mark now, bool wrote, uint64_t begin, Clash& clash) {
        const uint32_t common = earlier.bytes() & now.bytes();
        if (common != 0 && earlier.id() != now.id())
            clash(earlier, wrote, static_cast<uint32_t>(begin) + static_cast<uint32_t>(__builtin_ctz(common)));
    }
    template <class Clash>
    void more(Cell& cell, uint64_t at, Mark now, bool writes, bool strangers, uint64_t begin, Clash& clash) {
        std::vector<Other>& others = more_[at];
        if (strangers) {
            for (const Other& other : others) {
                if (other.wrote || writes) ask(other.mark, now, other.wrote, begin, clash);
            }
        }
        if (!writes) return;
        std::erase_if(others, [&](const Other& other) { return (other.mark.bytes() & ~now.bytes()) == 0; });
        cell.more = !others.empty();
    }
    void note(Cell& cell, uint64_t at, Mark now, bool writes) {
        Mark& slot = writes ? cell.written : cell.read;
        if (writes && (cell.read.bytes() & ~now.bytes()) == 0) cell.read = {};
        if (slot.none() || (slot.bytes() & ~now.bytes()) == 0) {
            if (slot.none() || writes || slot.id() == now.id()) {
                slot = now;
                return;
            }
        }
        if (slot.same_work(now)) {
            slot.bits |= now.bytes();
            return;
        }
        keep(more_[at], slot, writes);
        cell.more = true;
        slot = now;
    }
    // One mark for each that reads or writes, the latest, as long as it speaks of the same bytes.
    static void keep(std::vector<Other>& others, Mark mark, bool wrote) {
        for (Other& other : others) {
            if (other.wrote != wrote || other.mark.id() != mark.id()) continue;
            if ((other.mark.bytes() & ~mark.bytes()) == 0) {
                other.mark = mark;
                return;
            }
            if (other.mark.same_work(mark)) {
                other.mark.bits |= mark.bytes();
                return;
            }
        }
        if (others.size() < kMost) others.push_back({mark, wrote});
    }

    static constexpr size_t kMost = 1024;
    uint32_t l1_bytes_;
    size_t count_;
    NearLog log_;
    bool marked_ = false;  // the log is in the cells
    Cell* cells_ = nullptr;
    std::unordered_map<uint64_t, std::vector<Other>> more_;
};

}  // namespace tilewright::checks::races
