// Reading variables of the environment.
#include "base/environment.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"

extern char** environ;

namespace tilewright::environment {

std::string text(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

bool is_set(const char* name) { return std::getenv(name) != nullptr; }

uint64_t version() {
    uint64_t mixed = 0;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        mixed = (mixed ^ reinterpret_cast<uintptr_t>(*variable)) * 0x100000001b3ull;
    return mixed;
}

std::vector<std::string> all_beginning_with(std::initializer_list<const char*> beginnings) {
    std::vector<std::string> found;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
        for (const char* beginning : beginnings) {
            if (std::string_view(*variable).starts_with(beginning)) found.emplace_back(*variable);
        }
    }
    return found;
}

uint64_t number(const char* name, uint64_t otherwise) {
    const std::string value = text(name);
    if (value.empty()) return otherwise;
    if (value.size() > 19 || value.find_first_not_of("0123456789") != std::string::npos)
        throw Error("TW3006", fmt::format("{}={} is not a whole number", name, value), {}, Exit::Usage);
    return std::stoull(value);
}

double seconds(const char* name, double otherwise) {
    const std::string value = text(name);
    if (value.empty()) return otherwise;
    double number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || !(number >= 0) || number > 1e9)
        throw Error("TW3006", fmt::format("{}={} is not a number of seconds, 0 or more", name, value), {}, Exit::Usage);
    return number;
}

int choice(const char* name, std::initializer_list<const char*> allowed) {
    const std::string value = text(name);
    if (value.empty()) return -1;
    int index = 0;
    std::string list;
    for (const char* candidate : allowed) {
        if (value == candidate) return index;
        list += (index++ ? ", " : "") + std::string(candidate);
    }
    throw Error("TW3006", fmt::format("{}={} is not known; allowed: {}", name, value, list), {}, Exit::Usage);
}

}  // namespace tilewright::environment
