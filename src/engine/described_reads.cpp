// The list of described reads of one core.
#include "engine/described_reads.hpp"

#include <algorithm>
#include <cstring>

namespace tilewright::engine {

bool DescribedReads::note(uint32_t address, uint32_t bytes, const uint8_t* from, uint64_t offset) {
    if (next_ >= reads_.size() || reads_[next_].address != address || reads_[next_].bytes != bytes) {
        const uint64_t end = uint64_t{address} + bytes;
        const auto old =
            std::find_if(reads_.begin(), reads_.end(), [&](const Read& read) { return read.overlaps(address, end); });
        if (old == reads_.end()) {
            if (reads_.size() == kMost) return false;
            next_ = reads_.size();
            reads_.push_back({address, bytes, nullptr});
        } else if (old->address == address && old->bytes == bytes) {
            next_ = static_cast<size_t>(old - reads_.begin());
        } else {
            make();  // laid out in another way than before
            return false;
        }
        begin_ = std::min<uint64_t>(begin_, address);
        end_ = std::max(end_, end);
    }
    Read& read = reads_[next_];
    read.from = from;
    next_ = next_ + 1 == reads_.size() ? 0 : next_ + 1;
    from_begin_ = std::min(from_begin_, offset);
    from_end_ = std::max(from_end_, offset + bytes);
    return true;
}

const uint8_t* const* DescribedReads::rows(uint64_t address, uint32_t stride, uint32_t bytes) {
    if (reads_.size() < rows_.size() || address >= end_ || address < begin_) return nullptr;
    const auto holds = [&](size_t index, uint64_t at) {
        return reads_[index].address <= at && at + bytes <= uint64_t{reads_[index].address} + reads_[index].bytes;
    };
    size_t first = next_rows_;
    if (first >= reads_.size() || !holds(first, address)) {
        for (first = 0; first < reads_.size() && !holds(first, address); ++first) {
        }
    }
    if (first + rows_.size() > reads_.size()) return nullptr;
    for (size_t row = 0; row < rows_.size(); ++row) {
        const uint64_t at = address + row * stride;
        if (!holds(first + row, at)) return nullptr;
        rows_[row] = reads_[first + row].from + (at - reads_[first + row].address);
    }
    next_rows_ = first + rows_.size() == reads_.size() ? 0 : first + rows_.size();
    return rows_.data();
}

void DescribedReads::make_at(uint64_t address, uint32_t bytes) {
    const bool overlaps = std::any_of(reads_.begin(), reads_.end(),
                                      [&](const Read& read) { return read.overlaps(address, address + bytes); });
    if (overlaps) make();
}

void DescribedReads::make() {
    if (reads_.empty()) return;
    for (const Read& read : reads_) std::memcpy(l1_ + read.address, read.from, read.bytes);
    clear();
    if (++makes_ > kMakesAllowed) l1_ = nullptr;
}

void DescribedReads::finish(const TwCbShared* cbs) {
    for (const Read& read : reads_) {
        const bool popped = std::any_of(cbs, cbs + TW_MAX_CBS, [&](const TwCbShared& cb) {
            return cb.pushed == cb.popped && cb.address <= read.address &&
                   read.address + read.bytes <= cb.address + cb.bytes;
        });
        if (!popped) std::memcpy(l1_ + read.address, read.from, read.bytes);
    }
    clear();
}

void DescribedReads::clear() {
    reads_.clear();
    next_ = next_rows_ = 0;
    begin_ = from_begin_ = UINT64_MAX;
    end_ = from_end_ = 0;
}

}  // namespace tilewright::engine
