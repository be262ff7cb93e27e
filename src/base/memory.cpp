// The host's memory, as /proc and /sys tell it.
#include "base/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "base/error.hpp"

namespace tilewright {

namespace {

constexpr uint64_t kUnknown = std::numeric_limits<uint64_t>::max();

uint64_t machine_free() {
    std::ifstream stream("/proc/meminfo");
    std::string word;
    while (stream >> word) {
        uint64_t kib = 0;
        if (word == "MemAvailable:" && stream >> kib) return kib * 1024;
    }
    return kUnknown;
}

// A file with one number; "max" and a missing file are no limit.
uint64_t number_in(const std::string& file) {
    std::ifstream stream(file);
    uint64_t number = 0;
    return stream >> number ? number : kUnknown;
}

// What the group's files take of its memory: the system gives it up when somebody needs it.
uint64_t group_files() {
    std::ifstream stream("/sys/fs/cgroup/memory.stat");
    uint64_t sum = 0, bytes = 0;
    for (std::string word; stream >> word >> bytes;) {
        if (word == "inactive_file" || word == "active_file") sum += bytes;
    }
    return sum;
}

uint64_t group_free() {
    const uint64_t most = number_in("/sys/fs/cgroup/memory.max"), used = number_in("/sys/fs/cgroup/memory.current");
    if (most == kUnknown || used == kUnknown) return kUnknown;
    const uint64_t kept = used - std::min(used, group_files());
    return most > kept ? most - kept : 0;
}

}  // namespace

uint64_t host_memory_free() { return std::min(machine_free(), group_free()); }

void need_host_memory(uint64_t bytes, const std::string& what) {
    constexpr uint64_t small = uint64_t{64} << 20;
    if (bytes <= small) return;
    const uint64_t free = host_memory_free();
    if (bytes <= free) return;
    throw Error("TW3007",
                fmt::format("{} needs {} of the host's memory; {} are free", what, bytes_text(bytes), bytes_text(free)),
                "give a smaller shape, or a host with more memory", Exit::Environment);
}

std::string bytes_text(uint64_t bytes) {
    constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    size_t unit = 0;
    double amount = static_cast<double>(bytes);
    for (; amount >= 1024 && unit + 1 < std::size(units); ++unit) amount /= 1024;
    return fmt::format("{:.{}f} {}", amount, unit == 0 ? 0 : 1, units[unit]);
}

}  // namespace tilewright
