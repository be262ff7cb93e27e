// Ranges over the pages of one shard in shard order. Pages of a shard that lie outside the tensor (a last shard may be
// partly padding) are skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "api/tensor/page.h"

namespace tensor_accessor {

template <typename Accessor>
class ShardPagesAddressIterator {
public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Page;
    using difference_type = std::ptrdiff_t;
    using pointer = const Page*;
    using reference = const Page&;

    ShardPagesAddressIterator(const Accessor* accessor, uint32_t shard_id, uint32_t offset_pages, uint32_t end_pages,
                              uint8_t noc)
        : accessor_(accessor), shard_id_(shard_id), offset_pages_(offset_pages), end_pages_(end_pages), noc_(noc) {
        settle();
    }
    reference operator*() const { return page_; }
    pointer operator->() const { return &page_; }
    ShardPagesAddressIterator& operator++() { return *this += 1; }
    ShardPagesAddressIterator operator++(int) {
        ShardPagesAddressIterator before = *this;
        ++*this;
        return before;
    }
    // Steps count positions in the shard, padding included.
    ShardPagesAddressIterator& operator+=(difference_type steps) {
        offset_pages_ += static_cast<uint32_t>(steps);
        settle();
        return *this;
    }
    uint32_t page_id() const { return page_.page_id(); }
    bool operator==(const ShardPagesAddressIterator& other) const {
        return shard_id_ == other.shard_id_ && offset_pages_ == other.offset_pages_;
    }
    bool operator!=(const ShardPagesAddressIterator& other) const { return !(*this == other); }

private:
    // Moves on to the next position that is a page of the tensor.
    void settle() {
        for (; offset_pages_ < end_pages_; ++offset_pages_) {
            uint32_t page_id = 0;
            if (page_at(page_id)) {
                page_ = Page(accessor_->get_noc_addr(page_id, 0, noc_), page_id);
                return;
            }
        }
        offset_pages_ = end_pages_;
    }
    bool page_at(uint32_t& page_id) const {
        const auto& spec = accessor_->dspec();
        uint32_t in_grid = shard_id_;
        uint32_t in_shard = offset_pages_;
        page_id = 0;
        for (uint32_t i = spec.rank(); i-- > 0;) {
            const uint32_t coordinate =
                in_grid % spec.shard_grid()[i] * spec.shard_shape()[i] + in_shard % spec.shard_shape()[i];
            if (coordinate >= spec.tensor_shape()[i]) return false;
            page_id += coordinate * spec.tensor_strides()[i];
            in_grid /= spec.shard_grid()[i];
            in_shard /= spec.shard_shape()[i];
        }
        return true;
    }

    const Accessor* accessor_;
    uint32_t shard_id_, offset_pages_, end_pages_;
    uint8_t noc_;
    Page page_{0, 0};
};

template <typename Accessor>
class ShardPages {
public:
    using iterator = ShardPagesAddressIterator<Accessor>;
    using const_iterator = iterator;

    ShardPages(const Accessor& accessor, uint32_t shard_id, uint32_t start, uint32_t end, uint8_t noc)
        : accessor_(&accessor), shard_id_(shard_id), start_(start), end_(end), noc_(noc) {}
    iterator begin() const { return iterator(accessor_, shard_id_, start_, end_, noc_); }
    iterator end() const { return iterator(accessor_, shard_id_, end_, end_, noc_); }

private:
    const Accessor* accessor_;
    uint32_t shard_id_, start_, end_;
    uint8_t noc_;
};

// Shards `first`, `first + stride` …, each as a ShardPages.
template <typename Accessor>
class StridedShardPages {
public:
    class iterator {
    public:
        iterator(const Accessor* accessor, uint32_t shard_id, uint32_t stride, uint32_t end, uint8_t noc)
            : accessor_(accessor), shard_id_(shard_id < end ? shard_id : end), stride_(stride), end_(end), noc_(noc) {}
        ShardPages<Accessor> operator*() const {
            return ShardPages<Accessor>(*accessor_, shard_id_, 0,
                                        static_cast<uint32_t>(accessor_->dspec().shard_volume()), noc_);
        }
        iterator& operator++() {
            shard_id_ = shard_id_ + stride_ < end_ ? shard_id_ + stride_ : end_;
            return *this;
        }
        bool operator==(const iterator& other) const { return shard_id_ == other.shard_id_; }
        bool operator!=(const iterator& other) const { return shard_id_ != other.shard_id_; }

    private:
        const Accessor* accessor_;
        uint32_t shard_id_, stride_, end_;
        uint8_t noc_;
    };

    StridedShardPages(const Accessor& accessor, uint32_t first, uint32_t shards, uint32_t stride, uint8_t noc)
        : accessor_(&accessor), first_(first), shards_(shards), stride_(stride), noc_(noc) {}
    iterator begin() const { return iterator(accessor_, first_, stride_, shards_, noc_); }
    iterator end() const { return iterator(accessor_, shards_, stride_, shards_, noc_); }

private:
    const Accessor* accessor_;
    uint32_t first_, shards_, stride_;
    uint8_t noc_;
};

}  // namespace tensor_accessor
