// Log lines and failed checks.
#include <cxxabi.h>
#include <execinfo.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <mutex>

#include "tt-logger/tt-logger.hpp"
#include "base/environment.hpp"
#include "base/error.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/enum_name.hpp"

namespace tt::logging {

namespace {

Level chosen_level() {
    for (const char* variable : {"TILEWRIGHT_LOG", "TT_LOGGER_LEVEL"}) {
        const std::string given = tilewright::environment::text(variable);
        if (given.empty()) continue;
        std::string name = given;
        for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        static constexpr const char* names[] = {"trace", "debug", "info", "warning", "error", "critical", "off"};
        for (int i = 0; i < 7; ++i) {
            if (name == names[i]) return static_cast<Level>(i);
        }
        throw tilewright::Error("TW3006",
                                fmt::format("{}={} is not known; allowed: {}", variable, given, fmt::join(names, ", ")),
                                {}, tilewright::Exit::Usage);
    }
    return Level::warning;
}

std::string bare(std::string name) { return name.substr(name.rfind(':') + 1); }

}  // namespace

bool enabled(Level level) {
    static const Level lowest = chosen_level();
    return level >= lowest;
}

void write(Level level, LogType type, std::string_view message) {
    static std::mutex lock;
    const std::lock_guard guard(lock);
    std::string kind = bare(ttsl::enum_name(type));
    if (kind.rfind("Log", 0) == 0) kind = kind.substr(3);
    std::cerr << bare(ttsl::enum_name(level)) << " | " << kind << " | " << message << '\n';
}

}  // namespace tt::logging

namespace tt::assert {

std::vector<std::string> backtrace(int size, int skip) {
    std::vector<void*> frames(static_cast<size_t>(size));
    const int count = ::backtrace(frames.data(), size);
    char** symbols = ::backtrace_symbols(frames.data(), count);
    std::vector<std::string> lines;
    for (int i = skip; symbols != nullptr && i < count; ++i) {
        std::string line = symbols[i];
        // "object(mangled+offset) [address]": show the function where it has a name.
        const size_t open = line.find('('), plus = line.find('+', open);
        if (open != std::string::npos && plus != std::string::npos && plus > open + 1) {
            int status = 0;
            char* name = abi::__cxa_demangle(line.substr(open + 1, plus - open - 1).c_str(), nullptr, nullptr, &status);
            if (status == 0 && name != nullptr) line = name;
            std::free(name);
        }
        lines.push_back(std::move(line));
    }
    std::free(symbols);
    return lines;
}

std::string backtrace_to_string(int size, int skip, const std::string& prefix) {
    std::string text;
    for (const std::string& line : backtrace(size, skip)) text += prefix + line + "\n";
    return text;
}

namespace {

// The functions that have names, nearest first, up to the interpreter; what the standard library and templates put in
// between says nothing.
std::string callers(const std::vector<std::string>& frames) {
    constexpr size_t kMost = 12, kColumns = 160;
    std::string text;
    size_t shown = 0;
    for (const std::string& frame : frames) {
        if (frame.find("libpython") != std::string::npos || shown == kMost) break;
        const bool named = frame.find(") [0x") == std::string::npos;
        if (!named || frame.find("std::") == 0 || frame.find("std::__invoke") != std::string::npos) continue;
        text += " --- " + (frame.size() > kColumns ? frame.substr(0, kColumns) + "..." : frame) + "\n";
        ++shown;
    }
    return text;
}

}  // namespace

namespace detail {

void raise(const char* file, int line, const char* kind, const char* condition, const std::string* info) {
    if (tilewright::environment::is_set("TT_ASSERT_ABORT")) {
        std::cerr << kind << " @ " << file << ":" << line << ": " << condition << '\n';
        if (info != nullptr) std::cerr << *info << '\n';
        std::abort();
    }
    std::string text = fmt::format("{} @ {}:{}: {}\n", kind, file, line, condition);
    if (info != nullptr) {
        text += "info:\n" + *info + "\n";
        log_debug(tt::LogAlways, "{}: {}", kind, *info);
    }
    if (!tilewright::environment::is_set("TT_METAL_DISABLE_BACKTRACE"))
        text += "backtrace:\n" + callers(backtrace(64, 3));
    throw std::runtime_error(text);
}

}  // namespace detail
}  // namespace tt::assert
