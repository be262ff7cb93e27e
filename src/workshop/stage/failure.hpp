// What went wrong in a stage, in the words of the field.
#pragma once

#include <exception>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace tilewright::workshop {

enum class Classification {
    Pass,
    NumericalMismatch,
    CompilationError,
    ShapeMismatch,
    RuntimeError,
    WatcherAssert,
    HangCbDeadlock,
    HangNocError,
    HangUnknown,
    SetupError,
    Unknown,
};
const char* classification_name(Classification kind);   // "hang_cb_deadlock"
const char* classification_words(Classification kind);  // "CB deadlock"
bool is_hang(Classification kind);

struct Failure {
    Classification kind = Classification::Unknown;
    std::string test;                             // the case or check it happened in
    std::string summary;                          // one sentence
    std::string details;                          // the doctor's or the compiler's text; may be empty
    std::string suggested_action;                 // may be empty
    std::string code;                             // TWnnnn; may be empty
    std::shared_ptr<const Finding> finding = {};  // that it is about, with its place; may be null

    std::string text() const;  // "<test>: CB deadlock: <summary>"
    nlohmann::json to_json() const;
    Exit exit_status() const;  // hang 2, set-up 3, otherwise 1
};

Failure classify(const std::exception& error, const std::string& test);
Failure classify(const Finding& finding, const std::string& test);

// The sentence of a TT_FATAL, without its condition and backtrace.
std::string refusal(const std::string& text);

}  // namespace tilewright::workshop
