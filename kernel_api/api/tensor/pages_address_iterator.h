// Ranges over the pages of a tensor in page order: `for (const auto& page : accessor.pages(a, b))`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "api/tensor/page.h"

namespace tensor_accessor {

template <typename Accessor>
class PagesIterator {
public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Page;
    using difference_type = std::ptrdiff_t;
    using pointer = const Page*;
    using reference = const Page&;

    PagesIterator(const Accessor* accessor, uint32_t page_id, uint32_t end, uint32_t stride, uint8_t noc)
        : accessor_(accessor), page_id_(page_id < end ? page_id : end), end_(end), stride_(stride), noc_(noc) {
        look_up();
    }
    reference operator*() const { return page_; }
    pointer operator->() const { return &page_; }
    PagesIterator& operator++() { return *this += 1; }
    PagesIterator operator++(int) {
        PagesIterator before = *this;
        ++*this;
        return before;
    }
    PagesIterator& operator+=(difference_type steps) {
        page_id_ += static_cast<uint32_t>(steps) * stride_;
        if (page_id_ > end_) page_id_ = end_;
        look_up();
        return *this;
    }
    PagesIterator operator+(difference_type steps) const {
        PagesIterator result = *this;
        return result += steps;
    }
    uint32_t page_id() const { return page_id_; }
    bool operator==(const PagesIterator& other) const { return page_id_ == other.page_id_; }
    bool operator!=(const PagesIterator& other) const { return page_id_ != other.page_id_; }

private:
    void look_up() {
        if (page_id_ < end_) page_ = Page(accessor_->get_noc_addr(page_id_, 0, noc_), page_id_);
    }

    const Accessor* accessor_;
    uint32_t page_id_, end_, stride_;
    uint8_t noc_;
    Page page_{0, 0};
};

template <typename Accessor>
using PagesAddressIteratorSharded = PagesIterator<Accessor>;
template <typename Accessor>
using PagesAddressIteratorInterleaved = PagesIterator<Accessor>;

template <typename Accessor>
class Pages {
public:
    using iterator = PagesIterator<Accessor>;
    using const_iterator = iterator;

    Pages(const Accessor& accessor, uint32_t start, uint32_t end, uint32_t stride, uint8_t noc)
        : accessor_(&accessor), start_(start), end_(end), stride_(stride), noc_(noc) {}
    iterator begin() const { return iterator(accessor_, start_, end_, stride_, noc_); }
    iterator end() const { return iterator(accessor_, end_, end_, stride_, noc_); }

private:
    const Accessor* accessor_;
    uint32_t start_, end_, stride_;
    uint8_t noc_;
};

}  // namespace tensor_accessor
