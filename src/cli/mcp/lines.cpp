// Reading until a line is whole, writing until it is out.
#include "cli/mcp/lines.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

namespace tilewright::cli::mcp {

namespace {

int stop_pipe[2] = {-1, -1};

void ask_to_stop(int) {
    const int before = errno;
    [[maybe_unused]] const ssize_t told = ::write(stop_pipe[1], "", 1);
    errno = before;
}

}  // namespace

Lines::Lines() : out_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    if (::pipe2(stop_pipe, O_CLOEXEC | O_NONBLOCK) == 0) {
        for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::signal(signal, ask_to_stop);
    }
    ::signal(SIGPIPE, SIG_IGN);  // a client that is gone shows as the end of input
}

Lines::~Lines() {
    if (out_ >= 0) ::close(out_);
}

Lines::Got Lines::read(std::string& line) {
    for (;;) {
        if (const size_t end = rest_.find('\n'); end != std::string::npos) {
            line = rest_.substr(0, end);
            rest_.erase(0, end + 1);
            if (!line.empty() && line.back() == '\r') line.pop_back();
            const bool skipped = std::exchange(skipping_, false);
            if (skipped || line.size() > kMostRequestBytes) return Got::TooLong;
            return Got::Line;
        }
        if (rest_.size() > kMostRequestBytes) {
            skipping_ = true;
            rest_.clear();
        }
        pollfd waits[2] = {{STDIN_FILENO, POLLIN, 0}, {stop_pipe[0], POLLIN, 0}};
        if (::poll(waits, 2, -1) < 0 && errno != EINTR) return Got::End;
        if ((waits[1].revents & POLLIN) != 0) return Got::End;
        if (waits[0].revents == 0) continue;
        char bytes[1 << 16];
        const ssize_t got = ::read(STDIN_FILENO, bytes, sizeof bytes);
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return Got::End;
        if (got > 0) rest_.append(bytes, static_cast<size_t>(got));
    }
}

void Lines::write(const nlohmann::json& message) {
    const std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    const std::scoped_lock lock(writing_);
    for (size_t done = 0; done < text.size();) {
        const ssize_t wrote = ::write(out_, text.data() + done, text.size() - done);
        if (wrote < 0 && errno != EINTR) return;
        if (wrote > 0) done += static_cast<size_t>(wrote);
    }
}

}  // namespace tilewright::cli::mcp
