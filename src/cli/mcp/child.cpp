// Starting, watching and ending children and whatever they start.
#include "cli/mcp/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <map>
#include <sstream>

#include "base/error.hpp"
#include "cli/python.hpp"

namespace tilewright::cli::mcp {

namespace fs = std::filesystem;

namespace {

// Where things lie is the installation's affair; what is run, and how, only the call's.
bool is_kept(const std::string& variable) {
    for (const char* dropped : {"TILEWRIGHT_", "TT_", "TTNN_", "ARCH_NAME=", "GITHUB_", "CI="}) {
        if (!variable.starts_with(dropped)) continue;
        for (const char* kept : {"CACHE", "CLANG", "DATA", "MACHINES", "DOCS", "OPS", "EXAMPLES", "KERNEL_API",
                                 "KERNEL_FORWARDS", "PASS", "WORKER", "INTERPRETER", "BUILD_SECONDS", "BUILD_MB"}) {
            if (variable.starts_with(std::string("TILEWRIGHT_") + kept + "=")) return true;
        }
        return false;
    }
    return true;
}

Command command_of(const Started& what) {
    Command command = plain_command(what.words);
    std::error_code ignored;
    command.words.insert(command.words.begin(), fs::read_symlink("/proc/self/exe", ignored).string());
    std::erase_if(command.variables, [](const std::string& variable) { return !is_kept(variable); });
    set_variable(command, "TILEWRIGHT_ISOLATE", what.isolated ? "on" : "off");
    set_variable(command, "TILEWRIGHT_NOW", "2026-01-01T00:00:00");  // reports tell the time
    set_variable(command, "TILEWRIGHT_TIME_LIMIT", "5");
    set_variable(command, "LC_ALL", "C");
    return command;
}

// Every living process by the one that started it.
std::multimap<pid_t, pid_t> processes_by_parent() {
    std::multimap<pid_t, pid_t> all;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc", ignored)) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        std::ifstream file(entry.path() / "stat");
        std::string text;
        std::getline(file, text);
        const size_t behind = text.rfind(')');  // the name in front may hold anything
        if (behind == std::string::npos) continue;
        std::istringstream rest(text.substr(behind + 1));
        char state = 0;
        pid_t parent = 0;
        if (rest >> state >> parent && state != 'Z') all.emplace(parent, std::stoi(name));
    }
    return all;
}

std::vector<pid_t> descendants(pid_t of) {
    const auto all = processes_by_parent();
    std::vector<pid_t> found, open = {of};
    while (!open.empty()) {
        const auto [first, last] = all.equal_range(open.back());
        open.pop_back();
        for (auto it = first; it != last; ++it) {
            found.push_back(it->second);
            open.push_back(it->second);
        }
    }
    return found;
}

// What these processes hold, in MiB: their own memory, and the most that one of them sees of what they share.
uint64_t memory_mb_of(const std::vector<pid_t>& processes) {
    uint64_t own = 0, shared = 0;
    for (const pid_t process : processes) {
        std::ifstream file(fmt::format("/proc/{}/status", process));
        for (std::string line; std::getline(file, line);) {
            const auto kib = [&] { return std::stoull(line.substr(line.find_first_of("0123456789"))); };
            if (line.starts_with("RssAnon:")) own += kib();
            if (line.starts_with("RssShmem:")) shared = std::max<uint64_t>(shared, kib());
        }
    }
    return (own + shared) / 1024;
}

// Orphans come to the server, so nothing can hide by letting its parent end.
void end_descendants() {
    for (int round = 0; round < 200; ++round) {
        const std::vector<pid_t> left = descendants(::getpid());
        for (const pid_t process : left) ::kill(process, SIGKILL);
        while (::waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        if (left.empty()) return;
        ::usleep(5'000);
    }
}

void limit(int what, uint64_t value) {
    const rlimit both{value, value};
    ::setrlimit(static_cast<__rlimit_resource>(what), &both);
}

// One of the child's two streams.
struct Stream {
    int from = -1;
    std::string text;
    size_t told = 0;
    bool open = true;

    // Whatever is there now.
    void take() {
        char bytes[1 << 16];
        for (;;) {
            const ssize_t got = ::read(from, bytes, sizeof bytes);
            if (got < 0 && errno == EINTR) continue;
            if (got == 0) open = false;
            if (got <= 0) return;
            text.append(bytes, static_cast<size_t>(got));
        }
    }
};

}  // namespace

std::string text_of(Stop stop, const Limits& limits) {
    switch (stop) {
        case Stop::Time: return fmt::format("more than {:g} s", limits.seconds);
        case Stop::Memory: return fmt::format("more than {} MiB of memory", limits.memory_mb);
        case Stop::Processes: return fmt::format("more than {} processes", limits.processes);
        case Stop::Output: return fmt::format("more than {} bytes of output", limits.output_bytes);
        case Stop::Cancelled: return "cancelled";
        default: return "";
    }
}

Ended run_child(const Started& what, const std::atomic<bool>& cancelled,
                const std::function<void(const std::string& line)>& told) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    Command command = command_of(what);
    std::vector<char*> words, variables;
    for (std::string& word : command.words) words.push_back(word.data());
    for (std::string& variable : command.variables) variables.push_back(variable.data());
    words.push_back(nullptr), variables.push_back(nullptr);
    const std::string folder = what.folder.string();

    int out[2], err[2];
    const int input = ::memfd_create("request", MFD_CLOEXEC);
    if (input < 0 || ::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0)
        throw Error("TW4504", "no process can be started: no free descriptors", {}, Exit::Environment);
    for (size_t done = 0; done < what.input.size();) {
        const ssize_t wrote = ::write(input, what.input.data() + done, what.input.size() - done);
        if (wrote <= 0) break;
        done += static_cast<size_t>(wrote);
    }
    ::lseek(input, 0, SEEK_SET);
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::dup2(input, STDIN_FILENO), ::dup2(out[1], STDOUT_FILENO), ::dup2(err[1], STDERR_FILENO);
        limit(RLIMIT_CORE, 0);
        limit(RLIMIT_CPU, static_cast<uint64_t>(what.limits.seconds * 16) + 1);  // host threads add up
        for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) ::signal(signal, SIG_DFL);
        if (::chdir(folder.c_str()) == 0) ::execve(words[0], words.data(), variables.data());
        ::_exit(127);
    }
    ::close(input), ::close(out[1]), ::close(err[1]);
    Ended ended;
    Stream streams[2] = {{out[0], {}, 0, true}, {err[0], {}, 0, true}};
    for (const Stream& stream : streams) ::fcntl(stream.from, F_SETFL, O_NONBLOCK);
    int status = 0;
    bool over = child < 0;
    auto looked = begin;
    while (!over) {
        pollfd waits[2] = {{streams[0].open ? out[0] : -1, POLLIN, 0}, {streams[1].open ? err[0] : -1, POLLIN, 0}};
        ::poll(waits, 2, 20);
        for (Stream& stream : streams) {
            if (stream.open) stream.take();
            if (stream.text.size() > what.limits.output_bytes) ended.stopped = Stop::Output;
        }
        for (size_t end; told && (end = streams[0].text.find('\n', streams[0].told)) != std::string::npos;) {
            told(streams[0].text.substr(streams[0].told, end - streams[0].told));
            streams[0].told = end + 1;
        }
        over = ::waitpid(child, &status, WNOHANG) != 0;
        if (over) break;
        const auto now = std::chrono::steady_clock::now();
        if (cancelled) ended.stopped = Stop::Cancelled;
        if (std::chrono::duration<double>(now - begin).count() > what.limits.seconds) ended.stopped = Stop::Time;
        if (now - looked > std::chrono::milliseconds(200)) {
            looked = now;
            const std::vector<pid_t> all = descendants(::getpid());
            if (static_cast<int>(all.size()) > what.limits.processes) ended.stopped = Stop::Processes;
            if (memory_mb_of(all) > what.limits.memory_mb) ended.stopped = Stop::Memory;
        }
        if (ended.stopped != Stop::None) break;
    }
    if (!over) {
        ::kill(child, SIGKILL);
        ::waitpid(child, &status, 0);
    }
    end_descendants();
    for (Stream& stream : streams) {
        if (stream.open) stream.take();
        ::close(stream.from);
    }
    ended.status = child < 0 ? 127 : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    ended.out = std::move(streams[0].text), ended.err = std::move(streams[1].text);
    return ended;
}

}  // namespace tilewright::cli::mcp
