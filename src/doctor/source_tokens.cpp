// Cutting a kernel's source into words and signs.
#include "doctor/source_tokens.hpp"

#include <algorithm>
#include <cctype>

namespace tilewright::doctor {

namespace {
bool is_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_'; }

class Cutter {
public:
    explicit Cutter(std::string_view source) : source_(source) {}

    std::vector<Token> cut() {
        while (at_ < source_.size()) step();
        return std::move(tokens_);
    }

private:
    bool starts(std::string_view with) const { return source_.substr(at_).starts_with(with); }

    // Up to and including `end`; lines are counted.
    void skip_to(std::string_view end) {
        const size_t found = source_.find(end, at_);
        const size_t stop = found == std::string_view::npos ? source_.size() : found + end.size();
        line_ += static_cast<uint32_t>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                  source_.begin() + static_cast<std::ptrdiff_t>(stop), '\n'));
        at_ = stop;
    }
    void skip_directive() {
        while (at_ < source_.size()) {
            const size_t end = std::min(source_.find('\n', at_), source_.size());
            const bool goes_on = end > at_ && source_[end - 1] == '\\';
            at_ = std::min(end + 1, source_.size());
            ++line_;
            if (!goes_on) break;
        }
        fresh_line_ = true;
    }
    void add(Token::Kind kind, size_t length) {
        tokens_.push_back({kind, std::string(source_.substr(at_, length)), line_});
        at_ += length;
        fresh_line_ = false;
    }

    void step() {
        const char letter = source_[at_];
        if (letter == '\n') {
            ++line_, ++at_;
            fresh_line_ = true;
        } else if (std::isspace(static_cast<unsigned char>(letter))) {
            ++at_;
        } else if (starts("//")) {
            at_ = std::min(source_.find('\n', at_), source_.size());
        } else if (starts("/*")) {
            skip_to("*/");
        } else if (letter == '#' && fresh_line_) {
            skip_directive();
        } else if (letter == '"' || letter == '\'') {
            quoted(letter);
        } else if (std::isdigit(static_cast<unsigned char>(letter))) {
            size_t length = 1;
            while (at_ + length < source_.size() && (is_word(source_[at_ + length]) || source_[at_ + length] == '\''))
                ++length;
            add(Token::Kind::Number, length);
        } else if (is_word(letter)) {
            size_t length = 1;
            while (at_ + length < source_.size() && is_word(source_[at_ + length])) ++length;
            add(Token::Kind::Word, length);
        } else {
            sign();
        }
    }
    void quoted(char quote) {
        size_t end = at_ + 1;
        while (end < source_.size() && source_[end] != quote && source_[end] != '\n')
            end += source_[end] == '\\' ? 2 : 1;
        end = std::min(end, source_.size());
        tokens_.push_back({Token::Kind::Text, std::string(source_.substr(at_ + 1, end - at_ - 1)), line_});
        at_ = std::min(end + 1, source_.size());
        fresh_line_ = false;
    }
    void sign() {
        for (const std::string_view two :
             {"++", "--", "::", "->", "<=", ">=", "==", "!=", "+=", "-=", "*=", "&&", "||"}) {
            if (starts(two)) return add(Token::Kind::Sign, 2);
        }
        add(Token::Kind::Sign, 1);
    }

    std::string_view source_;
    size_t at_ = 0;
    uint32_t line_ = 1;
    bool fresh_line_ = true;
    std::vector<Token> tokens_;
};
}  // namespace

std::vector<Token> tokens_of(std::string_view source) { return Cutter(source).cut(); }

size_t closing_bracket(const std::vector<Token>& tokens, size_t open) {
    int depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
        if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) ++depth;
        if (tokens[i].is(")") || tokens[i].is("]") || tokens[i].is("}")) --depth;
        if (depth == 0) return i;
    }
    return tokens.size();
}

size_t closing_angle(const std::vector<Token>& tokens, size_t open) {
    int depth = 0;
    for (size_t i = open; i < tokens.size() && !tokens[i].is(";"); ++i) {
        if (tokens[i].is("(")) {
            i = closing_bracket(tokens, i);
            if (i == tokens.size()) break;
        }
        if (tokens[i].is("<")) ++depth;
        if (tokens[i].is(">")) --depth;
        if (depth == 0) return i;
    }
    return tokens.size();
}

}  // namespace tilewright::doctor
