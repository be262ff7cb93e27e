// What if the same cores' work stood elsewhere on the grid. Only programs whose cores talk to nothing but DRAM can be
// moved.
#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <numeric>

#include "clock/network.hpp"
#include "clock/tape.hpp"
#include "clock/what_if/questions.hpp"

namespace tilewright::clock {

bool talks_only_to_dram(const Tape& tape) {
    for (const CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            for (const Event& event : thread->events) {
                switch (event.op) {
                    case Op::Word:
                    case Op::Atomic:
                    case Op::SemaphoreWait:
                    case Op::SemaphoreWaitMin:
                    case Op::SemaphoreSet:
                    case Op::SemaphoreAdd: return false;
                    case Op::Poll:
                        if (event.a != 0) return false;
                        break;
                    case Op::Read:
                    case Op::Write:
                        if (tape.card.resolve(event.address).kind != card::Endpoint::Kind::Dram) return false;
                        break;
                    default: break;
                }
            }
        }
    }
    return true;
}

namespace {

// How far the program's data would travel if all of its cores were this one, for each worker: bytes times hops.
std::vector<double> ways(const Tape& tape) {
    struct Way {
        uint32_t noc;
        bool write;
        uint64_t place;
        auto operator<=>(const Way&) const = default;
    };
    std::map<Way, uint64_t> bytes;
    for (const CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            for (const Event& event : thread->events) {
                if (event.op == Op::Read || event.op == Op::Write)
                    bytes[{event.kind & 1u, event.op == Op::Write, event.address >> 36 << 36}] += event.a;
            }
        }
    }
    const Figures figures(tape.card.arch());
    Network network(tape.card, figures);
    std::vector<double> all(tape.card.num_workers());
    for (uint32_t worker = 0; worker < all.size(); ++worker) {
        for (const auto& [way, count] : bytes)
            all[worker] += network.way(way.noc, worker, way.place, way.write) * static_cast<double>(count);
    }
    return all;
}

// "(0,0)-(7,0), (0,1)": runs along rows, shortened where there are many.
std::string grid_text(std::vector<uint32_t> places, uint32_t columns) {
    constexpr size_t kMost = 8;
    std::sort(places.begin(), places.end());
    const auto core = [&](uint32_t place) { return LogicalCore{place % columns, place / columns}.str(); };
    std::vector<std::string> runs;
    for (size_t i = 0; i < places.size();) {
        size_t end = i + 1;
        while (end < places.size() && places[end] == places[end - 1] + 1 && places[end] % columns != 0) ++end;
        runs.push_back(end == i + 1 ? core(places[i]) : core(places[i]) + "-" + core(places[end - 1]));
        i = end;
    }
    if (runs.size() > kMost) {
        const size_t more = runs.size() - kMost;
        runs.resize(kMost);
        runs.push_back(fmt::format("{} more", more));
    }
    return fmt::format("{}", fmt::join(runs, ", "));
}

std::vector<uint32_t> in_order(uint32_t count) {
    std::vector<uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

}  // namespace

void ask_placements(Trials& trials) {
    const Tape& tape = trials.tape();
    const auto cores = static_cast<uint32_t>(tape.cores.size());
    const uint32_t workers = tape.card.num_workers(), columns = tape.card.grid_x(), rows = tape.card.grid_y();
    if (cores >= workers || !talks_only_to_dram(tape)) return;
    std::vector<uint32_t> now;
    for (const CoreTape& core : tape.cores) now.push_back(core.worker);
    std::sort(now.begin(), now.end());
    const auto tried = [&](const char* how, std::vector<uint32_t> places) {
        places.resize(cores);
        std::vector<uint32_t> sorted = places;
        std::sort(sorted.begin(), sorted.end());
        if (sorted == now) return;
        const auto moved = copy_of(tape);
        moved->core_of_worker.assign(workers, -1);
        for (uint32_t i = 0; i < cores; ++i) {
            CoreTape& core = moved->cores[i];
            core.worker = places[i];
            core.at = {places[i] % columns, places[i] / columns};
            moved->core_of_worker[places[i]] = static_cast<int>(i);
        }
        const std::string at = grid_text(places, columns);
        const std::string text =
            cores == 1 ? fmt::format("on core {}, {}", at, how) : fmt::format("its {} cores {} ({})", cores, how, at);
        if (const auto ns = trials.time(*moved)) trials.add({"placement", text, *ns});
    };
    std::vector<uint32_t> by_row = in_order(workers), by_column = by_row, spread, nearest = by_row;
    const auto column_order = [&](uint32_t worker) { return worker % columns * rows + worker / columns; };
    std::sort(by_column.begin(), by_column.end(),
              [&](uint32_t a, uint32_t b) { return column_order(a) < column_order(b); });
    for (uint32_t i = 0; i < cores; ++i) spread.push_back(by_column[size_t{i} * workers / cores]);
    const std::vector<double> way = ways(tape);
    std::stable_sort(nearest.begin(), nearest.end(), [&](uint32_t a, uint32_t b) { return way[a] < way[b]; });
    if (cores > 1) {
        tried("along rows", by_row);
        tried("along columns", by_column);
        tried("spread over the grid", spread);
    }
    tried("nearest to the DRAM banks", nearest);
}

}  // namespace tilewright::clock
