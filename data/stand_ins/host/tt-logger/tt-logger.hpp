// Stand-in for tt-logger: the names that headers of tt-metal log with. Nothing is printed.
#pragma once

namespace tt {

enum LogType : unsigned { LogAlways, LogTest, LogDevice, LogOp, LogDispatch, LogMetal, LogBuildKernels, LogDistributed, LogFabric };

template <typename... Args>
void log_trace(Args&&...) {}
template <typename... Args>
void log_debug(Args&&...) {}
template <typename... Args>
void log_info(Args&&...) {}
template <typename... Args>
void log_warning(Args&&...) {}
template <typename... Args>
void log_error(Args&&...) {}
template <typename... Args>
void log_critical(Args&&...) {}
template <typename... Args>
void log_fatal(Args&&...) {}

}  // namespace tt

#define log_trace(...) ::tt::log_trace(__VA_ARGS__)
#define log_debug(...) ::tt::log_debug(__VA_ARGS__)
#define log_info(...) ::tt::log_info(__VA_ARGS__)
#define log_warning(...) ::tt::log_warning(__VA_ARGS__)
#define log_error(...) ::tt::log_error(__VA_ARGS__)
#define log_critical(...) ::tt::log_critical(__VA_ARGS__)
#define log_fatal(...) ::tt::log_fatal(__VA_ARGS__)
