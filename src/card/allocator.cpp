// First-fit lock-step allocation and its bill.
#include "card/allocator.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/round_up.hpp"

namespace tilewright::card {

Allocator::Allocator(std::string memory_name, uint64_t begin, uint64_t end, uint32_t alignment, bool top_down)
    : name_(std::move(memory_name)),
      begin_(round_up(begin, alignment)),
      end_(end / alignment * alignment),
      alignment_(alignment),
      top_down_(top_down) {}

uint64_t Allocator::allocate(uint64_t bytes_per_bank, const std::string& owner, std::optional<bool> bottom_up) {
    const uint64_t wanted = round_up(std::max<uint64_t>(bytes_per_bank, 1), alignment_);
    const bool from_top = bottom_up ? !*bottom_up : top_down_;
    std::optional<uint64_t> found;
    if (from_top) {
        uint64_t gap_end = end_;
        for (auto it = live_.rbegin(); !found; ++it) {
            const uint64_t gap_begin = it == live_.rend() ? begin_ : it->first + it->second.bytes;
            if (gap_end >= gap_begin && gap_end - gap_begin >= wanted) found = gap_end - wanted;
            if (it == live_.rend()) break;
            gap_end = it->first;
        }
    } else {
        uint64_t gap_begin = begin_;
        for (auto it = live_.begin(); !found; ++it) {
            const uint64_t gap_end = it == live_.end() ? end_ : it->first;
            if (gap_end >= gap_begin && gap_end - gap_begin >= wanted) found = gap_begin;
            if (it == live_.end()) break;
            gap_begin = it->first + it->second.bytes;
        }
    }
    if (!found) {
        Finding finding;
        finding.code = "TW3001";
        const uint64_t largest = largest_free();
        finding.message = fmt::format(
            "Out of Memory: {} B in each bank of {} were asked for, for {}; the largest free range is {} B, short by "
            "{} B",
            wanted, name_, owner, largest, wanted - largest);
        finding.seen.push_back(
            fmt::format("{} offers {} B per bank, {} B are in use:", name_, end_ - begin_, bytes_in_use()));
        std::vector<Allocation> held = allocations();
        std::stable_sort(held.begin(), held.end(),
                         [](const Allocation& a, const Allocation& b) { return a.bytes > b.bytes; });
        constexpr size_t kLines = 12;
        for (size_t i = 0; i < std::min(held.size(), kLines); ++i) {
            finding.seen.push_back(fmt::format("{:>14} B at {:#x}  {}", held[i].bytes, held[i].address, held[i].owner));
        }
        if (held.size() > kLines) finding.seen.push_back(fmt::format("and {} smaller ones", held.size() - kLines));
        finding.fix = bytes_in_use() + wanted <= end_ - begin_
                          ? "free memory is fragmented: free or allocate buffers in another order"
                          : "free one of these buffers, or place the new one in another memory";
        throw Error(std::move(finding));
    }
    live_[*found] = Allocation{*found, wanted, owner, {}, {}, 0};
    ++changes_;
    return *found;
}

void Allocator::allocate_at(uint64_t address, uint64_t bytes_per_bank, const std::string& owner) {
    const uint64_t wanted = round_up(std::max<uint64_t>(bytes_per_bank, 1), alignment_);
    if (address % alignment_ != 0 || address < begin_ || address > end_ || wanted > end_ - address) {
        throw Error("TW3002",
                    fmt::format("{} cannot be placed at {:#x} of {}: allowed are multiples of {} in {:#x}..{:#x}",
                                owner, address, name_, alignment_, begin_, end_ - std::min(wanted, end_)));
    }
    auto next = live_.lower_bound(address);
    const Allocation* clash = nullptr;
    if (next != live_.end() && next->first < address + wanted) clash = &next->second;
    if (next != live_.begin()) {
        auto before = std::prev(next);
        if (before->first + before->second.bytes > address) clash = &before->second;
    }
    if (clash != nullptr) {
        throw Error("TW3002",
                    fmt::format("{} cannot be placed at {:#x} of {} ({} B): {} holds {:#x}..{:#x}", owner, address,
                                name_, wanted, clash->owner, clash->address, clash->address + clash->bytes));
    }
    live_[address] = Allocation{address, wanted, owner, {}, {}, 0};
    ++changes_;
}

bool Allocator::free(uint64_t address) {
    const auto found = live_.find(address);
    if (found == live_.end()) return false;
    if (freed_.size() == kRemembered) freed_.pop_front();
    freed_.push_back(std::move(found->second));
    freed_.back().label.clear();
    live_.erase(found);
    ++changes_;
    return true;
}

const Allocation* Allocator::starts_at(uint64_t address) const {
    const auto found = live_.find(address);
    return found == live_.end() ? nullptr : &found->second;
}

const Allocation* Allocator::freed_from(uint64_t address) const {
    const auto found =
        std::find_if(freed_.rbegin(), freed_.rend(), [&](const Allocation& gone) { return gone.address == address; });
    return found == freed_.rend() ? nullptr : &*found;
}

const Allocation* Allocator::freed_around(uint64_t address) const {
    const auto found =
        std::find_if(freed_.rbegin(), freed_.rend(), [&](const Allocation& gone) { return gone.contains(address); });
    return found == freed_.rend() ? nullptr : &*found;
}

void Allocator::set_labels(const std::vector<std::pair<uint64_t, std::string>>& labels) {
    const auto is_there = [&](const auto& wanted) {
        const auto found = live_.find(wanted.first);
        return found == live_.end() || found->second.label == wanted.second;
    };
    if (labels.size() == labelled_.size() && std::all_of(labels.begin(), labels.end(), is_there)) return;
    for (const uint64_t address : labelled_) {
        if (const auto found = live_.find(address); found != live_.end()) found->second.label.clear();
    }
    labelled_.clear();
    for (const auto& [address, label] : labels) {
        labelled_.push_back(address);
        const auto found = live_.find(address);
        if (found != live_.end() && found->second.label.empty()) found->second.label = label;
    }
    ++changes_;
}

void Allocator::set_fresh(uint64_t address, bool fresh) {
    if (const auto at = live_.find(address); at != live_.end()) at->second.fresh_at = fresh ? programs_ : 0;
}

std::vector<std::pair<uint64_t, uint64_t>> Allocator::fresh() const {
    std::vector<std::pair<uint64_t, uint64_t>> all;
    for (const auto& [address, allocation] : live_) {
        if (allocation.fresh_at == programs_) all.emplace_back(address, address + allocation.bytes);
    }
    return all;
}

void Allocator::assign(std::vector<Allocation> all, std::vector<Allocation> freed) {
    freed_.assign(std::make_move_iterator(freed.begin()), std::make_move_iterator(freed.end()));
    live_.clear();
    for (Allocation& allocation : all) {
        const uint64_t address = allocation.address;
        live_.insert_or_assign(address, std::move(allocation));
    }
    ++changes_;
}

uint64_t Allocator::bytes_in_use() const {
    uint64_t total = 0;
    for (const auto& [address, allocation] : live_) total += allocation.bytes;
    return total;
}

uint64_t Allocator::largest_free() const {
    uint64_t largest = 0;
    uint64_t gap_begin = begin_;
    for (const auto& [address, allocation] : live_) {
        if (address > gap_begin) largest = std::max(largest, address - gap_begin);
        gap_begin = address + allocation.bytes;
    }
    return std::max(largest, end_ > gap_begin ? end_ - gap_begin : 0);
}

std::optional<uint64_t> Allocator::lowest_in_use() const {
    if (live_.empty()) return std::nullopt;
    return live_.begin()->first;
}

const Allocation* Allocator::find(uint64_t address) const {
    auto next = live_.upper_bound(address);
    if (next == live_.begin()) return nullptr;
    const Allocation& allocation = std::prev(next)->second;
    return address < allocation.address + allocation.bytes ? &allocation : nullptr;
}

std::vector<Allocation> Allocator::allocations() const {
    std::vector<Allocation> all;
    all.reserve(live_.size());
    for (const auto& [address, allocation] : live_) all.push_back(allocation);
    return all;
}

}  // namespace tilewright::card
