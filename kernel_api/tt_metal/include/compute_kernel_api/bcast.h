// The January 2026 path of api/compute/bcast.h from the repository root.
#include "api/compute/bcast.h"
