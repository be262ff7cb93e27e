// Kernel sources as text that can be changed: the whole of a kernel with the headers of its own folders in place, where
// a file and line lie in it, and the calls that stand there. Internal to src/doctor and
// src/workshop.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "program/descriptor.hpp"

namespace tilewright::doctor {

// A call in a text: name( ... ) and, where it is a statement of its own, its semicolon.
struct Call {
    std::string name;                                  // "cb_pop_front", "cb.pop_front", "init_bcast<ELWMUL, COL>"
    size_t begin = 0;                                  // of the name
    size_t open = 0;                                   // the parenthesis
    size_t close = 0;                                  // its partner
    bool statement = false;                            // a semicolon follows at once
    std::vector<std::pair<size_t, size_t>> arguments;  // begin and end of each, without blanks around it

    std::string argument(const std::string& text, size_t index) const;
};

// A position as a report names it.
struct TextPlace {
    std::string file;  // without folders; empty: the kernel has no file
    uint32_t line = 0;
};

class KernelText {
public:
    explicit KernelText(const program::KernelDescriptor& kernel);

    const std::string& text() const { return text_; }
    const std::string& code() const { return code_; }  // the same with comments blanked out: positions stay
    TextPlace place(size_t position) const;
    // First position of a line; `file` may have folders, and is not looked at where the kernel has no file.
    std::optional<size_t> line_begin(const std::string& file, uint32_t line) const;
    size_t line_end(size_t position) const;
    // Calls whose name ends with one of the names and that begin on the line, in order.
    std::vector<Call> calls_on_line(const std::string& file, uint32_t line,
                                    const std::vector<std::string>& names) const;
    std::vector<Call> calls(const std::vector<std::string>& names) const;  // in the whole text
    std::optional<Call> call_at(size_t name_begin, size_t name_end) const;
    // The innermost for-loop around a position: where its bound stands ("i < bound;") and where its body ends.
    struct Loop {
        size_t begin = 0, bound_begin = 0, bound_end = 0;
        size_t body_begin = 0, body_end = 0;  // behind the opening brace; at the closing one
        // What of the bound is the number of rounds: all of it where the loop begins with 0, "n" of "start + n" where
        // it begins with start; equal: not known.
        size_t rounds_begin = 0, rounds_end = 0;
    };
    std::optional<Loop> loop_around(size_t position) const;
    // Blanks in front of the line of this position.
    std::string indent(size_t position) const;

    // The kernel with `text` for its own.
    static void put(program::KernelDescriptor& kernel, const KernelText& from, std::string text);

private:
    std::string text_, code_;
    std::filesystem::path folder_;
    bool is_path_ = false;
};

}  // namespace tilewright::doctor
