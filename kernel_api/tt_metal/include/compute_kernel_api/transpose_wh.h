// The January 2026 path of api/compute/transpose_wh.h from the repository root.
#include "api/compute/transpose_wh.h"
