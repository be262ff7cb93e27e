// The one error type and the one finding type. A finding says what was seen, where, why it cannot end well and the
// smallest change that helps; an Error is a finding that ended what was being done. Text and JSON come from the same
// object.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tilewright {

// Exit status of every command.
enum class Exit : int { Ok = 0, Finding = 1, Hang = 2, Environment = 3, Usage = 4, Bug = 70 };

enum class Severity : uint8_t { Note, Warning, Error };

// One frame of a kernel's call stack, innermost first; inlined frames are frames of their own.
struct Frame {
    std::string function;
    std::string file;
    uint32_t line = 0;
    uint32_t column = 0;
    bool operator==(const Frame&) const = default;
};

struct Place {
    std::string core;    // "(1,0)"; empty when no core is concerned
    std::string thread;  // "NCRISC reader", "MATH"
    std::string kernel;  // kernel file as the program names it
    std::vector<Frame> stack;

    // The innermost frame in the user's own files: calls and helpers of the kernel headers are how, not where.
    const Frame* line() const;
};

struct Finding {
    std::string code;  // TWnnnn
    Severity severity = Severity::Error;
    std::string message;  // one sentence with the actual numbers
    Place place;
    std::vector<std::string> seen;  // what else was seen, a line each
    std::string why;
    std::string fix;
    bool fix_proven = false;           // the change was made to a copy of the program, which then ran as it should
    std::string proof;                 // what other runs have shown, of it and of the fix; the last line of the text
    std::vector<std::string> also_on;  // further cores with the same finding
    // Arguments of the kernels concerned (doctor/arguments.hpp); null: not looked at.
    std::shared_ptr<const nlohmann::json> arguments;
    std::optional<uint32_t> cb;  // the circular buffer it is about

    std::string to_text() const;
    nlohmann::json to_json() const;
};

class Error : public std::runtime_error {
public:
    explicit Error(Finding finding, Exit exit_status = Exit::Finding);
    Error(std::string code, std::string message, std::string fix = {}, Exit exit_status = Exit::Finding);

    const Finding& finding() const { return *finding_; }
    const std::string& code() const { return finding_->code; }
    Exit exit_status() const { return exit_status_; }

private:
    std::shared_ptr<const Finding> finding_;
    Exit exit_status_;
};

// Our own fault, never the kernel's: carries TW9000 and asks for a report.
class InternalError : public Error {
public:
    explicit InternalError(const std::string& message);
};

}  // namespace tilewright
