// What formulas write where other languages have something else. Nothing: the word is no such thing.
#pragma once

#include <optional>
#include <string>

namespace tilewright::workshop::rows {

std::optional<std::string> instead_of_word(const std::string& word);      // and, if, lambda ...
std::optional<std::string> instead_of_letter(const std::string& letter);  // @, %, [ ...
std::optional<std::string> instead_of_number(const std::string& word);    // inf, nan, pi ...
std::optional<std::string> instead_of_function(const std::string& name);  // softmax, matmul ...

}  // namespace tilewright::workshop::rows
