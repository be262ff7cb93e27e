// Landlock, limits, and in which order. What seccomp allows is in calls_allowed.cpp.
#include "engine/isolate/confine.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/isolate/calls_allowed.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

// The kernel's interface, in the newest form that is used here; headers of older systems lack parts of it.
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
struct RulesetAttributes {
    uint64_t files = 0;
    uint64_t network = 0;  // from version 4 on
    uint64_t scoped = 0;   // from version 6 on
};
struct __attribute__((packed)) PathRule {
    uint64_t allowed = 0;
    int32_t parent = -1;
};
constexpr uint32_t kAskVersion = 1;
constexpr int kPathBeneath = 1;
constexpr uint64_t kExecute = 1 << 0, kWriteFile = 1 << 1, kReadFile = 1 << 2, kReadFolder = 1 << 3;
constexpr uint64_t kFirstVersion = (1 << 13) - 1;
constexpr uint64_t kRefer = 1 << 13, kTruncate = 1 << 14, kDeviceCalls = 1 << 15;
constexpr uint64_t kBindAndConnect = 3, kSocketsAndSignals = 3;

uint64_t files_handled(long version) {
    uint64_t all = kFirstVersion;
    if (version >= 2) all |= kRefer;
    if (version >= 3) all |= kTruncate;
    if (version >= 5) all |= kDeviceCalls;
    return all;
}

bool allow(int ruleset, const fs::path& path, uint64_t what) {
    const int file = ::open(path.c_str(), O_PATH | O_CLOEXEC);
    if (file < 0) return true;  // what is not there needs no leave
    struct stat about{};
    ::fstat(file, &about);
    if (!S_ISDIR(about.st_mode)) what &= kExecute | kWriteFile | kReadFile | kTruncate | kDeviceCalls;
    const PathRule rule{what, file};
    const bool done = ::syscall(kAddRule, ruleset, kPathBeneath, &rule, 0) == 0;
    ::close(file);
    return done;
}

std::string restrict_files(const Confinement& to) {
    const long version = ::syscall(kCreateRuleset, nullptr, 0, kAskVersion);
    if (version < 1) return "this system has no Landlock: files are guarded by their permissions alone";
    RulesetAttributes attributes{files_handled(version), 0, 0};
    size_t bytes = sizeof attributes.files;
    if (version >= 4) attributes.network = kBindAndConnect, bytes = 2 * sizeof(uint64_t);
    if (version >= 6) attributes.scoped = kSocketsAndSignals, bytes = 3 * sizeof(uint64_t);
    const int ruleset = static_cast<int>(::syscall(kCreateRuleset, &attributes, bytes, 0));
    if (ruleset < 0) return fmt::format("Landlock cannot be used: {}", std::strerror(errno));
    bool done = true;
    for (const fs::path& path : to.read) done &= allow(ruleset, path, kExecute | kReadFile | kReadFolder);
    for (const fs::path& path : to.write) done &= allow(ruleset, path, attributes.files);
    done = done && ::syscall(kRestrictSelf, ruleset, 0) == 0;
    const int error = errno;
    ::close(ruleset);
    return done ? std::string() : fmt::format("Landlock cannot be used: {}", std::strerror(error));
}

bool confined_already = false;

void limit(__rlimit_resource what, uint64_t value) {
    const rlimit both{value, value};
    ::setrlimit(what, &both);
}

}  // namespace

// Of /proc only what tells about the machine and about oneself: other processes have secrets.
std::vector<fs::path> system_folders() {
    return {"/usr",
            "/lib",
            "/lib64",
            "/lib32",
            "/bin",
            "/sbin",
            "/opt",
            "/etc",
            "/nix",
            "/dev/null",
            "/dev/zero",
            "/dev/urandom",
            "/dev/random",
            "/dev/tty",
            "/proc/self",
            "/proc/cpuinfo",
            "/proc/meminfo",
            "/proc/stat",
            "/proc/version",
            "/proc/filesystems",
            "/proc/sys/vm",
            "/proc/sys/kernel/osrelease",
            "/sys/devices/system",
            "/sys/kernel/mm"};
}

std::vector<std::string> confine(const Confinement& to) {
    std::vector<std::string> lacks;
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) lacks.push_back("rights cannot be given up for good");
    limit(RLIMIT_CORE, 0);
#ifndef TILEWRIGHT_SANITIZED  // the sanitizers' own memory is larger than any limit
    if (to.memory_bytes != 0) limit(RLIMIT_DATA, to.memory_bytes);
#endif
    if (to.runs_kernels) {
        limit(RLIMIT_FSIZE, 0);
        limit(RLIMIT_MEMLOCK, 0);
        limit(RLIMIT_MSGQUEUE, 0);
    }
    if (const std::string lack = restrict_files(to); !lack.empty()) lacks.push_back(lack);
    if (const std::string lack = restrict_calls(to.runs_kernels); !lack.empty()) lacks.push_back(lack);
    confined_already = true;
    return lacks;
}

bool is_confined() { return confined_already; }

}  // namespace tilewright::engine
