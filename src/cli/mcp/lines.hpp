// Messages of JSON-RPC on standard input and output, a line each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tilewright::cli::mcp {

inline constexpr size_t kMostRequestBytes = size_t{4} << 20;
inline constexpr size_t kMostAnswerBytes = 16000;

class Lines {
public:
    // Takes the standard output for itself: whatever else prints there goes to the standard error from now on.
    Lines();
    ~Lines();
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

    enum class Got : uint8_t { Line, TooLong, End };
    // The next line without its end. End: nobody writes any more, or a signal asks to stop.
    Got read(std::string& line);
    // From any thread.
    void write(const nlohmann::json& message);

private:
    int out_ = -1;
    std::string rest_;
    bool skipping_ = false;
    std::mutex writing_;
};

}  // namespace tilewright::cli::mcp
