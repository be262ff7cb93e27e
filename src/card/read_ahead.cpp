// The guesses of each host thread.
#include "card/read_ahead.hpp"

namespace tilewright::card {

constinit thread_local ReadAhead* read_ahead = nullptr;

}  // namespace tilewright::card
