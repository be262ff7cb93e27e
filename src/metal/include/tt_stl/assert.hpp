// TT_FATAL, TT_THROW, TT_ASSERT: checks whose message names the condition, the place and the call stack.
//
// TT_ASSERT_ABORT in the environment aborts instead of throwing; TT_METAL_DISABLE_BACKTRACE leaves the stack out.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tt-logger/tt-logger.hpp"

namespace tt::assert {

std::vector<std::string> backtrace(int size = 64, int skip = 1);
std::string backtrace_to_string(int size = 64, int skip = 2, const std::string& prefix = "");

namespace detail {

[[noreturn]] void raise(const char* file, int line, const char* kind, const char* condition, const std::string* info);

[[noreturn]] inline void tt_throw(const char* file, int line, const char* kind, const char* condition) {
    raise(file, line, kind, condition, nullptr);
}

template <typename... Args>
[[noreturn]] void tt_throw(const char* file, int line, const char* kind, const char* condition,
                           fmt::format_string<const Args&...> format, const Args&... args) {
    const std::string info = fmt::format(format, args...);
    raise(file, line, kind, condition, &info);
}

}  // namespace detail
}  // namespace tt::assert

// What the three have in common: the place is where the macro stands, and the condition appears as it is written.
#define TW_RAISE(kind, ...) ::tt::assert::detail::tt_throw(__FILE__, __LINE__, kind, __VA_ARGS__)
#define TW_REQUIRE(kind, condition, ...) \
    do {                                 \
        if (!(condition)) [[unlikely]]   \
            TW_RAISE(kind, __VA_ARGS__); \
    } while (false)

#ifndef TT_FATAL
#define TT_FATAL(condition, ...) TW_REQUIRE("TT_FATAL", condition, #condition __VA_OPT__(, ) __VA_ARGS__)
#endif

#ifndef TT_THROW
#define TT_THROW(...) TW_RAISE("TT_THROW", "tt::exception" __VA_OPT__(, ) __VA_ARGS__)
#endif

// Tested in builds with DEBUG only; compiled in all, so that it stays right.
#ifndef TT_ASSERT
#ifdef DEBUG
#define TT_ASSERT(condition, ...) TW_REQUIRE("TT_ASSERT", condition, #condition __VA_OPT__(, ) __VA_ARGS__)
#else
#define TT_ASSERT(condition, ...) static_cast<void>(condition)
#endif
#endif
