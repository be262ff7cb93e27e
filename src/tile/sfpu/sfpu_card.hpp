// The functions whose instruction sequence on Wormhole is known, under the name src/tile uses.
#pragma once

#include "tw/sfpu_sequences.h"

namespace tilewright::tile {
namespace card_sfpu = ::tw::sfpu;
}  // namespace tilewright::tile
