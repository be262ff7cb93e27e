// A reference that may be absent; binds to values and to optionals. Never keep one.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <type_traits>

namespace ttsl {

template <typename T>
class optional_reference {
    using Value = std::remove_const_t<T>;
    T* target_ = nullptr;

    template <typename Optional>
    static T* inside(Optional& optional) {
        return optional ? &*optional : nullptr;
    }

public:
    optional_reference() = default;
    optional_reference(std::nullopt_t) {}
    optional_reference(T& referred) noexcept : target_{std::addressof(referred)} {}
    optional_reference(std::optional<Value>& optional) : target_{inside(optional)} {}
    // An optional that cannot change gives a reference that cannot change it.
    template <std::same_as<Value> U>
        requires std::is_const_v<T>
    optional_reference(const std::optional<U>& optional) : target_{inside(optional)} {}

    T& value() const { return *target_; }
    T& operator*() const { return value(); }
    T* operator->() const { return target_; }
    bool has_value() const { return target_ != nullptr; }
    operator bool() const { return target_ != nullptr; }
    void reset() { *this = {}; }
    friend bool operator==(const optional_reference&, const optional_reference&) = default;
};

}  // namespace ttsl
