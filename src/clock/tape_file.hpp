// A tape as a file, so that a recorded program can be timed again without its kernels: with other figures, or by
// somebody who has not got them. A format of this version only.
#pragma once

#include <iosfwd>
#include <map>
#include <memory>
#include <string>

#include "clock/tape.hpp"

namespace tilewright::clock {

void save_tape(const Tape& tape, const std::string& path);
// With the card it was recorded on, made anew. TW3903: not such a file.
struct LoadedTape {
    std::shared_ptr<card::Card> card;
    std::unique_ptr<Tape> tape;
};
// Tapes of one machine and grid can share a card: nothing is kept in it.
using TapeCards = std::map<std::string, std::shared_ptr<card::Card>>;
LoadedTape load_tape(const std::string& path, TapeCards* cards = nullptr);
// The same of what a stream holds; `path` is what messages call it.
LoadedTape read_tape(std::istream& file, const std::string& path, TapeCards* cards = nullptr);

}  // namespace tilewright::clock
