// Sending and receiving.
#include "engine/isolate/channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "engine/isolate/wire.hpp"
#include "engine/workers.hpp"

namespace tilewright::engine {

namespace {

constexpr uint32_t kMostBytes = 1u << 30;

struct Head {
    uint32_t kind;
    uint32_t bytes;
};

bool send_all(int socket, const void* from, size_t bytes) {
    const char* at = static_cast<const char*>(from);
    while (bytes > 0) {
        const ssize_t sent = ::send(socket, at, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        bytes -= static_cast<size_t>(sent);
    }
    return true;
}

}  // namespace

Channel::~Channel() { reset(-1); }

void Channel::reset(int socket) {
    if (socket_ >= 0) ::close(socket_);
    socket_ = socket;
    ahead_.clear();
    taken_ = 0;
}

bool Channel::send(MessageKind kind, std::string_view bytes) {
    if (bytes.size() > kMostBytes) return false;
    const std::lock_guard lock(sending_);
    const Head head{static_cast<uint32_t>(kind), static_cast<uint32_t>(bytes.size())};
    // Small ones in one piece: a call to the system costs more than a copy.
    constexpr size_t kTogether = 4096;
    if (bytes.size() <= kTogether) {
        char both[sizeof head + kTogether];
        std::memcpy(both, &head, sizeof head);
        if (!bytes.empty()) std::memcpy(both + sizeof head, bytes.data(), bytes.size());
        return send_all(socket_, both, sizeof head + bytes.size());
    }
    return send_all(socket_, &head, sizeof head) && send_all(socket_, bytes.data(), bytes.size());
}

bool Channel::send_files(MessageKind kind, std::string_view bytes, const int (&files)[2]) {
    const std::lock_guard lock(sending_);
    Head head{static_cast<uint32_t>(kind), static_cast<uint32_t>(bytes.size())};
    iovec part{&head, sizeof head};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof files)] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof files);
    std::memcpy(CMSG_DATA(rights), files, sizeof files);
    return ::sendmsg(socket_, &message, MSG_NOSIGNAL) == sizeof head && send_all(socket_, bytes.data(), bytes.size());
}

void Channel::wait_a_moment() const {
    if (taken_ != ahead_.size()) return;
    engine::wait_a_moment([this] { return comes_within(0); });
}

bool Channel::comes_within(double seconds) const {
    pollfd ready{socket_, POLLIN, 0};
    const timespec longest{0, static_cast<long>(std::min(seconds, 0.9) * 1e9)};
    return ::ppoll(&ready, 1, &longest, nullptr) != 0;
}

void Channel::wait_until_about(double seconds) const {
    // Of a processor that has gone to sleep, on a machine that is itself one of several on another.
    constexpr double kWakesUpWithin = 1e-4;
    if (taken_ != ahead_.size()) return;
    const double asleep = seconds * 0.8 - kWakesUpWithin;
    if (asleep > 0 && comes_within(asleep)) return;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds * 0.4 + kWakesUpWithin);
    while (!comes_within(0) && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

// Small messages come in one piece: one call to the system each.
bool Channel::fill() {
    constexpr size_t kAtOnce = 8192;
    ahead_.resize(kAtOnce);
    taken_ = 0;
    ssize_t got = 0;
    do got = ::recv(socket_, ahead_.data(), ahead_.size(), 0);
    while (got < 0 && errno == EINTR);
    ahead_.resize(got > 0 ? static_cast<size_t>(got) : 0);
    return got > 0;
}

bool Channel::take(void* to, size_t bytes) {
    char* at = static_cast<char*>(to);
    while (bytes > 0) {
        if (taken_ == ahead_.size() && !fill()) return false;
        const size_t part = std::min(bytes, ahead_.size() - taken_);
        std::memcpy(at, ahead_.data() + taken_, part);
        taken_ += part;
        at += part;
        bytes -= part;
    }
    return true;
}

std::optional<Message> Channel::receive(int wait_ms, int (*files)[2]) {
    if (wait_ms >= 0 && taken_ == ahead_.size()) {
        pollfd ready{socket_, POLLIN, 0};
        if (::poll(&ready, 1, wait_ms) <= 0) return std::nullopt;
    }
    Head head{};
    if (files != nullptr) {
        iovec part{&head, sizeof head};
        alignas(cmsghdr) char control[CMSG_SPACE(sizeof *files)] = {};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        const cmsghdr* rights = nullptr;
        if (::recvmsg(socket_, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL) != sizeof head ||
            (rights = CMSG_FIRSTHDR(&message)) == nullptr || rights->cmsg_len != CMSG_LEN(sizeof *files))
            throw WireError("no files came along");
        std::memcpy(files, CMSG_DATA(rights), sizeof *files);
    } else if (!take(&head, sizeof head)) {
        throw WireError("the other side is gone");
    }
    if (head.bytes > kMostBytes || head.kind > static_cast<uint32_t>(MessageKind::Alive))
        throw WireError("what came is no message");
    Message message{static_cast<MessageKind>(head.kind), std::string(head.bytes, '\0')};
    if (!take(message.bytes.data(), message.bytes.size())) throw WireError("the other side is gone");
    return message;
}

}  // namespace tilewright::engine
