// Views of contiguous elements.
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

namespace ttsl {

template <typename T, std::size_t Extent = std::dynamic_extent>
using Span = std::span<T, Extent>;

template <class Container>
auto make_const_span(const Container& container) {
    using T = std::remove_reference_t<decltype(*std::data(container))>;
    return Span<const T>(std::data(container), std::size(container));
}

template <class Container>
auto make_span(Container& container) {
    using T = std::remove_reference_t<decltype(*std::data(container))>;
    return Span<T>(std::data(container), std::size(container));
}

// The same memory.
using std::as_bytes;
using std::as_writable_bytes;

}  // namespace ttsl

namespace tt::stl {
using namespace ::ttsl;
}
