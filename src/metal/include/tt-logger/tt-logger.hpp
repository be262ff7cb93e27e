// Logging front end: log_info(tt::LogOp, "format", args...). TT_LOGGER_LEVEL (trace, debug, info, warning, error,
// critical, off) or TILEWRIGHT_LOG chooses what is written to stderr; warnings and above by default.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tt_stl/enum_format.hpp"

namespace tt {

enum LogType : int {
    LogAlways,
    LogTest,
    LogTimer,
    LogDevice,
    LogModel,
    LogLLRuntime,
    LogLoader,
    LogMetal,
    LogOp,
    LogDispatch,
    LogBuildKernels,
    LogFabric,
    LogEmulationDriver,
    LogUMD,
    LogVerif,
    LogDistributed,
    LogTTNN,
    LogInspector,
    LogCore
};

namespace logging {

enum class Level : int { trace, debug, info, warning, error, critical, off };

bool enabled(Level level);  // TW3006 where the environment names a level that there is not
void write(Level level, LogType type, std::string_view message);

template <typename... Args>
void log(Level level, LogType type, fmt::format_string<const Args&...> format, const Args&... args) {
    if (enabled(level)) write(level, type, fmt::format(format, args...));
}
template <typename... Args>
void log(Level level, fmt::format_string<const Args&...> format, const Args&... args) {
    if (enabled(level)) write(level, LogAlways, fmt::format(format, args...));
}

}  // namespace logging
}  // namespace tt

#define log_trace(...) ::tt::logging::log(::tt::logging::Level::trace, __VA_ARGS__)
#define log_debug(...) ::tt::logging::log(::tt::logging::Level::debug, __VA_ARGS__)
#define log_info(...) ::tt::logging::log(::tt::logging::Level::info, __VA_ARGS__)
#define log_warning(...) ::tt::logging::log(::tt::logging::Level::warning, __VA_ARGS__)
#define log_error(...) ::tt::logging::log(::tt::logging::Level::error, __VA_ARGS__)
#define log_critical(...) ::tt::logging::log(::tt::logging::Level::critical, __VA_ARGS__)
#define log_fatal(...) ::tt::logging::log(::tt::logging::Level::critical, __VA_ARGS__)
