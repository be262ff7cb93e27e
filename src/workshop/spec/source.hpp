// Where something stands in a spec, and refusals that point there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tilewright::workshop::rows {

struct Position {
    uint32_t line = 0;  // from 1; 0: nowhere in particular
    uint32_t column = 0;
};

// The text of a spec under the name messages use for it.
struct Source {
    std::string name;
    std::string text;

    std::string line(uint32_t number) const;
    // Position of a byte of the text.
    Position at(size_t offset) const;
    size_t offset(Position position) const;
};

// Throws an Error whose finding shows the line of the spec with a mark below the place.
[[noreturn]] void refuse(const Source& source, Position position, const char* code, const std::string& message,
                         const std::string& fix);

// Refuses names that are longer than generated files and compilers take.
void check_name(const Source& source, Position position, const std::string& name);

// The first letters of a long text, for messages.
std::string clipped(const std::string& text, size_t letters = 48);

// Insertions, deletions, substitutions and swaps of neighbours that make one word of the other.
size_t letters_between(const std::string& a, const std::string& b);

// "did you mean ...?", or the whole list when nothing is near.
std::string suggestion(const std::string& word, const std::vector<std::string>& known, const std::string& kind);

}  // namespace tilewright::workshop::rows
