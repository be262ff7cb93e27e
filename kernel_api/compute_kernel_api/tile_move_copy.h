// The January 2026 path of api/compute/tile_move_copy.h.
#pragma once
#include "api/compute/tile_move_copy.h"
