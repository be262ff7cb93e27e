// register_operation: a callable object with a name, from a struct with a static invoke.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ttnn/device_operation.hpp"

namespace ttnn::decorators {

template <std::size_t N>
struct NameLiteral {
    char text[N]{};
    consteval NameLiteral(const char (&given)[N]) { std::copy_n(given, N, text); }
    constexpr std::string_view view() const { return {text, N - 1}; }
};

namespace detail {

// Specialised once per name and once per op by friend injection: a second registration does not compile. The warning
// says that these friends are no templates, which is the point.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
template <NameLiteral Name>
struct NameKey {
    friend consteval auto registered(NameKey<Name>);
};
template <typename Op>
struct OpKey {
    friend consteval auto registered(OpKey<Op>);
};
template <NameLiteral Name, typename Op>
struct Claim {
    friend consteval auto registered(NameKey<Name>) { return 0; }
    friend consteval auto registered(OpKey<Op>) { return 0; }
};
#pragma GCC diagnostic pop

}  // namespace detail

template <NameLiteral Name, typename Op>
struct registered_operation_t {
    static constexpr bool is_primitive = Name.view().starts_with("ttnn::prim::");

    std::string base_name() const { return std::string(Name.view().substr(Name.view().rfind(':') + 1)); }
    std::string class_name() const { return base_name() + "_t"; }
    std::string cpp_fully_qualified_name() const { return std::string(Name.view()); }
    std::string python_fully_qualified_name() const {
        std::string result;
        for (const char letter : Name.view()) {
            if (letter != ':')
                result += letter;
            else if (result.back() != '.')
                result += '.';
        }
        return result;
    }

    template <typename... Args>
    auto operator()(Args&&... args) const {
        using result_t = decltype(Op::invoke(std::forward<Args>(args)...));
        // A primitive's invoke only collects what the device operation gets.
        if constexpr (tt::stl::hash::detail::is_tuple<result_t> && requires { typename Op::operation_attributes_t; }) {
            return device_operation::detail::invoke<Op>(std::forward<Args>(args)...);
        } else {
            return Op::invoke(std::forward<Args>(args)...);
        }
    }
};

}  // namespace ttnn::decorators

namespace ttnn {

template <decorators::NameLiteral Name, typename Op>
constexpr auto register_operation() {
    static_assert(Name.view().starts_with("ttnn::"), "an operation's name begins with ttnn::");
    (void)decorators::detail::Claim<Name, Op>{};
    return decorators::registered_operation_t<Name, Op>{};
}

}  // namespace ttnn
