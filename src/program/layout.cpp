// Program validation and L1 layout.
#include "program/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "base/error.hpp"
#include "program/l1_fit.hpp"

namespace tilewright::program {

Limits limits_of(const card::Card& card) {
    Limits limits;
    limits.arch = &card.arch();
    limits.grid_x = card.grid_x();
    limits.grid_y = card.grid_y();
    limits.l1_begin = card.l1_first_free();
    limits.l1_end = card.arch().l1_bytes;
    const std::lock_guard lock(card.in_use());  // other threads may make and free buffers
    if (const auto lowest = card.l1_allocator().lowest_in_use()) {
        limits.l1_end = static_cast<uint32_t>(*lowest);
        limits.l1_end_is_buffer = true;
    }
    return limits;
}

namespace {

void check_cores(const CoreRanges& cores, const Limits& limits, const std::string& who) {
    if (cores.empty()) {
        throw Error("TW3207", fmt::format("{} is on no cores", who), "give it a core range", Exit::Usage);
    }
    for (const CoreRange& range : cores) {
        if (range.start.x > range.end.x || range.start.y > range.end.y) {
            throw Error("TW3207",
                        fmt::format("{} has the core range {}, whose start lies after its end", who, range.str()));
        }
        if (range.end.x >= limits.grid_x || range.end.y >= limits.grid_y) {
            throw Error("TW3207",
                        fmt::format("{} is placed on {}, outside the {} x {} grid of {}", who, range.str(),
                                    limits.grid_x, limits.grid_y, limits.arch->name),
                        fmt::format("use cores (0,0) to ({},{})", limits.grid_x - 1, limits.grid_y - 1));
        }
    }
}

const char* processor_of(const KernelDescriptor& kernel) {
    if (kernel.is_compute()) return "the compute processors (TRISC0-2)";
    return std::get<DataMovementConfig>(kernel.config).processor == DataMovementProcessor::RiscV0 ? "RISCV_0 (BRISC)"
                                                                                                  : "RISCV_1 (NCRISC)";
}

int processor_slot(const KernelDescriptor& kernel) {
    if (kernel.is_compute()) return 2;
    return static_cast<int>(std::get<DataMovementConfig>(kernel.config).processor);
}

void check_kernel(const KernelDescriptor& kernel, const Limits& limits) {
    const std::string who = fmt::format("kernel {}", kernel.display_name());
    check_cores(kernel.cores, limits, who);
    if (kernel.source.text.empty()) throw Error("TW3100", fmt::format("{} has no source", who));
    if (kernel.common_runtime_args.size() > kMaxRuntimeArgs) {
        throw Error("TW3205", fmt::format("{} has {} common runtime arguments; at most {} fit", who,
                                          kernel.common_runtime_args.size(), kMaxRuntimeArgs));
    }
    for (const auto& [core, args] : kernel.runtime_args) {
        if (!contains(kernel.cores, core)) {
            throw Error("TW3205",
                        fmt::format("{} has runtime arguments for core {}, but runs on {}", who, core.str(),
                                    to_string(kernel.cores)),
                        "set runtime arguments only for the kernel's own cores");
        }
        if (args.size() > kMaxRuntimeArgs) {
            throw Error("TW3205", fmt::format("{} has {} runtime arguments on core {}; at most {} fit", who,
                                              args.size(), core.str(), kMaxRuntimeArgs));
        }
    }
    if (!kernel.is_compute()) {
        const auto& config = std::get<DataMovementConfig>(kernel.config);
        if (config.noc > 1)
            throw Error("TW3210", fmt::format("{} asks for NoC {}; there are NoC 0 and 1", who, config.noc));
    }
}

void check_kernel_pairs(const ProgramDescriptor& program) {
    std::map<LogicalCore, const KernelDescriptor*> on_slot[3];
    for (const KernelDescriptor& kernel : program.kernels) {
        auto& slot = on_slot[processor_slot(kernel)];
        for (const LogicalCore& core : cores_of(kernel.cores)) {
            auto [it, inserted] = slot.emplace(core, &kernel);
            if (!inserted) {
                throw Error(
                    "TW3204",
                    fmt::format("kernels {} and {} are both on {} of core {}", it->second->display_name(),
                                kernel.display_name(), processor_of(kernel), core.str()),
                    kernel.is_compute()
                        ? "a core runs one compute kernel: give the two disjoint core ranges"
                        : "put one of them on the other data-movement processor, or give them disjoint core ranges");
            }
        }
    }
    for (const auto& [core, first] : on_slot[0]) {
        auto other = on_slot[1].find(core);
        if (other == on_slot[1].end()) continue;
        const auto& a = std::get<DataMovementConfig>(first->config);
        const auto& b = std::get<DataMovementConfig>(other->second->config);
        if (a.noc == b.noc && !a.dynamic_noc && !b.dynamic_noc) {
            throw Error(
                "TW3210",
                fmt::format("Illegal NOC usage: data movement kernels {} and {} both use NoC {} on core {}",
                            first->display_name(), other->second->display_name(), a.noc, core.str()),
                "give one of them the other NoC (readers use NoC 0, writers NoC 1), or use DM_DYNAMIC_NOC for both");
        }
    }
}

std::string cb_label(const CbFormat& format) {
    return format.name.empty() ? fmt::format("c_{}", format.index)
                               : fmt::format("{} (c_{})", format.name, format.index);
}

void check_cb(const CbDescriptor& cb, const Limits& limits, const ProgramDescriptor& program) {
    if (cb.formats.empty()) throw Error("TW3201", "a circular buffer has no index: give it at least one buffer index");
    const std::string who = fmt::format("circular buffer {}", cb_label(cb.formats.front()));
    check_cores(cb.cores, limits, who);
    for (const CbFormat& format : cb.formats) {
        if (format.index >= limits.arch->num_cbs) {
            throw Error("TW3201",
                        fmt::format("circular buffer index {} is out of range: {} has c_0 to c_{}", format.index,
                                    limits.arch->name, limits.arch->num_cbs - 1),
                        "use an index below the limit");
        }
        if (format.page_bytes == 0 || cb.total_bytes == 0 || cb.total_bytes % format.page_bytes != 0) {
            Finding finding;
            finding.code = "TW3202";
            finding.message = fmt::format("circular buffer {}: total size {} B is not a whole number of pages of {} B",
                                          cb_label(format), cb.total_bytes, format.page_bytes);
            finding.seen = {"the program's circular buffers:\n" + cb_table(program)};
            if (format.page_bytes != 0) {
                const uint64_t pages = std::max(1u, cb.total_bytes / format.page_bytes);
                finding.fix = fmt::format("make the total size {} B ({} pages) or {} B ({} pages)",
                                          pages * format.page_bytes, pages, (pages + 1) * format.page_bytes, pages + 1);
            } else {
                finding.fix = "set the page size of every index of the buffer";
            }
            throw Error(std::move(finding));
        }
        if (cb.total_bytes / format.page_bytes > 65535) {
            throw Error(
                "TW3209",
                fmt::format("circular buffer {} has {} pages; its counters are 16 bits wide, at most 65,535 pages fit",
                            cb_label(format), cb.total_bytes / format.page_bytes),
                "use larger pages");
        }
    }
    for (const CbFormat& format : cb.formats) {
        const TileShape tile = format.tile;
        if ((tile.width != 16 && tile.width != 32) || !std::has_single_bit(tile.height) || tile.height > 32)
            throw Error("TW3217",
                        fmt::format("circular buffer {}: tiles of {}x{} do not exist", cb_label(format), tile.height,
                                    tile.width),
                        "heights are 1, 2, 4, 8, 16 and 32, widths 16 and 32");
    }
    if (cb.placed && uint64_t{cb.placed->address} + cb.total_bytes > limits.arch->l1_bytes) {
        throw Error("TW3211", fmt::format("circular buffer {} is placed at {:#x} and {} B long; L1 ends at {:#x}",
                                          cb_label(cb.formats.front()), cb.placed->address, cb.total_bytes,
                                          limits.arch->l1_bytes));
    }
    if (cb.placed && cb.placed->bytes != 0 && cb.total_bytes > cb.placed->bytes) {
        throw Error("TW3211",
                    fmt::format("circular buffer {} is {} B, but the L1 buffer it is placed on has {} B per core",
                                cb_label(cb.formats.front()), cb.total_bytes, cb.placed->bytes));
    }
}

void check_cb_indices(const ProgramDescriptor& program) {
    std::map<std::pair<LogicalCore, uint32_t>, const CbFormat*> seen;
    for (const CbDescriptor& cb : program.cbs) {
        for (const CbFormat& format : cb.formats) {
            for (const LogicalCore& core : cores_of(cb.cores)) {
                if (!seen.emplace(std::pair{core, format.index}, &format).second) {
                    throw Error(
                        "TW3208",
                        fmt::format("two circular buffers have index c_{} on core {}", format.index, core.str()),
                        "give each buffer of a core its own index");
                }
            }
        }
    }
}

void check_semaphores(const ProgramDescriptor& program, const Limits& limits) {
    std::map<std::pair<LogicalCore, uint32_t>, int> seen;
    for (const SemaphoreDescriptor& semaphore : program.semaphores) {
        if (semaphore.id >= limits.arch->num_semaphores) {
            throw Error("TW3206", fmt::format("semaphore id {} is out of range: a core has semaphores 0 to {}",
                                              semaphore.id, limits.arch->num_semaphores - 1));
        }
        check_cores(semaphore.cores, limits, fmt::format("semaphore {}", semaphore.id));
        for (const LogicalCore& core : cores_of(semaphore.cores)) {
            if (!seen.emplace(std::pair{core, semaphore.id}, 0).second) {
                throw Error("TW3206", fmt::format("semaphore {} exists twice on core {}", semaphore.id, core.str()),
                            "use another id, or disjoint core ranges");
            }
        }
    }
}

[[noreturn]] void refuse_l1(const ProgramDescriptor& program, const Limits& limits, const Packing& packing) {
    Finding finding;
    finding.code = "TW3203";
    const uint64_t end = packing.end;
    std::string ranges = packing.fullest.str();
    for (size_t i = 0; i < program.cbs.size(); ++i) {
        const CbDescriptor& cb = program.cbs[i];
        if (!cb.placed && packing.address[i] + cb.total_bytes == end) ranges = to_string(cb.cores);
    }
    if (limits.l1_end_is_buffer && end <= limits.arch->l1_bytes) {
        finding.message = fmt::format(
            "Statically allocated circular buffers reach {:#x} ({} B) on cores {} and clash with L1 buffers, the "
            "lowest "
            "of which starts at {:#x} ({} B): {} B too many",
            end, end, ranges, limits.l1_end, limits.l1_end, end - limits.l1_end);
    } else {
        finding.message = fmt::format(
            "Statically allocated circular buffers reach {} B on cores {}, beyond max L1 size ({} B): {} B too many",
            end, ranges, limits.arch->l1_bytes, end - limits.l1_end);
    }
    finding.fix = fmt::format("{} B per core are free for circular buffers", limits.l1_end - limits.l1_begin);
    const std::vector<std::string> ways = ways_to_fit(program, limits);
    for (size_t i = 0; i < ways.size(); ++i) finding.fix += (i == 0 ? "; what would fit: " : "; or ") + ways[i];
    if (ways.empty()) finding.fix += ": use fewer or smaller pages in several of them";
    Layout layout;
    for (const uint64_t address : packing.address)
        layout.cb_address.push_back(static_cast<uint32_t>(std::min<uint64_t>(address, UINT32_MAX)));
    finding.seen = {"the program's circular buffers:\n" + cb_table(program, &layout)};
    throw Error(std::move(finding));
}

}  // namespace

Layout validate(const ProgramDescriptor& program, const Limits& limits) {
    for (const KernelDescriptor& kernel : program.kernels) check_kernel(kernel, limits);
    check_kernel_pairs(program);
    for (const CbDescriptor& cb : program.cbs) check_cb(cb, limits, program);
    check_cb_indices(program);
    check_semaphores(program, limits);

    const Packing packing = pack_cbs(program, limits, cb_bytes(program));
    if (packing.end > limits.l1_end) refuse_l1(program, limits, packing);
    Layout layout;
    for (const uint64_t address : packing.address) layout.cb_address.push_back(static_cast<uint32_t>(address));
    std::map<LogicalCore, uint32_t> top;
    for (const auto& [core, end] : packing.top) top[core] = static_cast<uint32_t>(end);
    for (const auto& [core, end] : top) layout.l1_peak_bytes = std::max(layout.l1_peak_bytes, end - limits.l1_begin);
    layout.l1_used_end = std::move(top);
    return layout;
}

std::string cb_table(const ProgramDescriptor& program, const Layout* layout) {
    std::string text = fmt::format("  {:<14} {:<10} {:>10} {:>7} {:>11}  {:<10} {}\n", "CB", "format", "page bytes",
                                   "pages", "bytes", layout ? "address" : "", "cores");
    uint64_t total = 0;
    for (size_t i = 0; i < program.cbs.size(); ++i) {
        const CbDescriptor& cb = program.cbs[i];
        for (size_t j = 0; j < cb.formats.size(); ++j) {
            const CbFormat& format = cb.formats[j];
            std::string address;
            if (layout && i < layout->cb_address.size()) address = fmt::format("{:#x}", layout->cb_address[i]);
            text += fmt::format("  {:<14} {:<10} {:>10} {:>7} {:>11}  {:<10} {}{}\n", cb_label(format),
                                tile::format_name(format.format), format.page_bytes,
                                format.page_bytes ? cb.total_bytes / format.page_bytes : 0,
                                j == 0 ? fmt::format("{}", cb.total_bytes) : "(shared)", address, to_string(cb.cores),
                                cb.placed ? " (on a buffer)" : "");
        }
        if (!cb.placed) total += cb.total_bytes;
    }
    text += fmt::format("  {:<14} {:<10} {:>10} {:>7} {:>11}", "all", "", "", "", total);
    return text;
}

}  // namespace tilewright::program
