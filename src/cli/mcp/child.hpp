// A process of its own for each thing a client asks for, with limits: what it runs may crash, loop or start others, and
// the server goes on.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tilewright::cli::mcp {

struct Limits {
    double seconds = 300;             // on the wall; each of its processes may compute as long
    uint64_t memory_mb = 6144;        // of all its processes together, what they share counted once
    int processes = 128;              // at one time
    uint64_t output_bytes = 8 << 20;  // on either stream
};

// Which limit a process met, or that nobody wants its answer any more.
enum class Stop : uint8_t { None, Time, Memory, Processes, Output, Cancelled };

struct Ended {
    int status = 0;  // exit status; 128 and more: the signal that ended it
    Stop stopped = Stop::None;
    std::string out, err;
};

struct Started {
    std::vector<std::string> words;
    std::filesystem::path folder;  // where it runs
    std::string input;             // what it reads
    bool isolated = true;          // its kernels; those that it generates itself need not be
    Limits limits;
};

// This program with these arguments, in an environment without settings of whoever started the server, kernels
// isolated. `told` gets each whole line of the standard output. One at a time: whatever a child leaves running is ended
// with it.
Ended run_child(const Started& what, const std::atomic<bool>& cancelled,
                const std::function<void(const std::string& line)>& told = {});

// "more than 300 s"
std::string text_of(Stop stop, const Limits& limits);

}  // namespace tilewright::cli::mcp
