// Building source text: indentation, and lines broken the way clang-format breaks them.
#pragma once

#include <string>
#include <vector>

namespace tilewright::workshop::rows {

inline constexpr size_t kColumns = 120;

class Text {
public:
    Text& line(const std::string& text = "");
    // `head` + items separated by ", " + `tail`; broken after items, continued below the first one, when it is too
    // long.
    Text& list(const std::string& head, const std::vector<std::string>& items, const std::string& tail);
    // The same, broken after `head` and continued four columns in.
    Text& filled(const std::string& head, const std::vector<std::string>& items, const std::string& tail);
    // "// ..." wrapped at the column limit.
    Text& comment(const std::string& text);
    Text& open(const std::string& text) {
        line(text);
        ++depth_;
        return *this;
    }
    Text& close(const std::string& text = "}") {
        --depth_;
        return line(text);
    }
    Text& raw(const std::string& text) {
        text_ += text;
        return *this;
    }
    const std::string& str() const { return text_; }

private:
    std::string text_;
    size_t depth_ = 0;
};

// Functions and lambdas of one short statement on one line, as clang-format sets them.
std::string joined(const std::string& text);

std::string pascal_case(const std::string& snake);
// A number as C++ and Python write it.
std::string number_text(double value);

}  // namespace tilewright::workshop::rows
