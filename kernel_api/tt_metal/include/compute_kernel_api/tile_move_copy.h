// The January 2026 path of api/compute/tile_move_copy.h from the repository root.
#include "api/compute/tile_move_copy.h"
