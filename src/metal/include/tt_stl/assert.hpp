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

#ifndef TT_ASSERT
#if defined(DEBUG)
#define TT_ASSERT(condition, ...)                                                                       \
    do {                                                                                                \
        if (not(condition)) [[unlikely]]                                                                \
            ::tt::assert::detail::tt_throw(__FILE__, __LINE__, "TT_ASSERT", #condition, ##__VA_ARGS__); \
    } while (0)
#else
#define TT_ASSERT(condition, ...) \
    do {                          \
        (void)(condition);        \
    } while (0)
#endif
#endif

#ifndef TT_THROW
#define TT_THROW(...) ::tt::assert::detail::tt_throw(__FILE__, __LINE__, "TT_THROW", "tt::exception", ##__VA_ARGS__)
#endif

#ifndef TT_FATAL
#define TT_FATAL(condition, message, ...)                                                                       \
    do {                                                                                                        \
        if (not(condition)) [[unlikely]] {                                                                      \
            ::tt::assert::detail::tt_throw(__FILE__, __LINE__, "TT_FATAL", #condition, message, ##__VA_ARGS__); \
        }                                                                                                       \
    } while (0)
#endif
