// A kernel's source as words and signs, with lines; comments and preprocessor lines are left out. Internal to
// src/doctor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::doctor {

struct Token {
    enum class Kind : uint8_t { Word, Number, Text, Sign } kind = Kind::Sign;
    std::string text;
    uint32_t line = 0;
    bool is(std::string_view what) const { return text == what && kind != Kind::Text; }
};

std::vector<Token> tokens_of(std::string_view source);

// Index of the sign that closes the bracket at `open` ("(", "[", "{"); the number of tokens: none does.
size_t closing_bracket(const std::vector<Token>& tokens, size_t open);
// The same of "<": template arguments. Signs in round brackets do not count.
size_t closing_angle(const std::vector<Token>& tokens, size_t open);

}  // namespace tilewright::doctor
