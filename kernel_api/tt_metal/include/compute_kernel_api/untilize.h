// The January 2026 path of api/compute/untilize.h from the repository root.
#include "api/compute/untilize.h"
