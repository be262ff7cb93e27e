// posix_spawn with a pipe for the output.
#include "engine/build/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

extern char** environ;

namespace tilewright::engine {

namespace {

void limit(pid_t child, const ProcessLimits& limits) {
    const auto set = [child](__rlimit_resource what, uint64_t value, uint64_t most) {
        const rlimit both{value, most};
        ::prlimit(child, what, &both, nullptr);
    };
    if (limits.cpu_seconds != 0) set(RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 5);
    if (limits.memory_bytes != 0) set(RLIMIT_AS, limits.memory_bytes, limits.memory_bytes);
}

// Whether every process of the group sleeps, and what they have computed in all (in ticks).
struct GroupState {
    bool asleep = false;  // also where nothing can be known
    uint64_t ticks = 0;
};

GroupState state_of_group(pid_t group) {
    GroupState state;
    bool any = false;
    std::error_code error;
    for (std::filesystem::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) == 0) continue;
        std::ifstream file(it->path() / "stat");
        std::string text;
        // A process that has ended since leaves it empty; iterators would throw.
        std::getline(file, text, '\0');
        const size_t after = text.rfind(')');  // a name may hold anything
        char what = 'R';
        int parent = 0, of = 0;
        unsigned long user = 0, system = 0;
        if (after == std::string::npos ||
            std::sscanf(text.c_str() + after + 1, " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &what, &parent,
                        &of, &user, &system) != 5 ||
            of != group)
            continue;
        const bool sleeps = what == 'S' || what == 'Z';
        state.asleep = sleeps && (state.asleep || !any);
        any = true;
        state.ticks += user + system;
    }
    return state;
}

// Looks once a second.
class SleepWatch {
public:
    SleepWatch(pid_t group, double most) : group_(group), most_(most) {}
    bool too_long() {
        const auto now = std::chrono::steady_clock::now();
        if (most_ <= 0 || now - looked_ < std::chrono::seconds(1)) return false;
        looked_ = now;
        const GroupState state = state_of_group(group_);
        if (!state.asleep || state.ticks != ticks_) since_ = now;
        ticks_ = state.ticks;
        return std::chrono::duration<double>(now - since_).count() > most_;
    }

private:
    pid_t group_;
    double most_;
    uint64_t ticks_ = 0;
    std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now(), since_ = looked_;
};

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessLimits& limits) {
    ProcessResult result;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        result.output = std::strerror(errno);
        return result;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    std::vector<char*> argv;
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    pid_t child = 0;
    // A group of its own: what it starts ends with it, and Ctrl-C at a terminal is for us to pass on.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    if (limits.give_up) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int error = ::posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (error != 0) {
        ::close(ends[0]);
        result.output = std::strerror(error);
        return result;
    }
    ProcessLimits now = limits;
#ifdef TILEWRIGHT_SANITIZED
    // Our own program sets its limit itself, when the sanitizer has the memory that it begins with.
    if (arguments.front().ends_with("tilewright_worker")) now.memory_bytes = 0;
#endif
    limit(child, now);
    char buffer[4096];
    SleepWatch sleep(child, limits.asleep_seconds);
    while (true) {
        constexpr int kLookMilliseconds = 100;
        pollfd ready{ends[0], POLLIN, 0};
        const int found = limits.give_up ? ::poll(&ready, 1, kLookMilliseconds) : 1;
        if (limits.give_up && !result.given_up && limits.give_up()) {
            result.given_up = true;
            ::kill(-child, SIGKILL);
        }
        if (limits.give_up && !result.asleep && sleep.too_long()) {
            result.asleep = true;
            ::kill(-child, SIGKILL);
        }
        if (found <= 0) continue;
        const ssize_t count = ::read(ends[0], buffer, sizeof buffer);
        if (count > 0) {
            result.output.append(buffer, static_cast<size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            break;
        }
    }
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

}  // namespace tilewright::engine
