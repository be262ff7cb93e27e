// A set of bits named by an enum.
#pragma once

#include <type_traits>

template <typename E>
class Flags {
public:
    static_assert(std::is_enum_v<E>, "Flags<E> needs an enum");
    using Underlying = std::underlying_type_t<E>;

    constexpr Flags() noexcept = default;
    constexpr Flags(E value) noexcept : bits_(static_cast<Underlying>(value)) {}
    constexpr Flags(E a, E b) noexcept
        : bits_(static_cast<Underlying>(static_cast<Underlying>(a) | static_cast<Underlying>(b))) {}
    constexpr explicit Flags(Underlying raw_bits) noexcept { bits_ = raw_bits; }

    constexpr Flags operator|(Flags other) const noexcept {
        return Flags(static_cast<Underlying>(bits_ | other.bits_));
    }
    constexpr Flags operator|(E other) const noexcept { return *this | Flags(other); }
    constexpr Flags operator&(E other) const noexcept {
        return Flags(static_cast<Underlying>(bits_ & static_cast<Underlying>(other)));
    }
    // Every bit of a name that stands for several.
    constexpr bool test(E single) const noexcept {
        const auto asked = static_cast<Underlying>(single);
        return (asked & ~bits_) == 0;
    }
    constexpr void set(E single, bool value = true) noexcept {
        const Underlying bit = static_cast<Underlying>(single);
        bits_ = static_cast<Underlying>(value ? bits_ | bit : bits_ & ~bit);
    }
    constexpr Underlying raw() const noexcept { return bits_; }

private:
    Underlying bits_ = 0;
};
