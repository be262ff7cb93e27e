// Tapes: any bytes are a tape or none; a tape can be timed, or the clock says why not.
#include "clock/tape_file.hpp"
#include "clock/change.hpp"
#include "fuzz/target.hpp"

#include <sstream>

FUZZ_TARGET(tape) {
    using namespace tilewright::clock;
    static TapeCards cards;
    std::istringstream stream(text_of(input));
    LoadedTape loaded;
    if (!answers([&] { loaded = read_tape(stream, "fuzz.tape", &cards); })) return;
    answers([&] { (void)time_of(*loaded.tape, 202608); });
}
