// Routes, latencies and shared capacity of the networks and the DRAM banks.
#include "clock/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilewright::clock {

float& Lane::used(size_t bucket) {
    const size_t number = bucket / Chunk::kBuckets;
    if (number != last_number_) {
        std::unique_ptr<Chunk>& chunk = chunks_[number];
        if (chunk == nullptr) chunk = std::make_unique<Chunk>();
        last_ = chunk.get();
        last_number_ = number;
    }
    return last_->used[bucket % Chunk::kBuckets];
}

bool Lane::is_full(size_t bucket) const {
    const size_t number = bucket / Chunk::kBuckets;
    const Chunk* chunk = last_;
    if (number != last_number_) {
        const auto it = chunks_.find(number);
        if (it == chunks_.end()) return false;
        chunk = it->second.get();
    }
    return chunk->used[bucket % Chunk::kBuckets] >= kBucket - 1e-3;
}

double Lane::take(double at, double work) {
    busy_ += work;
    auto bucket = static_cast<size_t>(at / kBucket);
    bucket = std::max(bucket, full_);
    const bool first_free = bucket == full_;
    while (true) {
        float& taken = used(bucket);
        const double begin = static_cast<double>(bucket) * kBucket;
        const double from = std::max(at, begin);
        const double room = std::min<double>(kBucket - taken, begin + kBucket - from);
        if (room > 1e-3) {
            const double part = std::min(room, work);
            taken = static_cast<float>(taken + part);
            work -= part;
            if (work <= 1e-6) {
                const double end = std::max(from + part, begin + taken);
                while (first_free && is_full(full_)) ++full_;
                return end;
            }
        }
        ++bucket;
    }
}

Network::Network(card::Card& card, const Figures& figures) : card_(card), f_(figures) {
    const size_t routers = size_t{f_.noc.columns} * f_.noc.rows;
    links_.resize(routers * 2 * 2);
    inject_.resize(card.num_workers() * 2);
    absorb_.resize(card.num_workers() * 2);
    bank_lanes_.resize(card.num_dram_banks());
    bank_writes_.resize(card.num_dram_banks());
    banks.resize(card.num_dram_banks());
}

Network::Busiest Network::busiest() const {
    Busiest most;
    const auto look = [&](const std::vector<Lane>& lanes, const auto& name) {
        size_t best = lanes.size();
        for (size_t i = 0; i < lanes.size(); ++i) {
            if (lanes[i].busy() <= most.cycles) continue;
            most.cycles = lanes[i].busy();
            best = i;
        }
        if (best != lanes.size()) most.what = name(static_cast<uint32_t>(best));
    };
    const uint32_t workers = card_.num_workers(), rows = f_.noc.rows, columns = f_.noc.columns;
    const auto core = [&](uint32_t lane) {
        const uint32_t worker = lane % workers;
        return LogicalCore{worker % card_.grid_x(), worker / card_.grid_x()}.str();
    };
    look(links_, [&](uint32_t lane) {
        const uint32_t router = lane / 2 % (columns * rows), noc = lane / 2 / (columns * rows);
        const char* way = lane % 2 == 1 ? (noc == 0 ? "east" : "west") : (noc == 0 ? "south" : "north");
        return fmt::format("the link {} of NoC {} at x={} y={}", way, noc, router / rows, router % rows);
    });
    look(inject_,
         [&](uint32_t lane) { return fmt::format("core {}'s port out to NoC {}", core(lane), lane / workers); });
    look(absorb_,
         [&](uint32_t lane) { return fmt::format("core {}'s port in from NoC {}", core(lane), lane / workers); });
    return most;
}

Network::Place Network::place_of_worker(uint32_t worker) const {
    const uint32_t x = worker % card_.grid_x(), y = worker / card_.grid_x();
    Place place;
    place.x = f_.noc.worker_columns[std::min<size_t>(x, f_.noc.worker_columns.size() - 1)];
    place.y = f_.noc.worker_rows[std::min<size_t>(y, f_.noc.worker_rows.size() - 1)];
    place.worker = static_cast<int>(worker);
    return place;
}

Network::Place Network::place_of(uint64_t address) {
    const card::Target target = card_.resolve(address);
    if (target.kind == card::Endpoint::Kind::Worker && target.core != nullptr)
        return place_of_worker(target.core->index());
    Place place;
    place.x = static_cast<uint32_t>(address >> 36 & 63) % f_.noc.columns;
    place.y = static_cast<uint32_t>(address >> 42 & 63) % f_.noc.rows;
    if (target.kind == card::Endpoint::Kind::Dram) place.bank = static_cast<int>(target.bank);
    return place;
}

uint32_t Network::hops(uint32_t noc, Place from, Place to) const {
    const uint32_t columns = f_.noc.columns, rows = f_.noc.rows;
    const uint32_t east = (to.x + columns - from.x) % columns, south = (to.y + rows - from.y) % rows;
    if (noc == 0) return east + south;
    return (columns - east) % columns + (rows - south) % rows;
}

uint32_t Network::way(uint32_t noc, uint32_t worker, uint64_t address, bool write) {
    const Place here = place_of_worker(worker), there = place_of(address);
    return write ? hops(noc, here, there) : hops(noc, there, here);
}

// NoC 0 goes east, then south; NoC 1 north, then west. Both wrap around.
double Network::travel(uint32_t noc, Place from, Place to, double at, double count) {
    const uint32_t columns = f_.noc.columns, rows = f_.noc.rows;
    const double bytes = count * f_.noc.flit_bytes;
    double arrived = at + bytes / f_.noc.link_bytes_per_cycle;
    double start = at;
    uint32_t x = from.x, y = from.y;
    const auto cross = [&](bool horizontal) {
        const size_t link = ((size_t{noc} * columns + x) * rows + y) * 2 + horizontal;
        const double work = bytes / (horizontal ? f_.noc.link_bytes_per_cycle : f_.noc.column_bytes_per_cycle);
        const double end = links_[link].take(start, work);
        arrived = std::max(arrived, end);
        start = std::max(start, end - work) + f_.noc.hop;
        arrived += f_.noc.hop;
    };
    if (noc == 0) {
        for (; x != to.x; x = (x + 1) % columns) cross(true);
        for (; y != to.y; y = (y + 1) % rows) cross(false);
    } else {
        for (; y != to.y; y = (y + rows - 1) % rows) cross(false);
        for (; x != to.x; x = (x + columns - 1) % columns) cross(true);
    }
    return arrived;
}

double Network::flits(uint32_t bytes) const { return 1 + std::ceil(bytes / f_.noc.flit_bytes); }

double Network::through_bank(Place at, double when, uint32_t bytes, bool write) {
    const double rate = write ? f_.dram.write_bytes_per_cycle : f_.dram.bytes_per_cycle;
    double work = std::max(f_.dram.access, bytes / rate);
    // Controllers sort reads and writes, so what counts is their mix of late, not who came just before: how likely a
    // turn is, and less of it for a small access.
    constexpr double kMemory = 1.0 / 16;
    double& writes = bank_writes_[at.bank];
    work += f_.dram.turn * (write ? 1 - writes : writes) * std::min(1.0, work / f_.dram.turn_batch);
    writes += kMemory * ((write ? 1 : 0) - writes);
    BankTime& bank = banks[at.bank];
    (write ? bank.write_bytes : bank.read_bytes) += bytes;
    ++bank.transfers;
    bank.busy += static_cast<uint64_t>(work);
    return bank_lanes_[at.bank].take(when, work);
}

double Network::read(uint32_t noc, uint32_t worker, uint64_t address, uint32_t bytes, double at) {
    const Place here = place_of_worker(worker), there = place_of(address);
    const auto burst = static_cast<uint32_t>(f_.noc.burst_bytes);
    double done = at;
    for (uint32_t offset = 0; offset < bytes; offset += burst) {
        const uint32_t part = std::min(burst, bytes - offset);
        double asked = at + f_.noc.endpoint / 2 + f_.noc.hop * hops(noc, here, there);
        double sent = 0, work = 0;
        if (there.bank >= 0) {
            asked += f_.dram.read_latency;
            work = part / f_.dram.bytes_per_cycle;
            sent = through_bank(there, asked, part, false);
        } else {
            work = part / f_.noc.inject_bytes_per_cycle;
            sent = asked + work;
            if (there.worker >= 0) sent = inject_[noc * card_.num_workers() + there.worker].take(asked, work);
            bytes_between_cores += part;
        }
        double arrived = travel(noc, there, here, sent - work, flits(part));
        const double way = f_.noc.hop * hops(noc, there, here);
        arrived = std::max(arrived, sent + way);
        const double absorbing = part / f_.noc.absorb_bytes_per_cycle;
        arrived = std::max(arrived, absorb_[noc * card_.num_workers() + worker].take(sent - work + way, absorbing));
        done = std::max(done, arrived + f_.noc.endpoint / 2);
    }
    return done;
}

Sent Network::send_to(uint32_t noc, Place from, Place to, uint32_t bytes, double at, double left) {
    Sent sent;
    sent.left = left;
    double arrived = travel(noc, from, to, at, flits(bytes));
    const double way = f_.noc.hop * hops(noc, from, to);
    arrived = std::max(arrived, left + way);
    if (to.worker >= 0) {
        arrived = std::max(arrived, absorb_[noc * card_.num_workers() + to.worker].take(
                                        at + way, bytes / f_.noc.absorb_bytes_per_cycle));
    } else if (to.bank >= 0) {
        arrived = std::max(arrived, through_bank(to, at + way, bytes, true)) + f_.dram.write_latency;
    }
    sent.arrived = arrived + f_.noc.endpoint / 2;
    sent.answered = sent.arrived + f_.noc.hop * hops(noc, to, from) + f_.noc.endpoint / 2;
    return sent;
}

Sent Network::write(uint32_t noc, uint32_t worker, uint64_t address, uint32_t bytes, uint32_t flags, double at) {
    const Place here = place_of_worker(worker);
    Lane& port = inject_[noc * card_.num_workers() + worker];
    const auto burst = static_cast<uint32_t>(f_.noc.burst_bytes);
    Sent all;
    const bool multicast = (flags & TW_NOC_MULTICAST) != 0;
    for (uint32_t offset = 0; offset < bytes; offset += burst) {
        const uint32_t part = std::min(burst, bytes - offset);
        const double rate = multicast ? f_.noc.multicast_bytes_per_cycle : f_.noc.inject_bytes_per_cycle;
        const double work = part / rate;
        const double setup = multicast ? f_.noc.multicast_setup : 0;
        const double left = port.take(at + setup, work);
        Place there = place_of(address);
        if (multicast) {  // the far corner is the one that counts
            const uint64_t corner = address & ((uint64_t{1} << 48) - 1);
            there = place_of(corner);
        } else if (there.worker >= 0) {
            bytes_between_cores += part;
        }
        const Sent one = send_to(noc, here, there, part, left - work, left);
        all.left = std::max(all.left, one.left);
        all.arrived = std::max(all.arrived, one.arrived);
        all.answered = std::max(all.answered, one.answered);
    }
    return all;
}

Sent Network::word(uint32_t noc, uint32_t worker, uint64_t address, uint32_t flags, double at) {
    const bool multicast = (flags & TW_NOC_MULTICAST) != 0;
    const Place here = place_of_worker(worker);
    const Place there = place_of(multicast ? address & ((uint64_t{1} << 48) - 1) : address);
    const double start = at + (multicast ? f_.noc.multicast_setup : 0);
    Sent sent;
    sent.left = start;
    sent.arrived = start + f_.noc.endpoint / 2 + f_.noc.hop * hops(noc, here, there) + f_.noc.atomic;
    if (there.bank >= 0) sent.arrived = std::max(sent.arrived, through_bank(there, sent.arrived, 4, true));
    sent.answered = sent.arrived + f_.noc.hop * hops(noc, there, here) + f_.noc.endpoint / 2;
    return sent;
}

}  // namespace tilewright::clock
