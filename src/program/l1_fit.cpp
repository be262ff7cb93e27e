// Packing of CBs, and changes that make those fit that do not.
#include "program/l1_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>


namespace tilewright::program {

Packing pack_cbs(const ProgramDescriptor& program, const Limits& limits, const std::vector<uint64_t>& bytes) {
    Packing packing;
    packing.end = limits.l1_begin;
    for (size_t i = 0; i < program.cbs.size(); ++i) {
        const CbDescriptor& cb = program.cbs[i];
        if (cb.placed) {
            packing.address.push_back(cb.placed->address);
            continue;
        }
        // One CB has the same address on all its cores, so it starts above the highest of them.
        const std::vector<LogicalCore> cores = cores_of(cb.cores);
        uint64_t address = limits.l1_begin;
        for (const LogicalCore& core : cores) {
            const auto it = packing.top.find(core);
            if (it != packing.top.end()) address = std::max(address, it->second);
        }
        const uint64_t alignment = limits.arch->dram_alignment;
        address = (address + alignment - 1) / alignment * alignment;
        packing.address.push_back(address);
        for (const LogicalCore& core : cores) packing.top[core] = address + bytes[i];
        if (address + bytes[i] <= packing.end || cores.empty()) continue;
        packing.end = address + bytes[i];
        packing.fullest = cores.front();
    }
    return packing;
}

std::vector<uint64_t> cb_bytes(const ProgramDescriptor& program) {
    std::vector<uint64_t> bytes;
    for (const CbDescriptor& cb : program.cbs) bytes.push_back(cb.total_bytes);
    return bytes;
}

namespace {

uint64_t page_of(const CbDescriptor& cb) {
    uint64_t bytes = 1;
    for (const CbFormat& format : cb.formats) bytes = std::max<uint64_t>(bytes, format.page_bytes);
    return bytes;
}

std::string name_of_cb(const CbDescriptor& cb) { return fmt::format("c_{}", cb.formats.front().index); }

std::string names_of(const ProgramDescriptor& program, const std::vector<size_t>& which) {
    std::string text;
    for (size_t i = 0; i < which.size(); ++i) {
        if (i == 6) return text + fmt::format(" and {} more", which.size() - i);
        text += (i == 0 ? "" : i + 1 == which.size() ? " and " : ", ") + name_of_cb(program.cbs[which[i]]);
    }
    return text;
}

}  // namespace

std::vector<std::string> ways_to_fit(const ProgramDescriptor& program, const Limits& limits) {
    const std::vector<uint64_t> now = cb_bytes(program);
    const LogicalCore core = pack_cbs(program, limits, now).fullest;
    std::vector<size_t> own;  // CBs that count there, the largest first
    for (size_t i = 0; i < program.cbs.size(); ++i) {
        if (!program.cbs[i].placed && contains(program.cbs[i].cores, core)) own.push_back(i);
    }
    std::stable_sort(own.begin(), own.end(), [&](size_t a, size_t b) { return now[a] > now[b]; });
    const auto fits = [&](const std::vector<uint64_t>& bytes) {
        return pack_cbs(program, limits, bytes).end <= limits.l1_end;
    };
    std::vector<std::string> ways;

    // One CB with fewer pages.
    for (const size_t i : own) {
        const uint64_t page = page_of(program.cbs[i]), pages = now[i] / page;
        const auto with = [&](uint64_t count) {
            std::vector<uint64_t> bytes = now;
            bytes[i] = count * page;
            return fits(bytes);
        };
        if (pages < 2 || !with(1)) continue;
        uint64_t low = 1, high = pages;  // with(low) fits, with(high) does not
        while (high - low > 1) (with((low + high) / 2) ? low : high) = (low + high) / 2;
        ways.push_back(fmt::format("{} with {} page{} instead of {}", name_of_cb(program.cbs[i]), low,
                                   low == 1 ? "" : "s", pages));
        break;
    }
    // All of them shorter, as narrower blocks and less double buffering make them.
    for (const uint64_t part : {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64}) {
        std::vector<uint64_t> bytes = now;
        std::vector<size_t> changed;
        for (const size_t i : own) {
            const uint64_t page = page_of(program.cbs[i]), pages = now[i] / page;
            if (pages < part) continue;
            bytes[i] = (pages + part - 1) / part * page;
            changed.push_back(i);
        }
        if (changed.size() < 2 || !fits(bytes)) continue;
        ways.push_back(fmt::format("blocks of a {} of the width, or as much less depth: 1/{} of the pages of {}",
                                   part == 2 ? "half" : part == 3 ? "third" : part == 4 ? "quarter" : "small part",
                                   part, names_of(program, changed)));
        break;
    }
    // 16 bits instead of 32.
    {
        std::vector<uint64_t> bytes = now;
        std::vector<size_t> changed;
        for (const size_t i : own) {
            const auto& formats = program.cbs[i].formats;
            if (!std::all_of(formats.begin(), formats.end(),
                             [](const CbFormat& one) { return one.format == tile::DataFormat::Float32; }))
                continue;
            bytes[i] = now[i] / 2;
            changed.push_back(i);
        }
        if (!changed.empty() && fits(bytes))
            ways.push_back(fmt::format("Float16_b instead of Float32 in {}", names_of(program, changed)));
    }
    if (limits.l1_end_is_buffer && pack_cbs(program, limits, now).end <= limits.arch->l1_bytes)
        ways.insert(ways.begin(), "the L1 buffers in DRAM instead");
    if (ways.size() > 3) ways.resize(3);
    return ways;
}

}  // namespace tilewright::program
