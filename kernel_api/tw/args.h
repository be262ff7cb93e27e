// Arguments of a kernel: at run time (runtime_args.h) and at compile time. The compile-time ones come from the build as
// KERNEL_COMPILE_TIME_ARGS (numbers) and KERNEL_COMPILE_TIME_ARG_MAP ({"name", number} pairs), so this file belongs
// after every precompiled header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "tw/runtime_args.h"

#ifndef KERNEL_COMPILE_TIME_ARGS
#define KERNEL_COMPILE_TIME_ARGS
#endif

namespace tw {

template <typename... Values>
constexpr std::array<uint32_t, sizeof...(Values)> words(Values... values) {
    return {static_cast<uint32_t>(values)...};
}

}  // namespace tw

constexpr auto kernel_compile_time_args = tw::words(KERNEL_COMPILE_TIME_ARGS);

namespace tw {

template <std::size_t index, std::size_t count>
constexpr uint32_t compile_time_arg() {
    static_assert(
        index < count,
        "tilewright: get_compile_time_arg_val reads past the compile-time arguments the host gave this kernel "
        "(index and count are the two numbers of compile_time_arg<index, count>)");
    return kernel_compile_time_args[index];
}

}  // namespace tw

// Reads past the end give 0: accessor types look at words they then find they do not need.
template <std::size_t index>
constexpr uint32_t get_ct_arg() {
    if constexpr (index < kernel_compile_time_args.size()) {
        return kernel_compile_time_args[index];
    } else {
        return 0;
    }
}

#define get_compile_time_arg_val(arg_idx) (::tw::compile_time_arg<(arg_idx), ::kernel_compile_time_args.size()>())

namespace tw {

// Not std::pair: its rules for construction cost more compile time than all of the rest of this file.
struct NamedArg {
    std::string_view first;
    uint32_t second;
};
#ifdef KERNEL_COMPILE_TIME_ARG_MAP
constexpr NamedArg named_args[] = {KERNEL_COMPILE_TIME_ARG_MAP};
#else
constexpr NamedArg named_args[] = {{std::string_view(), 0}};
#endif

// Not constexpr: reaching it is the compile error for an unknown name.
inline uint32_t no_compile_time_argument_of_this_name() { return 0; }

}  // namespace tw

consteval uint32_t get_named_compile_time_arg_val(std::string_view name) {
    for (const tw::NamedArg& arg : tw::named_args) {
        if (arg.first == name && !name.empty()) return arg.second;
    }
    return tw::no_compile_time_argument_of_this_name();
}
