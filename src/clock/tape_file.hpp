// A tape as a file, so that a recorded program can be timed again without its kernels: with other figures, or by
// somebody who has not got them. A format of this version only.
#pragma once

#include <memory>
#include <string>

#include "clock/tape.hpp"

namespace tilewright::clock {

void save_tape(const Tape& tape, const std::string& path);
// With the card it was recorded on, made anew. TW3903: not such a file.
struct LoadedTape {
    std::unique_ptr<card::Card> card;
    std::unique_ptr<Tape> tape;
};
LoadedTape load_tape(const std::string& path);

}  // namespace tilewright::clock
