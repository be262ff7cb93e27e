// Arrays known at compile time as types, and the type that stands for an array known at run time only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "api/compile_time_args.h"

namespace tensor_accessor {

template <typename T, T... Elements>
struct ArrayStaticWrapper {
    static constexpr bool is_static = true;
    static constexpr uint32_t size = sizeof...(Elements);
    static constexpr std::array<T, sizeof...(Elements)> elements = {Elements...};
};
template <uint32_t... Elements>
using ArrayStaticWrapperU32 = ArrayStaticWrapper<uint32_t, Elements...>;
template <uint16_t... Elements>
using ArrayStaticWrapperU16 = ArrayStaticWrapper<uint16_t, Elements...>;

struct ArrayDynamicWrapper {
    static constexpr bool is_static = false;
    static constexpr uint32_t size = ~0u;
    static constexpr std::array<uint32_t, 0> elements = {};
};

namespace detail {

// `Start` is the first compile-time word.
template <std::size_t Start, std::size_t... I>
ArrayStaticWrapperU32<get_ct_arg<Start + I>()...> words(std::index_sequence<I...>);
// Two 16-bit values per word, the even one low.
template <std::size_t Start, std::size_t... I>
ArrayStaticWrapperU16<static_cast<uint16_t>(get_ct_arg<Start + I / 2>() >> (I % 2 * 16))...> halves(
    std::index_sequence<I...>);

template <bool IsStatic, std::size_t Start, std::size_t Size>
struct Words {
    using type = decltype(words<Start>(std::make_index_sequence<Size>{}));
};
template <std::size_t Start, std::size_t Size>
struct Words<false, Start, Size> {
    using type = ArrayDynamicWrapper;
};
template <bool IsStatic, std::size_t Start, std::size_t Size>
struct Halves {
    using type = decltype(halves<Start>(std::make_index_sequence<Size>{}));
};
template <std::size_t Start, std::size_t Size>
struct Halves<false, Start, Size> {
    using type = ArrayDynamicWrapper;
};

}  // namespace detail

template <bool IsStatic, std::size_t Start, uint32_t Size>
using ArrayWrapperTypeSelectorU32 = detail::Words<IsStatic, Start, Size>;
template <bool IsStatic, std::size_t Start, uint32_t Size>
using ArrayWrapperTypeSelectorPackedU16 = detail::Halves<IsStatic, Start, Size>;

}  // namespace tensor_accessor
