// Messages over a pair of sockets: a kind, a length, bytes. Internal to src/engine.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace tilewright::engine {

enum class MessageKind : uint32_t {
    // To the isolated process.
    Open,    // the card: machine, grid, first free address of L1; two files come along: L1, DRAM
    Launch,  // a RunRequest (requests.hpp)
    Answer,  // to Build, Threads and Source
    Refuse,  // likewise: an error
    // From it.
    Ready,    // to Open: what the system lacks
    Done,     // to Launch
    Failed,   // likewise: an error
    Hangs,    // likewise
    Build,    // requests; to be answered with files
    Threads,  // a request; to be answered with yes or no
    Source,   // a path; to be answered with the text of that kernel
    Print,    // text for people
    Alive,
};

struct Message {
    MessageKind kind;
    std::string bytes;
};

class Channel {
public:
    Channel() = default;
    explicit Channel(int socket) : socket_(socket) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    void reset(int socket);  // another one, or none

    int socket() const { return socket_; }
    // Several threads may send. False: nobody is there any more.
    bool send(MessageKind kind, std::string_view bytes);
    bool send_files(MessageKind kind, std::string_view bytes, const int (&files)[2]);
    // So that a message that comes soon finds somebody awake.
    void wait_a_moment() const;
    // The same for one that is expected after some seconds: asleep until shortly before that, then awake for as long.
    void wait_until_about(double seconds) const;
    // Nothing: `wait_ms` have passed (-1: for ever). Throws WireError where nobody is there, or what comes is no
    // message.
    std::optional<Message> receive(int wait_ms = -1, int (*files)[2] = nullptr);

private:
    bool take(void* to, size_t bytes);
    bool fill();  // reads on, into what is there
    bool comes_within(double seconds) const;  // less than one

    int socket_ = -1;
    std::string ahead_;  // read, and not yet taken
    size_t taken_ = 0;
    std::mutex sending_;
};

}  // namespace tilewright::engine
