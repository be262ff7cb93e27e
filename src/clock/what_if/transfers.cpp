// What if small transfers of memory that lies together were one; what if pages lay in all banks of DRAM.
#include <fmt/format.h>

#include <algorithm>

#include "clock/tape.hpp"
#include "clock/what_if/barriers.hpp"
#include "clock/what_if/questions.hpp"

namespace tilewright::clock {

namespace {

bool is_transfer(const Event& event) {
    return event.op == Op::Read || (event.op == Op::Write && (event.c & TW_NOC_MULTICAST) == 0);
}

// The next transfer goes on where this one ends. Of a read it is known where in L1, too.
bool goes_on(const Event& event, const Event& next) {
    const bool read = event.op == Op::Read;
    return event.op == next.op && event.kind == next.kind && event.b == next.b && event.d == 0 && next.d == 0 &&
           next.c == (read ? event.c + event.a : event.c) && next.address == event.address + event.a;
}

struct Joined {
    uint64_t before = 0, after = 0;  // transfers
    uint32_t most_bytes = 0;         // of one that was joined
    uint32_t part_bytes = 0;         // of what it was made of
};

void join(std::vector<Event>& events, Joined& joined) {
    std::vector<Event> all;
    all.reserve(events.size());
    Event last;  // the part that came last
    for (const Event& event : events) {
        const bool transfer = is_transfer(event);
        joined.before += transfer;
        if (transfer && !all.empty() && is_transfer(all.back()) && goes_on(last, event)) {
            all.back().a += event.a;
            joined.most_bytes = std::max(joined.most_bytes, all.back().a);
            joined.part_bytes = std::max(joined.part_bytes, event.a);
        } else {
            all.push_back(event);
            joined.after += transfer;
        }
        last = event;
    }
    events = std::move(all);
}

}  // namespace

void ask_transfers(Trials& trials) {
    const auto changed = copy_of(trials.tape());
    Joined joined;
    for (CoreTape& core : changed->cores) {
        for (const auto& thread : core.threads) join(thread->events, joined);
    }
    if (joined.after == joined.before) return;
    if (const auto ns = trials.time(*changed))
        trials.add(
            {"transfers",
             fmt::format("{} transfers instead of {}: those that lie together as one, of up to {} instead of {}",
                         joined.after, joined.before, bytes_text(joined.most_bytes), bytes_text(joined.part_bytes)),
             *ns});
}

HotPage hottest_page(const Tape& tape) {
    struct Use {
        uint64_t bytes = 0, times = 0;
        uint32_t each = 0;
    };
    std::map<std::pair<uint32_t, uint64_t>, Use> pages;  // by bank and place in it
    std::map<uint32_t, uint64_t> banks;
    for (const CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            for (const Event& event : thread->events) {
                if (!is_transfer(event)) continue;
                const card::Target target = tape.card.resolve(event.address);
                if (target.kind != card::Endpoint::Kind::Dram) continue;
                Use& use = pages[{target.bank, event.address & ((uint64_t{1} << 36) - 1)}];
                use.bytes += event.a;
                use.each = std::max(use.each, event.a);
                ++use.times;
                banks[target.bank] += event.a;
            }
        }
    }
    HotPage hot;
    uint64_t most = 0;
    for (const auto& [place, use] : pages) {
        if (use.bytes <= most) continue;
        most = use.bytes;
        hot = {place.first, use.each, use.times,
               static_cast<double>(use.bytes) / static_cast<double>(banks[place.first])};
    }
    return hot;
}

void ask_banks(Trials& trials) {
    constexpr double kUneven = 2;  // times the mean of all banks
    const Tape& tape = trials.tape();
    const auto banks = static_cast<uint32_t>(tape.card.num_dram_banks());
    std::vector<uint64_t> bytes(banks);
    uint64_t sum = 0;
    for (const CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            for (const Event& event : thread->events) {
                if (!is_transfer(event)) continue;
                const card::Target target = tape.card.resolve(event.address);
                if (target.kind != card::Endpoint::Kind::Dram) continue;
                bytes[target.bank] += event.a;
                sum += event.a;
            }
        }
    }
    const uint64_t most = *std::max_element(bytes.begin(), bytes.end());
    if (sum == 0 || static_cast<double>(most) * banks < kUneven * static_cast<double>(sum)) return;
    constexpr double kMostOfIt = 0.5;  // of a bank's bytes: one page, which lies in one bank wherever that is
    if (hottest_page(tape).of_bank > kMostOfIt) return;
    const auto changed = copy_of(tape);
    for (CoreTape& core : changed->cores) {
        uint32_t next = core.worker;
        for (const auto& thread : core.threads) {
            for (Event& event : thread->events) {
                if (!is_transfer(event) || tape.card.resolve(event.address).kind != card::Endpoint::Kind::Dram)
                    continue;
                const card::DramBank& bank = tape.card.arch().dram_banks[next++ % banks];
                const auto& end = bank.endpoint[event.kind & 1];
                constexpr uint64_t kAnywhere = 1 << 20;  // in the bank: where does not matter
                event.address = uint64_t{end.x} << 36 | uint64_t{end.y} << 42 | (bank.offset + kAnywhere);
            }
        }
    }
    if (const auto ns = trials.time(*changed))
        trials.add({"banks", fmt::format("pages spread over all {} banks", banks), *ns});
}

}  // namespace tilewright::clock
