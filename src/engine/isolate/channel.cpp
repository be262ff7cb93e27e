// Sending and receiving.
#include "engine/isolate/channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/isolate/wire.hpp"

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

Channel::~Channel() {
    if (socket_ >= 0) ::close(socket_);
    delete sending_;
}

Channel& Channel::operator=(Channel&& other) noexcept {
    std::swap(socket_, other.socket_);
    return *this;
}

bool Channel::send(MessageKind kind, std::string_view bytes) {
    if (bytes.size() > kMostBytes) return false;
    const std::lock_guard lock(*sending_);
    const Head head{static_cast<uint32_t>(kind), static_cast<uint32_t>(bytes.size())};
    // Small ones in one piece: a call to the system costs more than a copy.
    constexpr size_t kTogether = 4096;
    if (bytes.size() <= kTogether) {
        char both[sizeof head + kTogether];
        std::memcpy(both, &head, sizeof head);
        std::memcpy(both + sizeof head, bytes.data(), bytes.size());
        return send_all(socket_, both, sizeof head + bytes.size());
    }
    return send_all(socket_, &head, sizeof head) && send_all(socket_, bytes.data(), bytes.size());
}

bool Channel::send_files(MessageKind kind, std::string_view bytes, const int (&files)[2]) {
    const std::lock_guard lock(*sending_);
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

bool Channel::take(void* to, size_t bytes) {
    char* at = static_cast<char*>(to);
    while (bytes > 0) {
        const ssize_t got = ::recv(socket_, at, bytes, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        bytes -= static_cast<size_t>(got);
    }
    return true;
}

std::optional<Message> Channel::receive(int wait_ms, int (*files)[2]) {
    if (wait_ms >= 0) {
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
