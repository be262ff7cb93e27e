// Making the changes.
#include "doctor/host_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "doctor/argument_source.hpp"
#include "doctor/words.hpp"
#include "program/thread_name.hpp"

namespace tilewright::doctor {

namespace {

using program::DataFormat;

constexpr uint32_t kLeastAddress = 1024;      // smaller numbers are counts
constexpr uint32_t kLargestCount = 1u << 20;  // beyond it a number is no count: bits of a float, an address
constexpr size_t kNumbersMost = 600;          // changes of single numbers
constexpr size_t kBuildsMost = 24;            // changes for which kernels are built

class Maker {
public:
    Maker(const card::Card& card, const program::ProgramDescriptor& program, const std::vector<uint64_t>& tensors)
        : program_(program) {
        for (const uint64_t address : tensors) tensors_.push_back(static_cast<uint32_t>(address));
        for (const card::Allocator* memory : {&card.dram_allocator(), &card.l1_allocator()}) {
            for (const card::Allocation& one : memory->allocations()) {
                if (one.address < kLeastAddress || one.address > UINT32_MAX) continue;
                live_.emplace(static_cast<uint32_t>(one.address), one.words());
            }
        }
    }

    std::vector<HostChange> all() {
        collect();
        other_addresses();
        exchanged_addresses();
        numbers();
        formats();
        compile_time_numbers();
        return std::move(list_);
    }

private:
    using Cores = std::vector<LogicalCore>;

    // A runtime argument: what each core has there. Common ones have one entry, of no core.
    struct Slot {
        uint32_t kernel = 0, index = 0;
        bool common = false;
        std::vector<std::pair<LogicalCore, uint32_t>> values;

        Cores cores() const {
            Cores list;
            for (const auto& [core, value] : values) list.push_back(core);
            return list;
        }
        bool one_value() const {
            return std::all_of(values.begin(), values.end(),
                               [&](const auto& at) { return at.second == values.front().second; });
        }
    };

    const program::ProgramDescriptor& program_;
    std::map<uint32_t, std::string> live_;  // every tensor, by address
    std::vector<uint32_t> tensors_;         // addresses of those that are meant, in the order of the call
    std::vector<Slot> slots_;
    std::vector<HostChange> list_;

    void collect() {
        for (uint32_t k = 0; k < program_.kernels.size(); ++k) {
            std::map<uint32_t, Slot> slots;
            for (const auto& [core, args] : program_.kernels[k].runtime_args) {
                for (uint32_t i = 0; i < args.size(); ++i) {
                    Slot& slot = slots[i];
                    slot.kernel = k;
                    slot.index = i;
                    slot.values.emplace_back(core, args[i]);
                }
            }
            for (auto& [i, slot] : slots) slots_.push_back(std::move(slot));
            const auto& common = program_.kernels[k].common_runtime_args;
            for (uint32_t i = 0; i < common.size(); ++i) slots_.push_back({k, i, true, {{LogicalCore{}, common[i]}}});
        }
    }

    bool is_address(const Slot& slot) const { return slot.one_value() && live_.contains(slot.values.front().second); }

    // Of those without a file there may be several.
    static std::string kernel_name(const program::KernelDescriptor& kernel) {
        if (kernel.source.is_path || !kernel.name.empty()) return kernel.display_name();
        if (kernel.is_compute()) return "the compute kernel";
        return program::thread_name(kernel, program::runs_on(kernel, TW_BRISC) ? TW_BRISC : TW_NCRISC);
    }

    std::string name_of(ArgumentKey key, uint32_t kernel) const {
        const auto source = argument_source(program_.kernels[kernel], program_.era);
        const NamedArgument* known = source->find(key);
        const char* kind = key.kind == ArgumentKind::CompileTime ? "compile-time"
                           : key.kind == ArgumentKind::Common    ? "common runtime"
                                                                 : "runtime";
        return fmt::format("{} arg {}{} of {}", kind, key.index,
                           known == nullptr || known->name.empty() ? "" : fmt::format(" ({})", known->name),
                           kernel_name(program_.kernels[kernel]));
    }
    std::string name_of(const Slot& slot) const {
        return name_of({slot.common ? ArgumentKind::Common : ArgumentKind::Runtime, slot.index}, slot.kernel);
    }
    // "the address of input 0, buffer 1: ..." or the number.
    std::string meaning(uint32_t value) const {
        const auto it = live_.find(value);
        return it == live_.end() ? std::to_string(value) : fmt::format("{:#x}, the address of {}", value, it->second);
    }

    HostChange& add(uint32_t kernel, std::string what, std::string words) {
        HostChange& made = list_.emplace_back();
        made.what = std::move(what);
        made.proposal.words = std::move(words);
        made.proposal.program = program_;
        made.place.kernel = program_.kernels[kernel].display_name();
        return made;
    }
    static void set(HostChange& change, const Slot& slot, const Cores& cores, uint32_t value) {
        program::KernelDescriptor& kernel = change.proposal.program.kernels[slot.kernel];
        if (slot.common) {
            kernel.common_runtime_args[slot.index] = value;
            return;
        }
        for (const LogicalCore& core : cores) kernel.runtime_args.at(core)[slot.index] = value;
        if (cores.size() == 1) change.place.core = cores.front().str();
    }
    static void note(HostChange& change, const std::string& where, uint32_t before, uint32_t after) {
        change.proposal.changes.push_back({"runtime argument", where, std::to_string(before), std::to_string(after)});
    }

    // A tensor that no argument of the program means comes first: somebody should read or write it.
    void other_addresses() {
        std::map<uint32_t, bool> used;
        for (const Slot& slot : slots_) {
            if (is_address(slot)) used[slot.values.front().second] = true;
        }
        for (const bool already : {false, true}) {
            for (const Slot& slot : slots_) {
                if (!is_address(slot)) continue;
                const uint32_t before = slot.values.front().second;
                for (const uint32_t address : tensors_) {
                    if (address == before || used.contains(address) != already) continue;
                    const std::string name = name_of(slot);
                    HostChange& made =
                        add(slot.kernel, fmt::format("{} is {}", name, meaning(before)),
                            fmt::format("pass {} instead of {} as {}", meaning(address), meaning(before), name));
                    set(made, slot, slot.cores(), address);
                    note(made, name, before, address);
                }
            }
        }
    }

    // As the call has them, or not of the call.
    bool in_order(uint32_t first, uint32_t second) const {
        const auto a = std::find(tensors_.begin(), tensors_.end(), first);
        const auto b = std::find(tensors_.begin(), tensors_.end(), second);
        return a == tensors_.end() || b == tensors_.end() || a < b;
    }

    void exchanged_addresses() {
        for (size_t a = 0; a < slots_.size(); ++a) {
            for (size_t b = a + 1; b < slots_.size(); ++b) {
                if (!is_address(slots_[a]) || !is_address(slots_[b])) continue;
                const uint32_t first = slots_[a].values.front().second, second = slots_[b].values.front().second;
                if (first == second || in_order(first, second)) continue;
                const std::string one = name_of(slots_[a]), other = name_of(slots_[b]);
                HostChange& made = add(slots_[a].kernel,
                                       fmt::format("{} is {}, {} is {}", one, meaning(first), other, meaning(second)),
                                       fmt::format("exchange {} and {}", one, other));
                set(made, slots_[a], slots_[a].cores(), second);
                set(made, slots_[b], slots_[b].cores(), first);
                note(made, one, first, second);
                note(made, other, second, first);
            }
        }
    }

    // What this core should have if it were like the others: the same number, or as far from its neighbour as they.
    static std::vector<uint32_t> as_the_others(const Slot& slot, size_t at) {
        std::map<uint32_t, uint32_t> equal, steps;
        for (size_t c = 0; c < slot.values.size(); ++c) {
            if (c != at) ++equal[slot.values[c].second];
            if (c != 0 && c != at && c - 1 != at) ++steps[slot.values[c].second - slot.values[c - 1].second];
        }
        const auto most = [](const std::map<uint32_t, uint32_t>& counts) {
            return std::max_element(counts.begin(), counts.end(),
                                    [](const auto& a, const auto& b) { return a.second < b.second; });
        };
        std::vector<uint32_t> list;
        if (const auto it = most(equal); it != equal.end() && it->second > 1) list.push_back(it->first);
        if (const auto it = most(steps); it != steps.end() && it->second > 1) {
            if (at > 0)
                list.push_back(slot.values[at - 1].second + it->first);
            else
                list.push_back(slot.values[at + 1].second - it->first);
        }
        return list;
    }

    // What other kernels of the core have under the same name, and where the share of the core before ends.
    std::vector<uint32_t> as_the_rest_of_the_core(const Slot& slot, size_t at) const {
        std::vector<uint32_t> list;
        if (slot.common) return list;
        const auto name = [&](const Slot& of) -> std::string {
            const auto source = argument_source(program_.kernels[of.kernel], program_.era);
            const NamedArgument* known = source->find({ArgumentKind::Runtime, of.index});
            return known == nullptr || !known->whole ? "" : known->name;
        };
        const std::string own = name(slot);
        for (const Slot& other : slots_) {
            if (other.common || at >= other.values.size() || other.values[at].first != slot.values[at].first) continue;
            if (other.kernel != slot.kernel && !own.empty() && name(other) == own)
                list.push_back(other.values[at].second);
            if (other.kernel == slot.kernel && other.index != slot.index && at > 0)
                list.push_back(slot.values[at - 1].second + other.values[at - 1].second);
        }
        return list;
    }

    void one_number(const Slot& slot, size_t at, uint32_t after) {
        const auto& [core, before] = slot.values[at];
        if (after == before || (after > kLargestCount && !live_.contains(after))) return;
        const std::string on = slot.values.size() == 1 && slot.common ? "" : fmt::format(" on core {}", core.str());
        const std::string name = name_of(slot) + on;
        const std::string words = fmt::format("pass {} instead of {} as {}", meaning(after), meaning(before), name);
        const auto same = [&](const HostChange& known) { return known.proposal.words == words; };
        if (std::any_of(list_.begin(), list_.end(), same)) return;
        HostChange& made = add(slot.kernel, fmt::format("{} is {}", name, meaning(before)), words);
        set(made, slot, {core}, after);
        note(made, name, before, after);
    }

    void neighbours(const Slot& first, const Slot& second, size_t at) {
        const auto& [core, a] = first.values[at];
        const uint32_t b = second.values[at].second;
        if (a == b || second.values[at].first != core) return;
        if (is_address(first) && is_address(second)) return;  // of all cores: exchanged_addresses()
        const std::string one = name_of(first), other = name_of(second);
        HostChange& made =
            add(first.kernel,
                fmt::format("on core {} {} is {} and {} is {}", core.str(), one, meaning(a), other, meaning(b)),
                fmt::format("exchange {} and {} on core {}", one, other, core.str()));
        set(made, first, {core}, b);
        set(made, second, {core}, a);
        note(made, one, a, b);
        note(made, other, b, a);
    }

    void numbers() {
        const size_t begin = list_.size();
        const auto full = [&] { return list_.size() - begin > kNumbersMost; };
        const auto each = [&](const auto& act) {
            for (const Slot& slot : slots_) {
                for (size_t at = 0; at < slot.values.size() && !full(); ++at) {
                    if (!live_.contains(slot.values[at].second) && slot.values[at].second <= kLargestCount)
                        act(slot, at);
                }
            }
        };
        // A core that is unlike the others, or whose kernels do not agree; then every number.
        for (const Slot& slot : slots_) {
            for (size_t at = 0; at < slot.values.size() && !full(); ++at) {
                std::vector<uint32_t> usual = as_the_others(slot, at);
                const uint32_t value = slot.values[at].second;
                if (std::find(usual.begin(), usual.end(), value) != usual.end()) continue;
                const bool wanted = live_.contains(value);  // an address for an address, a number for a number
                for (const uint32_t more : as_the_rest_of_the_core(slot, at)) usual.push_back(more);
                for (const uint32_t other : usual) {
                    if (live_.contains(other) == wanted) one_number(slot, at, other);
                }
            }
        }
        each([&](const Slot& slot, size_t at) {
            one_number(slot, at, slot.values[at].second + 1);
            if (slot.values[at].second != 0) one_number(slot, at, slot.values[at].second - 1);
        });
        for (size_t s = 0; s + 1 < slots_.size(); ++s) {
            const Slot &first = slots_[s], &second = slots_[s + 1];
            if (first.kernel != second.kernel || first.common != second.common || first.common) continue;
            for (size_t at = 0; at < std::min(first.values.size(), second.values.size()) && !full(); ++at)
                neighbours(first, second, at);
        }
    }

    void formats() {
        for (size_t i = 0; i < program_.cbs.size(); ++i) {
            const program::CbDescriptor& cb = program_.cbs[i];
            if (cb.formats.size() != 1 || program_.kernels.empty()) continue;
            const program::CbFormat& format = cb.formats[0];
            if (format.format != DataFormat::Float32 && format.format != DataFormat::Float16_b) continue;
            const bool wide = format.format == DataFormat::Float32;
            const char *now = wide ? "float32" : "bfloat16", *then = wide ? "bfloat16" : "float32";
            const uint32_t elements = static_cast<uint32_t>(format.tile.height * format.tile.width);
            const uint32_t tile = elements * (wide ? 2 : 4);
            // Rows of a tensor have no format: what the room does for them is another matter.
            if (format.page_bytes % (elements * 2) != 0) continue;
            // Pages that a tile of the other format fills are right for it as they are.
            for (const bool pages : {false, true}) {
                if (pages && (cb.placed || format.page_bytes % 2 != 0)) continue;
                if (!pages && format.page_bytes != tile) continue;
                const uint32_t bytes = !pages ? format.page_bytes
                                       : wide ? format.page_bytes / 2
                                              : format.page_bytes * 2;
                HostChange made;
                made.what = fmt::format("c_{} is {}, with pages of {} B", format.index, now, format.page_bytes);
                made.proposal.words = fmt::format("make c_{} {} with pages of {} B", format.index, then, bytes);
                made.proposal.program = program_;
                made.proposal.changes.push_back({"format", fmt::format("c_{}", format.index), now, then});
                made.cb = format.index;
                made.builds = true;
                program::CbDescriptor& changed = made.proposal.program.cbs[i];
                changed.formats[0].format = wide ? DataFormat::Float16_b : DataFormat::Float32;
                changed.formats[0].page_bytes = bytes;
                changed.total_bytes = static_cast<uint32_t>(uint64_t{cb.total_bytes} * bytes / format.page_bytes);
                list_.push_back(std::move(made));
            }
        }
    }

    void compile_time_numbers() {
        size_t made_here = 0;
        for (uint32_t k = 0; k < program_.kernels.size(); ++k) {
            const auto source = argument_source(program_.kernels[k], program_.era);
            const auto& args = program_.kernels[k].compile_time_args;
            for (uint32_t i = 0; i < args.size(); ++i) {
                const ArgumentKey key{ArgumentKind::CompileTime, i};
                const NamedArgument* known = source->find(key);
                if (known == nullptr || source->accessor_at(key) != nullptr || args[i] > kLargestCount) continue;
                if (known->name.find("cb") != std::string::npos || known->name.find("dfb") != std::string::npos)
                    continue;
                for (const uint32_t after : {args[i] - 1, args[i] + 1}) {
                    if (after > kLargestCount || ++made_here > kBuildsMost) continue;
                    const std::string name = name_of(key, k);
                    HostChange& made = add(k, fmt::format("{} is {}", name, args[i]),
                                           fmt::format("pass {} instead of {} as {}", after, args[i], name));
                    made.proposal.program.kernels[k].compile_time_args[i] = after;
                    made.proposal.changes.push_back(
                        {"compile-time argument", name, std::to_string(args[i]), std::to_string(after)});
                    made.builds = true;
                }
            }
        }
    }
};

}  // namespace

std::vector<HostChange> host_changes(const card::Card& card, const program::ProgramDescriptor& program,
                                     const std::vector<uint64_t>& tensors) {
    return Maker(card, program, tensors).all();
}

}  // namespace tilewright::doctor
