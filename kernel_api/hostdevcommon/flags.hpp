// A set of flags of an enum class.
#pragma once

#include <type_traits>

template <typename E>
class Flags {
public:
    using Underlying = std::underlying_type_t<E>;

    constexpr Flags() = default;
    constexpr Flags(E flag) : bits_(static_cast<Underlying>(flag)) {}
    constexpr explicit Flags(Underlying bits) : bits_(bits) {}

    constexpr bool test(E flag) const { return (bits_ & static_cast<Underlying>(flag)) != 0; }
    constexpr Flags& set(E flag) { return *this |= flag; }
    constexpr Flags& reset(E flag) {
        bits_ = static_cast<Underlying>(bits_ & ~static_cast<Underlying>(flag));
        return *this;
    }
    constexpr Underlying raw() const { return bits_; }
    constexpr explicit operator bool() const { return bits_ != 0; }
    constexpr Flags& operator|=(Flags other) {
        bits_ = static_cast<Underlying>(bits_ | other.bits_);
        return *this;
    }
    friend constexpr Flags operator|(Flags a, Flags b) { return a |= b; }
    friend constexpr Flags operator&(Flags a, Flags b) { return Flags(static_cast<Underlying>(a.bits_ & b.bits_)); }
    friend constexpr bool operator==(Flags a, Flags b) { return a.bits_ == b.bits_; }

private:
    Underlying bits_ = 0;
};
