// The January 2026 path of api/compute/reduce.h from the repository root.
#include "api/compute/reduce.h"
