// The two networks and the DRAM banks: who sends what when, and when it arrives. Whatever is shared (links, the ports
// of the cores, the banks) is a lane with a calendar: a transfer takes the first time that is still free there.
// Internal to src/clock.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "card/card.hpp"
#include "clock/figures.hpp"
#include "clock/timing.hpp"

namespace tilewright::clock {

// Something that does one cycle of work a cycle, whoever asks for it.
class Lane {
public:
    // When `work` cycles of it are done that cannot begin before `at`.
    double take(double at, double work);
    double busy() const { return busy_; }

private:
    static constexpr double kBucket = 64;
    // Some neighbouring buckets; those of times in which nothing happens do not exist.
    struct Chunk {
        static constexpr size_t kBuckets = 256;
        std::array<float, kBuckets> used{};
    };
    float& used(size_t bucket);
    bool is_full(size_t bucket) const;

    std::unordered_map<size_t, std::unique_ptr<Chunk>> chunks_;
    Chunk* last_ = nullptr;  // that was asked for
    size_t last_number_ = SIZE_MAX;
    size_t full_ = 0;  // every bucket before this one is
    double busy_ = 0;
};

struct Sent {
    double left = 0;      // the source has been read
    double arrived = 0;   // at the destination, the last of them
    double answered = 0;  // the sender knows
};

class Network {
public:
    Network(card::Card& card, const Figures& figures);

    // The data is there and the requester knows.
    double read(uint32_t noc, uint32_t worker, uint64_t address, uint32_t bytes, double at);
    Sent write(uint32_t noc, uint32_t worker, uint64_t address, uint32_t bytes, uint32_t flags, double at);
    // A word or an atomic increment.
    Sent word(uint32_t noc, uint32_t worker, uint64_t address, uint32_t flags, double at);

    // Hops that the data of a read or a write takes.
    uint32_t way(uint32_t noc, uint32_t worker, uint64_t address, bool write);

    std::vector<BankTime> banks;
    uint64_t bytes_between_cores = 0;
    // The link or port that has most to do.
    struct Busiest {
        double cycles = 0;
        std::string what;  // "core (3,3)'s port in from NoC 0"
    };
    Busiest busiest() const;

private:
    struct Place {
        uint32_t x = 0, y = 0;
        int bank = -1;
        int worker = -1;
    };
    Place place_of(uint64_t address);
    Place place_of_worker(uint32_t worker) const;
    uint32_t hops(uint32_t noc, Place from, Place to) const;
    // Data on its way: it starts at `at` and has arrived at what is returned.
    double travel(uint32_t noc, Place from, Place to, double at, double flits);
    double through_bank(Place at, double when, uint32_t bytes, bool write);
    Sent send_to(uint32_t noc, Place from, Place to, uint32_t bytes, double at, double left);
    double flits(uint32_t bytes) const;

    card::Card& card_;
    const Figures& f_;
    std::vector<Lane> links_;            // noc, router, direction
    std::vector<Lane> inject_, absorb_;  // noc, worker
    std::vector<Lane> bank_lanes_;
    std::vector<double> bank_writes_;  // part of the last accesses
};

}  // namespace tilewright::clock
